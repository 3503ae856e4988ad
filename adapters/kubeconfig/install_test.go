package kubeconfig_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/univ-lehavre/nestor/adapters/kubeconfig"
	"github.com/univ-lehavre/nestor/ports"
)

var (
	oneContext  = config(goodCluster, token)
	nextContext = config(goodCluster, "token: next")
	twoClusters = strings.Replace(oneContext, "clusters: [", `clusters: [{name: "pro\nd", cluster: {server: "https://joe:`+planted+`@h"}}, `, 1)
)

// homeWith makes a home folder with these files, and the folder .kube in it private.
func homeWith(t testing.TB, files map[string]string) (string, kubeconfig.Installer) {
	t.Helper()
	home, err := filepath.EvalSymlinks(folder(t, files))
	if err != nil {
		t.Fatal(err)
	}
	return home, kubeconfig.NewInstaller(home)
}

func install(i kubeconfig.Installer, path, content string) (string, error) {
	return i.Install(path, ports.NewSecret([]byte(content)))
}

func installed(t testing.TB, i kubeconfig.Installer, path, content string) (backup string) {
	t.Helper()
	backup, err := install(i, path, content)
	if err != nil {
		t.Fatal(err)
	}
	return backup
}

func holds(t testing.TB, path, want string) {
	t.Helper()
	got, err := os.ReadFile(path)
	if err != nil || string(got) != want {
		t.Errorf("%s holds %q (%v), want %q", path, got, err, want)
	}
}

func onlyIn(t testing.TB, dir string, want ...string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	if diff := cmp.Diff(want, names); diff != "" {
		t.Errorf("in %s (-want +got):\n%s", dir, diff)
	}
}

func TestAFileIsPutAndTheOneBeforeIsKept(t *testing.T) {
	home, i := homeWith(t, nil)
	path := filepath.Join(home, ".kube", "dirqual.config")
	if backup := installed(t, i, path, oneContext); backup != "" {
		t.Errorf("a backup of nothing: %s", backup)
	}
	holds(t, path, oneContext)
	onlyIn(t, filepath.Dir(path), "dirqual.config")
	if backup := installed(t, i, path, nextContext); backup != path+".bak" {
		t.Errorf("backup %q", backup)
	}
	holds(t, path, nextContext)
	holds(t, path+".bak", oneContext)
	installed(t, i, path, oneContext) // the earlier backup is replaced
	holds(t, path+".bak", nextContext)
	onlyIn(t, filepath.Dir(path), "dirqual.config", "dirqual.config.bak")
}

func TestTheSameContentIsNotWrittenAgain(t *testing.T) {
	home, i := homeWith(t, map[string]string{"a": oneContext})
	path := filepath.Join(home, "a")
	before, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if backup := installed(t, i, path, oneContext); backup != "" {
		t.Errorf("backup %q", backup)
	}
	after, err := os.Stat(path)
	if err != nil || !os.SameFile(before, after) {
		t.Errorf("written anew: %v", err)
	}
	onlyIn(t, home, "a")
}

func TestABlankFileIsReplacedAndNotKept(t *testing.T) {
	home, i := homeWith(t, map[string]string{"a": " \n", "a.bak": oneContext})
	path := filepath.Join(home, "a")
	if err := i.Check(path, "dirqual", false); err != nil {
		t.Error(err)
	}
	if backup := installed(t, i, path, nextContext); backup != "" {
		t.Errorf("backup %q", backup)
	}
	holds(t, path+".bak", oneContext)
}

func TestNothingIsNotInstalled(t *testing.T) {
	home, i := homeWith(t, map[string]string{"a": oneContext})
	_, err := install(i, filepath.Join(home, "a"), "")
	saysWhatToDo(t, err, "nothing to write")
	holds(t, filepath.Join(home, "a"), oneContext)
	onlyIn(t, home, "a")
}

