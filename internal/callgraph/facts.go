package callgraph

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// Checker judges a program by rules.
type Checker struct {
	*Program
	rules   Rules
	outside map[string]bool          // pure packages and allowed functions
	writers map[string]bool          // methods of interfaces that write
	writes  map[*ssa.Function]string // functions that do, and why they count so
	facts   map[*ssa.Function]*fact
}

// fact is what one function does by itself.
type fact struct {
	edges    []edge
	breaches []breach
}

// edge is a function of the module that is called, or counts as called.
type edge struct {
	to  *ssa.Function
	how string
	at  token.Pos
}

// breach is what a read may not do.
type breach struct {
	what, why string
	at        token.Pos
}

// fact looks at the instructions of a function, once.
func (c *Checker) fact(fn *ssa.Function) *fact {
	if known := c.facts[fn]; known != nil {
		return known
	}
	f := &fact{}
	c.facts[fn] = f
	if fn.TypeParams().Len() > len(fn.TypeArgs()) {
		return f // its instances are looked at
	}
	for _, block := range fn.Blocks {
		for i, instr := range block.Instrs {
			c.instruction(f, instr, position(block.Instrs[i:]))
		}
	}
	return f
}

// position is that of the first instruction, or, where it has none in the source, of the next that has.
func position(instrs []ssa.Instruction) token.Pos {
	for _, instr := range instrs {
		if instr.Pos().IsValid() {
			return instr.Pos()
		}
	}
	return token.NoPos
}

func (c *Checker) instruction(f *fact, instr ssa.Instruction, at token.Pos) {
	if call, ok := instr.(ssa.CallInstruction); ok {
		c.call(f, call)
	}
	for _, fn := range usedAsValues(instr) { // whoever gets it may call it
		c.lead(f, fn, nil, "uses as a value", at)
	}
	switch i := instr.(type) {
	case *ssa.MakeInterface:
		c.converted(f, i.X.Type(), i.Type(), at)
	case *ssa.ChangeInterface:
		c.converted(f, i.X.Type(), i.Type(), at)
	case *ssa.TypeAssert:
		if types.IsInterface(i.AssertedType) {
			c.converted(f, i.X.Type(), i.AssertedType, at)
		}
	case *ssa.Convert:
		if isUnsafe(i.Type()) || isUnsafe(i.X.Type()) {
			f.breach("unsafe.Pointer", "memory that is reached behind the types", at)
		}
	}
	c.child(f, instr, at)
}

func (f *fact) breach(what, why string, at token.Pos) {
	f.breaches = append(f.breaches, breach{what, why, at})
}

// call follows one call, or judges it where it leaves the module.
func (c *Checker) call(f *fact, site ssa.CallInstruction) {
	common, at := site.Common(), site.Pos()
	if _, builtin := common.Value.(*ssa.Builtin); builtin {
		return
	}
	if callee := common.StaticCallee(); callee != nil {
		c.lead(f, callee, common.Args, "calls", at)
		return
	}
	name, pkg := c.dynamic(common)
	switch {
	case c.writers[name]:
		f.breach(name, "an interface for writing", at)
		return
	case pkg != nil && !c.owns(pkg) || name == "(error).Error":
		c.judge(f, name, pkg, at)
	case len(c.callees[site]) == 0 && !c.handedOut(common.Value):
		f.breach("a call of "+c.short(common.Value.Type().String()), "where it leads is not known", at)
	}
	for _, callee := range c.callees[site] {
		c.lead(f, callee, nil, "calls", at)
	}
}

// handedOut reports a function that a library gives and that is called at once. The library was judged where it was called.
func (c *Checker) handedOut(v ssa.Value) bool {
	if result, ok := v.(*ssa.Extract); ok {
		v = result.Tuple
	}
	call, ok := v.(*ssa.Call)
	if !ok || call.Call.StaticCallee() == nil {
		return false
	}
	callee := call.Call.StaticCallee()
	return callee.Blocks == nil && !c.owns(packageOf(callee))
}

// dynamic names the interface's method or the type of function that is called; a type without a name gives none.
func (c *Checker) dynamic(common *ssa.CallCommon) (name string, pkg *types.Package) {
	t, ok := types.Unalias(common.Value.Type()).(*types.Named)
	switch {
	case !ok:
		return "", nil
	case common.IsInvoke():
		return "(" + c.typeName(t) + ")." + common.Method.Name(), t.Obj().Pkg()
	}
	return c.typeName(t), t.Obj().Pkg()
}

func (c *Checker) typeName(t *types.Named) string {
	return c.short(types.TypeString(t.Origin(), withoutArguments))
}

func withoutArguments(pkg *types.Package) string { return pkg.Path() }

// lead is a call of a known function.
func (c *Checker) lead(f *fact, callee *ssa.Function, args []ssa.Value, how string, at token.Pos) {
	if why := c.writes[callee]; why != "" {
		f.breach(c.Name(callee), why, at)
		return
	}
	if callee.Blocks != nil {
		f.edges = append(f.edges, edge{callee, how, at})
		return
	}
	pkg := packageOf(callee)
	if c.owns(pkg) {
		if callee.Synthetic == "" {
			f.breach(c.Name(callee), "it has no body in Go", at)
		}
		return
	}
	for _, t := range callee.TypeArgs() {
		c.exposed(f, t, at)
	}
	c.leave(f, callee, pkg, args, at)
}

func packageOf(fn *ssa.Function) *types.Package {
	if origin := fn.Origin(); origin != nil {
		fn = origin
	}
	switch {
	case fn.Object() != nil:
		return fn.Object().Pkg()
	case fn.Pkg != nil:
		return fn.Pkg.Pkg
	}
	return nil
}

func isUnsafe(t types.Type) bool {
	basic, ok := t.Underlying().(*types.Basic)
	return ok && basic.Kind() == types.UnsafePointer
}
