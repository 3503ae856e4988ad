package files

import (
	"crypto/rand"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/univ-lehavre/nestor/internal/atomicfile"
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/problems"
	"github.com/univ-lehavre/nestor/ports/say"
)

// StackStore writes among a repository's topologies. It implements ports.ActiveStackWriter and ports.TopologyWriter.
type StackStore struct{ stacks *Stacks }

var (
	_ ports.ActiveStackWriter = StackStore{}
	_ ports.TopologyWriter    = StackStore{}
)

// NewStackStore writes where NewStacks would look.
func NewStackStore(dir, home string) StackStore { return StackStore{NewStacks(dir, home)} }

// Select implements ports.ActiveStackWriter.
func (s StackStore) Select(file string) (link, leadsTo string, err error) {
	root, err := s.stacks.root()
	if err != nil {
		return "", "", err
	}
	link = filepath.Join(root, activeFile)
	leadsTo, err = filepath.Rel(root, file)
	if err != nil || leadsTo == ".." || strings.HasPrefix(leadsTo, ".."+string(filepath.Separator)) {
		return link, "", &say.Problem{Code: problems.OutsideRepository, What: say.Textf("%s is not in %s", file, root),
			Do: say.Textf("select a stack of its %s", topologyFolder)}
	}
	if err := replaceable(link); err != nil {
		return link, leadsTo, err
	}
	if now, err := os.Readlink(link); err == nil && now == leadsTo {
		return link, leadsTo, nil
	}
	if err := relink(root, leadsTo, link); err != nil {
		return link, leadsTo, &say.Problem{Code: problems.NotWritten, What: say.Textf("%s is as it was, making it a link failed", link), Why: atomicfile.Cause(err),
			Do: say.Textf("check the folder's rights")}
	}
	return link, leadsTo, nil
}

// replaceable refuses what somebody wrote: only a link, or nothing, gives way.
func replaceable(link string) error {
	info, err := os.Lstat(link)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return &say.Problem{Code: problems.FileForbidden, What: say.Textf("%s cannot be looked at", link), Why: err, Do: say.Textf("check the folder's rights")}
	case info.Mode()&fs.ModeSymlink == 0:
		return &say.Problem{Code: problems.NotALink, What: say.Textf("%s is no link, and is left as it is", link),
			Why: say.Errorf("it may be a stack's only topology"),
			Do:  say.Textf("move it to %s and select again", filepath.Join(filepath.Dir(link), topologyFolder, "NAME"+topologySuffix))}
	}
	return nil
}

// relink makes the new link beside the old one and renames it: there is always one of them.
func relink(root, leadsTo, link string) error {
	temp := filepath.Join(root, ".nestor-"+rand.Text())
	if err := os.Symlink(leadsTo, temp); err != nil {
		return err
	}
	if err := os.Rename(temp, link); err != nil {
		_ = os.Remove(temp)
		return err
	}
	return nil
}

// Create implements ports.TopologyWriter. Without a repository the folder is made where the search started.
func (s StackStore) Create(name string, example bool, content []byte) (string, error) {
	if fault := ports.StackNameFault(name); !fault.IsZero() {
		return "", &say.Problem{Code: problems.BadStackName, What: fault, Do: say.Textf("choose another name")}
	}
	root, err := s.stacks.root()
	if errors.Is(err, errNoRepository) {
		root, err = s.stacks.start()
	}
	if err != nil {
		return "", err
	}
	folder := filepath.Join(root, topologyFolder)
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return "", &say.Problem{Code: problems.NotWritten, What: say.Textf("%s cannot be made", folder), Why: err,
			Do: say.Textf("check the rights of the folder above it")}
	}
	path := filepath.Join(folder, fileName(name, example))
	mode := fs.FileMode(0o600) // real addresses are their owner's
	if example {
		mode = 0o644
	}
	return path, create(path, content, mode)
}

// create writes a file that is not there yet, whole or not at all.
func create(path string, content []byte, mode fs.FileMode) error {
	err := atomicfile.Create(path, content, mode)
	if errors.Is(err, fs.ErrExist) {
		return problems.Kind(ports.ErrExists, &say.Problem{Code: problems.FileExists, What: say.Textf("%s is there already, and is left as it is", path),
			Do: say.Textf("edit it, or choose another name")})
	}
	if err != nil {
		return &say.Problem{Code: problems.NotWritten, What: say.Textf("%s cannot be made", path), Why: atomicfile.Cause(err),
			Do: say.Textf("check the folder's rights and free space")}
	}
	return nil
}

func fileName(name string, example bool) string {
	if example {
		return name + exampleSuffix + topologySuffix
	}
	return name + topologySuffix
}
