package lima

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/say"
)

// Home looks at the folder in which limactl keeps its VMs.
type Home func() Folder

// Folder is what was seen of it.
type Folder struct {
	Path    string   // absolute
	Missing bool     // it does not exist
	Problem say.Text // why that could not be told; empty when it could
	Do      say.Text // what to do about it
}

// Names under which the folder is kept in a recording.
const (
	PathFact   = "lima_home"
	ExistsFact = "lima_home_exists"
)

// HomeOf names the folder as limactl does: $LIMA_HOME as it is, even blank or relative to the working folder,
// and ~/.lima only when that is empty.
func HomeOf(limaHome, userHome, workDir string) Home {
	path := PathOf(limaHome, userHome, workDir)
	if path == "" {
		return func() Folder {
			return Folder{Problem: say.Textf("neither HOME nor LIMA_HOME is set"), Do: say.Textf("set one of them")}
		}
	}
	return func() Folder { return look(path) }
}

// PathOf is where Lima keeps its VMs, without looking there; empty when neither LIMA_HOME nor HOME is set.
func PathOf(limaHome, userHome, workDir string) string {
	path := limaHome
	if path == "" && userHome != "" {
		path = filepath.Join(userHome, ".lima")
	}
	if path != "" && !filepath.IsAbs(path) {
		path = filepath.Join(workDir, path)
	}
	return path
}

// look follows symbolic links, as limactl does: a link to nothing is a folder that does not exist.
func look(path string) Folder {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return Folder{Path: path, Missing: true}
	case err != nil:
		return Folder{Path: path, Problem: say.Of(err), Do: say.Textf("check its rights: %s", ports.Command("ls", "-ld", path))}
	case !info.IsDir():
		return Folder{Path: path, Problem: say.Textf("%s is not a folder", path), Do: say.Textf("set LIMA_HOME to the folder of the VMs")}
	}
	return Folder{Path: path}
}

// Recorded keeps what home sees, such as with run.Recorder.Fact.
func Recorded(home Home, keep func(name, value string)) Home {
	return func() Folder {
		folder := home()
		keep(PathFact, folder.Path)
		switch {
		case !folder.Problem.IsZero():
			keep(ExistsFact, say.Join("; ", folder.Problem, folder.Do).String())
		case folder.Missing:
			keep(ExistsFact, "false")
		default:
			keep(ExistsFact, "true")
		}
		return folder
	}
}

// Replayed sees what a recording kept, such as with run.Replayer.Fact. A recording that does not say is no evidence.
func Replayed(fact func(name string) (value string, known bool)) Home {
	return func() Folder {
		path, _ := fact(PathFact)
		exists, known := fact(ExistsFact)
		switch {
		case !known:
			return Folder{Path: path, Problem: say.Textf("the recording does not say whether it exists"), Do: say.Textf("record the scenario again")}
		case exists == "true" || exists == "false":
			return Folder{Path: path, Missing: exists == "false"}
		}
		problem, do, _ := strings.Cut(exists, "; ")
		return Folder{Path: path, Problem: say.Verbatim(problem), Do: say.Verbatim(do)}
	}
}
