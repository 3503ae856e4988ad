package files_test

import (
	"errors"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/univ-lehavre/nestor/adapters/files"
	"github.com/univ-lehavre/nestor/domain/inventory"
	"github.com/univ-lehavre/nestor/domain/stack"
	"github.com/univ-lehavre/nestor/ports"
)

const oneHost = "all: {hosts: {cp1: }}\n"

// inventoryOf reads an inventory from its text.
func inventoryOf(t *testing.T, src string) inventory.Inventory {
	t.Helper()
	doc, err := files.ParseInventory("/repo/hosts.yaml", "hosts.yaml", []byte(src))
	if err != nil {
		t.Fatal(err)
	}
	inv, faults := inventory.New(doc)
	if ports.AnyWrong(faults) {
		t.Fatal(faults)
	}
	return inv
}

// inventoryRefusal gives the words in which an inventory is refused, by the parser or by the core.
func inventoryRefusal(t *testing.T, src string) string {
	t.Helper()
	doc, err := files.ParseInventory("/repo/hosts.yaml", "hosts.yaml", []byte(src))
	if err == nil {
		_, faults := inventory.New(doc)
		if !ports.AnyWrong(faults) {
			t.Fatal("accepted")
		}
		err = &ports.InvalidDocument{File: doc.File, Lines: doc.Lines, Faults: faults}
	}
	return err.Error()
}

func TestInventoryIsFound(t *testing.T) {
	for name, c := range map[string]struct {
		content  map[string]string
		dir      string
		topology string
		file     string
		want     string
	}{
		"beside the topologies":      {map[string]string{"topologies/a.yaml": some, "bootstrap/hosts.yaml": oneHost}, ".", "topologies/a.yaml", "", "bootstrap/hosts.yaml"},
		"beside an active topology":  {map[string]string{"topology.yaml": some, "bootstrap/hosts.yaml": oneHost}, ".", "topology.yaml", "", "bootstrap/hosts.yaml"},
		"behind a link":              {map[string]string{"topology.yaml": "-> other/topologies/a.yaml", "other/topologies/a.yaml": some, "other/bootstrap/hosts.yaml": oneHost}, ".", "topology.yaml", "", "other/bootstrap/hosts.yaml"},
		"above, up to .git":          {map[string]string{".git/": "", "x/y/topologies/a.yaml": some, "bootstrap/hosts.yaml": oneHost}, "x", "x/y/topologies/a.yaml", "", "bootstrap/hosts.yaml"},
		"the nearest":                {map[string]string{".git/": "", "x/topologies/a.yaml": some, "x/bootstrap/hosts.yaml": oneHost, "bootstrap/hosts.yaml": oneHost}, ".", "x/topologies/a.yaml", "", "x/bootstrap/hosts.yaml"},
		"without a topology":         {map[string]string{".git/": "", "bootstrap/hosts.yaml": oneHost, "x/": ""}, "x", "", "", "bootstrap/hosts.yaml"},
		"named":                      {map[string]string{"inv/prod.yaml": oneHost, "bootstrap/hosts.yaml": oneHost}, ".", "", "inv/prod.yaml", "inv/prod.yaml"},
		"named, from another folder": {map[string]string{"x/": "", "inv/prod.yaml": oneHost}, "x", "", "../inv/prod.yaml", "inv/prod.yaml"},
	} {
		t.Run(name, func(t *testing.T) {
			root := tree(t, c.content)
			s := files.NewStacks(filepath.Join(root, c.dir), "")
			beside := ports.Document{}
			if c.topology != "" {
				var err error
				if beside, err = s.Stack("", filepath.Join(root, c.topology)); err != nil {
					t.Fatal(err)
				}
			}
			doc, err := s.Inventory(beside, c.file)
			if err != nil {
				t.Fatal(err)
			}
			if want := filepath.Join(root, c.want); doc.File != want || doc.Lines != nil {
				t.Errorf("%s, want %s; lines: %q", doc.File, want, doc.Lines)
			}
		})
	}
}

