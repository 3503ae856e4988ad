package files

import (
	"errors"
	"os"
	"path/filepath"
	"sort"
	"strings"

	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/problems"
	"github.com/univ-lehavre/nestor/ports/say"
)

const (
	activeFile     = "topology.yaml"
	topologyFolder = "topologies"
	catalogueFile  = ports.CatalogueFile
	exampleSuffix  = ".example"
	topologySuffix = ".yaml"
)

var errNoRepository = say.Errorf("no repository")

// start is the folder where the search begins, links resolved.
func (s *Stacks) start() (string, error) {
	actual, err := filepath.EvalSymlinks(s.dir)
	if err == nil {
		actual, err = filepath.Abs(actual)
	}
	if err == nil && !isDir(actual) {
		return "", &say.Problem{Code: problems.BadStart, What: say.Textf("cannot start in %s", s.dir), Why: say.Errorf("it is not a folder"),
			Do: say.Textf("name an existing folder")}
	}
	if err != nil {
		return "", &say.Problem{Code: problems.BadStart, What: say.Textf("cannot start in %s", s.dir), Why: say.Errorf("it is not there or may not be read"),
			Do: say.Textf("name an existing folder")}
	}
	return actual, nil
}

// root is the first folder upwards that holds an active topology or a folder of topologies. The search ends at the
// repository's top (.git), at the home folder, and at the file system's border: what lies beyond is someone else's.
func (s *Stacks) root() (string, error) {
	start, err := s.start()
	if err != nil {
		return "", err
	}
	home, err := filepath.EvalSymlinks(s.home)
	if err != nil {
		home = s.home
	}
	for dir := start; ; dir = filepath.Dir(dir) {
		if exists(filepath.Join(dir, activeFile)) || isDir(filepath.Join(dir, topologyFolder)) {
			return dir, nil
		}
		if exists(filepath.Join(dir, ".git")) || dir == home || dir == filepath.Dir(dir) {
			return "", problems.Kind(errNoRepository, &say.Problem{Code: problems.NoRepository, What: say.Textf("no repository"),
				Why: say.Errorf("neither %s nor a folder %s from %s up to %s", activeFile, topologyFolder, start, dir),
				Do:  say.Textf("go to your repository, name a topology with -f FILE, or make one: nestor stack new NAME, or nestor discover for a cluster that runs")})
		}
	}
}

// named is the file of a stack's name: its own, else its example.
func (s *Stacks) named(name string) (string, error) {
	if fault := ports.StackNameFault(name); !fault.IsZero() {
		return "", &say.Problem{Code: problems.BadStackName, What: fault,
			Do: say.Textf("a stack is named, not its file; commands that read one stack take a file as -f FILE")}
	}
	root, err := s.root()
	if err != nil {
		return "", err
	}
	folder := filepath.Join(root, topologyFolder)
	for _, suffix := range []string{topologySuffix, exampleSuffix + topologySuffix} {
		if path := filepath.Join(folder, name+suffix); exists(path) {
			return path, nil
		}
	}
	names := stackNames(folder)
	if len(names) == 0 {
		return "", &say.Problem{Code: problems.NoSuchStack, What: say.Textf("there is no stack %q", name), Why: say.Errorf("%s holds no topology", folder),
			Do: say.Textf("write %s", filepath.Join(topologyFolder, name+topologySuffix))}
	}
	return "", &say.Problem{Code: problems.NoSuchStack, What: say.Textf("there is no stack %q in %s", name, folder),
		Do: say.Textf("name one of: %s", strings.Join(names, ", "))}
}

// active is the topology that a repository works with.
func (s *Stacks) active() (string, error) {
	root, err := s.root()
	if errors.Is(err, errNoRepository) {
		return "", problems.Kind(ports.ErrNoActiveStack, err)
	}
	if err != nil {
		return "", err
	}
	path := filepath.Join(root, activeFile)
	if exists(path) {
		return path, nil
	}
	names := stackNames(filepath.Join(root, topologyFolder))
	if len(names) == 0 {
		return "", problems.Kind(ports.ErrNoActiveStack, &say.Problem{Code: problems.NoActiveStack,
			What: say.Textf("no stack is active and none is declared in %s", filepath.Join(root, topologyFolder)),
			Do:   say.Textf("write a topology there: nestor stack new NAME")})
	}
	return "", problems.Kind(ports.ErrNoActiveStack, &say.Problem{Code: problems.NoActiveStack, What: say.Textf("no stack is active"),
		Why: say.Errorf("%s is not there", path),
		Do:  say.Textf("name one of: %s; or make one active: nestor stack select NAME", strings.Join(names, ", "))})
}

// stackNames lists the stacks of a folder, sorted.
func stackNames(folder string) []string {
	seen := map[string]bool{}
	var names []string
	for _, file := range topologyFiles(folder) {
		name := strings.TrimSuffix(strings.TrimSuffix(file, topologySuffix), exampleSuffix)
		if ports.StackNameFault(name).IsZero() && !seen[name] {
			seen[name] = true
			names = append(names, name)
		}
	}
	sort.Strings(names)
	return names
}

// topologyFiles lists a folder's topologies by file name: an example only when the real one is not there.
func topologyFiles(folder string) []string {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil
	}
	var files []string
	for _, e := range entries {
		name := e.Name()
		if !strings.HasSuffix(name, topologySuffix) || strings.HasPrefix(name, ".") || name == catalogueFile {
			continue
		}
		if base, isExample := strings.CutSuffix(name, exampleSuffix+topologySuffix); isExample && exists(filepath.Join(folder, base+topologySuffix)) {
			continue
		}
		files = append(files, name)
	}
	return files
}
