package languages

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/leonelquinteros/gotext"
)

// module is where the sentences stand, seen from here.
const module = "../../.."

// speaking are the folders whose sentences people read.
var speaking = []string{".", "ports", "domain", "app", "adapters"}

// message is a sentence as the code has it.
type message struct{ one, many, at string }

// formats are the functions of package say that take a sentence, with the place of its format among their arguments.
var formats = map[string]int{"Textf": 0, "Errorf": 0, "Plural": 1, "Agree": 1}

// messages gives the sentences of the code, by folder.
func messages(t *testing.T) map[string][]message {
	t.Helper()
	found := map[string][]message{}
	for _, root := range speaking {
		walk := func(path string, d fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case d.IsDir() && (root == "." && path != module || d.Name() == "testdata" || d.Name() == "say"):
				return filepath.SkipDir
			case !d.IsDir() && strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go"):
				folder, _ := filepath.Rel(module, filepath.Dir(path))
				found[filepath.ToSlash(folder)] = append(found[filepath.ToSlash(folder)], inFile(t, path)...)
			}
			return nil
		}
		if err := filepath.WalkDir(filepath.Join(module, root), walk); err != nil {
			t.Fatal(err)
		}
	}
	return found
}

func inFile(t *testing.T, path string) []message {
	t.Helper()
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, path, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var found []message
	ast.Inspect(file, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		fun, ok := call.Fun.(*ast.SelectorExpr)
		if pkg, named := ast.Expr(nil), false; ok {
			pkg = fun.X
			if id, is := pkg.(*ast.Ident); is && id.Name == "say" {
				_, named = formats[fun.Sel.Name]
			}
			ok = named
		}
		if !ok {
			return true
		}
		at := files.Position(call.Pos()).String()
		i := formats[fun.Sel.Name]
		m := message{one: constant(t, at, call.Args[i]), at: at}
		if i == 1 {
			m.many = constant(t, at, call.Args[2])
		}
		if !wordless(m.one) || m.many != "" {
			found = append(found, m)
		}
		return true
	})
	return found
}

// constant reads a literal: another format no language could find.
func constant(t *testing.T, at string, e ast.Expr) string {
	t.Helper()
	switch e := e.(type) {
	case *ast.BasicLit:
		text, err := strconv.Unquote(e.Value)
		if err == nil {
			return text
		}
	case *ast.BinaryExpr:
		return constant(t, at, e.X) + constant(t, at, e.Y)
	}
	t.Errorf("%s: a format that is no constant has no translation", at)
	return ""
}

var (
	verb = regexp.MustCompile(`%(?:%|[-+# 0]*(?:\[\d+\])?[\d.]*(?:\[\d+\])?[a-zA-Z])`)
	word = regexp.MustCompile(`\pL{2,}`)
)

// wordless reports a format that only places its arguments.
func wordless(format string) bool { return !word.MatchString(verb.ReplaceAllString(format, "")) }

// poFile is where the translations of a folder stand.
func poFile(folder string) string {
	return "fr/" + strings.ReplaceAll(strings.Replace(folder, ".", "main", 1), "/", "-") + ".po"
}

func TestFrenchHasEveryMessage(t *testing.T) {
	all := messages(t)
	for folder, list := range all {
		t.Run(folder, func(t *testing.T) {
			if len(list) == 0 {
				return
			}
			text, err := os.ReadFile(poFile(folder))
			if err != nil {
				t.Fatalf("%d messages, and %v", len(list), err)
			}
			po := gotext.NewPo()
			po.Parse(text)
			translations := po.GetDomain().GetTranslations()
			used := map[string]bool{"": true}
			for _, m := range list {
				used[m.one] = true
				check(t, m, translations[m.one])
			}
			for id := range translations {
				if !used[id] && !wordless(id) { // what stands between texts is said everywhere
					t.Errorf("%s: nothing says %q any more", poFile(folder), id)
				}
			}
		})
	}
}

func check(t *testing.T, m message, found *gotext.Translation) {
	t.Helper()
	if found == nil {
		t.Errorf("%s: not translated: %q", m.at, m.one)
		return
	}
	want := 1
	if m.many != "" {
		want = 2
		if found.PluralID != m.many {
			t.Errorf("%s: the plural %q is %q in French's file", m.at, m.many, found.PluralID)
		}
	}
	for i := range want {
		french := found.Trs[i]
		if french == "" {
			t.Errorf("%s: form %d is not translated: %q", m.at, i, m.one)
		}
		if !sameGaps(m.one, french) {
			t.Errorf("%s: the gaps of %q are not those of %q", m.at, m.one, french)
		}
	}
}

// sameGaps compares the gaps of two formats, wherever they stand.
func sameGaps(a, b string) bool { return slices.Equal(gaps(a), gaps(b)) }

var index = regexp.MustCompile(`\[(\d+)\]`)

// gaps gives the verbs of a format, each with the number of its argument.
func gaps(format string) []string {
	var all []string
	next := 1
	for _, v := range verb.FindAllString(format, -1) {
		if v == "%%" {
			continue
		}
		if m := index.FindStringSubmatch(v); m != nil {
			next, _ = strconv.Atoi(m[1])
		}
		all = append(all, strconv.Itoa(next)+v[len(v)-1:])
		next++
	}
	slices.Sort(all)
	return all
}

// TestASentenceIsSaidInOneWay finds an English sentence that two files translate differently: the last one read would win.
func TestASentenceIsSaidInOneWay(t *testing.T) {
	entries, err := fs.ReadDir(files, French)
	if err != nil {
		t.Fatal(err)
	}
	said := map[string]string{}
	for _, e := range entries {
		text, _ := files.ReadFile("fr/" + e.Name())
		po := gotext.NewPo()
		po.Parse(text)
		for id, tr := range po.GetDomain().GetTranslations() {
			if before, twice := said[id]; id != "" && twice && before != tr.Get() {
				t.Errorf("%s: %q is %q here and %q elsewhere", e.Name(), id, tr.Get(), before)
			}
			said[id] = tr.Get()
		}
	}
}
