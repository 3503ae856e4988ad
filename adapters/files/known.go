package files

import (
	"cmp"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"time"
	"unicode/utf8"

	"github.com/goccy/go-yaml"
	"github.com/rogpeppe/go-internal/lockedfile"

	"github.com/univ-lehavre/nestor/internal/atomicfile"
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/problems"
	"github.com/univ-lehavre/nestor/ports/say"
)

const (
	knownVersion = 1
	knownHead    = `# The clusters that you confirmed to nestor, for each stack. nestor writes this file; comments of yours are lost.
# To remove an entry: nestor target forget STACK
`
)

// KnownFile is where the confirmed clusters are kept: below $XDG_STATE_HOME, else below the home folder. It is "" when
// neither is absolute: the XDG specification says to ignore a relative one.
func KnownFile(stateHome, home string) string {
	if !filepath.IsAbs(stateHome) {
		if !filepath.IsAbs(home) {
			return ""
		}
		stateHome = filepath.Join(home, ".local", "state")
	}
	return filepath.Join(stateHome, "nestor", "known_clusters.yaml")
}

// Known reads the file of confirmed clusters. It implements ports.KnownReader.
type Known struct{ path string }

var _ ports.KnownReader = Known{}

// NewKnown reads the file at path; an empty path holds none.
func NewKnown(path string) Known { return Known{path: path} }

// Known gives the confirmed clusters in the file's order: none without a file. A file that is not wholly understood is
// an error, for what was confirmed is then not known.
func (k Known) Known() ([]ports.KnownCluster, error) {
	if k.path == "" {
		return nil, ports.ErrNoMemory
	}
	_, clusters, err := readKnown(k.path)
	if err != nil {
		return nil, say.Errorf("reading which clusters were confirmed: %w", err)
	}
	return clusters, nil
}

// KnownStore changes the file of confirmed clusters. It implements ports.KnownWriter. The file is replaced whole; a
// link stays, and the file behind it is replaced.
type KnownStore struct{ path string }

var _ ports.KnownWriter = KnownStore{}

// NewKnownStore changes the file at path, and makes it and its folders when they are needed.
func NewKnownStore(path string) KnownStore { return KnownStore{path: path} }

// Remember keeps a confirmed cluster in place of what was kept of the same stack and file. The time is kept in whole
// seconds. A cluster that could not be recognised again, a file that is not understood and one that cannot be written
// are errors, and change nothing.
func (s KnownStore) Remember(c ports.KnownCluster) error {
	c.Confirmed = c.Confirmed.UTC().Truncate(time.Second)
	err := rememberable(c)
	if err == nil {
		err = s.makeFolder()
	}
	if err == nil {
		err = s.change(func(kept []ports.KnownCluster) []ports.KnownCluster {
			return append(slices.DeleteFunc(kept, func(k ports.KnownCluster) bool { return sameStack(k, c) }), c)
		})
	}
	if err != nil {
		return say.Errorf("remembering the cluster of stack %q: %w", c.Stack, err)
	}
	return nil
}

// Forget drops every entry of a stack's name, and gives what it dropped. A file without one is not touched. A file that
// is not understood and one that cannot be written are errors, and change nothing.
func (s KnownStore) Forget(stack, file string) ([]ports.KnownCluster, error) {
	dropped, err := s.forget(stack, file)
	if err != nil {
		return nil, say.Errorf("forgetting the clusters of stack %q: %w", stack, err)
	}
	return dropped, nil
}

func (s KnownStore) forget(stack, file string) (dropped []ports.KnownCluster, err error) {
	if err := s.located(); err != nil {
		return nil, err
	}
	// Without a file there is nothing to forget, and no folder to make for the lock.
	if _, err := os.Lstat(s.path); errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	err = s.change(func(kept []ports.KnownCluster) []ports.KnownCluster {
		return slices.DeleteFunc(kept, func(k ports.KnownCluster) bool {
			meant := k.Stack == stack && (file == "" || k.File == file)
			if meant {
				dropped = append(dropped, k)
			}
			return meant
		})
	})
	return dropped, err
}

func (s KnownStore) located() error {
	if s.path == "" {
		return &say.Problem{Code: problems.MemoryNowhere, What: say.Textf("there is no place to keep confirmed clusters"), Why: say.Errorf("HOME is not set"),
			Do: say.Textf("set HOME or XDG_STATE_HOME to an absolute path")}
	}
	return nil
}

// makeFolder makes the file's folder, and those above it, for their owner alone. Folders that are there stay as they are.
func (s KnownStore) makeFolder() error {
	if err := s.located(); err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(s.path), 0o700); err != nil {
		return &say.Problem{Code: problems.NotWritten, What: say.Textf("the folder of %s cannot be made", s.path), Why: err,
			Do: say.Textf("check the rights of the folders above")}
	}
	return nil
}