// TestTheSharedKubeconfigIsNeverReplaced, by whatever name it is reached, with force too.
func TestTheSharedKubeconfigIsNeverReplaced(t *testing.T) {
	home, i := homeWith(t, map[string]string{".kube/config": twoClusters, "other/x": "", "away/z": ""})
	linked(t, home, map[string]string{"link": ".kube/config", "chain": "link", "folder": ".kube", "other/deep": ".kube"})
	if err := os.Symlink(filepath.Join("..", ".kube", "config"), filepath.Join(home, "other", "relative")); err != nil {
		t.Fatal(err)
	}
	if err := os.Link(filepath.Join(home, ".kube", "config"), filepath.Join(home, "hard")); err != nil {
		t.Fatal(err)
	}
	t.Chdir(filepath.Join(home, "other"))
	for _, path := range []string{
		home + "/.kube/config", home + "//.kube/./config", home + "/other/../.kube/config", home + "/nope/../.kube/config", "../.kube/config",
		home + "/link", home + "/chain", home + "/folder/config", home + "/other/relative", home + "/other/deep/../.kube/config", home + "/hard",
		home + "/.kube/CONFIG", home + "/folder/Config",
	} {
		for _, force := range []bool{false, true} {
			saysWhatToDo(t, i.Check(path, "dirqual", force))
		}
		if _, err := install(i, path, nextContext); err == nil {
			t.Errorf("%s is installed", path)
		}
	}
	saysWhatToDo(t, i.Check(home+"/link", "dirqual", true), "every program uses", "a file of this stack's own")
	holds(t, filepath.Join(home, ".kube", "config"), twoClusters)
	onlyIn(t, filepath.Join(home, ".kube"), "config")
	// A ".." behind a link: the folder is other/, not the home folder, and away/ has no .kube.
	for _, path := range []string{home + "/.kube/dirqual.config", home + "/.kube/config.dirqual", home + "/other/config", home + "/away/config"} {
		if err := i.Check(path, "dirqual", false); err != nil {
			t.Error(err)
		}
	}
}

func TestTheSharedKubeconfigIsKnownBeforeItIsThere(t *testing.T) {
	home, i := homeWith(t, map[string]string{"a/x": ""})
	linked(t, home, map[string]string{"link": ".kube/config"})
	for _, path := range []string{".kube/config", ".KUBE/config", "link", "a/../.kube/config"} {
		saysWhatToDo(t, i.Check(home+"/"+path, "dirqual", true), "every program uses")
	}
	onlyIn(t, home, "a", "link")
}

// TestWhatTheSharedKubeconfigLeadsToIsNotReplaced: ~/.kube/config is often a link to the file of one stack.
func TestWhatTheSharedKubeconfigLeadsToIsNotReplaced(t *testing.T) {
	for _, there := range []bool{true, false} {
		home, i := homeWith(t, map[string]string{".kube/dirqual.config": oneContext, ".kube/other.config": oneContext})
		linked(t, home, map[string]string{".kube/config": ".kube/dirqual.config"})
		path := filepath.Join(home, ".kube", "dirqual.config")
		if !there {
			if err := os.Remove(path); err != nil {
				t.Fatal(err)
			}
		}
		saysWhatToDo(t, i.Check(path, "dirqual", true), "or leads to it")
		if err := i.Check(filepath.Join(home, ".kube", "other.config"), "dirqual", false); err != nil {
			t.Error(err)
		}
	}
	home, i := homeWith(t, map[string]string{".kube/a": oneContext, ".kube/a.bak": oneContext})
	linked(t, home, map[string]string{".kube/config": ".kube/a.bak"})
	saysWhatToDo(t, i.Check(filepath.Join(home, ".kube", "a"), "dirqual", true), "every program uses")
}

func TestWithoutAHomeFolderNothingIsReplaced(t *testing.T) {
	path := filepath.Join(folder(t, nil), "a")
	for _, home := range []string{"", "relative"} {
		saysWhatToDo(t, kubeconfig.NewInstaller(home).Check(path, "dirqual", true), "set HOME")
	}
}

func TestALinkIsReplacedOnlyWithForceAndNeverWrittenThrough(t *testing.T) {
	home, i := homeWith(t, map[string]string{"target": oneContext, "big": strings.Repeat("x", 2<<20), "d/x": ""})
	linked(t, home, map[string]string{"link": "target", "dangling": "nope", "to-folder": "d", "to-big": "big"})
	for link, backup := range map[string]string{"link": oneContext, "dangling": "", "to-folder": "", "to-big": ""} {
		path := filepath.Join(home, link)
		saysWhatToDo(t, i.Check(path, "dirqual", false), "is a link to "+home, "--force")
		if err := i.Check(path, "dirqual", true); err != nil {
			t.Error(err)
		}
		kept := installed(t, i, path, nextContext)
		if info, err := os.Lstat(path); err != nil || !info.Mode().IsRegular() {
			t.Errorf("%s is %v (%v)", link, info.Mode(), err)
		}
		holds(t, path, nextContext)
		if backup != "" {
			holds(t, kept, backup)
		} else if kept != "" {
			t.Errorf("%s: backup %q of nothing", link, kept)
		}
	}
	holds(t, filepath.Join(home, "target"), oneContext)
	onlyIn(t, home, "big", "d", "dangling", "link", "link.bak", "target", "to-big", "to-folder")
}

