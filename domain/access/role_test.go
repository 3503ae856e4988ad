package access_test

import (
	"strings"
	"testing"

	"github.com/univ-lehavre/nestor/domain/access"
)

func TestNamesAreChecked(t *testing.T) {
	for name, ok := range map[string]bool{
		"nestor-reader": true, "nestor:reader.v1": true, "a": true,
		"": false, "-a": false, "a-": false, "A": false, "a b": false, "a/b": false, "a\nb": false, "..": false, "é": false, strings.Repeat("a", 254): false,
		"cluster-admin": false, "admin": false, "edit": false, "view": false, "system:node": false,
	} {
		if err := access.CheckRoleName(name); (err == nil) != ok {
			t.Errorf("role %q: %v", name, err)
		}
	}
	for name, ok := range map[string]bool{
		"alice": true, "CN=alice,O=ops": true, "oidc:alice@example.org": true, "system:masters": true, "Élise Martin": true,
		"": false, " alice": false, "alice\n": false, "a\x1bb": false, "a\u202eb": false, "a\xff": false, strings.Repeat("a", 1025): false,
	} {
		if _, err := access.Named(access.User, name); (err == nil) != ok {
			t.Errorf("user %q: %v", name, err)
		}
	}
	for text, ok := range map[string]bool{
		"default/nestor": true, "a/b.c": true,
		"": false, "nestor": false, "/nestor": false, "default/": false, "a/b/c": false, "A/b": false, "a.b/c": false, "a/b..c": false, "a/b\n": false,
	} {
		if _, err := access.Account(text); (err == nil) != ok {
			t.Errorf("service account %q: %v", text, err)
		}
	}
}
