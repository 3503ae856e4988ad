package files_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/univ-lehavre/nestor/adapters/files"
	"github.com/univ-lehavre/nestor/ports"
)

const oneKnown = `version: 1
clusters:
- stack: paris
  file: /srv/paris.yaml
  endpoint: https://10.0.0.1:6443
  ca_sha256: "00ff"
  cluster_uid: 6ba7b810-9dad-11d1-80b4-00c04fd430c8
  confirmed: 2026-01-31T09:30:00Z
`

func paris() ports.KnownCluster {
	return ports.KnownCluster{Stack: "paris", File: "/srv/paris.yaml", Endpoint: "https://10.0.0.1:6443", CASHA256: "00ff",
		UID: "6ba7b810-9dad-11d1-80b4-00c04fd430c8", Confirmed: time.Date(2026, 1, 31, 9, 30, 0, 0, time.UTC)}
}

func named(stack, file string) ports.KnownCluster {
	c := paris()
	c.Stack, c.File = stack, file
	return c
}

func TestTheFileOfConfirmedClustersFollowsXDG(t *testing.T) {
	root := t.TempDir()
	state, home := filepath.Join(root, "state"), filepath.Join(root, "home")
	below := filepath.Join(home, ".local", "state", "nestor", "known_clusters.yaml")
	for _, c := range []struct{ state, home, want string }{
		{state, home, filepath.Join(state, "nestor", "known_clusters.yaml")},
		{state, "", filepath.Join(state, "nestor", "known_clusters.yaml")},
		{"", home, below},
		{"state", home, below},
		{"./state", home, below},
		{"", "", ""},
		{"", "home", ""},
		{"state", "home", ""},
	} {
		if got := files.KnownFile(c.state, c.home); got != c.want {
			t.Errorf("KnownFile(%q, %q) = %q, want %q", c.state, c.home, got, c.want)
		}
	}
}

func TestWithoutAPlaceNothingIsKnownAndNothingKept(t *testing.T) {
	if known, err := files.NewKnown("").Known(); known != nil || !errors.Is(err, ports.ErrNoMemory) {
		t.Errorf("known: %v, %v", known, err)
	}
	store := files.NewKnownStore("")
	if err := store.Remember(paris()); err == nil || !strings.Contains(err.Error(), "HOME is not set") {
		t.Errorf("remember: %v", err)
	}
	if _, err := store.Forget("paris", ""); err == nil || !strings.Contains(err.Error(), "HOME is not set") {
		t.Errorf("forget: %v", err)
	}
}

func TestAFileThatOthersMayWriteIsNotBelieved(t *testing.T) {
	path := knownPath(t)
	remember(t, path, paris())
	for mode, believed := range map[os.FileMode]bool{0o600: true, 0o644: true, 0o666: false, 0o620: false} {
		if err := os.Chmod(path, mode); err != nil {
			t.Fatal(err)
		}
		if _, err := files.NewKnown(path).Known(); (err == nil) != believed {
			t.Errorf("%o: %v", mode, err)
		}
	}
}

func TestAStackIsForgottenByItsFileOrAllOfItsName(t *testing.T) {
	path := knownPath(t)
	for _, c := range []ports.KnownCluster{named("tokyo", "/a"), named("tokyo", "/b"), named("lima", "/a")} {
		remember(t, path, c)
	}
	if dropped, err := files.NewKnownStore(path).Forget("tokyo", "/b"); err != nil || len(dropped) != 1 {
		t.Errorf("%v, %v", dropped, err)
	}
	holdsKnown(t, path, named("lima", "/a"), named("tokyo", "/a"))
	if dropped, err := files.NewKnownStore(path).Forget("tokyo", ""); err != nil || len(dropped) != 1 {
		t.Errorf("%v, %v", dropped, err)
	}
	holdsKnown(t, path, named("lima", "/a"))
}

func TestWhatIsRememberedIsKnown(t *testing.T) {
	path := knownPath(t)
	holdsKnown(t, path)
	changed := paris()
	changed.UID, changed.Confirmed = "", changed.Confirmed.Add(time.Hour+time.Millisecond).In(time.FixedZone("", 3600))
	for _, c := range []ports.KnownCluster{named("tokyo", "/b"), named("tokyo", "/a"), paris(), named("lima", "/srv/paris.yaml"), changed} {
		remember(t, path, c)
	}
	changed.Confirmed = time.Date(2026, 1, 31, 10, 30, 0, 0, time.UTC)
	holdsKnown(t, path, named("lima", "/srv/paris.yaml"), changed, named("tokyo", "/a"), named("tokyo", "/b"))
}

