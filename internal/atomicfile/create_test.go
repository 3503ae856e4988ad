package atomicfile_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/univ-lehavre/nestor/internal/atomicfile"
)

func TestANewFileIsCreatedWithItsMode(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	if err := atomicfile.Create(path, []byte("content"), 0o600); err != nil {
		t.Fatal(err)
	}
	holds(t, path, "content")
	onlyIn(t, filepath.Dir(path), "file")
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v (%v)", info.Mode(), err)
	}
}

func TestWhatIsThereIsNeverReplaced(t *testing.T) {
	dir := t.TempDir()
	file, link := filepath.Join(dir, "file"), filepath.Join(dir, "link")
	write(t, file, "kept")
	if err := os.Symlink(filepath.Join(dir, "nowhere"), link); err != nil {
		t.Skip(err)
	}
	for _, path := range []string{file, link, dir} {
		if err := atomicfile.Create(path, []byte("new"), 0o600); !errors.Is(err, fs.ErrExist) {
			t.Errorf("%s: %v", path, err)
		}
	}
	holds(t, file, "kept")
	onlyIn(t, dir, "file", "link")
}

func TestOfManyCreatorsOneCreates(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	var together sync.WaitGroup
	var created atomic.Int32
	for range 8 {
		together.Go(func() {
			if atomicfile.Create(path, []byte("content"), 0o600) == nil {
				created.Add(1)
			}
		})
	}
	together.Wait()
	if created.Load() != 1 {
		t.Errorf("%d created it", created.Load())
	}
	onlyIn(t, filepath.Dir(path), "file")
}
