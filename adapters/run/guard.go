package run

import (
	"slices"
	"strconv"
	"strings"

	"github.com/univ-lehavre/nestor/ports/problems"
	"github.com/univ-lehavre/nestor/ports/say"
)

// Allow is an allowlist: program -> the first arguments it may be started with.
// A program that is not in it is never started. All programs named in this package have further rules of their own,
// which no Allow can loosen.
type Allow map[string][]string

// Readers is the allowlist of a preview: two programs, one verb each.
func Readers() Allow {
	return Allow{"kubectl": {"get"}, "limactl": {"list"}}
}

// Fetchers is the allowlist of copying a kubeconfig from a node. No reader has it, and it reads no cluster.
func Fetchers() Allow {
	return Allow{"scp": {"-o"}, "ssh": {"-T"}}
}

// LimactlTemplate is the one format that limactl may be asked for. It leaves the instance's configuration,
// with its scripts and variables, unread; `errors` may be any JSON there, so each is printed as text.
const LimactlTemplate = `{"name":{{json .Name}},"status":{{json .Status}},"dir":{{json .Dir}},"vmType":{{json .VMType}},` +
	`"arch":{{json .Arch}},"cpus":{{.CPUs}},"memory":{{.Memory}},"disk":{{.Disk}},` +
	`"errors":[{{range $i,$e := .Errors}}{{if $i}},{{end}}{{json (print $e)}}{{end}}]}`

// LimactlList is the arguments of the one limactl call.
func LimactlList() []string { return []string{"list", "--format", LimactlTemplate} }

// check refuses a call before anything of it reaches the system.
func (a Allow) check(c Call) error {
	verbs, known := a[c.Program]
	switch {
	case strings.ContainsAny(c.Program, `/\:`) || c.Program == "":
		return refuse(say.Textf("program %q: a bare name is needed, not a path", c.Program))
	case !known:
		return refuse(say.Textf("program %q", c.Program))
	case len(c.Args) == 0 || !slices.Contains(verbs, c.Args[0]):
		return refuse(say.Textf("%s %s: only %s", c.Program, first(c.Args), strings.Join(verbs, ", ")))
	case slices.ContainsFunc(c.Args, func(arg string) bool { return strings.ContainsRune(arg, 0) }):
		return refuse(say.Textf("%s: an argument holds a NUL byte", c.Program))
	}
	if reads := Readers()[c.Program] != nil; reads && (c.File != "" || c.Terminal) {
		return refuse(say.Textf("%s with a file to write or a terminal", c.Program))
	}
	if slices.Contains(Inspectors()[c.Program], c.Args[0]) {
		return checkVersion(c)
	}
	switch c.Program {
	case "kubectl":
		return checkKubectl(c)
	case "limactl":
		return checkLimactl(c)
	case "scp":
		return checkSCP(c)
	case "ssh":
		return checkSSH(c)
	}
	return nil
}

// refuse says of a call that it is not what nestor needs.
func refuse(what say.Text) error {
	return problems.Kind(ErrNotAllowed, &say.Problem{Code: problems.NotAllowed, What: say.Textf("not allowed: %s", what),
		Do: say.Textf("nestor starts only what it needs to read")})
}

func first(args []string) say.Text {
	if len(args) == 0 {
		return say.Textf("without arguments")
	}
	return say.Verbatim(strconv.Quote(args[0]))
}

func checkLimactl(c Call) error {
	if !slices.Equal(c.Args, LimactlList()) || c.Stdin != nil || !c.Kubeconfig.Empty() {
		return refuse(say.Textf("limactl: only `list --format` with nestor's own template"))
	}
	return nil
}