func TestTheFileSaysWhatItIs(t *testing.T) {
	path := knownPath(t)
	remember(t, path, paris())
	want := `# The clusters that you confirmed to nestor, for each stack. nestor writes this file; comments of yours are lost.
# To remove an entry: nestor target forget STACK
version: 1
clusters:
- stack: "paris"
  file: "/srv/paris.yaml"
  endpoint: "https://10.0.0.1:6443"
  ca_sha256: "00ff"
  cluster_uid: "6ba7b810-9dad-11d1-80b4-00c04fd430c8"
  confirmed: "2026-01-31T09:30:00Z"
`
	if diff := cmp.Diff(want, content(t, path)); diff != "" {
		t.Error(diff)
	}
	written(t, path, oneKnown)
	holdsKnown(t, path, paris())
}

func TestForgettingGivesWhatItDropped(t *testing.T) {
	path := knownPath(t)
	forgets(t, path, "paris")
	if _, err := os.Stat(filepath.Dir(path)); err == nil {
		t.Error("forgetting nothing made a folder")
	}
	for _, c := range []ports.KnownCluster{paris(), named("paris", "/other"), named("paris2", "/srv/paris.yaml")} {
		remember(t, path, c)
	}
	before := content(t, path)
	past := time.Now().Add(-time.Hour).Truncate(time.Second)
	if err := os.Chtimes(path, past, past); err != nil {
		t.Fatal(err)
	}
	forgets(t, path, "par")
	if info, err := os.Stat(path); err != nil || !info.ModTime().Equal(past) || content(t, path) != before {
		t.Errorf("forgetting nothing wrote the file: %v", err)
	}
	forgets(t, path, "paris", named("paris", "/other"), paris())
	holdsKnown(t, path, named("paris2", "/srv/paris.yaml"))
	forgets(t, path, "paris2", named("paris2", "/srv/paris.yaml"))
	holdsKnown(t, path)
	remember(t, path, paris())
	holdsKnown(t, path, paris())
}

// TestAFileThatIsNotUnderstoodIsAnErrorAndStays also holds the writers to it: what they do not understand they keep.
func TestAFileThatIsNotUnderstoodIsAnErrorAndStays(t *testing.T) {
	line := func(old, new string) string {
		if !strings.Contains(oneKnown, old) {
			t.Fatalf("%q is not in the example", old)
		}
		return strings.Replace(oneKnown, old, new, 1)
	}
	item := oneKnown[strings.Index(oneKnown, "- "):]
	for name, c := range map[string]struct{ text, want string }{
		"empty":               {"", ":1:1: this is nothing, not a map"},
		"garbage":             {"\x00\x01\x02", ": the file is binary"},
		"not YAML":            {"version: 1\nclusters: [\n", ":2:11: this is not valid YAML"},
		"cut":                 {oneKnown[:len(oneKnown)-40], "is missing"},
		"two documents":       {oneKnown + "---\n" + oneKnown, "a second YAML document"},
		"a list":              {item, ":1:1: this is a list, not a map"},
		"newer version":       {line("version: 1", "version: 2\nmore: x"), ":1:1: this is not version 1"},
		"version as text":     {line("version: 1", `version: "1"`), ":1:1: this is not version 1"},
		"no version":          {line("version: 1\n", ""), `key "version" is missing`},
		"version twice":       {line("version: 1", "version: 1\nversion: 1"), `:2:1: key "version" stands twice`},
		"no clusters":         {"version: 1\n", `key "clusters" is missing`},
		"clusters of nothing": {"version: 1\nclusters:\n", "clusters is nothing, not a list"},
		"clusters as map":     {"version: 1\nclusters: {}\n", "clusters is a map, not a list"},
		"unknown key":         {oneKnown + "more: x\n", `:9:1: unknown key "more"`},
		"unknown entry key":   {line("endpoint", "endpont"), `:5:3: unknown key "endpont"`},
		"key twice":           {line("  file: ", "  file: /a\n  file: "), `:5:3: key "file" stands twice`},
		"no key":              {line("  file: /srv/paris.yaml\n", ""), `key "file" is missing`},
		"text as entry":       {"version: 1\nclusters: [paris]\n", ":2:12: this is text, not a map"},
		"no stack":            {line("paris\n", "''\n"), ":3:3: no stack is named"},
		"number":              {line(`"00ff"`, "1e3"), ":6:14: ca_sha256 is not plain text; put it in quotes"},
		"null":                {line("/srv/paris.yaml", ""), "file is not plain text"},
		"tag":                 {line("/srv", "!vault /srv"), "file is not plain text"},
		"neither UID nor CA":  {line(`"00ff"`, `""`), ""},
		"no time":             {line("2026-01-31T09:30:00Z", "yesterday"), ":8:14: confirmed is not a time in UTC"},
		"time of a zone":      {line("09:30:00Z", "09:30:00+01:00"), "confirmed is not a time in UTC"},
		"split seconds":       {line("09:30:00Z", "09:30:00.5Z"), "confirmed is not a time in UTC"},
		"stack twice":         {oneKnown + item, `:9:3: stack "paris" of "/srv/paris.yaml" stands twice`},
		"too large":           {oneKnown + strings.Repeat("#"+strings.Repeat("x", 1023)+"\n", 1024), ": the file is larger than 1024 KiB"},
	} {
		t.Run(name, func(t *testing.T) {
			if name == "neither UID nor CA" {
				c.text = strings.Replace(c.text, paris().UID, `""`, 1)
				c.want = ":3:3: neither a cluster UID nor a CA is known"
			}
			path := knownPath(t)
			written(t, path, c.text)
			_, err := files.NewKnown(path).Known()
			explained(t, err, path, c.want)
			explained(t, files.NewKnownStore(path).Remember(paris()), path, c.want)
			_, err = files.NewKnownStore(path).Forget("paris", "")
			explained(t, err, path, c.want)
			if content(t, path) != c.text {
				t.Error("the file was changed")
			}
		})
	}
}