func TestE14AMissingInventoryIsNotAnEmptyOne(t *testing.T) {
	root := tree(t, map[string]string{"outside/bootstrap/hosts.yaml": oneHost, "outside/repo/topologies/a.yaml": some, "outside/repo/bootstrap/hosts.yml": oneHost, "empty.yaml": "", "dead.yaml": "-> nowhere"})
	s := files.NewStacks(filepath.Join(root, "outside/repo"), root)
	beside, err := s.Stack("a", "")
	if err != nil {
		t.Fatal(err)
	}
	// What lies above a repository is someone else's, and could name programs to run.
	_, err = s.Inventory(beside, "")
	if !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), "there is no inventory") || !strings.Contains(err.Error(), "hosts.yml is there") {
		t.Error(err)
	}
	if _, err = s.Inventory(beside, "missing.yaml"); !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), "missing.yaml is not there; check its path") {
		t.Error(err)
	}
	for file, want := range map[string]string{"empty.yaml": "no hosts in", "outside": "is a folder", "dead.yaml": "is a link to nowhere"} {
		if _, err = s.Inventory(beside, filepath.Join(root, file)); err == nil || errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", file, err)
		}
	}
}

func TestVariablesThatAnsibleReadsBesideAreNamed(t *testing.T) {
	root := tree(t, map[string]string{"bootstrap/hosts.yaml": oneHost, "bootstrap/group_vars/all.yml": "ansible_user: x\n", "bootstrap/host_vars": "a file"})
	s := files.NewStacks(root, "")
	doc, err := s.Inventory(ports.Document{}, "bootstrap/hosts.yaml")
	if diff := cmp.Diff([]string{filepath.Join(root, "bootstrap/group_vars")}, s.VariablesBeside(doc)); err != nil || diff != "" {
		t.Error(err, diff)
	}
}

func TestE14InventoriesThatDeclareNothingSayHow(t *testing.T) {
	for src, want := range map[string]string{
		"":                         "no hosts in hosts.yaml: it is empty",
		"\n \n":                    "no hosts in hosts.yaml: it is empty",
		"# a comment\n":            "no hosts in hosts.yaml: it holds only comments",
		"---\n# a comment\n":       "no hosts in hosts.yaml: it holds only comments",
		"---\n":                    "no hosts in hosts.yaml: it holds only a document mark",
		"~\n":                      "no hosts in hosts.yaml: its value is null",
		"null # really\n":          "no hosts in hosts.yaml: its value is null",
		"all:\n":                   "no hosts in hosts.yaml: its groups are empty",
		"- n1\n- n2\n":             "is a list",
		"[n1, n2]\n":               "is a list",
		"n1\n":                     "is a single value",
		"42\n":                     "is a single value",
		"some words that say much": "is a single value",
		"a: {}\n---\nb: {}\n":      "a second YAML document",
		"!vault {a: b}\n":          "is encrypted",
		"!other {a: b}\n":          "carries a tag",
	} {
		if got := inventoryRefusal(t, src); !strings.Contains(got, want) || !strings.Contains(got, "; ") {
			t.Errorf("%q: %s", src, got)
		}
	}
}

func TestE04AnINIInventoryIsRecognised(t *testing.T) {
	for _, src := range []string{
		"[all]\n", "[all]\nn1 ansible_host=10.0.0.1\n", "n1 ansible_host=10.0.0.1\n", "n1 ansible_host=10.0.0.1\nn2\n\n[control]\nn1\n",
		"# a comment\n[control]\nn1\n", "; a comment\n[control]\nn1\n", "n1\nn2\n[control]\nn1\n", "; a comment\nn1 ansible_host=10.0.0.1\n", "n1\nn2\n", "\n\n[all:vars]\nansible_user=debian\n",
		"n1 ansible_host=10.0.0.1 ansible_ssh_common_args='-o ProxyCommand=\"ssh -W %h:%p b\"'\n", "[control:children]\ncp\n", "host:2222 ansible_user=x\n",
		"[kube-node] ; nodes\nn[1:3]\n", "[all]\nn1 ansible_password=hunter2\n",
	} {
		got := inventoryRefusal(t, src)
		if !strings.Contains(got, "looks like an INI inventory") || !strings.Contains(got, "convert it with `ansible-inventory -i hosts.yaml --list -y`") || strings.Contains(got, "hunter2") {
			t.Errorf("%q: %s", src, got)
		}
	}
	for _, src := range []string{"all: {hosts: [\n", "all:\n  hosts:\n    a: {{ x }}\n", "all: x=y: z\n", "- a b=c\n"} {
		if got := inventoryRefusal(t, src); strings.Contains(got, "INI") {
			t.Errorf("%q is taken for INI: %s", src, got)
		}
	}
}

