package run

import (
	"os"
	"path/filepath"

	"github.com/univ-lehavre/nestor/ports/problems"
	"github.com/univ-lehavre/nestor/ports/say"
)

// handover is how a child gets a kubeconfig: a path that it can open, which is either an inherited descriptor or a file.
type handover struct {
	path    string
	inherit *os.File // becomes descriptor 3; nil when the path stands by itself
	dir     string   // the private folder of the file; empty without one
}

// end leaves nothing behind.
func (h handover) end() {
	if h.inherit != nil {
		_ = h.inherit.Close()
	}
	if h.dir != "" {
		_ = os.RemoveAll(h.dir)
	}
}

// handOverFile writes the content to a private file. Its folder is private too, and goes with it.
func handOverFile(content []byte, tempDir string) (handover, error) {
	dir, err := os.MkdirTemp(tempDir, "nestor-")
	if err != nil {
		return handover{}, &say.Problem{Code: problems.NoPrivatePlace, What: say.Textf("no private folder can be made for the kubeconfig"), Why: err,
			Do: say.Textf("set TMPDIR to a folder that can be written")}
	}
	h := handover{path: filepath.Join(dir, "kubeconfig"), dir: dir}
	if err := os.WriteFile(h.path, content, 0o600); err != nil {
		h.end()
		return handover{}, &say.Problem{Code: problems.NoPrivatePlace, What: say.Textf("the kubeconfig cannot be written for kubectl"), Why: err,
			Do: say.Textf("set TMPDIR to a folder with free space")}
	}
	return h, nil
}