func explained(t *testing.T, err error, path, want string) {
	t.Helper()
	if err == nil || !strings.Contains(err.Error(), path+":") || !strings.Contains(err.Error(), want) ||
		!strings.HasSuffix(err.Error(), "; mend it, or remove it and confirm again") || strings.Contains(err.Error(), "\n") {
		t.Errorf("want %q of %s in: %v", want, path, err)
	}
}

func TestWhatIsNoFileIsAnError(t *testing.T) {
	for name, c := range map[string]struct {
		make func(path string) error
		want string
	}{
		"folder":           {func(path string) error { return os.Mkdir(path, 0o700) }, "is a folder; name a file in it"},
		"link to a folder": {func(path string) error { return os.Symlink(filepath.Dir(path), path) }, "is a folder; name a file in it"},
		"link to a device": {func(path string) error { return os.Symlink(os.DevNull, path) }, "is neither a file nor a link to one"},
		"link to nothing":  {func(path string) error { return os.Symlink("missing", path) }, "is a link to missing, which is not there"},
		"link to itself":   {func(path string) error { return os.Symlink(filepath.Base(path), path) }, "is a link that leads nowhere"},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "known_clusters.yaml")
			if err := c.make(path); err != nil {
				t.Skip(err)
			}
			before, _ := os.Lstat(path)
			_, read := files.NewKnown(path).Known()
			_, forgotten := files.NewKnownStore(path).Forget("paris", "")
			for _, err := range []error{read, forgotten, files.NewKnownStore(path).Remember(paris())} {
				if err == nil || !strings.Contains(err.Error(), path+" "+c.want) {
					t.Errorf("want %q in: %v", c.want, err)
				}
			}
			if after, err := os.Lstat(path); err != nil || after.Mode() != before.Mode() {
				t.Errorf("it became %v, %v", after, err)
			}
		})
	}
}

func TestALinkStaysAndItsFileIsReplaced(t *testing.T) {
	path := knownPath(t)
	written(t, path, "")
	dotfile := filepath.Join(t.TempDir(), "dotfile.yaml")
	written(t, dotfile, oneKnown)
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(dotfile, path); err != nil {
		t.Skip(err)
	}
	remember(t, path, named("tokyo", "/a"))
	if to, err := os.Readlink(path); err != nil || to != dotfile {
		t.Errorf("the link leads to %q, %v", to, err)
	}
	holdsKnown(t, dotfile, paris(), named("tokyo", "/a"))
	onlyFiles(t, filepath.Dir(dotfile), "dotfile.yaml")
}

