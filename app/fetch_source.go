package app

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"github.com/univ-lehavre/nestor/domain/inventory"
	"github.com/univ-lehavre/nestor/domain/stack"
	"github.com/univ-lehavre/nestor/domain/target"
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/problems"
	"github.com/univ-lehavre/nestor/ports/say"
)

// inventorySource looks the control plane up in the inventory; without one the topology's own words must do.
func (f Fetch) inventorySource(s ports.FetchSource, w Wanted, o FetchOptions) (ports.FetchSource, []say.Text, error) {
	doc, err := f.Inventory.Inventory(w.Document, o.Inventory)
	if errors.Is(err, fs.ErrNotExist) && o.Inventory == "" {
		return f.declaredSource(s, w.Stack, o, err)
	}
	if err != nil {
		return s, nil, err
	}
	hosts, faults := inventory.New(doc)
	if ports.AnyWrong(faults) {
		return s, nil, &ports.InvalidDocument{File: doc.File, Faults: faults}
	}
	choice, err := chosen(hosts, w.Stack, o.From)
	if err != nil {
		return s, nil, err
	}
	connection, err := hosts.Connection(choice.Host)
	if err != nil {
		return s, nil, err
	}
	if connection.Local {
		return s, nil, &say.Problem{Code: problems.AppNodeIsHere, What: say.Textf("%s is this machine (ansible_connection: local), and nothing is fetched from it", choice.Host), Do: say.Textf("copy %s by hand, see docs/runbook.md", s.Path)}
	}
	var notes []say.Text
	if !choice.Note.IsZero() {
		notes = append(notes, choice.Note)
	}
	if folders := f.Inventory.VariablesBeside(doc); len(folders) > 0 {
		notes = append(notes, say.Textf("variables in %s are not read; name the user and host with --from if they are there", say.And(folders)))
	}
	s = reached(s, connection)
	s.KeyFile = fromTilde(f.Environment.Home, s.KeyFile)
	return s, notes, nil
}

func chosen(hosts inventory.Inventory, s stack.Stack, from string) (inventory.Choice, error) {
	if from != "" {
		return hosts.From(s, from)
	}
	return hosts.ControlPlane(s)
}

// declaredSource is the first control node as the topology declares it. ssh's own configuration decides on the rest.
func (f Fetch) declaredSource(s ports.FetchSource, st stack.Stack, o FetchOptions, noInventory error) (ports.FetchSource, []say.Text, error) {
	node := st.WithRole(stack.Control)[0]
	host, name := node.AnsibleHost, node.Name
	if o.From != "" {
		host, name = o.From, o.From
	}
	if host == "" {
		host = node.Name
	}
	connection, _, err := inventory.ParseLogin(host)
	if err != nil {
		return s, nil, err
	}
	connection.Name = name
	note := say.Textf("%v; ssh's own configuration decides on the user and key for %s (otherwise: --from USER@HOST)", noInventory, connection.Host)
	return reached(s, connection), []say.Text{note}, nil
}

// reached fills in how a host is reached.
func reached(s ports.FetchSource, c inventory.Connection) ports.FetchSource {
	s.Node, s.Host, s.User, s.Port, s.KeyFile, s.CommonArgs = c.Name, c.Host, c.User, c.Port, c.KeyFile, c.CommonArgs
	return s
}

// limaSource is a bench's first control-plane VM, over the configuration that Lima keeps for it.
func limaSource(s ports.FetchSource, st stack.Stack, home string) (ports.FetchSource, []say.Text, error) {
	node := st.WithRole(stack.Control)[0].Name
	if home == "" {
		return s, nil, &say.Problem{Code: problems.AppNoLimaHome, What: say.Textf("the Lima folder is not known (neither LIMA_HOME nor HOME is set)"), Do: say.Textf("set one of them, or name the node with --from")}
	}
	s.Node, s.Host, s.ConfigFile = node, "lima-"+node, filepath.Join(home, node, "ssh.config")
	return s, nil, nil
}

// reachableServer is where the API can be reached from here, as far as the topology or the transfer tells.
func reachableServer(s stack.Stack, source ports.FetchSource) string {
	if s.Kind == stack.Lima {
		return fmt.Sprintf("https://127.0.0.1:%d", s.Network.Port) // Lima forwards the ports of its VMs
	}
	for _, d := range target.DeclaredEndpoints(s) {
		if !d.Generic {
			return d.URL
		}
	}
	return target.ServerOf(source.Host, s.Network.Port)
}

// leadsNowhere reports a server's URL that only means something on the node: a placeholder or loopback; of a bench any but
// loopback, where Lima forwards it.
func leadsNowhere(s stack.Stack, server string) bool {
	if s.Kind == stack.Lima {
		return !target.Loopback(server)
	}
	return target.Generic(server)
}
