package ports_test

import (
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/univ-lehavre/nestor/ports"
)

func TestNoPathIsAStackName(t *testing.T) {
	for _, name := range []string{
		"", ".", "..", "../x", "a/../b", "a/b", "/etc/passwd", "~", "~/x", "~root", `a\b`, `..\x`, `C:\x`, "C:", "a:b", "a..b", "a..", ".hidden",
		"-rf", "--help", "_a", "a\x00", "\x00", "a\x00.yaml", "a b", " a", "a ", "a\n", "a\nb", "a\r", "a\t", "a\x1b[2J", "a;b", "$(x)", "`x`", "a*", "a'b", `a"b`, "a#b", "a%2fb",
		"é", "a\u202eb", "a\u200b", "а", "ａ", "a\xff", "a／b", "日本", "layers", "paris.example", strings.Repeat("a", 64), strings.Repeat("a", 1<<20),
	} {
		if ports.StackNameFault(name).IsZero() {
			t.Errorf("%.80q is a name", name)
		}
	}
	for _, name := range []string{"a", "1", "paris", "Paris-2", "a.b_c-d", "a.", "a-", "layers2", "example", "paris.yaml", strings.Repeat("a", 63)} {
		if fault := ports.StackNameFault(name); !fault.IsZero() {
			t.Errorf("%q: %s", name, fault)
		}
	}
}

// TestAnyNameStaysInItsFolder draws texts near to names: what passes is one file name, and no other file's.
func TestAnyNameStaysInItsFolder(t *testing.T) {
	pieces := rapid.SampledFrom([]string{"a", "Z", "9", ".", "..", "/", `\`, "-", "_", "~", ":", "\x00", "\n", " ", "é", "\u202e", "\xff", ".example", "layers", ".yaml"})
	name := rapid.OneOf(rapid.String(), rapid.Map(rapid.SliceOfN(pieces, 0, 8), func(p []string) string { return strings.Join(p, "") }))
	rapid.Check(t, func(t *rapid.T) {
		name := name.Draw(t, "name")
		if fault := ports.StackNameFault(name); !fault.IsZero() {
			if len(fault.String()) > 500 || !strings.Contains(fault.String(), "stack") {
				t.Fatalf("%q: %q", name, fault)
			}
			return
		}
		path := filepath.Join("/r/topologies", name+".yaml")
		if filepath.Dir(path) != "/r/topologies" || filepath.Base(path) != name+".yaml" || strings.HasPrefix(name, "-") || strings.ContainsAny(name, "/\\:\x00~ \n") || len(name) > 63 {
			t.Fatalf("%q leads to %s", name, path)
		}
	})
}
