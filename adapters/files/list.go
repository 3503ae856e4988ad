package files

import (
	"os"
	"path/filepath"
	"sort"
	"strings"

	"github.com/univ-lehavre/nestor/ports"
)

// Stacks implements ports.DocumentReader. An active topology that is not among the repository's is listed too: a
// topology.yaml that is no link, a link to elsewhere or to nothing, an example that its real file hides.
func (s *Stacks) Stacks() ([]ports.StackFile, error) {
	start, err := s.start()
	if err != nil {
		return nil, err
	}
	root, err := s.root()
	if err != nil {
		return nil, err
	}
	folder, link := filepath.Join(root, topologyFolder), filepath.Join(root, activeFile)
	var found []ports.StackFile
	active := false
	for _, name := range topologyFiles(folder) {
		path := filepath.Join(folder, name)
		f := stackFile(path, s.shown(start, path))
		f.Active = sameFile(path, link)
		active = active || f.Active
		found = append(found, f)
	}
	if !active && exists(link) {
		f := stackFile(linked(link), s.shown(start, link))
		f.File, f.Active = link, true
		found = append(found, f)
	}
	sort.SliceStable(found, func(i, j int) bool { return found[i].Name < found[j].Name })
	return found, nil
}

func stackFile(path, shown string) ports.StackFile {
	name, example := strings.CutSuffix(strings.TrimSuffix(filepath.Base(path), topologySuffix), exampleSuffix)
	return ports.StackFile{Name: name, File: path, Shown: shown, Example: example}
}

// linked is what a link says, or the path itself when it is none.
func linked(path string) string {
	if target, err := os.Readlink(path); err == nil {
		return target
	}
	return path
}

func sameFile(a, b string) bool {
	one, err := os.Stat(a)
	if err != nil {
		return false
	}
	other, err := os.Stat(b)
	return err == nil && os.SameFile(one, other)
}
