//go:build !unix

package yamledit

import "io/fs"

// keepOwner does nothing where files have no owner of this kind.
func keepOwner(string, fs.FileInfo) {}
