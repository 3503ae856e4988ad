package files_test

import (
	"errors"
	"testing"

	"github.com/univ-lehavre/nestor/adapters/files"
	"github.com/univ-lehavre/nestor/ports"
)

func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		"", "---\n", "a: b\n", "nodes: [{name: no, roles: [yes]}]\n", "a: &x [1]\nb: *x\n", "<<: {a: 1}\n", "a: !vault |\n  x\n",
		"- - -\n", "? a\n: b\n", "a:\n- b\nc: !x\nd: e\n", "[all]\nn1 ansible_host=x\n", "a: \"\\x4", "%TAG ! x\n--- !a b\n", "{a, b: , c}", "a: |2-\n   x\n",
		"&a a: *a\n", "'a': >\n\n x\n", "\ufeffa: é\r\n", "a: &\n", "*a : b\n", "[[[[", "!!str", "a: {b: [x:y]}\n", "!!map {a: !!null }\n",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		doc, err := files.Parse("f.yaml", "f.yaml", src)
		if err != nil {
			checkRefusal(t, err)
			return
		}
		checkPlaces(t, doc.Root, len(doc.Lines))
	})
}

func checkRefusal(t *testing.T, err error) {
	t.Helper()
	var invalid *ports.InvalidDocument
	if !errors.As(err, &invalid) || len(invalid.Faults) != 1 {
		t.Fatalf("not an InvalidDocument with one fault: %v", err)
	}
	fault := invalid.Faults[0]
	if fault.Code == "" || fault.What.IsZero() || fault.Instead.IsZero() {
		t.Errorf("a fault lacks something: %+v", fault)
	}
	// The lines of what is no text are not shown: they could hold anything.
	if fault.Code != files.CodeNotText && fault.At.Line > max(1, len(invalid.Lines)) {
		t.Errorf("line %d of %d", fault.At.Line, len(invalid.Lines))
	}
}

func checkPlaces(t *testing.T, v ports.Value, lines int) {
	t.Helper()
	if v.At.Line < 1 || v.At.Column < 1 || v.At.Line > max(1, lines) {
		t.Errorf("%v stands at %d:%d in %d lines", v.Kind, v.At.Line, v.At.Column, lines)
	}
	for _, item := range v.Items {
		checkPlaces(t, item, lines)
	}
	for _, e := range v.Entries {
		if e.At.Line < 1 || e.At.Column < 1 || e.At.Line > lines {
			t.Errorf("key %q stands at %d:%d in %d lines", e.Key, e.At.Line, e.At.Column, lines)
		}
		checkPlaces(t, e.Value, lines)
	}
}
