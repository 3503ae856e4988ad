package callgraph

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// converted counts the methods of a type as called when it becomes an interface that the module does not own: a library
// may call them, by that interface or another (Stringer, json.Marshaler, the loggers').
func (c *Checker) converted(f *fact, from, to types.Type, at token.Pos) {
	if !c.foreign(to) {
		return
	}
	if types.IsInterface(from) && c.foreign(from) {
		return // it counted when it became the first of them
	}
	if pointer, ok := from.Underlying().(*types.Pointer); ok && c.is(pointer.Elem(), c.rules.Call) {
		f.breach("a pointer to "+c.rules.Call+" as "+c.short(to.String()), "what becomes of it is not known", at)
	}
	c.exposed(f, from, at)
}

// foreign reports an interface that a library may know.
func (c *Checker) foreign(t types.Type) bool {
	named, ok := types.Unalias(t).(*types.Named)
	return !ok || !c.owns(named.Obj().Pkg())
}

// exposed counts the methods of a type as called, and those of what it holds: a library can reach them by reflection.
func (c *Checker) exposed(f *fact, t types.Type, at token.Pos) {
	for _, fn := range c.methods(t, map[types.Type]bool{}) {
		c.lead(f, fn, nil, "gives to a library", at)
	}
}

func (c *Checker) methods(t types.Type, seen map[types.Type]bool) []*ssa.Function {
	t = types.Unalias(t)
	if seen[t] {
		return nil
	}
	seen[t] = true
	var all []*ssa.Function
	held := func(types ...types.Type) {
		for _, each := range types {
			all = append(all, c.methods(each, seen)...)
		}
	}
	switch t := t.(type) {
	case *types.Named:
		for i := range t.TypeArgs().Len() {
			held(t.TypeArgs().At(i))
		}
		if !c.owns(t.Obj().Pkg()) {
			return all
		}
		if types.IsInterface(t) {
			return append(all, c.implementing(t, seen)...)
		}
		all = append(all, c.exported(types.NewPointer(t))...)
		held(t.Underlying())
	case *types.Pointer:
		held(t.Elem())
	case *types.Slice:
		held(t.Elem())
	case *types.Array:
		held(t.Elem())
	case *types.Chan:
		held(t.Elem())
	case *types.Map:
		held(t.Key(), t.Elem())
	case *types.Struct:
		for i := range t.NumFields() {
			held(t.Field(i).Type())
		}
	}
	return all
}

// implementing gives the methods of everything that may be behind an interface of the module.
func (c *Checker) implementing(t *types.Named, seen map[types.Type]bool) []*ssa.Function {
	var all []*ssa.Function
	for _, each := range c.prog.RuntimeTypes() {
		if !types.IsInterface(each) && types.Implements(each, t.Underlying().(*types.Interface)) {
			all = append(all, c.methods(each, seen)...)
		}
	}
	return all
}

// exported gives the methods that others can call.
func (c *Checker) exported(t types.Type) []*ssa.Function {
	var all []*ssa.Function
	set := c.prog.MethodSets.MethodSet(t)
	for i := range set.Len() {
		if method := set.At(i); method.Obj().Exported() {
			if fn := c.prog.MethodValue(method); fn != nil {
				all = append(all, fn)
			}
		}
	}
	return all
}