// change reads, edits and replaces the file while no other nestor does. Waiting has no limit: nothing long is done
// while the lock is held, and a process that dies lets go of it. The lock's file stays: removing it would let two in.
func (s KnownStore) change(edit func([]ports.KnownCluster) []ports.KnownCluster) error {
	lock, err := lockedfile.OpenFile(s.path+".lock", os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return &say.Problem{Code: problems.NotWritten, What: say.Textf("%s cannot be locked", s.path), Why: err,
			Do: say.Textf("check the rights on the lock and its folder")}
	}
	defer lock.Close()
	actual, kept, err := readKnown(s.path)
	if err != nil {
		return err
	}
	edited := edit(slices.Clone(kept))
	if slices.Equal(edited, kept) {
		return nil
	}
	return replaceKnown(actual, edited)
}

// replaceKnown writes only what reads back as the same.
func replaceKnown(actual string, clusters []ports.KnownCluster) error {
	slices.SortFunc(clusters, func(a, b ports.KnownCluster) int {
		return cmp.Or(cmp.Compare(a.Stack, b.Stack), cmp.Compare(a.File, b.File))
	})
	content, err := formatKnown(clusters)
	if err != nil {
		return &say.Problem{Code: problems.OwnDefect, What: say.Textf("%s cannot be written", actual), Why: err, Do: say.Textf("report it")}
	}
	back, err := parseKnown(actual, content)
	switch {
	case len(content) > maxSize:
		return &say.Problem{Code: problems.MemoryFull, What: say.Textf("%s would be larger than %d KiB", actual, maxSize/1024),
			Do: say.Textf("forget stacks that are gone")}
	case err != nil || !slices.Equal(back, clusters):
		return &say.Problem{Code: problems.OwnDefect, What: say.Textf("%s was not written, for it would not read back as it is", actual),
			Do: say.Textf("report it")}
	}
	if err := atomicfile.Write(actual, content, 0o600); err != nil {
		return &say.Problem{Code: problems.NotWritten, What: say.Textf("%s cannot be written", actual), Why: atomicfile.Cause(err),
			Do: say.Textf("check the folder's rights and free space")}
	}
	return nil
}

// readKnown gives the clusters of a file, none when it is not there, and the real file behind any links.
func readKnown(path string) (actual string, clusters []ports.KnownCluster, err error) {
	if _, err := os.Lstat(path); errors.Is(err, fs.ErrNotExist) {
		return path, nil, nil
	}
	if actual, err = realFile(path, path); err != nil {
		return "", nil, err
	}
	if err := ownFile(actual); err != nil {
		return "", nil, err
	}
	src, err := readFile(actual, path)
	if err != nil {
		return "", nil, err
	}
	clusters, err = parseKnown(path, src)
	return actual, clusters, err
}

// ownFile refuses a file that others may write: what stands in it may be their word.
func ownFile(path string) error {
	info, err := os.Stat(path)
	if err == nil && runtime.GOOS != "windows" && info.Mode().Perm()&0o022 != 0 {
		err = &say.Problem{Code: problems.MemoryShared, What: say.Textf("%s may be written by other users of this machine", path),
			Do: say.Textf("look at what it says, then: chmod 600 %s", path)}
	}
	return err
}

// rememberable refuses what the file cannot hold, or could not be recognised by.
func rememberable(c ports.KnownCluster) error {
	for _, text := range []string{c.Stack, c.File, c.Endpoint, c.CASHA256, c.UID} {
		if !utf8.ValidString(text) {
			return &say.Problem{Code: problems.MemoryIndistinct, What: say.Textf("%q is not UTF-8, and the file of confirmed clusters is", text),
				Do: say.Textf("rename what is called so")}
		}
	}
	if what := unrecognisable(c); !what.IsZero() {
		return &say.Problem{Code: problems.MemoryIndistinct, What: what, Do: say.Textf("look at the cluster again before you confirm it")}
	}
	return nil
}

func unrecognisable(c ports.KnownCluster) say.Text {
	switch {
	case c.Stack == "":
		return say.Textf("no stack is named")
	case c.UID == "" && c.CASHA256 == "":
		return say.Textf("neither a cluster UID nor a CA is known, so nothing tells the cluster from another")
	}
	return say.Text{}
}

func sameStack(a, b ports.KnownCluster) bool { return a.Of(b.Stack, b.File) }

// quoted is text that every reader of YAML takes for the same text.
type quoted string

// MarshalYAML implements yaml.BytesMarshaler.
func (q quoted) MarshalYAML() ([]byte, error) { return []byte(strconv.Quote(string(q))), nil }

type knownEntry struct {
	Stack     quoted `yaml:"stack"`
	File      quoted `yaml:"file"`
	Endpoint  quoted `yaml:"endpoint"`
	CASHA256  quoted `yaml:"ca_sha256"`
	UID       quoted `yaml:"cluster_uid"`
	Confirmed quoted `yaml:"confirmed"`
}

