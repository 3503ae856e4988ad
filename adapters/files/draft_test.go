package files_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/univ-lehavre/nestor/adapters/files"
	"github.com/univ-lehavre/nestor/domain/discover"
	"github.com/univ-lehavre/nestor/domain/stack"
	"github.com/univ-lehavre/nestor/domain/state/statetest"
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/say"
)

// plainValue forgets where values stood.
func plainValue(v ports.Value) ports.Value {
	v.At = ports.Position{}
	for i := range v.Entries {
		v.Entries[i].At = ports.Position{}
		v.Entries[i].Value = plainValue(v.Entries[i].Value)
	}
	for i := range v.Items {
		v.Items[i] = plainValue(v.Items[i])
	}
	return v
}

// anyText is text that YAML may take for something else, or that tries to leave its place.
func anyText() *rapid.Generator[string] {
	return rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{"", "no", "NO", "on", "y", "null", "~", "~/x", "1e3", "0x1f", "10.0.0.1", "12:30", "a: b", "a #b",
		"- a", "{a", "[a]", "&a", "*a", "!a", "%a", "@a", "`a", "'a'", "\"a\"", "a\nlayers: [x]", "a\u2028b", "\u0085", "\ufeffa", "é", "日本", "\\", " a ", "|", ">", "?", "a:", "=", "<<", "---", "..."}))
}

func TestADraftIsReadBackAsItWasMeant(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		text := func(what string) ports.Value {
			return ports.Value{Kind: ports.Text, Scalar: anyText().Draw(rt, what)}
		}
		node := ports.Value{Kind: ports.Map, Entries: []ports.Entry{{Key: "name", Value: text("name")},
			{Key: "roles", Value: ports.Value{Kind: ports.List, Items: []ports.Value{text("role"), text("role")}}}}}
		remark := anyText().Draw(rt, "remark")
		d := ports.Draft{Head: []say.Text{say.Verbatim(remark)}, Foot: []say.Text{say.Verbatim(remark)}, Entries: []ports.DraftEntry{
			{Key: "context", Value: text("context"), Above: []say.Text{say.Verbatim(remark)}},
			{Above: []say.Text{say.Verbatim(remark)}},
			{Key: "identity", Value: ports.Value{Kind: ports.Map, Entries: []ports.Entry{{Key: "uid", Value: text("uid")},
				{Key: "port", Value: ports.Value{Kind: ports.Number, Scalar: "6443"}}}}, Behind: []say.Text{say.Verbatim(remark)}},
			{Key: "nodes", Value: ports.Value{Kind: ports.List, Items: []ports.Value{node, node}}, Behind: []say.Text{say.Verbatim(remark)}},
			{Key: "layers", Value: ports.Value{Kind: ports.List, Items: []ports.Value{text("layer")}}, Behind: []say.Text{say.Verbatim(remark)}},
		}}
		want := ports.Value{Kind: ports.Map}
		for _, e := range d.Entries {
			if e.Key != "" {
				want.Entries = append(want.Entries, ports.Entry{Key: e.Key, Value: plainValue(e.Value)})
			}
		}
		written := files.Drafts{}.Write(d, nil)
		doc, err := files.Drafts{}.Read("x.yaml", written)
		if err != nil {
			rt.Fatalf("%v\n%s", err, written)
		}
		if diff := cmp.Diff(want, plainValue(doc.Root)); diff != "" {
			rt.Fatalf("(-meant +read):\n%s\n%s", diff, written)
		}
	})
}

// TestADiscoveryIsReadBackAsTheStackThatItMeans goes all the way: a random cluster, its topology as text, and that text's stack.
func TestADiscoveryIsReadBackAsTheStackThatItMeans(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		w := statetest.Random(func(what string, n int) int { return rapid.IntRange(0, n-1).Draw(rt, what) })
		for i := range w.Overview.Nodes.Items {
			w.Overview.Nodes.Items[i].InternalIPs = rapid.SampledFrom([][]string{nil, {"10.0.0.1"}, {"fd00::1"}}).Draw(rt, "address")
			w.Overview.Nodes.Items[i].Reason = anyText().Draw(rt, "reason")
			w.Overview.Nodes.Items[i].ControlPlane = rapid.Bool().Draw(rt, "control")
		}
		a := discover.Answers{Catalogue: w.Catalogue, Overview: w.Overview, Objects: w.Objects, Machines: w.Machines, Now: w.Now}
		a.Overview.UID = "0a1b2c3d-0000-4000-8000-000000000001"
		a.Kubeconfig = ports.KubeconfigView{CACount: 1, CASHA256: strings.Repeat(rapid.SampledFrom([]string{"1", "e", "0"}).Draw(rt, "ca"), 64),
			Server: rapid.SampledFrom([]string{"https://10.0.0.9:6443", "https://127.0.0.1:6443", "https://[fd00::9]:6443", "https://cluster-api",
				"https://r.example.org/k8s/clusters/c-1"}).Draw(rt, "server")}
		d := discover.Make(a)
		if d.Undeclarable() != nil {
			return
		}
		n := discover.Naming{Kubeconfig: "/k/paris.config", Context: rapid.SampledFrom([]string{"kubernetes-admin@kubernetes", "no", "12", "a: b # c", "é"}).Draw(rt, "context")}
		written := files.Drafts{}.Write(d.Draft(n), nil)
		doc, err := files.Drafts{}.Read("/t/paris.yaml", written)
		if err != nil {
			rt.Fatalf("%v\n%s", err, written)
		}
		read, faults := stack.New(doc, w.Catalogue, "/home/o")
		if len(faults) > 0 {
			rt.Fatalf("%v\n%s", faults, written)
		}
		if diff := cmp.Diff(d.Stack(n, read), read); diff != "" {
			rt.Fatalf("(-meant +read):\n%s\n%s", diff, written)
		}
	})
}

func TestTheFirstLineNamesTheSchema(t *testing.T) {
	first, _, _ := strings.Cut(string(files.Drafts{}.Write(ports.Draft{}, nil)), "\n")
	if first != files.SchemaComment {
		t.Errorf("%q", first)
	}
}

// TestWordsThatOlderReadersMistakeAreQuoted is for Ansible, which reads YAML 1.1: there `no` is false.
func TestWordsThatOlderReadersMistakeAreQuoted(t *testing.T) {
	for _, word := range []string{"no", "Yes", "ON", "off", "y", "N", "true", "null", "012", "1_000", "12:30"} {
		text := string(files.Drafts{}.Write(ports.Draft{Entries: []ports.DraftEntry{{Key: "context", Value: ports.Value{Kind: ports.Text, Scalar: word}}}}, nil))
		if !strings.Contains(text, `context: "`+word+`"`) {
			t.Errorf("%s is written bare:\n%s", word, text)
		}
	}
}
