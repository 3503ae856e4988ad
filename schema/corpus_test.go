package schema_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/univ-lehavre/nestor/adapters/files"
)

// corpus is every YAML file of the repository: as files, and within recordings and sessions.
func corpus(t *testing.T) map[string][]byte {
	t.Helper()
	found := map[string][]byte{}
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			if err == nil && path != ".." && strings.HasPrefix(d.Name(), ".") {
				return filepath.SkipDir
			}
			return err
		}
		ext := filepath.Ext(path)
		if !slices.Contains([]string{".yaml", ".yml", ".txtar"}, ext) || !d.Type().IsRegular() {
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if ext != ".txtar" {
			found[path] = text
			return nil
		}
		for _, f := range txtar.Parse(text).Files {
			if filepath.Ext(f.Name) == ".yaml" {
				found[path+"/"+f.Name] = f.Data
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// TestCorpus judges each file as either kind, whatever it is: what one refuses, the other refuses.
func TestCorpus(t *testing.T) {
	compared, unread, accepted := 0, 0, 0
	both := judges(t)
	for name, text := range corpus(t) {
		for kind, j := range both {
			if !j.check(t, name+" as "+kind, text) {
				unread++
				continue
			}
			compared++
			if doc, _ := files.Parse(name, name, text); j.schema.Validate(instance(doc.Root)) == nil {
				accepted++
			}
		}
	}
	t.Logf("%d comparisons, %d accepted, %d of files that are no YAML", compared, accepted, unread)
	if accepted < 40 || compared-accepted < 40 {
		t.Errorf("only %d accepted and %d refused: the corpus is not seen", accepted, compared-accepted)
	}
}
