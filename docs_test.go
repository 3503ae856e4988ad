package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// TestThePageOnLayersShowsWhatTheScriptRuns looks for the files and outputs of the script on the page that tells of them.
func TestThePageOnLayersShowsWhatTheScriptRuns(t *testing.T) {
	page := textOf(t, "docs/adding-a-layer.md")
	script, err := txtar.ParseFile("testdata/script/adding-a-layer.txtar")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range script.Files {
		text := strings.ReplaceAll(string(f.Data), "$WORK", "/home/you/lab")
		if f.Name != "groups" && !strings.Contains(page, "\n"+text+"```\n") {
			t.Errorf("docs/adding-a-layer.md does not show %s as the script has it:\n%s", f.Name, text)
		}
	}
	if len(script.Files) < 8 {
		t.Errorf("only %d files in the script", len(script.Files))
	}
}

func textOf(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// developers are the pages that name code.
var developers = []string{"docs/architecture.md", "docs/adding-a-layer.md", "docs/adding-an-adapter.md"}

var (
	fence    = regexp.MustCompile("(?ms)^ *```.*?^ *```$")
	quoted   = regexp.MustCompile("`([^`\n]+)`")
	aPath    = regexp.MustCompile(`^(\.?[\w-]+/)*\.?[\w.-]*[\w-](\.(go|md|yaml|txtar|svg|json|mod|sum|po)|/)$|^(adapters|domain|internal|ports|app|fixtures|e2e)(/[\w-]+)*$`)
	aName    = regexp.MustCompile(`^[a-z]\w*(\.[A-Za-z]\w*){1,2}$`)
	ownName  = regexp.MustCompile(`^(?:[Tt]est|[Ff]uzz)[A-Z]\w+$`)
	ofAFile  = regexp.MustCompile(`^(\.?[\w/-]+\.go):(\w+)$`)
	invented = []string{"adapters/multipass", "try.txtar"} // of the examples on the pages
)

// TestThePagesForDevelopersNameWhatExists holds each file and name in backquotes against the tree.
func TestThePagesForDevelopersNameWhatExists(t *testing.T) {
	code := declared(t)
	for _, file := range developers {
		page := textOf(t, file)
		checked := 0
		for _, m := range quoted.FindAllStringSubmatch(fence.ReplaceAllString(page, ""), -1) {
			switch what := m[1]; {
			case isInvented(what):
			case ofAFile.MatchString(what):
				parts := ofAFile.FindStringSubmatch(what)
				checked++
				if !code[parts[1]+":"+parts[2]] {
					t.Errorf("%s: there is no %s", file, what)
				}
			case aPath.MatchString(what):
				checked++
				if !there(what) {
					t.Errorf("%s: there is no file %s", file, what)
				}
			case aName.MatchString(what) || ownName.MatchString(what):
				checked++
				if !code[what] {
					t.Errorf("%s: there is no %s", file, what)
				}
			}
		}
		if checked < 10 {
			t.Errorf("%s: only %d names were looked at", file, checked)
		}
	}
}

func isInvented(what string) bool {
	for _, name := range invented {
		if strings.HasPrefix(what, name) {
			return true
		}
	}
	return false
}

// there reports a file or folder of the tree. What operators write has no place in it: a bare layers.yaml, a topology.
func there(name string) bool {
	if name == "layers.yaml" || strings.HasPrefix(name, "topologies/") {
		return true
	}
	_, err := os.Stat(filepath.FromSlash(strings.TrimSuffix(name, "/")))
	return err == nil
}

// declared gives what the code of the module declares: "package.Name", "package.Type.Member", "file.go:Name", and tests
// by their names alone.
func declared(t *testing.T) map[string]bool {
	t.Helper()
	found := map[string]bool{}
	err := filepath.WalkDir(".", func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(file, ".go") {
			return err
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		pkg, file := strings.TrimSuffix(parsed.Name.Name, "_test"), filepath.ToSlash(file)
		for _, name := range namesIn(parsed) {
			found[pkg+"."+name], found[file+":"+name], found[filepath.Base(file)+":"+name] = true, true, true
			if strings.HasSuffix(file, "_test.go") {
				found[name] = true
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// namesIn gives the names that a file declares, with the methods and fields of its types.
func namesIn(f *ast.File) []string {
	var names []string
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			name := d.Name.Name
			if d.Recv != nil {
				name = receiver(d.Recv.List[0].Type) + "." + name
			}
			names = append(names, name)
		case *ast.GenDecl:
			for _, s := range d.Specs {
				switch s := s.(type) {
				case *ast.TypeSpec:
					names = append(append(names, s.Name.Name), members(s)...)
				case *ast.ValueSpec:
					for _, n := range s.Names {
						names = append(names, n.Name)
					}
				}
			}
		}
	}
	return names
}

func receiver(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.StarExpr:
		return receiver(e.X)
	case *ast.IndexExpr:
		return receiver(e.X)
	case *ast.Ident:
		return e.Name
	}
	return ""
}

func members(s *ast.TypeSpec) []string {
	var list *ast.FieldList
	switch t := s.Type.(type) {
	case *ast.StructType:
		list = t.Fields
	case *ast.InterfaceType:
		list = t.Methods
	default:
		return nil
	}
	var names []string
	for _, f := range list.List {
		for _, n := range f.Names {
			names = append(names, s.Name.Name+"."+n.Name)
		}
	}
	return names
}
