package run

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Allow is an allowlist: program -> the first arguments it may be started with.
// A program that is not in it is never started. kubectl and limactl have further rules of their own,
// which no Allow can loosen.
type Allow map[string][]string

// Readers is the allowlist of a preview: two programs, one verb each.
func Readers() Allow {
	return Allow{"kubectl": {"get"}, "limactl": {"list"}}
}

// NoCache is the one discovery cache folder that kubectl may be given, and it can never exist. A cache outlives what a
// cluster serves: with a stale one, a kind that moved to another version reads as absent.
const NoCache = "/dev/null/x"

// LimactlTemplate is the one format that limactl may be asked for. It leaves the instance's configuration,
// with its scripts and variables, unread; `errors` may be any JSON there, so each is printed as text.
const LimactlTemplate = `{"name":{{json .Name}},"status":{{json .Status}},"dir":{{json .Dir}},"vmType":{{json .VMType}},` +
	`"arch":{{json .Arch}},"cpus":{{.CPUs}},"memory":{{.Memory}},"disk":{{.Disk}},` +
	`"errors":[{{range $i,$e := .Errors}}{{if $i}},{{end}}{{json (print $e)}}{{end}}]}`

// LimactlList is the arguments of the one limactl call.
func LimactlList() []string { return []string{"list", "--format", LimactlTemplate} }

// check refuses a call before anything of it reaches the system.
func (a Allow) check(program string, args []string) error {
	verbs, known := a[program]
	switch {
	case strings.ContainsAny(program, `/\:`) || program == "":
		return refuse("program %q: a bare name is needed, not a path", program)
	case !known:
		return refuse("program %q", program)
	case len(args) == 0 || !slices.Contains(verbs, args[0]):
		return refuse("%s %s: only %s", program, first(args), strings.Join(verbs, ", "))
	}
	for _, arg := range args {
		if strings.ContainsRune(arg, 0) {
			return refuse("%s: an argument holds a NUL byte", program)
		}
	}
	switch program {
	case "kubectl":
		return checkKubectl(args)
	case "limactl":
		return checkLimactl(args)
	}
	return nil
}

func refuse(format string, what ...any) error {
	return fmt.Errorf("%w: "+format+"; nestor starts only what it needs to read", append([]any{ErrNotAllowed}, what...)...)
}

func first(args []string) string {
	if len(args) == 0 {
		return "without arguments"
	}
	return strconv.Quote(args[0])
}

func checkLimactl(args []string) error {
	if !slices.Equal(args, LimactlList()) {
		return refuse("limactl: only `list --format` with nestor's own template")
	}
	return nil
}

// kubectlFlag is a flag that kubectl may be given: with a value that is accepted, or without any.
type kubectlFlag struct {
	name  string                  // long form, or the letter if there is no other
	short string                  // one letter, or empty
	value func(value string) bool // nil for a switch
}

// kubectlFlags holds every flag that is accepted. What is not here could name another server, another identity,
// a file or a write, so the default is refusal.
var kubectlFlags = []kubectlFlag{
	{name: "kubeconfig", value: exactly(KubeconfigArg)},
	{name: "context", value: filled},
	{name: "cache-dir", value: exactly(NoCache)},
	{name: "request-timeout", value: filled},
	{name: "v", short: "v", value: quietLevel},
	{name: "output", short: "o", value: exactly("json", "name", "yaml", "wide")},
	{name: "filename", short: "f", value: exactly("-")},
	{name: "ignore-not-found"},
	{name: "all-namespaces", short: "A"},
	{name: "namespace", short: "n", value: filled},
	{name: "selector", short: "l", value: filled},
	{name: "field-selector", value: filled},
	{name: "chunk-size", value: number},
	{name: "raw", value: discoveryPath},
}

func exactly(values ...string) func(string) bool {
	return func(v string) bool { return slices.Contains(values, v) }
}

// filled also refuses a value that looks like a flag: it would be one that lost its value.
func filled(v string) bool { return strings.TrimSpace(v) != "" && !strings.HasPrefix(v, "-") }

func number(v string) bool { _, err := strconv.ParseUint(v, 10, 31); return err == nil }

