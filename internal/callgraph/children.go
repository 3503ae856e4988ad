package callgraph

import (
	"go/constant"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// child looks for the making of calls of child programs, and of allow-lists of them.
func (c *Checker) child(f *fact, instr ssa.Instruction, at token.Pos) {
	switch i := instr.(type) {
	case *ssa.Store:
		if field, ok := i.Addr.(*ssa.FieldAddr); ok {
			c.field(f, field, i.Val, at)
		}
		if element, ok := i.Addr.(*ssa.IndexAddr); ok {
			if owner := c.argsOf(element.X); owner != "" {
				f.breach("a change of "+owner+".Args", "its first argument is no constant then", at)
			}
		}
	case *ssa.FieldAddr:
		if owner := c.decisive(i); owner != "" && escapes(i) {
			f.breach("the address of "+owner+"."+fieldOf(i), "what becomes of it is not known", at)
		}
	case *ssa.MapUpdate:
		if c.is(i.Map.Type(), c.rules.Allow) {
			verbs, ok := elements(i.Value)
			if why := c.childFault(text(i.Key), verbs, ok); why != "" {
				f.breach("an entry of "+c.rules.Allow, why, at)
			}
		}
	case *ssa.ChangeType:
		if c.is(i.Type(), c.rules.Allow) {
			f.breach("a conversion to "+c.rules.Allow, "what it allows is not known", at)
		}
	case *ssa.Alloc:
		if types.TypeString(i.Type(), nil) == "*os/exec.Cmd" {
			f.breach("os/exec.Cmd", "it is made by hand, so the program is not known", at)
		}
	}
}

// field judges what is put into a field of a call.
func (c *Checker) field(f *fact, field *ssa.FieldAddr, put ssa.Value, at token.Pos) {
	owner, name, why := c.decisive(field), fieldOf(field), ""
	switch owner {
	case "":
		return
	case command:
		f.breach(command+"."+name, "it is set by hand, so the program is not known", at)
		return
	}
	switch name {
	case "Program":
		if program := text(put); c.rules.Children[program] == nil {
			why = c.childFault(program, nil, true)
		}
	case "Args":
		verbs, ok := c.first(put, nil)
		why = c.childFault(c.programBeside(field), verbs, ok)
	}
	if why != "" {
		f.breach(owner+"."+name, why, at)
	}
}

// command is the library's type of a child program.
const command = "os/exec.Cmd"

// decisive names the type of a field that says which program is run, or how; "" of any other field.
func (c *Checker) decisive(field *ssa.FieldAddr) string {
	name, owner := fieldOf(field), owner(field)
	switch {
	case types.TypeString(owner, nil) == command && (name == "Path" || name == "Args"):
		return command
	case c.is(owner, c.rules.Call) && (name == "Program" || name == "Args"):
		return c.rules.Call
	}
	return ""
}

func owner(field *ssa.FieldAddr) types.Type {
	return field.X.Type().Underlying().(*types.Pointer).Elem()
}

func fieldOf(field *ssa.FieldAddr) string {
	return owner(field).Underlying().(*types.Struct).Field(field.Field).Name()
}

// escapes reports an address that is used otherwise than to read the field or to put something into it.
func escapes(field *ssa.FieldAddr) bool {
	for _, user := range *field.Referrers() {
		switch u := user.(type) {
		case *ssa.UnOp, *ssa.DebugRef:
		case *ssa.Store:
			if u.Val == field {
				return true
			}
		default:
			return true
		}
	}
	return false
}

// programBeside is the constant that is put into Program of the same call; "" when there is no such one, or several.
func (c *Checker) programBeside(args *ssa.FieldAddr) string {
	found := ""
	for _, user := range *args.X.Referrers() {
		field, ok := user.(*ssa.FieldAddr)
		if !ok || fieldOf(field) != "Program" {
			continue
		}
		for _, use := range *field.Referrers() {
			store, ok := use.(*ssa.Store)
			if !ok {
				continue
			}
			if program := text(store.Val); found == "" || program == found {
				found = program
				continue
			}
			return ""
		}
	}
	return found
}

// argsOf names the type whose Args a slice was read out of.
func (c *Checker) argsOf(v ssa.Value) string {
	if load, ok := v.(*ssa.UnOp); ok {
		if field, ok := load.X.(*ssa.FieldAddr); ok {
			return c.decisive(field)
		}
	}
	return ""
}

func (c *Checker) is(t types.Type, name string) bool {
	named, ok := types.Unalias(t).(*types.Named)
	return ok && name != "" && c.typeName(named) == name
}

// first gives all constants that can be the first element of a slice; false when it can be anything else.
func (c *Checker) first(v ssa.Value, seen []ssa.Value) ([]string, bool) {
	for _, s := range seen {
		if s == v {
			return nil, true // around a loop: nothing new
		}
	}
	seen = append(seen, v)
	if changed(v) {
		return nil, false
	}
	switch v := v.(type) {
	case *ssa.Slice:
		if v.Low != nil && !isZero(v.Low) {
			return nil, false
		}
		if array, ok := v.X.(*ssa.Alloc); ok {
			return stored(array, true)
		}
		return c.first(v.X, seen)
	case *ssa.Phi:
		return c.every(v.Edges, seen)
	case *ssa.ChangeType:
		return c.first(v.X, seen)
	case *ssa.Parameter:
		return c.passed(v, seen)
	case *ssa.Call:
		return c.returned(v, seen)
	}
	return nil, false
}

// every joins the first elements of several slices.
func (c *Checker) every(all []ssa.Value, seen []ssa.Value) (firsts []string, ok bool) {
	for _, each := range all {
		some, ok := c.first(each, seen)
		if !ok {
			return nil, false
		}
		firsts = append(firsts, some...)
	}
	return firsts, true
}

// passed looks at what all callers give for a parameter.
func (c *Checker) passed(p *ssa.Parameter, seen []ssa.Value) ([]string, bool) {
	fn := p.Parent()
	index := -1
	for i, each := range fn.Params {
		if each == p {
			index = i
		}
	}
	var given []ssa.Value
	for _, site := range c.callers[fn] {
		if site.Common().StaticCallee() != fn {
			return nil, false
		}
		given = append(given, site.Common().Args[index])
	}
	if len(given) == 0 || c.values[fn] {
		return nil, false
	}
	return c.every(given, seen)
}

// returned looks at what a called function gives back.
func (c *Checker) returned(call *ssa.Call, seen []ssa.Value) ([]string, bool) {
	if b, ok := call.Call.Value.(*ssa.Builtin); ok && b.Name() == "append" {
		return c.first(call.Call.Args[0], seen)
	}
	callee := call.Call.StaticCallee()
	switch {
	case callee == nil:
		return nil, false
	case c.Name(callee) == "slices.Concat":
		lists, ok := call.Call.Args[0].(*ssa.Slice)
		if !ok {
			return nil, false
		}
		return c.firstList(lists, seen)
	}
	var results []ssa.Value
	for _, block := range callee.Blocks {
		if ret, ok := block.Instrs[len(block.Instrs)-1].(*ssa.Return); ok && len(ret.Results) == 1 {
			results = append(results, ret.Results[0])
		}
	}
	if len(results) == 0 {
		return nil, false
	}
	return c.every(results, seen)
}

// firstList is the first element of the first of several lists.
func (c *Checker) firstList(lists *ssa.Slice, seen []ssa.Value) ([]string, bool) {
	array, ok := lists.X.(*ssa.Alloc)
	if !ok {
		return nil, false
	}
	var given []ssa.Value
	for _, user := range *array.Referrers() {
		element, ok := user.(*ssa.IndexAddr)
		if !ok || !isZero(element.Index) {
			continue
		}
		for _, use := range *element.Referrers() {
			if store, ok := use.(*ssa.Store); ok {
				given = append(given, store.Val)
			}
		}
	}
	if len(given) != 1 {
		return nil, false
	}
	return c.first(given[0], seen)
}

// elements gives all constants of a slice literal.
func elements(v ssa.Value) ([]string, bool) {
	slice, ok := v.(*ssa.Slice)
	if !ok || changed(v) {
		return nil, false
	}
	array, ok := slice.X.(*ssa.Alloc)
	if !ok {
		return nil, false
	}
	return stored(array, false)
}

// stored gives the constants that are put into an array, or only into its first place.
func stored(array *ssa.Alloc, firstOnly bool) (all []string, ok bool) {
	for _, user := range *array.Referrers() {
		element, isElement := user.(*ssa.IndexAddr)
		if !isElement {
			continue
		}
		if _, known := element.Index.(*ssa.Const); known && firstOnly && !isZero(element.Index) {
			continue
		}
		for _, use := range *element.Referrers() {
			store, isStore := use.(*ssa.Store)
			if !isStore || text(store.Val) == "" {
				return nil, false
			}
			all = append(all, text(store.Val))
		}
	}
	return all, len(all) > 0
}

// changed reports a slice into whose first place something is put later.
func changed(v ssa.Value) bool {
	refs := v.Referrers()
	if refs == nil {
		return false
	}
	for _, user := range *refs {
		if part, ok := user.(*ssa.Slice); ok && changed(part) {
			return true
		}
		element, ok := user.(*ssa.IndexAddr)
		if !ok {
			continue
		}
		if _, known := element.Index.(*ssa.Const); known && !isZero(element.Index) {
			continue
		}
		for _, use := range *element.Referrers() {
			if _, isLoad := use.(*ssa.UnOp); !isLoad {
				return true
			}
		}
	}
	return false
}

func isZero(v ssa.Value) bool {
	k, ok := v.(*ssa.Const)
	return ok && k.Value != nil && constant.Sign(k.Value) == 0
}
