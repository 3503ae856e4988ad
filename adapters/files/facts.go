package files

import (
	"io/fs"
	"os"
	"path/filepath"
	"runtime"

	"github.com/univ-lehavre/nestor/ports"
)

// Facts looks at files from outside. It implements ports.FileReader.
type Facts struct{}

var _ ports.FileReader = Facts{}

// Look implements ports.FileReader: of the file behind links. It is tracked when git has it under its own name or under
// the one that its links lead to.
func (Facts) Look(path string) ports.FileFacts {
	info, err := os.Stat(path)
	if err != nil {
		return ports.FileFacts{}
	}
	const others fs.FileMode = 0o077
	f := ports.FileFacts{There: true, Shared: runtime.GOOS != "windows" && info.Mode().Perm()&others != 0, Tracked: tracked(path)}
	if actual, err := filepath.EvalSymlinks(path); err == nil && actual != path {
		f.Tracked = f.Tracked || tracked(actual)
	}
	return f
}

var _ ports.RepositoryReader = (*Stacks)(nil)

// Repository implements ports.RepositoryReader.
func (s *Stacks) Repository() (ports.Repository, error) {
	var r ports.Repository
	var err error
	if r.Start, err = s.start(); err != nil {
		r.Start = s.dir
		return r, err
	}
	if r.Top, err = s.root(); err != nil {
		return r, err
	}
	if folder := filepath.Join(r.Top, topologyFolder); isDir(folder) {
		r.Topologies = folder
	}
	if active := filepath.Join(r.Top, activeFile); exists(active) {
		r.Active = active
	}
	return r, nil
}