func formatKnown(clusters []ports.KnownCluster) ([]byte, error) {
	file := struct {
		Version  int          `yaml:"version"`
		Clusters []knownEntry `yaml:"clusters"`
	}{Version: knownVersion, Clusters: []knownEntry{}}
	for _, c := range clusters {
		file.Clusters = append(file.Clusters, knownEntry{
			Stack: quoted(c.Stack), File: quoted(c.File), Endpoint: quoted(c.Endpoint), CASHA256: quoted(c.CASHA256),
			UID: quoted(c.UID), Confirmed: quoted(c.Confirmed.Format(time.RFC3339)),
		})
	}
	content, err := yaml.Marshal(file)
	return append([]byte(knownHead), content...), err
}

// parseKnown reads with the same limits as a topology. Its error names the file and the place, without the source line.
func parseKnown(path string, src []byte) ([]ports.KnownCluster, error) {
	doc, err := Parse(path, path, src)
	var clusters []ports.KnownCluster
	if err == nil {
		clusters, err = knownOf(doc.Root)
	}
	var invalid *ports.InvalidDocument
	if errors.As(err, &invalid) {
		err = invalid.Faults[0]
	}
	var fault ports.Fault
	switch {
	case err == nil:
		return clusters, nil
	case errors.As(err, &fault) && fault.At.Line > 0:
		return nil, broken(say.Textf("%s:%s", path, fault))
	}
	return nil, broken(say.Textf("%s: %v", path, err))
}

// broken is a file of confirmed clusters that is not understood.
func broken(what say.Text) error {
	return &say.Problem{Code: problems.MemoryBroken, What: what, Do: say.Textf("mend it, or remove it and confirm again")}
}

func knownOf(root ports.Value) ([]ports.KnownCluster, error) {
	// First of all: what else is wrong with another version's file is not for this one to say.
	for _, e := range root.Entries {
		if e.Key == "version" && (e.Value.Kind != ports.Number || e.Value.Scalar != strconv.Itoa(knownVersion)) {
			return nil, ports.Fault{At: e.At, What: say.Textf("this is not version %d, the only one that this nestor knows", knownVersion)}
		}
	}
	values, err := onlyKeys(root, "version", "clusters")
	if err != nil {
		return nil, err
	}
	list := values["clusters"]
	if list.Kind != ports.List {
		return nil, ports.Fault{At: list.At, What: say.Textf("clusters is %s, not a list", list.Kind)}
	}
	var clusters []ports.KnownCluster
	for _, item := range list.Items {
		c, err := knownFrom(item)
		if err != nil {
			return nil, err
		}
		if slices.ContainsFunc(clusters, func(k ports.KnownCluster) bool { return sameStack(k, c) }) {
			return nil, ports.Fault{At: item.At, What: say.Textf("stack %q of %q stands twice", c.Stack, c.File)}
		}
		clusters = append(clusters, c)
	}
	return clusters, nil
}

func knownFrom(item ports.Value) (ports.KnownCluster, error) {
	var c ports.KnownCluster
	var confirmed string
	fields := map[string]*string{"stack": &c.Stack, "file": &c.File, "endpoint": &c.Endpoint,
		"ca_sha256": &c.CASHA256, "cluster_uid": &c.UID, "confirmed": &confirmed}
	values, err := onlyKeys(item, "stack", "file", "endpoint", "ca_sha256", "cluster_uid", "confirmed")
	if err != nil {
		return c, err
	}
	for _, e := range item.Entries {
		if e.Value.Kind != ports.Text || e.Value.Tag != "" {
			return c, ports.Fault{At: e.Value.At, What: say.Textf("%s is not plain text", e.Key), Instead: say.Textf("put it in quotes")}
		}
		*fields[e.Key] = e.Value.Scalar
	}
	if what := unrecognisable(c); !what.IsZero() {
		return c, ports.Fault{At: item.At, What: what}
	}
	c.Confirmed, err = time.Parse(time.RFC3339, confirmed)
	if err != nil || c.Confirmed.UTC().Format(time.RFC3339) != confirmed {
		return c, ports.Fault{At: values["confirmed"].At, What: say.Textf("confirmed is not a time in UTC, such as 2026-01-31T09:30:00Z")}
	}
	return c, nil
}

// onlyKeys gives a map's values by key: each of these keys once, and no other.
func onlyKeys(v ports.Value, keys ...string) (map[string]ports.Value, error) {
	if v.Kind != ports.Map {
		return nil, ports.Fault{At: v.At, What: say.Textf("this is %s, not a map", v.Kind)}
	}
	values := map[string]ports.Value{}
	for _, e := range v.Entries {
		_, twice := values[e.Key]
		switch {
		case !slices.Contains(keys, e.Key):
			return nil, ports.Fault{At: e.At, What: say.Textf("unknown key %q", e.Key)}
		case twice:
			return nil, ports.Fault{At: e.At, What: say.Textf("key %q stands twice", e.Key)}
		}
		values[e.Key] = e.Value
	}
	for _, key := range keys {
		if _, ok := values[key]; !ok {
			return nil, ports.Fault{At: v.At, What: say.Textf("key %q is missing", key)}
		}
	}
	return values, nil
}