func TestE01RangesInFlowStyleAreRefused(t *testing.T) {
	if got := inventoryRefusal(t, "all:\n  hosts: {node[01:04]: }\n"); !strings.Contains(got, "hosts.yaml:2:") || !strings.Contains(got, "not valid YAML") {
		t.Error(got)
	}
}

func TestE03EncryptedValuesMatterOnlyWhereTheyAreNeeded(t *testing.T) {
	src := "all:\n  vars:\n    ansible_become_password: !vault |\n      $ANSIBLE_VAULT;1.1;AES256\n      6162\n  hosts:\n    cp1: {ansible_host: 10.0.0.1, motd: !unsafe '{{ x }}'}\n" +
		"    cp2:\n      ansible_user: !vault |\n        $ANSIBLE_VAULT;1.1;AES256\n        6162\n"
	inv := inventoryOf(t, src)
	if c, err := inv.Connection("cp1"); err != nil || c.Host != "10.0.0.1" || c.User != "" {
		t.Error(c, err)
	}
	_, err := inv.Connection("cp2")
	if err == nil || err.Error() != "hosts.yaml:9: ansible_user of host cp2 is encrypted, and cannot be used; write it in plain: it is needed to reach the host" {
		t.Error(err)
	}
	if got := inventoryRefusal(t, "$ANSIBLE_VAULT;1.1;AES256\n61626364\n65666768\n"); !strings.Contains(got, "the whole inventory is encrypted") || strings.Contains(got, "6162") {
		t.Error(got)
	}
}

func TestE11AnUnquotedTemplateIsRefused(t *testing.T) {
	if got := inventoryRefusal(t, "all:\n  hosts:\n    cp1: {ansible_host: {{ ip }}}\n"); !strings.Contains(got, "not valid YAML") {
		t.Error(got)
	}
	_, err := inventoryOf(t, "all:\n  hosts:\n    cp1: {ansible_host: \"{{ ip }}\"}\n").Connection("cp1")
	if err == nil || !strings.Contains(err.Error(), "hosts.yaml:3: ansible_host of host cp1 is a template") {
		t.Error(err)
	}
}

func TestE09ArgumentsBecomeWords(t *testing.T) {
	inv := inventoryOf(t, `all:
  vars: {ansible_ssh_common_args: '-o ProxyJump=ops@bastion.example.org'}
  hosts:
    cp1:
    cp2: {ansible_ssh_common_args: "-F /h/.lima/cp1/ssh.config"}
    cp3: {ansible_ssh_common_args: '-o ProxyCommand="ssh -W %h:%p -q b"'}
    cp4: {ansible_ssh_common_args: '-o "ProxyJump=b'}
    cp5: {ansible_ssh_common_args: '-o StrictHostKeyChecking=no'}
`)
	for host, want := range map[string][]string{"cp1": {"-o", "ProxyJump=ops@bastion.example.org"}, "cp2": {"-F", "/h/.lima/cp1/ssh.config"}, "cp3": {"-o", "ProxyCommand=ssh -W %h:%p -q b"}} {
		c, err := inv.Connection(host)
		if diff := cmp.Diff(want, c.CommonArgs); err != nil || diff != "" {
			t.Error(err, diff)
		}
	}
	for host, want := range map[string]string{"cp4": "not closed", "cp5": "-o StrictHostKeyChecking"} {
		if _, err := inv.Connection(host); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", host, err)
		}
	}
}

