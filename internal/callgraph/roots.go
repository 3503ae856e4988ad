package callgraph

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// Inits gives what runs before main.
func (p *Program) Inits() []*ssa.Function {
	var all []*ssa.Function
	for _, pkg := range p.packages {
		all = append(all, pkg.Func("init"))
	}
	return all
}

// Main gives the command's main function.
func (p *Program) Main() *ssa.Function {
	for _, pkg := range p.packages {
		if pkg.Pkg.Path() == p.build.Module {
			return pkg.Func("main")
		}
	}
	return nil
}

// Exported gives the exported functions of a folder, and the methods of its exported types.
func (p *Program) Exported(folder string) []*ssa.Function {
	var all []*ssa.Function
	for _, pkg := range p.packages {
		if pkg.Pkg.Path() != p.build.Module+"/"+folder {
			continue
		}
		for _, member := range pkg.Members {
			if !token.IsExported(member.Name()) {
				continue
			}
			switch m := member.(type) {
			case *ssa.Function:
				all = append(all, m)
			case *ssa.Type:
				all = append(all, p.methodsOf(m.Type())...)
			}
		}
	}
	return p.sorted(all)
}

// methodsOf gives the exported methods of a type itself; a promoted one is its owner's.
func (p *Program) methodsOf(t types.Type) []*ssa.Function {
	named, ok := t.(*types.Named)
	if !ok || types.IsInterface(t) {
		return nil
	}
	var all []*ssa.Function
	for i := range named.NumMethods() {
		if method := named.Method(i); method.Exported() {
			all = append(all, p.prog.FuncValue(method))
		}
	}
	return all
}

// Given is a function that the module hands to a library, such as the action of a command.
type Given struct {
	By       *ssa.Function
	Value    *ssa.Function
	Function *ssa.Function // Value, or the method that it stands for
}

// GivenTo gives the functions that the module puts into fields of a library's types, and where something is put there that
// is no function known by name.
func (p *Program) GivenTo(library string) (all []Given, unknown []string) {
	for _, pkg := range p.packages {
		for _, fn := range p.functionsOf(pkg) {
			for _, block := range fn.Blocks {
				for _, instr := range block.Instrs {
					store, ok := instr.(*ssa.Store)
					if !ok || !givenTo(store, library) {
						continue
					}
					values, ok := functions(store.Val, 0)
					if !ok {
						unknown = append(unknown, p.place(store.Pos()))
					}
					for _, value := range values {
						all = append(all, Given{fn, value, p.method(value)})
					}
				}
			}
		}
	}
	slices.SortFunc(all, func(a, b Given) int { return strings.Compare(p.Name(a.Function), p.Name(b.Function)) })
	return all, unknown
}

func (p *Program) functionsOf(pkg *ssa.Package) []*ssa.Function {
	var all []*ssa.Function
	var add func(*ssa.Function)
	add = func(fn *ssa.Function) {
		all = append(all, fn)
		for _, inner := range fn.AnonFuncs {
			add(inner)
		}
	}
	for _, member := range pkg.Members {
		switch m := member.(type) {
		case *ssa.Function:
			add(m)
		case *ssa.Type:
			if named, ok := m.Type().(*types.Named); ok {
				for i := range named.NumMethods() {
					if fn := p.prog.FuncValue(named.Method(i)); fn != nil {
						add(fn)
					}
				}
			}
		}
	}
	return all
}

// givenTo reports a function that is put into a field of the library's.
func givenTo(store *ssa.Store, library string) bool {
	field, ok := store.Addr.(*ssa.FieldAddr)
	if !ok {
		return false
	}
	if _, ok := store.Val.Type().Underlying().(*types.Signature); !ok {
		return false
	}
	owner, ok := types.Unalias(field.X.Type().Underlying().(*types.Pointer).Elem()).(*types.Named)
	return ok && owner.Obj().Pkg() != nil && owner.Obj().Pkg().Path() == library
}

// functions gives the functions that a value can be, also those that a function of the module returns; false when it can
// be another one.
func functions(v ssa.Value, depth int) (all []*ssa.Function, ok bool) {
	const deepest = 8
	switch v := v.(type) {
	case *ssa.ChangeType:
		return functions(v.X, depth)
	case *ssa.MakeClosure:
		return functions(v.Fn, depth)
	case *ssa.Function:
		return []*ssa.Function{v}, true
	case *ssa.Call:
		callee := v.Call.StaticCallee()
		if callee == nil || callee.Blocks == nil || depth == deepest {
			return nil, false
		}
		for _, block := range callee.Blocks {
			ret, ok := block.Instrs[len(block.Instrs)-1].(*ssa.Return)
			if !ok {
				continue
			}
			if len(ret.Results) != 1 {
				return nil, false
			}
			some, ok := functions(ret.Results[0], depth+1)
			if !ok {
				return nil, false
			}
			all = append(all, some...)
		}
		return all, len(all) > 0
	}
	return nil, false
}

// method is the method that a method value stands for, or the function itself.
func (p *Program) method(fn *ssa.Function) *ssa.Function {
	if method, ok := fn.Object().(*types.Func); ok && fn.Synthetic != "" {
		return p.prog.FuncValue(method)
	}
	return fn
}

func (p *Program) sorted(all []*ssa.Function) []*ssa.Function {
	slices.SortFunc(all, func(a, b *ssa.Function) int { return strings.Compare(p.Name(a), p.Name(b)) })
	return slices.Compact(all)
}
