package inventory_test

import (
	"strings"
	"testing"

	"github.com/univ-lehavre/nestor/domain/inventory"
	"github.com/univ-lehavre/nestor/ports"
)

// text, tagged, mapOf and null write values as a file would.
func text(s string) ports.Value { return ports.Value{Kind: ports.Text, Scalar: s} }

func tagged(tag, s string) ports.Value { return ports.Value{Kind: ports.Text, Scalar: s, Tag: tag} }

func number(s string) ports.Value { return ports.Value{Kind: ports.Number, Scalar: s} }

var null = ports.Value{}

// mapOf takes keys and values in turn.
func mapOf(pairs ...any) ports.Value {
	m := ports.Value{Kind: ports.Map}
	for i := 0; i < len(pairs); i += 2 {
		m.Entries = append(m.Entries, ports.Entry{Key: pairs[i].(string), Value: pairs[i+1].(ports.Value), At: ports.Position{Line: len(m.Entries) + 1, Column: 1}})
	}
	return m
}

func document(root ports.Value) ports.Document {
	return ports.Document{File: "/repo/bootstrap/hosts.yaml", Shown: "bootstrap/hosts.yaml", Root: root}
}

func valid(t *testing.T, root ports.Value) inventory.Inventory {
	t.Helper()
	inv, faults := inventory.New(document(root))
	if ports.AnyWrong(faults) {
		t.Fatal(faults)
	}
	return inv
}

// oneHost is an inventory of host cp1 with these variables.
func oneHost(t *testing.T, vars ...any) inventory.Inventory {
	t.Helper()
	return valid(t, mapOf("all", mapOf("hosts", mapOf("cp1", mapOf(vars...)))))
}

func refused(t *testing.T, root ports.Value) string {
	t.Helper()
	_, faults := inventory.New(document(root))
	if !ports.AnyWrong(faults) {
		t.Fatal("accepted")
	}
	err := &ports.InvalidDocument{File: "hosts.yaml", Faults: faults}
	return err.Error()
}

// says fails unless an error holds each text, and what to do behind a semicolon.
func says(t *testing.T, err error, texts ...string) {
	t.Helper()
	if err == nil {
		t.Error("accepted")
		return
	}
	for _, want := range append(texts, "; ") {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%q is not said: %v", want, err)
		}
	}
}