func TestDuplicatesOfAnInventoryAreRefusedWithBothLines(t *testing.T) {
	for src, want := range map[string]string{
		"all: {hosts: {a: }}\nall: {}\n":                                             "hosts.yaml:2:1: all: is declared twice (first on line 1); keep one of them",
		"all:\n  hosts:\n    a: {x: 1}\n    b:\n    a: {y: 1}\n":                     "hosts.yaml:5:5: all.hosts.a: is declared twice (first on line 3)",
		"all:\n  hosts:\n    a:\n      password: hunter2\n      password: hunter2\n": "hosts.yaml:5:7: all.hosts.a.password: is declared twice (first on line 4)",
	} {
		if got := inventoryRefusal(t, src); !strings.Contains(got, want) || strings.Contains(got, "hunter2") || strings.Contains(got, " | ") {
			t.Errorf("%q: %s", src, got)
		}
	}
}

func TestNoFaultOfAnInventoryShowsAValue(t *testing.T) {
	for _, value := range []string{"*hunter2", "!!int hunter2", "`hunter2", "@hunter2", "%hunter2", `"hunter2`, "'hunter2", "hunter2: x", "[hunter2", "{a: hunter2]", "'hunter2' x", "|hunter2", "!vault [hunter2", "&hunter2 *hunter2", "\thunter2", "\"\\hunter2\"", "- hunter2"} {
		for _, src := range []string{"all:\n  vars:\n    password: " + value + "\n", "all: {hosts: {a: {password: " + value + "}}}\n", "all: {vars: {password: hunter2}, hosts: {a: }, x: " + value + "}\n", "password: " + value + "\n"} {
			doc, err := files.ParseInventory("/repo/hosts.yaml", "hosts.yaml", []byte(src))
			if err == nil {
				_, faults := inventory.New(doc)
				err = &ports.InvalidDocument{File: doc.File, Lines: doc.Lines, Faults: faults}
			}
			if strings.Contains(err.Error(), "hunter2") {
				t.Errorf("%q: %v", src, err)
			}
		}
	}
}

func TestHostileInventoryFilesAreRefused(t *testing.T) {
	bomb := "a: &a [x, x, x, x, x, x, x, x, x]\n"
	for c := 'b'; c <= 'k'; c++ {
		bomb += string(c) + ": &" + string(c) + " [" + strings.Repeat("*"+string(c-1)+", ", 9) + "]\n"
	}
	for name, c := range map[string][2]string{
		"an alias bomb": {bomb, "aliases repeat more than"},
		"deep nesting":  {strings.Repeat("{a: ", 100_000), "nested deeper than"},
		"too large":     {"#" + strings.Repeat("x", 2<<20), "larger than"},
		"binary":        {"a\x00b", "binary"},
		"a huge range":  {"all:\n  hosts:\n    n[0:999999999]:\n", "more than 10000 hosts"},
	} {
		if got := inventoryRefusal(t, c[0]); !strings.Contains(got, c[1]) || len(got) > 1000 {
			t.Errorf("%s: %s", name, got[:min(len(got), 300)])
		}
	}
}

func TestTheControlPlaneOfAStackIsReached(t *testing.T) {
	inv := read(t, "testdata/inventory/kubespray.yaml")
	s := stack.Stack{Name: "demo", Nodes: []stack.Node{{Name: "node9", Roles: []stack.Role{stack.Control}}, {Name: "node2", Roles: []stack.Role{stack.Control}}}}
	choice, err := inv.ControlPlane(s)
	if err != nil || choice.Host != "node2" || !strings.Contains(choice.Note.String(), "node9, the first declared control node, is not in") {
		t.Fatal(choice, err)
	}
	c, err := inv.Connection(choice.Host)
	want := inventory.Connection{Name: "node2", Host: "192.0.2.12", User: "kubespray", KeyFile: "~/.ssh/kubespray"}
	if diff := cmp.Diff(want, c); err != nil || diff != "" {
		t.Error(err, diff)
	}
}
