package main

import (
	"os/exec"
	"path/filepath"
	"testing"
)

// TestTestResultsAreWhatCIServersRead judges the results of every scenario by JUnit's form.
func TestTestResultsAreWhatCIServersRead(t *testing.T) {
	judge, err := exec.LookPath("xmllint")
	if err != nil {
		t.Skip("there is no xmllint here: apt-get install libxml2-utils")
	}
	files, err := filepath.Glob(filepath.Join(formatsDir, "*.junit"))
	if err != nil || len(files) < 10 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	args := append([]string{"--noout", "--nonet", "--schema", "testdata/junit/junit.xsd"}, files...)
	if out, err := exec.Command(judge, args...).CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
