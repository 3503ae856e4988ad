package files_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/univ-lehavre/nestor/adapters/files"
	"github.com/univ-lehavre/nestor/domain/inventory"
	"github.com/univ-lehavre/nestor/internal/effort"
	"github.com/univ-lehavre/nestor/ports"
)

// view is what an inventory says: each group's members, and each host's variables.
type view struct {
	Members map[string][]string
	Hosts   map[string]map[string]string
}

// variable is a scalar as one text, whoever reads it; lists and maps only say that they are there.
func variable(v any) string {
	switch v := v.(type) {
	case map[string]any:
		for _, secret := range []string{"__ansible_vault", "__ansible_unsafe"} {
			if text, ok := v[secret]; ok {
				return fmt.Sprint(text)
			}
		}
		return "a map"
	case []any:
		return "a list"
	case nil:
		return ""
	}
	return fmt.Sprint(v)
}

func ours(t *testing.T, path string) view {
	t.Helper()
	inv := read(t, path)
	seen := view{map[string][]string{}, map[string]map[string]string{}}
	for _, g := range append(inv.Groups(), "all", "ungrouped") {
		members := inv.Members(g)
		slices.Sort(members)
		if len(members) > 0 {
			seen.Members[g] = members
		}
	}
	for _, h := range inv.Hosts() {
		seen.Hosts[h] = map[string]string{}
		for name, v := range inv.Variables(h) {
			seen.Hosts[h][name] = map[ports.Kind]string{ports.Map: "a map", ports.List: "a list"}[v.Kind] + v.Scalar
		}
	}
	return seen
}

func read(t *testing.T, path string) inventory.Inventory {
	t.Helper()
	doc, err := files.NewStacks(".", "").Inventory(ports.Document{}, path)
	if err != nil {
		t.Fatal(err)
	}
	inv, faults := inventory.New(doc)
	if ports.AnyWrong(faults) {
		t.Fatal(faults)
	}
	return inv
}

// theirs is the same, said by the real ansible-inventory.
func theirs(t *testing.T, program, path string) view {
	t.Helper()
	path, err := filepath.Abs(path)
	if err != nil {
		t.Fatal(err)
	}
	home := t.TempDir()
	config := filepath.Join(home, "ansible.cfg")
	if err := os.WriteFile(config, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(program, "-i", path, "--list")
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + home, "LC_ALL=C.UTF-8", "ANSIBLE_CONFIG=" + config,
		"ANSIBLE_INVENTORY_ENABLED=yaml", "ANSIBLE_INVENTORY_UNPARSED_FAILED=true", "ANSIBLE_INVENTORY_ANY_UNPARSED_IS_FAILED=true"}
	var complaints strings.Builder
	cmd.Stderr = &complaints
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("ansible-inventory refuses %s: %v: %s", path, err, complaints.String())
	}
	type group struct{ Hosts, Children []string }
	var all map[string]json.RawMessage
	if err := json.Unmarshal(out, &all); err != nil {
		t.Fatal(err)
	}
	var meta struct{ Hostvars map[string]map[string]any }
	groups := map[string]group{}
	for name, raw := range all {
		if name == "_meta" {
			err = json.Unmarshal(raw, &meta)
		} else {
			var g group
			err = json.Unmarshal(raw, &g)
			groups[name] = g
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	seen := view{map[string][]string{}, map[string]map[string]string{}}
	var collect func(string) []string
	collect = func(name string) []string {
		members := slices.Clone(groups[name].Hosts)
		for _, child := range groups[name].Children {
			members = append(members, collect(child)...)
		}
		slices.Sort(members)
		return slices.Compact(members)
	}
	for name := range groups {
		if members := collect(name); len(members) > 0 {
			seen.Members[name] = members
		}
		for _, h := range collect(name) {
			seen.Hosts[h] = map[string]string{}
		}
	}
	for h, vars := range meta.Hostvars {
		seen.Hosts[h] = map[string]string{}
		for name, v := range vars {
			seen.Hosts[h][name] = variable(v)
		}
	}
	// The listing leaves out the hosts of all itself.
	seen.Members["all"] = slices.Sorted(maps.Keys(seen.Hosts))
	return seen
}

func ansibleInventory(t *testing.T) string {
	t.Helper()
	program, err := exec.LookPath("ansible-inventory")
	if err != nil {
		t.Skip("ansible-inventory is not in PATH: nothing to compare with (Debian and Ubuntu: apt-get install ansible-core)")
	}
	return program
}

func TestInventoriesAreReadAsAnsibleReadsThem(t *testing.T) {
	t.Parallel()
	program := ansibleInventory(t)
	paths, err := filepath.Glob("testdata/inventory/*.yaml")
	if err != nil || len(paths) < 10 {
		t.Fatal("inventories are missing", err)
	}
	for _, path := range paths {
		t.Run(filepath.Base(path), func(t *testing.T) {
			t.Parallel()
			want, got := theirs(t, program, path), ours(t, path)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("ansible-inventory (-) and nestor (+) disagree:\n%s", diff)
			}
		})
	}
}

