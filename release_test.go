//go:build linux || darwin

package main

import (
	"regexp"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestAReleaseSetsVariablesThatAreThere: the linker says nothing of a variable that is not.
func TestAReleaseSetsVariablesThatAreThere(t *testing.T) {
	want := []string{"commit", "commitDate", "release"}
	if !regexp.MustCompile(`(?m)^var release, commit, commitDate string$`).MatchString(content(t, "version.go")) {
		t.Error("version.go has other variables")
	}
	for _, file := range []string{".goreleaser.yaml", ".ci/reproducible"} {
		var set []string
		for _, found := range regexp.MustCompile(`-X main\.(\w+)=`).FindAllStringSubmatch(content(t, file), -1) {
			set = append(set, found[1])
		}
		slices.Sort(set)
		if diff := cmp.Diff(want, set); diff != "" {
			t.Errorf("%s (-want +got):\n%s", file, diff)
		}
	}
}
