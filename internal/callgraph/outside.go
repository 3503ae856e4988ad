package callgraph

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// leave judges a call of a function outside the module.
func (c *Checker) leave(f *fact, callee *ssa.Function, pkg *types.Package, args []ssa.Value, at token.Pos) {
	name := c.Name(callee)
	switch name {
	case "os.OpenFile":
		if why := c.opens(args); why != "" {
			f.breach(name, why, at)
		}
		return
	case "os/exec.Command":
		c.starts(f, name, args, at)
		return
	case "os/exec.CommandContext":
		c.starts(f, name, args[min(1, len(args)):], at)
		return
	}
	if callee.Synthetic == "package initializer" {
		return
	}
	c.judge(f, name, pkg, at)
}

// judge knows a call by its name.
func (c *Checker) judge(f *fact, name string, pkg *types.Package, at token.Pos) {
	if pkg == nil || c.outside[pkg.Path()] || c.outside[name] {
		return
	}
	f.breach(name, "not on the list of what a read may call", at)
}

// writingFlags open a file for more than reading.
var writingFlags = []string{"O_WRONLY", "O_RDWR", "O_APPEND", "O_CREATE", "O_TRUNC"}

// opens says what is wrong with the arguments of os.OpenFile; "" when it only reads.
func (c *Checker) opens(args []ssa.Value) string {
	if len(args) < 2 {
		return "it is used as a value, so its flags are not known"
	}
	given, ok := args[1].(*ssa.Const)
	if !ok {
		return "its flags are not a constant"
	}
	scope := c.prog.ImportedPackage("os").Pkg.Scope()
	for _, name := range writingFlags {
		bit := scope.Lookup(name).(*types.Const).Val()
		if constant.Sign(constant.BinaryOp(given.Value, token.AND, bit)) != 0 {
			return "it is opened with " + name
		}
	}
	return ""
}

// starts judges the start of a child program: what that does, no call graph sees.
func (c *Checker) starts(f *fact, name string, args []ssa.Value, at token.Pos) {
	if len(args) < 2 {
		f.breach(name, "it is used as a value, so the program is not known", at)
		return
	}
	program := text(args[0])
	verbs, ok := c.first(args[1], nil)
	if why := c.childFault(program, verbs, ok); why != "" {
		f.breach(name, why, at)
	}
}

// childFault says what is wrong with a child program and all that its first argument can be.
func (c *Checker) childFault(program string, verbs []string, ok bool) string {
	reads := c.rules.Children[program]
	switch {
	case program == "":
		return "the program is not a constant"
	case reads == nil:
		return "the program " + program + " is not on the list of those that read"
	case !ok:
		return "the first argument of " + program + " is not a constant"
	}
	for _, verb := range verbs {
		if !slices.Contains(reads, verb) {
			return program + " " + verb + " is not on the list of what reads"
		}
	}
	return ""
}

// text is the value of a constant string; "" when it is none.
func text(v ssa.Value) string {
	if k, ok := v.(*ssa.Const); ok && k.Value != nil && k.Value.Kind() == constant.String {
		return constant.StringVal(k.Value)
	}
	return ""
}
