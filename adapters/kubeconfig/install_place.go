package kubeconfig

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"

	"github.com/univ-lehavre/nestor/ports/problems"
	"github.com/univ-lehavre/nestor/ports/say"
)

// place is where a kubeconfig goes, with no link and no ".." left in its folder.
type place struct {
	folder, path string
	nearest      string      // the folder, or when it is not there the nearest one above it that is
	info         fs.FileInfo // of what is there, a link unfollowed; nil when nothing is
}

// locate finds the destination and refuses what no force allows.
func (i Installer) locate(destination string) (place, error) {
	p, err := placeOf(destination)
	if err != nil {
		return p, err
	}
	if err := i.checkShared(p); err != nil {
		return p, err
	}
	return p, p.check()
}

// placeOf follows the links in the destination's folder as the system would: a ".." behind a link is not where it seems.
func placeOf(destination string) (place, error) {
	folder, name := filepath.Split(destination)
	if name == "" || name == "." || name == ".." {
		return place{}, problem(problems.DestinationUnfit, say.Textf("%q is not the name of a file", destination), say.Textf("write the kubeconfig's own name at its end"))
	}
	if !filepath.IsAbs(folder) {
		here, err := os.Getwd()
		if err != nil {
			return place{}, &say.Problem{Code: problems.DestinationUnfit, What: say.Textf("the folder of %s is unknown", destination), Why: err, Do: say.Textf("name it by its absolute path")}
		}
		folder = here + string(filepath.Separator) + folder
	}
	p, err := folderOf(folder)
	if err != nil {
		return p, err
	}
	p.path = filepath.Join(p.folder, name)
	if p.info, err = os.Lstat(p.path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return p, unreadable(p.path, err)
	}
	return p, nil
}

// folderOf resolves a folder, of which the end may be missing.
func folderOf(folder string) (place, error) {
	var missing []string
	for at := trimmed(folder); ; {
		found, err := filepath.EvalSymlinks(at)
		if err == nil {
			slices.Reverse(missing)
			return place{nearest: found, folder: filepath.Join(append([]string{found}, missing...)...)}, checkFolder(found)
		}
		above, name := filepath.Split(at)
		_, isThere := os.Lstat(at)
		switch {
		case !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, syscall.ENOTDIR):
			return place{}, unreadable(at, err)
		case isThere == nil:
			return place{}, problem(problems.DestinationUnfit, say.Textf("%s is a link that leads nowhere", at), say.Textf("make the folder that it names, or remove it"))
		case name == "..":
			return place{}, problem(problems.DestinationUnfit, say.Textf("%s goes through a folder that is not there", folder), say.Textf("name it without '..'"))
		case trimmed(above) == at:
			return place{}, unreadable(at, err)
		}
		if name != "." {
			missing = append(missing, name)
		}
		at = trimmed(above)
	}
}

// checkFolder refuses what is in the place of a folder.
func checkFolder(path string) error {
	info, err := os.Stat(path)
	if err != nil {
		return unreadable(path, err)
	}
	if !info.IsDir() {
		return problem(problems.DestinationUnfit, say.Textf("%s is %s, where a folder should be", path, kindOf(info)), say.Textf("name another place, or move it away"))
	}
	return nil
}

// trimmed drops the separators at the end of a path, but not the root, and resolves nothing.
func trimmed(path string) string {
	for len(path) > len(filepath.VolumeName(path))+1 && os.IsPathSeparator(path[len(path)-1]) {
		path = path[:len(path)-1]
	}
	return path
}

// checkShared refuses the kubeconfig that every program shares, by whatever name or link it is reached.
func (i Installer) checkShared(p place) error {
	if !filepath.IsAbs(i.home) {
		return problem(problems.DestinationShared, say.Textf("the home folder is unknown, and with it which kubeconfig is shared"), say.Textf("set HOME to an absolute path"))
	}
	shared, err := placeOf(i.shared())
	if err != nil {
		return err
	}
	backup, err := placeOf(p.path + backupSuffix)
	if err != nil {
		return err
	}
	if used := shared.behind(); p.behind().is(used) || backup.is(used) {
		return problem(problems.DestinationShared, say.Textf("%s is the kubeconfig that every program uses, or leads to it (%s), and is left alone, with --force too", p.path, i.shared()), say.Textf("name a file of this stack's own"))
	}
	return nil
}

// linkLimit is how many links are followed, as in Linux.
const linkLimit = 40

// behind follows links to the last place that they lead to, whether something is there or not.
func (p place) behind() place {
	for range linkLimit {
		if p.info == nil || p.info.Mode()&fs.ModeSymlink == 0 {
			break
		}
		target, err := os.Readlink(p.path)
		if err != nil {
			break
		}
		if !filepath.IsAbs(target) {
			target = p.folder + string(filepath.Separator) + target
		}
		next, err := placeOf(target)
		if err != nil {
			break
		}
		p = next
	}
	return p
}

// is reports whether two places are one file, or would be: letters count the same in both cases, as on macOS.
func (p place) is(other place) bool {
	if p.info != nil && other.info != nil && os.SameFile(p.info, other.info) {
		return true
	}
	return strings.EqualFold(filepath.Base(p.path), filepath.Base(other.path)) && sameFolder(p.folder, other.folder)
}

func sameFolder(a, b string) bool {
	ofA, errA := os.Stat(a)
	ofB, errB := os.Stat(b)
	if errA == nil && errB == nil {
		return os.SameFile(ofA, ofB)
	}
	return strings.EqualFold(a, b)
}

// othersMayWrite are the permission bits that let anyone but the owner rename what is in a folder.
const othersMayWrite fs.FileMode = 0o022

// check refuses what is not to be replaced, and folders in which others could replace it again.
func (p place) check() error {
	if p.info != nil && !p.info.Mode().IsRegular() && p.info.Mode()&fs.ModeSymlink == 0 {
		return problem(problems.DestinationUnfit, say.Textf("%s is %s, and is left alone", p.path, kindOf(p.info)), say.Textf("name a file"))
	}
	info, err := os.Stat(p.nearest)
	switch {
	case err != nil:
		return unreadable(p.nearest, err)
	case runtime.GOOS != "windows" && info.Mode()&othersMayWrite != 0 && info.Mode()&fs.ModeSticky == 0:
		return problem(problems.DestinationUnfit, say.Textf("others may write to the folder %s (mode %04o), and could put another kubeconfig there", p.nearest, info.Mode().Perm()), say.Textf("chmod go-w it"))
	}
	if p.info != nil {
		return checkBackup(p.path + backupSuffix)
	}
	return nil
}