// randomInventory writes an inventory of few names, so that groups and hosts are mentioned again and again.
func randomInventory(t *rapid.T) string {
	var write func(indent string, level int) string
	pick := func(what string, names ...string) []string {
		return rapid.SliceOfNDistinct(rapid.SampledFrom(names), 0, 3, rapid.ID[string]).Draw(t, what)
	}
	vars := func() string {
		var pairs []string
		for _, name := range pick("vars", "ansible_user", "ansible_port", "ansible_group_priority", "v") {
			pairs = append(pairs, fmt.Sprintf("%s: %d", name, rapid.IntRange(1, 9).Draw(t, "value")))
		}
		pairs = append(pairs, "seen: 1") // a host without variables may not be listed
		return "{" + strings.Join(pairs, ", ") + "}"
	}
	write = func(indent string, level int) string {
		text := ""
		for _, section := range rapid.Permutation([]string{"hosts", "vars", "children"}).Draw(t, "sections") {
			switch section {
			case "vars":
				text += indent + "vars: " + vars() + "\n"
			case "hosts":
				text += indent + "hosts:\n"
				for _, h := range pick("hosts", "h1", "h2", "h[1:3]", "h4:22", "g3a", "g1b") {
					text += indent + "  " + h + ": " + strings.ReplaceAll(vars(), "ansible_group_priority", "other") + "\n"
				}
			case "children": // a level's groups hold those of deeper levels only: no loops
				text += indent + "children:\n"
				for _, c := range pick("children", "a", "b", "c") {
					down := level + rapid.IntRange(1, 2).Draw(t, "down")
					if down <= 4 {
						text += fmt.Sprintf("%s  g%d%s:\n", indent, down, c)
						if rapid.Bool().Draw(t, "defined") {
							text += write(indent+"    ", down)
						}
					}
				}
			}
		}
		return text
	}
	text := ""
	for _, top := range rapid.Permutation([]string{"all", "g1a", "g1b", "g2a", "g3c", "ungrouped"}).Draw(t, "top") {
		level := map[string]int{"all": 0, "g1a": 1, "g1b": 1, "g2a": 2, "g3c": 3, "ungrouped": 5}[top]
		if top == "all" || rapid.Bool().Draw(t, "there") {
			text += top + ":\n" + write("  ", level)
		}
	}
	return text
}

func TestRandomInventoriesAreReadAsAnsibleReadsThem(t *testing.T) {
	t.Parallel()
	program := ansibleInventory(t)
	for seed := range effort.Some(8, 2) {
		text := rapid.Custom(randomInventory).Example(seed)
		path := filepath.Join(t.TempDir(), "hosts.yaml")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		doc, err := files.ParseInventory(path, path, []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		if _, faults := inventory.New(doc); len(faults) > 0 && faults[0].Code == inventory.CodeNoHost {
			continue
		}
		if diff := cmp.Diff(theirs(t, program, path), ours(t, path)); diff != "" {
			t.Errorf("ansible-inventory (-) and nestor (+) disagree on\n%s\n%s", text, diff)
		}
	}
}
