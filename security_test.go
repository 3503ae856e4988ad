//go:build linux || darwin

package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestTheProofsOfSecurityAreThere looks up each test that SECURITY.md names: a promise whose test is gone is none.
func TestTheProofsOfSecurityAreThere(t *testing.T) {
	named := regexp.MustCompile("`(Test[A-Za-z0-9]+)(?:/([a-z_-]+))?`").FindAllStringSubmatch(content(t, "SECURITY.md"), -1)
	if len(named) < 30 {
		t.Fatalf("only %d tests are named", len(named))
	}
	var tests bytes.Buffer
	err := filepath.WalkDir(".", func(path string, _ os.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(path, "_test.go") {
			tests.WriteString(content(t, path))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range named {
		if !bytes.Contains(tests.Bytes(), []byte("\nfunc "+n[1]+"(")) {
			t.Errorf("%s is no test", n[1])
		}
		if n[2] == "" {
			continue
		}
		if _, err := os.Stat(filepath.Join("testdata", "script", n[2]+".txtar")); err != nil {
			t.Error(err)
		}
	}
}
