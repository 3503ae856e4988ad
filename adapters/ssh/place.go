package ssh

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/univ-lehavre/nestor/ports/say"
)

// place is a private folder for one file that another program writes.
type place struct {
	dir  string
	file string
	made []string // folders above it that were not there, the deepest first
}

// newPlace makes it inside beside, which is made when it is not there. The file is there already, for its owner alone:
// scp keeps the mode of a file that it finds.
func newPlace(beside string) (place, error) {
	beside, err := filepath.Abs(beside)
	if err != nil {
		return place{}, err
	}
	p := place{made: missing(beside)}
	if err := os.MkdirAll(beside, 0o700); err != nil {
		p.remove(false)
		return place{}, err
	}
	sweep(beside)
	if p.dir, err = os.MkdirTemp(beside, prefix); err != nil {
		p.remove(false)
		return place{}, err
	}
	p.file = filepath.Join(p.dir, "kubeconfig")
	if err := os.WriteFile(p.file, nil, 0o600); err != nil {
		p.remove(false)
		return place{}, err
	}
	return p, nil
}

// prefix is how the private folders are called.
const prefix = ".nestor-fetch-"

// stale is older than any transfer: its nestor was killed.
const stale = time.Hour

// sweep removes what killed transfers left: there may be a whole administrator's key in it.
func sweep(beside string) {
	left, _ := filepath.Glob(filepath.Join(beside, prefix+"*"))
	for _, dir := range left {
		if info, err := os.Lstat(dir); err == nil && info.IsDir() && time.Since(info.ModTime()) > stale {
			_ = os.RemoveAll(dir)
		}
	}
}

// missing lists the folders that do not exist, from path upwards.
func missing(path string) []string {
	var folders []string
	for {
		if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
			return folders
		}
		folders = append(folders, path)
		path = filepath.Dir(path)
	}
}

// remove takes the folder away. Those made above it stay when something is to be kept in them, or is in them already.
func (p place) remove(keepAbove bool) {
	if p.dir != "" {
		_ = os.RemoveAll(p.dir)
	}
	if keepAbove {
		return
	}
	for _, folder := range p.made {
		_ = os.Remove(folder) // fails when there is something in it
	}
}

// watch stops the transfer of a file that grows beyond what is taken: a node must not fill this disk. It returns when ctx
// has ended.
func (p place) watch(ctx context.Context, stop func()) {
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		if info, err := os.Stat(p.file); err == nil && info.Size() > maxContent {
			stop()
		}
	}
}

// read gives the file, and one byte more than is taken when it is larger.
func (p place) read() ([]byte, error) {
	f, err := os.Open(p.file)
	if err != nil {
		return nil, say.Errorf("the copy is gone: %w", err)
	}
	defer func() { _ = f.Close() }()
	return io.ReadAll(io.LimitReader(f, maxContent+1))
}
