package kubeconfig_test

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/univ-lehavre/nestor/adapters/kubeconfig"
	"github.com/univ-lehavre/nestor/ports"
)

func viewOf(files ...string) ports.KubeconfigView {
	return kubeconfig.New(kubeconfig.Proxies{}).Read(files, "").View
}

// linked makes links (by their path below dir) to what they lead to, also below dir.
func linked(t *testing.T, dir string, links map[string]string) {
	t.Helper()
	for link, target := range links {
		if err := os.Symlink(filepath.Join(dir, target), filepath.Join(dir, link)); err != nil {
			t.Skip("no symbolic links here")
		}
	}
}

func TestFilesThatOthersMayUseAreExposed(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no permission bits here")
	}
	for mode, want := range map[fs.FileMode]bool{
		0o600: false, 0o400: false, 0o700: false,
		0o640: true, 0o604: true, 0o620: true, 0o602: true, 0o644: true, 0o666: true,
	} {
		dir := folder(t, map[string]string{"config": config(goodCluster, token)})
		linked(t, dir, map[string]string{"link": "config"})
		for _, name := range []string{"config", "link"} {
			path := filepath.Join(dir, name)
			if err := os.Chmod(path, mode); err != nil { // of the file behind the link
				t.Fatal(err)
			}
			var listed []string
			if want {
				listed = []string{path}
			}
			if diff := cmp.Diff(listed, viewOf(path).Exposed); diff != "" {
				t.Errorf("%s with mode %o (-want +got):\n%s", name, mode, diff)
			}
		}
	}
}

func TestEachExposedFileOfAListIsNamedEvenWhenTheListIsRefused(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no permission bits here")
	}
	dir := folder(t, map[string]string{"a": config(goodCluster, token), "b": "", "broken": "{", "folder/x": ""})
	at := func(name string) string { return filepath.Join(dir, name) }
	for name, mode := range map[string]fs.FileMode{"a": 0o644, "broken": 0o640, "folder": 0o777} {
		if err := os.Chmod(at(name), mode); err != nil {
			t.Fatal(err)
		}
	}
	view := viewOf(at("nope"), at("a"), at("b"), at("broken"), at("folder"))
	if diff := cmp.Diff([]string{at("a"), at("broken")}, view.Exposed); diff != "" || view.Problem.IsZero() {
		t.Errorf("problem %q (-want +got):\n%s", view.Problem, diff)
	}
}

func TestAPipeFromAShellIsNoFileOfOthers(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no /dev here")
	}
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if err := r.Chmod(0o644); err != nil {
		t.Skipf("the mode of a pipe cannot be set here: %v", err)
	}
	if _, err := w.WriteString(config(goodCluster, token)); err != nil {
		t.Fatal(err)
	}
	w.Close()
	view := viewOf(fmt.Sprintf("/dev/fd/%d", r.Fd()))
	if view.Exposed != nil || view.InGit != nil || !view.Problem.IsZero() {
		t.Errorf("exposed %q, in git %q, problem %q", view.Exposed, view.InGit, view.Problem)
	}
}

func TestFilesInsideAGitWorkTreeAreNamed(t *testing.T) {
	good := config(goodCluster, token)
	for name, c := range map[string]struct {
		files map[string]string
		links map[string]string
		read  string
		want  bool
	}{
		"beside .git":                     {files: map[string]string{"r/.git/HEAD": "", "r/config": good}, read: "r/config", want: true},
		"far below .git":                  {files: map[string]string{"r/.git/HEAD": "", "r/a/b/c/config": good}, read: "r/a/b/c/config", want: true},
		"below a .git that is a file":     {files: map[string]string{"r/.git": "gitdir: x", "r/a/config": good}, read: "r/a/config", want: true},
		"beside a repository":             {files: map[string]string{"r/.git/HEAD": "", "config": good}, read: "config"},
		"beside other names":              {files: map[string]string{"r/.github/x": "", "r/.gitignore": "", "r/x.git/HEAD": "", "r/config": good}, read: "r/config"},
		"a link into a repository":        {files: map[string]string{"r/.git/HEAD": "", "r/config": good, "home/x": ""}, links: map[string]string{"home/config": "r/config"}, read: "home/config", want: true},
		"a link that leads out of one":    {files: map[string]string{"r/.git/HEAD": "", "home/config": good}, links: map[string]string{"r/config": "home/config"}, read: "r/config", want: true},
		"a folder's link into one":        {files: map[string]string{"r/.git/HEAD": "", "r/kube/config": good}, links: map[string]string{".kube": "r/kube"}, read: ".kube/config", want: true},
		"a link between other folders":    {files: map[string]string{"r/.git/HEAD": "", "a/config": good, "b/x": ""}, links: map[string]string{"b/config": "a/config"}, read: "b/config"},
		"a file that is no kubeconfig":    {files: map[string]string{"r/.git/HEAD": "", "r/config": "{"}, read: "r/config", want: true},
		"a file that is not there":        {files: map[string]string{"r/.git/HEAD": ""}, read: "r/config"},
		"a folder in place of the config": {files: map[string]string{"r/.git/HEAD": "", "r/config/x": ""}, read: "r/config"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := folder(t, c.files)
			linked(t, dir, c.links)
			t.Chdir(dir)
			for _, path := range []string{filepath.Join(dir, c.read), filepath.FromSlash(c.read)} {
				var want []string
				if c.want {
					want = []string{path}
				}
				if diff := cmp.Diff(want, viewOf(path).InGit); diff != "" {
					t.Errorf("%s (-want +got):\n%s", path, diff)
				}
			}
		})
	}
}

func TestARelativeNameIsSeenInItsWholePlace(t *testing.T) {
	t.Chdir(filepath.Join(folder(t, map[string]string{"r/.git/HEAD": "", "r/a/config": config(goodCluster, token)}), "r", "a"))
	if diff := cmp.Diff([]string{"config"}, viewOf("config").InGit); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
