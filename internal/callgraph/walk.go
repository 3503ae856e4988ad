package callgraph

import (
	"cmp"
	"fmt"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// NewChecker judges p by rules. An interface or type of the rules that is not there is an error.
func NewChecker(p *Program, r Rules) (*Checker, error) {
	c := &Checker{Program: p, rules: r, outside: map[string]bool{}, writers: map[string]bool{},
		writes: map[*ssa.Function]string{}, facts: map[*ssa.Function]*fact{}}
	for _, name := range slices.Concat(r.Pure, r.Allowed) {
		c.outside[name] = true
	}
	for _, name := range []string{r.Call, r.Allow} {
		if name != "" && p.lookUp(name) == nil {
			return nil, fmt.Errorf("there is no type %s", name)
		}
	}
	return c, c.findWriters()
}

// findWriters collects the methods of writer interfaces, and those that implement them.
func (c *Checker) findWriters() error {
	found := map[string]bool{}
	for _, t := range c.types() {
		if !types.IsInterface(t) {
			continue
		}
		file, _, _ := strings.Cut(c.place(t.Obj().Pos()), ":")
		writer := t.Underlying().(*types.Interface)
		for i := range writer.NumMethods() {
			name := "(" + c.typeName(t) + ")." + writer.Method(i).Name()
			if slices.Contains(c.rules.WriterFiles, file) || slices.Contains(c.rules.Writers, name) {
				found[file], found[name], c.writers[name] = true, true, true
				c.findWrites(writer, writer.Method(i), name)
			}
		}
	}
	for _, name := range slices.Concat(c.rules.WriterFiles, c.rules.Writers) {
		if !found[name] {
			return fmt.Errorf("there is no writer %s", name)
		}
	}
	return nil
}

func (c *Checker) findWrites(writer *types.Interface, method *types.Func, name string) {
	for _, t := range c.types() {
		if types.IsInterface(t) || t.TypeParams().Len() > 0 {
			continue
		}
		for _, each := range []types.Type{t, types.NewPointer(t)} {
			if !types.Implements(each, writer) {
				continue
			}
			if fn := c.prog.LookupMethod(each, method.Pkg(), method.Name()); fn != nil {
				c.writes[fn] = "it implements " + name
			}
		}
	}
}

// types gives the named types of the module's packages.
func (c *Checker) types() []*types.Named {
	var all []*types.Named
	for _, pkg := range c.packages {
		for _, member := range pkg.Members {
			if t, ok := member.(*ssa.Type); ok {
				if named, ok := t.Type().(*types.Named); ok {
					all = append(all, named)
				}
			}
		}
	}
	return all
}

// visit is how a function was reached.
type visit struct {
	from *ssa.Function // nil for a root
	by   edge
}

// Check follows all calls from the roots.
func (c *Checker) Check(roots []*ssa.Function) Report {
	report := Report{Reached: map[string]bool{}, Used: map[Exception]bool{}}
	visits, met := c.walk(roots, nil, func(fn *ssa.Function, b breach, visits map[*ssa.Function]visit) {
		report.Findings = append(report.Findings, c.finding(fn, b, visits))
	})
	for fn := range visits {
		report.Reached[c.Name(fn)] = true
	}
	for e, callee := range met {
		needed := callee == nil // a breach itself
		if !needed {
			c.walk([]*ssa.Function{callee}, &e, func(*ssa.Function, breach, map[*ssa.Function]visit) { needed = true })
		}
		if needed {
			report.Used[e] = true
		}
	}
	slices.SortFunc(report.Findings, func(a, b Finding) int {
		return cmp.Or(strings.Compare(a.Root, b.Root), strings.Compare(a.String(), b.String()))
	})
	report.Findings = slices.CompactFunc(report.Findings, func(a, b Finding) bool { return a.String() == b.String() })
	return report
}

// walk visits every function that the roots reach, shortest way first, without passing an excepted edge. It gives what it
// saw, and the excepted edges that it met, each with where it leads.
func (c *Checker) walk(roots []*ssa.Function, without *Exception, found func(*ssa.Function, breach, map[*ssa.Function]visit)) (map[*ssa.Function]visit, map[Exception]*ssa.Function) {
	visits, met := map[*ssa.Function]visit{}, map[Exception]*ssa.Function{}
	queue := slices.Clone(roots)
	for _, root := range roots {
		visits[root] = visit{}
	}
	for ; len(queue) > 0; queue = queue[1:] {
		fn := queue[0]
		f := c.fact(fn)
		excused := map[string]bool{} // what is outside the module is excused in one place
		for _, b := range f.breaches {
			if e, ok := c.excepted(fn, b.what, without); ok && !excused[b.what] {
				met[e], excused[b.what] = nil, true
				continue
			}
			found(fn, b, visits)
		}
		for _, e := range f.edges {
			if exception, ok := c.excepted(fn, c.Name(e.to), without); ok {
				met[exception] = e.to
				continue
			}
			if _, seen := visits[e.to]; !seen {
				visits[e.to] = visit{fn, e}
				queue = append(queue, e.to)
			}
		}
	}
	return visits, met
}

func (c *Checker) excepted(from *ssa.Function, to string, without *Exception) (Exception, bool) {
	name := c.Name(from)
	for _, e := range c.rules.Exceptions {
		if e.From == name && e.To == to && (without == nil || *without != e) {
			return e, true
		}
	}
	return Exception{}, false
}

// finding writes the chain of calls from the root.
func (c *Checker) finding(fn *ssa.Function, b breach, visits map[*ssa.Function]visit) Finding {
	from := c.Name(fn)
	at := b.at
	if !at.IsValid() { // in a wrapper that stands in no file
		at = visits[fn].by.at
	}
	steps := []Step{{c.place(at), "does", b.what}}
	for v := visits[fn]; v.from != nil; fn, v = v.from, visits[v.from] {
		steps = append(steps, Step{c.place(v.by.at), v.by.how, c.Name(v.by.to)})
	}
	slices.Reverse(steps)
	return Finding{Root: c.Name(fn), From: from, What: b.what, Why: b.why, Steps: steps}
}
