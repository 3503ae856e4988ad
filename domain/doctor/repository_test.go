package doctor_test

import (
	"io/fs"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/univ-lehavre/nestor/domain/doctor"
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/say"
)

func TestWhatARepositoryHas(t *testing.T) {
	for name, c := range map[string]struct {
		finding doctor.Finding
		want    []string
	}{
		"a repository":        {doctor.Place(ports.Repository{Top: "/r", Topologies: "/r/topologies"}, nil), []string{"NST-7040", "fine", "repository", "/r", ""}},
		"no topologies":       {doctor.Place(ports.Repository{Top: "/r"}, nil), []string{"NST-7040", "fine", "repository", "/r, without a folder topologies", ""}},
		"none":                {doctor.Place(ports.Repository{}, say.Errorf("no repository")), []string{"NST-7041", "doubt", "repository", "no repository", ""}},
		"an active stack":     {doctor.Active("paris", []string{"paris"}), []string{"NST-7043", "fine", "active", "paris", ""}},
		"no active stack":     {doctor.Active("", []string{"paris", "lyon"}), []string{"NST-7044", "doubt", "active", "no stack: each command needs a name", "make one active: nestor stack select paris"}},
		"no stack":            {doctor.Active("", nil), []string{"NST-7042", "doubt", "active", "no stack is declared here", "write one: nestor stack new NAME"}},
		"a valid topology":    {doctor.Checked(doctor.Declared{Stack: "p", Shown: "t/p.yaml", Kind: "prod", Example: true}), []string{"NST-7045", "fine", "p", "t/p.yaml · valid · prod · example", ""}},
		"one with a warning":  {doctor.Checked(doctor.Declared{Stack: "p", Shown: "t/p.yaml", Kind: "prod", Warnings: 1}), []string{"NST-7045", "doubt", "p", "t/p.yaml · valid · prod · 1 warning", "every one with its place: nestor stack validate t/p.yaml"}},
		"an invalid topology": {doctor.Checked(doctor.Declared{Stack: "p", Shown: "t/p.yaml", Faults: 2}), []string{"NST-7046", "fault", "p", "t/p.yaml · 2 faults", "every one with its place: nestor stack validate t/p.yaml"}},
		"invalid layers":      {doctor.Checked(doctor.Declared{Shown: "t/layers.yaml", Faults: 1}), []string{"NST-7048", "fault", "layers.yaml", "t/layers.yaml · 1 fault", "every one with its place: nestor stack validate --all"}},
		"an inventory":        {doctor.Inventory("hosts.yaml", nil), []string{"NST-7049", "fine", "inventory", "hosts.yaml", ""}},
		"no inventory":        {doctor.Inventory("", fs.ErrNotExist), []string{"NST-7050", "fine", "inventory", "none: kubeconfig fetch takes a node's address from the topology, or from --from", ""}},
		"a broken inventory":  {doctor.Inventory("", say.Errorf("broken")), []string{"NST-7051", "doubt", "inventory", "broken", ""}},
	} {
		if diff := cmp.Diff(c.want, line(c.finding)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}
