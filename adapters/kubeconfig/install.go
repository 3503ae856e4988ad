package kubeconfig

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"

	"github.com/univ-lehavre/nestor/internal/atomicfile"
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/problems"
	"github.com/univ-lehavre/nestor/ports/say"
)

// Installer keeps kubeconfigs on this machine. It implements ports.KubeconfigInstaller.
type Installer struct{ home string }

var _ ports.KubeconfigInstaller = Installer{}

// NewInstaller never touches the .kube/config of this home folder.
func NewInstaller(home string) Installer { return Installer{home} }

const (
	private       fs.FileMode = 0o600
	privateFolder fs.FileMode = 0o700
	backupSuffix              = ".bak"
)

// Install replaces the destination in one step, for its owner alone from the first byte. What Check refuses even with
// force is refused here as well; a link is replaced, and the file behind it stays as it is.
//
// The content that was there, behind a link too, is kept first, in place of an earlier backup (one of several clusters gets a number). A failure after that leaves
// the backup: it is a copy of what is still there. The same content is not written again, unless its mode must change, and
// nothing is kept of it; neither of a blank file. What another program writes there meanwhile, some milliseconds, is lost.
// A kill leaves the old file or the new one, and perhaps a private temporary file beside it (.nestor-*).
func (i Installer) Install(destination string, content ports.Secret) (string, error) {
	p, err := i.locate(destination)
	if err != nil {
		return "", err
	}
	if content.Empty() {
		return "", problem(problems.NothingToKeep, say.Textf("there is nothing to write to %s, and it is as it was", p.path), say.Textf("fetch the kubeconfig again"))
	}
	old, err := p.content()
	if err != nil {
		return "", err
	}
	if bytes.Equal(old, content.Reveal()) {
		if p.isPrivate() {
			return "", nil
		}
		old = nil
	}
	if err := os.MkdirAll(p.folder, privateFolder); err != nil {
		return "", &say.Problem{Code: problems.NotKept, What: say.Textf("the destination's folder cannot be made"), Why: err, Do: say.Textf("check the rights of the folders above it")}
	}
	kept, err := p.keep(old)
	if err != nil {
		return "", err
	}
	if err := atomicfile.Write(p.path, content.Reveal(), private); err != nil {
		return "", &say.Problem{Code: problems.NotKept, What: say.Textf("%s is as it was, writing it failed", p.path), Why: err}
	}
	if !kept {
		return "", nil
	}
	return destination + backupSuffix, nil
}

// content is what the destination holds, or the file behind it when it is a link.
func (p place) content() ([]byte, error) {
	if p.info == nil {
		return nil, nil
	}
	raw, err := readSmall(p.path)
	if err != nil && !p.info.Mode().IsRegular() {
		return nil, nil // a link: what is behind it stays
	}
	if err != nil {
		return nil, &say.Problem{Code: problems.NotKept, What: say.Textf("no copy of the old file can be kept"), Why: err, Do: say.Textf("move it away")}
	}
	return raw, nil
}

// isPrivate reports whether the destination is a plain file for its owner alone.
func (p place) isPrivate() bool {
	return p.info != nil && p.info.Mode().IsRegular() && (runtime.GOOS == "windows" || p.info.Mode().Perm() == private)
}

// keep writes the old content beside the destination, when there is anything in it, and says whether it did.
func (p place) keep(old []byte) (bool, error) {
	if len(bytes.TrimSpace(old)) == 0 {
		return false, nil
	}
	backup := p.path + backupSuffix
	if err := checkBackup(backup); err != nil {
		return false, err
	}
	if err := setAside(backup, old); err != nil {
		return false, &say.Problem{Code: problems.NotKept, What: say.Textf("%s is as it was, for %s would be lost", p.path, backup), Why: err, Do: say.Textf("move that away")}
	}
	if err := atomicfile.Write(backup, old, private); err != nil {
		return false, &say.Problem{Code: problems.NotKept, What: say.Textf("%s is as it was, keeping a copy of it failed", p.path), Why: err}
	}
	return true, nil
}

// setAside gives an earlier backup a number when it holds more than one cluster's access, and is not what is kept now: it
// may be the only copy of a file that was replaced by force.
func setAside(backup string, now []byte) error {
	raw, err := readSmall(backup)
	if errors.Is(err, fs.ErrNotExist) || err == nil && (bytes.Equal(raw, now) || place{path: backup}.checkOwn("") == nil) {
		return nil
	}
	if err != nil {
		return err
	}
	for n := 1; n < 100; n++ {
		numbered := fmt.Sprintf("%s.%d", backup, n)
		if err := os.Link(backup, numbered); !errors.Is(err, fs.ErrExist) {
			return err
		}
	}
	return say.Errorf("there are a hundred of them")
}

// checkBackup refuses to replace anything but a plain file.
func checkBackup(backup string) error {
	info, err := os.Lstat(backup)
	if err == nil && !info.Mode().IsRegular() {
		return problem(problems.NotKept, say.Textf("%s is %s, and the old file is to be kept there", backup, kindOf(info)), say.Textf("move it away"))
	}
	return nil
}

func kindOf(info fs.FileInfo) say.Text {
	switch mode := info.Mode(); {
	case mode.IsDir():
		return say.Textf("a folder")
	case mode&fs.ModeSymlink != 0:
		return say.Textf("a link")
	case mode.IsRegular():
		return say.Textf("a file")
	}
	return say.Textf("no regular file")
}

// shared is the kubeconfig that every program uses when none is named.
func (i Installer) shared() string { return filepath.Join(i.home, ".kube", "config") }