func TestWhatIsNoFileIsLeftAlone(t *testing.T) {
	home, i := homeWith(t, map[string]string{"d/x": "", "file": oneContext, "a": oneContext, "a.bak/x": "", "b": oneContext})
	linked(t, home, map[string]string{"b.bak": "file", "nowhere": "gone"})
	for path, words := range map[string]string{
		"d": "is a folder", "d/": "not the name of a file", "d/.": "not the name of a file", "d/..": "not the name of a file", "": "not the name of a file",
		"file/a": "is a file, where a folder should be", "file/a/b": "is a file, where a folder should be",
		"a": "a.bak is a folder", "b": "b.bak is a link", "nowhere/a": "is a link that leads nowhere", "gone/../a2": "without '..'",
	} {
		if path != "" {
			path = home + "/" + path
		}
		for _, force := range []bool{false, true} {
			saysWhatToDo(t, i.Check(path, "dirqual", force), words)
		}
		_, err := install(i, path, nextContext)
		saysWhatToDo(t, err, words)
	}
	holds(t, filepath.Join(home, "file"), oneContext)
	holds(t, filepath.Join(home, "a"), oneContext)
	onlyIn(t, home, "a", "a.bak", "b", "b.bak", "d", "file", "nowhere")
}

// TestAFileOfOtherClustersIsReplacedOnlyWithForce, and is kept then.
func TestAFileOfOtherClustersIsReplacedOnlyWithForce(t *testing.T) {
	many := "kind: Config\nclusters:\n"
	for n := range 30 {
		many += fmt.Sprintf("- {name: k%02d, cluster: {}}\n", n)
	}
	for name, c := range map[string]struct{ content, words string }{
		"one context":            {oneContext, ""},
		"one cluster alone":      {"clusters: [{name: k, cluster: {}}]\n", ""},
		"an empty kubeconfig":    {"apiVersion: v1\nkind: Config\nclusters: []\n", ""},
		"expired, and with exec": {config(goodCluster, "exec: {command: a}"), ""},
		"two clusters":           {twoClusters, `contexts: 1, users: 1, clusters: 2, called k, "pro\nd"`},
		"two contexts":           {strings.Replace(oneContext, "contexts: [", "contexts: [{name: c2}, ", 1), "contexts: 2, users: 1, clusters: 1"},
		"two users":              {strings.Replace(oneContext, "users: [", "users: [{name: u2}, ", 1), "users: 2"},
		"many clusters":          {many, "k00, k01, k02, k03, k04, k05, k06, k07, k08, k09 and 20 more"},
		"pasted":                 {oneContext + oneContext, "several kubeconfigs pasted together"},
		"several documents":      {oneContext + "---\n" + twoClusters, "several kubeconfigs pasted together"},
		"other YAML":             {"password: " + planted + "\n", "is no kubeconfig"},
		"another document":       {"kind: Secret\ndata: {a: " + planted + "}\n", "is a Secret"},
		"text":                   {planted, "is text"},
		"a web page":             {"<html>" + planted, "is a web page"},
		"broken YAML":            {"a: [" + planted, "is not YAML"},
		"far too much":           {strings.Repeat("x", 2<<20), "larger than 1 MiB"},
	} {
		t.Run(name, func(t *testing.T) {
			home, i := homeWith(t, map[string]string{"a": c.content})
			path := filepath.Join(home, "a")
			err := i.Check(path, "dirqual", false)
			if c.words == "" && err != nil {
				t.Error(err)
			}
			if c.words != "" {
				saysWhatToDo(t, err, c.words, "; name another file, or replace it with --force (it is kept as "+path+".bak)")
			}
			if name == "far too much" { // no copy of it could be kept
				saysWhatToDo(t, i.Check(path, "dirqual", true), "no copy", "1 MiB")
				return
			}
			if err := i.Check(path, "dirqual", true); err != nil {
				t.Error(err)
			}
			holds(t, path, c.content)
			onlyIn(t, home, "a")
		})
	}
}

func TestABackupOfSeveralClustersIsNeverReplaced(t *testing.T) {
	home, i := homeWith(t, nil)
	path := filepath.Join(home, "k", "paris.config")
	several := "apiVersion: v1\nkind: Config\ncontexts: [{name: a, context: {}}, {name: b, context: {}}]\n"
	one := func(name string) string {
		return "apiVersion: v1\nkind: Config\ncontexts: [{name: " + name + ", context: {}}]\n"
	}
	for _, content := range []string{several, one("a"), one("b"), one("c")} {
		if _, err := install(i, path, content); err != nil {
			t.Fatal(err)
		}
	}
	holds(t, path, one("c"))
	holds(t, path+".bak", one("b"))
	holds(t, path+".bak.1", several)
	onlyIn(t, filepath.Dir(path), "paris.config", "paris.config.bak", "paris.config.bak.1")
}