func TestWhatCouldNotBeRecognisedIsNotRemembered(t *testing.T) {
	path := knownPath(t)
	remember(t, path, paris())
	before := content(t, path)
	none, nameless := named("tokyo", "/a"), named("", "/a")
	none.UID, none.CASHA256 = "", ""
	endless := named("tokyo", "/a")
	endless.Endpoint = strings.Repeat("x", 1<<20)
	for want, c := range map[string]ports.KnownCluster{
		"nothing tells the cluster from another": none,
		"no stack is named":                      nameless,
		"is not UTF-8":                           named("tokyo", "/\xff"),
		"would be larger than 1024 KiB":          endless,
	} {
		if err := files.NewKnownStore(path).Remember(c); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want %q, got %v", want, err)
		}
	}
	if content(t, path) != before {
		t.Error("the file was changed")
	}
}

// TestAnyTextComesBackAsItWas compares a file with a list, step by step.
func TestAnyTextComesBackAsItWas(t *testing.T) {
	nasty := rapid.SampledFrom([]string{"", "no", "1e3", "~", "null", "a: b", "- a", "'", `"`, `\`, `\x41`, "a\nb\n", "\r\n", "\t", "\x00", "\x7f",
		"\u0085", "\u2028", "\ufeff", "\ufffd", "\U0001f600", "\U000e0001", "#", " a ", "a #b", "&a", "*a", "!!int 1", "<<", "%", "---", "...", "{{ x }}", "[", "|", ">-", "é"})
	text := rapid.OneOf(nasty, rapid.String(), rapid.Custom(func(t *rapid.T) string {
		return strings.Join(rapid.SliceOfN(nasty, 1, 4).Draw(t, "parts"), "")
	}))
	stack := rapid.OneOf(rapid.SampledFrom([]string{"a", "b", "no"}), text.Filter(func(s string) bool { return s != "" }))
	path := knownPath(t)
	rapid.Check(t, func(t *rapid.T) {
		_ = os.Remove(path)
		var want []ports.KnownCluster
		for range rapid.IntRange(1, 5).Draw(t, "steps") {
			c := ports.KnownCluster{Stack: stack.Draw(t, "stack"), File: text.Draw(t, "file"), Endpoint: text.Draw(t, "endpoint"),
				CASHA256: text.Draw(t, "ca"), UID: "x" + text.Draw(t, "uid"),
				Confirmed: time.Unix(rapid.Int64Range(-1e9, 1e11).Draw(t, "seconds"), 0).UTC()}
			want = slices.DeleteFunc(want, func(k ports.KnownCluster) bool { return k.Stack == c.Stack && k.File == c.File })
			want = append(want, c)
			if err := files.NewKnownStore(path).Remember(c); err != nil {
				t.Fatal(err)
			}
			if rapid.IntRange(0, 3).Draw(t, "forget") == 0 {
				name := stack.Draw(t, "forgotten")
				want = slices.DeleteFunc(want, func(k ports.KnownCluster) bool { return k.Stack == name })
				if _, err := files.NewKnownStore(path).Forget(name, ""); err != nil {
					t.Fatal(err)
				}
			}
		}
		slices.SortFunc(want, func(a, b ports.KnownCluster) int {
			return slices.Compare([]string{a.Stack, a.File}, []string{b.Stack, b.File})
		})
		got, err := files.NewKnown(path).Known()
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(want, got) {
			t.Fatal(cmp.Diff(want, got))
		}
	})
}

func knownPath(t *testing.T) string {
	t.Helper()
	return files.KnownFile(filepath.Join(t.TempDir(), "state"), "")
}

func written(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func content(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func remember(t *testing.T, path string, c ports.KnownCluster) {
	t.Helper()
	if err := files.NewKnownStore(path).Remember(c); err != nil {
		t.Fatal(err)
	}
}

func forgets(t *testing.T, path, stack string, want ...ports.KnownCluster) {
	t.Helper()
	got, err := files.NewKnownStore(path).Forget(stack, "")
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("forgetting %s: %v\n%s", stack, err, diff)
	}
}

func holdsKnown(t *testing.T, path string, want ...ports.KnownCluster) {
	t.Helper()
	got, err := files.NewKnown(path).Known()
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("%v\n%s", err, diff)
	}
}