// quietLevel stops before 7: from there on kubectl prints headers, then bodies.
func quietLevel(v string) bool { return len(v) == 1 && v >= "0" && v <= "6" }

var pathSegment = regexp.MustCompile(`^[A-Za-z0-9._~:-]+$`)

// discoveryPath accepts the list of API groups, also behind the path of a server's URL ("/k8s/clusters/c-1/apis").
// No prefix may reach into an API: a service or node proxy is one GET away there.
func discoveryPath(path string) bool {
	prefix, found := strings.CutSuffix(path, "/apis")
	if !found || prefix == "" {
		return found
	}
	for i, segment := range strings.Split(prefix, "/") {
		if i == 0 && segment == "" {
			continue
		}
		if i == 0 || !pathSegment.MatchString(segment) || slices.Contains([]string{"api", "apis", "proxy", ".", ".."}, segment) {
			return false
		}
	}
	return true
}

// resourceArg is a kind, a list of kinds or a name; it cannot be a flag.
var resourceArg = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._,/:-]*$`)

// secretKind is true of the one kind whose content must never pass through here.
var secretKind = regexp.MustCompile(`(?i)(^|,)secrets?([.,/]|$)`)

// checkKubectl accepts `kubectl get` on a named kubeconfig and context, and no argument that it does not know.
func checkKubectl(args []string) error {
	if args[0] != "get" {
		return refuse("kubectl %s: only get", first(args))
	}
	given := map[string]bool{}
	for rest := args[1:]; len(rest) > 0; {
		name, used, err := kubectlArg(rest)
		if err != nil {
			return err
		}
		if name != "" && given[name] {
			return refuse("kubectl: --%s is given twice", name)
		}
		given[name], rest = true, rest[used:]
	}
	for _, needed := range []string{"kubeconfig", "context", "cache-dir"} {
		if !given[needed] {
			return refuse("kubectl without --%s, which would not be sure to read the cluster that was named", needed)
		}
	}
	return nil
}

// kubectlArg judges the first of the arguments: its flag's name (empty for a resource) and how many arguments it took.
func kubectlArg(args []string) (name string, used int, err error) {
	arg := args[0]
	if !strings.HasPrefix(arg, "-") {
		if !resourceArg.MatchString(arg) || secretKind.MatchString(arg) {
			return "", 0, refuse("kubectl get %q", arg)
		}
		return "", 1, nil
	}
	flag, value, attached, known := parseFlag(arg)
	if !known {
		return "", 0, refuse("kubectl flag %q", flagOnly(arg))
	}
	if flag.value == nil {
		if attached {
			return "", 0, refuse("kubectl flag --%s takes no value", flag.name)
		}
		return flag.name, 1, nil
	}
	used = 1
	if !attached {
		if len(args) < 2 {
			return "", 0, refuse("kubectl flag --%s without a value", flag.name)
		}
		value, used = args[1], 2
	}
	if !flag.value(value) {
		return "", 0, refuse("this value of kubectl flag --%s", flag.name)
	}
	return flag.name, used, nil
}

// parseFlag reads --name, --name=value, -x, -xvalue and -x=value as kubectl's own parser does.
func parseFlag(arg string) (flag kubectlFlag, value string, attached, known bool) {
	if long, found := strings.CutPrefix(arg, "--"); found {
		name, value, attached := strings.Cut(long, "=")
		flag, known := lookFlag(func(f kubectlFlag) bool { return f.name == name })
		return flag, value, attached, known
	}
	if len(arg) < 2 {
		return kubectlFlag{}, "", false, false
	}
	flag, known = lookFlag(func(f kubectlFlag) bool { return f.short == arg[1:2] })
	value, attached = arg[2:], len(arg) > 2
	return flag, strings.TrimPrefix(value, "="), attached, known
}

func lookFlag(is func(kubectlFlag) bool) (kubectlFlag, bool) {
	i := slices.IndexFunc(kubectlFlags, is)
	if i < 0 {
		return kubectlFlag{}, false
	}
	return kubectlFlags[i], true
}

// flagOnly keeps a refused flag's value out of messages: it may be a token.
func flagOnly(arg string) string {
	name, _, _ := strings.Cut(arg, "=")
	if !strings.HasPrefix(name, "--") && len(name) > 2 {
		return name[:2]
	}
	return name
}
