package callgraph

import (
	"fmt"
	"slices"
	"strings"
)

// Rules say what a read may do. What they do not name is a write.
type Rules struct {
	Pure        []string            // packages outside the module that only compute: all of their functions may be called
	Allowed     []string            // functions outside the module that may be called
	WriterFiles []string            // files of the module: each interface in them is a writer
	Writers     []string            // more methods of interfaces that write, as (ports.Editor).Apply
	Call        string              // the module's type of a child program to run, with the fields Program and Args
	Allow       string              // its type of an allow-list of such programs: a map of program to first arguments
	Children    map[string][]string // programs that only read with these first arguments
	Exceptions  []Exception
}

// Exception lets one edge pass, and nothing else. Of a function outside the module it excuses one call.
type Exception struct {
	From, To string // as Program.Name has them; To may be a function outside the module
	Why      string
}

// String shows the edge.
func (e Exception) String() string { return e.From + " -> " + e.To }

// Finding is a write that can be reached, with the calls that lead there.
type Finding struct {
	Root  string
	From  string // the function that does it
	What  string // what is called, or done
	Why   string // the rule that it breaks
	Steps []Step // from the root on; the last one is the write
}

// Step is one call.
type Step struct {
	At  string // file and line
	How string // "calls", or another way to be called
	To  string
}

// String shows the chain of calls.
func (f Finding) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s reaches %s: %s", f.Root, f.What, f.Why)
	for _, s := range f.Steps {
		b.WriteString(strings.TrimRight("\n    "+s.How+" "+s.To+"   "+s.At, " "))
	}
	return b.String()
}

// Report is what was found from some roots.
type Report struct {
	Findings []Finding
	Reached  map[string]bool    // the functions of the module that were reached
	Used     map[Exception]bool // exceptions without which there would be more findings
}

// Unused gives the exceptions that none of the reports needed.
func Unused(all []Exception, reports ...Report) []Exception {
	return slices.DeleteFunc(slices.Clone(all), func(e Exception) bool {
		return slices.ContainsFunc(reports, func(r Report) bool { return r.Used[e] })
	})
}
