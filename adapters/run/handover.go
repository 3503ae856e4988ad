package run

import (
	"fmt"
	"os"
	"path/filepath"
)

// handover is how a child gets a kubeconfig: a path that it can open, perhaps an inherited descriptor, and the end of both.
type handover struct {
	path    string
	inherit *os.File // becomes descriptor 3; nil when the path stands by itself
	end     func()
}

// handOverFile writes the content to a private file. Its folder is private too, and goes with it.
func handOverFile(content []byte, tempDir string) (handover, error) {
	dir, err := os.MkdirTemp(tempDir, "nestor-")
	if err != nil {
		return handover{}, fmt.Errorf("making a private folder for the kubeconfig: %w; set TMPDIR to a folder that can be written", err)
	}
	end := func() { _ = os.RemoveAll(dir) }
	path := filepath.Join(dir, "kubeconfig")
	if err := os.WriteFile(path, content, 0o600); err != nil {
		end()
		return handover{}, fmt.Errorf("writing the kubeconfig for kubectl: %w; set TMPDIR to a folder with free space", err)
	}
	return handover{path: path, end: end}, nil
}
