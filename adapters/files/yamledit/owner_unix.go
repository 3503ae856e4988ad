//go:build unix

package yamledit

import (
	"io/fs"
	"os"
	"syscall"
)

// keepOwner gives a replaced file back to whom it belonged: root, who edits for somebody, would keep it otherwise.
// Anybody else may not give files away, and owns the file from now on.
func keepOwner(path string, old fs.FileInfo) {
	if owner, ok := old.Sys().(*syscall.Stat_t); ok {
		_ = os.Lchown(path, int(owner.Uid), int(owner.Gid))
	}
}
