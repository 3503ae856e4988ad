// Package callgraph finds what a program can write, by following the calls of its own functions.
//
// Only the module's functions are followed. Where a call leaves the module it is judged by its name: what is not on a list
// of functions that a read may call is a finding. So is a call that cannot be resolved.
package callgraph

import (
	"errors"
	"fmt"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/callgraph/vta"
	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"
)

// Build says which program is looked at.
type Build struct {
	Dir     string // the module's folder, absolute
	Module  string // its path
	GOOS    string
	Overlay map[string][]byte // files that stand in for those on the disk, or beside them, by absolute path
}

// Program is the module's command for one system: its own functions, and where their dynamic calls lead.
type Program struct {
	build    Build
	prog     *ssa.Program
	packages []*ssa.Package // those that the command is made of, by path
	files    []string       // their Go files, relative to the module's folder
	callees  map[ssa.CallInstruction][]*ssa.Function
	callers  map[*ssa.Function][]ssa.CallInstruction
	values   map[*ssa.Function]bool // functions that are used as values: not all of their callers are known
	names    map[*ssa.Function]string
	shorten  *strings.Replacer
}

// mode asks for the syntax of the module's packages alone: of the others, types are enough.
const mode = packages.NeedName | packages.NeedCompiledGoFiles | packages.NeedImports |
	packages.NeedTypes | packages.NeedTypesSizes | packages.NeedSyntax | packages.NeedTypesInfo

// Load reads and analyses a program.
func Load(b Build) (*Program, error) {
	loaded, err := packages.Load(&packages.Config{
		Mode: mode, Dir: b.Dir, Overlay: b.Overlay,
		Env: append(os.Environ(), "GOOS="+b.GOOS, "GOARCH=amd64", "CGO_ENABLED=0", "GOFLAGS=", "GOWORK=off"),
	}, "./...")
	if err != nil {
		return nil, fmt.Errorf("loading the packages for %s: %w", b.GOOS, err)
	}
	own, err := madeOf(loaded, b.Module)
	if err != nil {
		return nil, fmt.Errorf("loading the packages for %s: %w", b.GOOS, err)
	}
	prog, built := ssautil.Packages(own, ssa.InstantiateGenerics)
	prog.Build()
	p := &Program{build: b, prog: prog, packages: built, names: map[*ssa.Function]string{},
		shorten: strings.NewReplacer(b.Module+"/", "", b.Module+".", "main.")}
	for _, pkg := range own {
		for _, file := range pkg.CompiledGoFiles {
			p.files = append(p.files, p.relative(file))
		}
	}
	p.resolve()
	return p, nil
}

// madeOf gives the packages of the module that its command is made of.
func madeOf(loaded []*packages.Package, module string) ([]*packages.Package, error) {
	byPath := map[string]*packages.Package{}
	for _, pkg := range loaded {
		byPath[pkg.PkgPath] = pkg
	}
	seen, queue := map[string]bool{module: true}, []string{module}
	var own []*packages.Package
	for len(queue) > 0 {
		pkg := byPath[queue[0]]
		if pkg == nil {
			return nil, fmt.Errorf("package %s was not loaded", queue[0])
		}
		if len(pkg.Errors) > 0 {
			return nil, errors.New(pkg.Errors[0].Error())
		}
		own, queue = append(own, pkg), queue[1:]
		for path := range pkg.Imports {
			if within(path, module) && !seen[path] {
				seen[path] = true
				queue = append(queue, path)
			}
		}
	}
	slices.SortFunc(own, func(a, b *packages.Package) int { return strings.Compare(a.PkgPath, b.PkgPath) })
	return own, nil
}

// resolve finds where dynamic calls lead, from all functions there are: what a root reaches is not known before.
func (p *Program) resolve() {
	p.callees, p.callers, p.values = map[ssa.CallInstruction][]*ssa.Function{}, map[*ssa.Function][]ssa.CallInstruction{}, map[*ssa.Function]bool{}
	all := ssautil.AllFunctions(p.prog)
	for fn := range all {
		for _, block := range fn.Blocks {
			for _, instr := range block.Instrs {
				for _, used := range usedAsValues(instr) {
					p.values[used] = true
				}
			}
		}
	}
	for fn, node := range vta.CallGraph(all, nil).Nodes {
		for _, out := range node.Out {
			p.callees[out.Site] = append(p.callees[out.Site], out.Callee.Func)
		}
		for _, in := range node.In {
			p.callers[fn] = append(p.callers[fn], in.Site)
		}
	}
	for _, all := range p.callees {
		slices.SortFunc(all, func(a, b *ssa.Function) int { return strings.Compare(a.String(), b.String()) })
	}
}

// usedAsValues gives the functions that an instruction uses otherwise than by calling them.
func usedAsValues(instr ssa.Instruction) []*ssa.Function {
	var used []*ssa.Function
	var space [8]*ssa.Value
	_, isCall := instr.(ssa.CallInstruction)
	for i, operand := range instr.Operands(space[:0]) {
		if fn, ok := (*operand).(*ssa.Function); ok && !(isCall && i == 0) {
			used = append(used, fn)
		}
	}
	return used
}

// Files gives the Go files of the program, relative to the module's folder.
func (p *Program) Files() []string { return p.files }

// Name is how a function is called here: as in Go, with paths inside the module. The command's package is main.
func (p *Program) Name(fn *ssa.Function) string {
	name := p.names[fn]
	if name == "" {
		named := fn
		if origin := fn.Origin(); origin != nil {
			named = origin
		}
		name = p.short(named.String())
		p.names[fn] = name
	}
	return name
}

func (p *Program) short(name string) string {
	return p.shorten.Replace(name)
}

// owns reports a package of the module.
func (p *Program) owns(pkg *types.Package) bool {
	return pkg != nil && within(pkg.Path(), p.build.Module)
}

func within(path, parent string) bool {
	return path == parent || strings.HasPrefix(path, parent+"/")
}

// place is a position as people write it, inside the module.
func (p *Program) place(pos token.Pos) string {
	if !pos.IsValid() {
		return ""
	}
	at := p.prog.Fset.Position(pos)
	return fmt.Sprintf("%s:%d", p.relative(at.Filename), at.Line)
}

func (p *Program) relative(file string) string {
	if rel, err := filepath.Rel(p.build.Dir, file); err == nil {
		return filepath.ToSlash(rel)
	}
	return file
}

// lookUp finds a type of the module by its name here, such as "ports.KnownWriter".
func (p *Program) lookUp(name string) types.Object {
	folder, object, _ := strings.Cut(name, ".")
	path := p.build.Module
	if folder != "main" {
		path += "/" + folder
	}
	for _, pkg := range p.packages {
		if pkg.Pkg.Path() == path {
			return pkg.Pkg.Scope().Lookup(object)
		}
	}
	return nil
}
