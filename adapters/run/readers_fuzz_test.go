package run

import (
	"errors"
	"maps"
	"net/url"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/univ-lehavre/nestor/ports"
)

// verbs of kubectl, limactl and what else runs programs: none may be a whole argument of a reader's call.
var verbs = strings.Fields(`annotate api-resources apply attach auth autoscale certificate cluster-info completion config cordon cp create debug delete describe
	diff drain edit events exec explain expose kustomize label logs options patch plugin port-forward proxy replace rollout run scale set taint top uncordon wait
	clone copy disk edit factory-reset hostagent prune protect restart rename shell show-ssh snapshot start start-at-login stop sudoers tunnel unprotect usernet validate
	sudo sh bash cat`)

// elsewhere are the path segments behind which something else than discovery lies.
var elsewhere = strings.Fields("proxy exec attach portforward log watch . ..")

// decoded undoes every percent encoding, however often it was put on.
func decoded(path string) string {
	for range 10 {
		once, err := url.PathUnescape(path)
		if err != nil || once == path {
			return path
		}
		path = once
	}
	return path
}

func readerSeeds(f *testing.F) {
	for _, args := range refused {
		f.Add("kubectl", strings.Join(args, "\n"), "", "", false)
	}
	for _, path := range []string{"/apis", "/k8s/clusters/c-1/apis", "/apis/a.b/v1", "/k8s/%70roxy/apis", "/x/..%2fproxy/apis", "/api/v1/namespaces/a/pods/b/exec/apis"} {
		f.Add("kubectl", strings.Join(KubectlRaw("prod", path), "\n"), "", "", false)
	}
	f.Add("kubectl", strings.Join(KubectlNames("prod"), "\n"), string(NameList([]ObjectName{namespace, deployment})), "", false)
	f.Add("kubectl", strings.Join(KubectlList("exec", "nodes"), "\n"), "", "", false)
	f.Add("limactl", strings.Join(LimactlList(), "\n"), "", "", false)
	for _, args := range []string{"list", "delete\nvm", "list\n--format\n{{json .}}", "list\n--format\n" + LimactlTemplate + "\nvm", "shell\nvm\nkubectl", "--debug\nlist"} {
		f.Add("limactl", args, "", "", false)
	}
	f.Add("scp", strings.Join(SCPDownload(to(), conf), "\n"), "", private, false)
	f.Add("ssh", strings.Join(SSHSudoCat(to(), conf), "\n"), "", "", true)
	for _, program := range []string{"", "sh", "/usr/bin/kubectl", "kubectl.exe", "KUBECTL", "kubectl ", "helm", "sudo"} {
		f.Add(program, "get\nnodes", "", "", false)
	}
}

// FuzzAReaderStartsNothingElse takes any program with any arguments.
func FuzzAReaderStartsNothingElse(f *testing.F) {
	readerSeeds(f)
	f.Fuzz(func(t *testing.T, program, joined, stdin, file string, terminal bool) {
		call := Call{Program: program, Args: strings.Split(joined, "\n"), File: file, Terminal: terminal}
		if stdin != "" {
			call.Stdin = []byte(stdin)
		}
		if Readers().check(call) != nil {
			return
		}
		if file != "" || terminal {
			t.Fatalf("accepted with file %q and terminal %v: %q", file, terminal, joined)
		}
		switch program {
		case "limactl":
			if joined != "list\n--format\n"+LimactlTemplate || stdin != "" {
				t.Fatalf("limactl: accepted %q", joined)
			}
		case "kubectl":
			acceptedByKubectl(t, call, joined)
		default:
			t.Fatalf("accepted program %q", program)
		}
	})
}

// acceptedByKubectl holds an accepted call against rules that are written apart from the guard's.
func acceptedByKubectl(t *testing.T, call Call, joined string) {
	t.Helper()
	if !acceptedArgs.MatchString(joined) {
		t.Fatalf("kubectl: accepted %q", joined)
	}
	for i, arg := range call.Args {
		value := i > 0 && slices.Contains([]string{"--context", "get"}, call.Args[i-1]) // a context and a resource may be called anything
		switch {
		case value && !strings.HasPrefix(arg, "-"):
		case slices.Contains(verbs, arg), strings.HasPrefix(arg, "--as"), strings.HasPrefix(arg, "-v") && arg != "-v=6",
			arg == "-f" && call.Args[i+1] != "-", strings.HasPrefix(arg, "-f") && arg != "-f", strings.HasPrefix(arg, "--raw="), strings.HasPrefix(arg, "-w"):
			t.Fatalf("kubectl: accepted %q in %q", arg, joined)
		}
		if i > 0 && call.Args[i-1] == "--raw" {
			for segment := range strings.SplitSeq(strings.ToLower(decoded(arg)), "/") {
				if slices.Contains(elsewhere, segment) {
					t.Fatalf("kubectl: accepted --raw %q", arg)
				}
			}
			if decoded(arg) != arg || strings.ContainsAny(arg, "?#;\\ ") || strings.Contains(arg, "//") {
				t.Fatalf("kubectl: accepted --raw %q", arg)
			}
		}
	}
}

// FuzzLimactlOnlyLists takes any arguments, and a list of programs that loosens the guard's own.
func FuzzLimactlOnlyLists(f *testing.F) {
	for _, args := range []string{"list", "delete\nvm", "list\n--format\n{{json .}}", "list\n--format\n" + LimactlTemplate, "shell\nvm", "start\n--tty=false", "list\n--json"} {
		f.Add(args, "", "list")
		f.Add(args, "x", "delete")
	}
	f.Fuzz(func(t *testing.T, joined, stdin, verb string) {
		call := Call{Program: "limactl", Args: strings.Split(joined, "\n")}
		if stdin != "" {
			call.Stdin = []byte(stdin)
		}
		allow := Allow{"limactl": {"list", verb, call.Args[0]}}
		if allow.check(call) == nil && (joined != "list\n--format\n"+LimactlTemplate || stdin != "") {
			t.Fatalf("accepted %q with %q on stdin", joined, stdin)
		}
	})
}

// TestReadersAndFetchersNeverMeet draws calls that a fetch may make, and lists that are made of both.
func TestReadersAndFetchersNeverMeet(t *testing.T) {
	readers, fetchers := slices.Sorted(maps.Keys(Readers())), slices.Sorted(maps.Keys(Fetchers()))
	if !slices.Equal(readers, []string{"kubectl", "limactl"}) || !slices.Equal(fetchers, []string{"scp", "ssh"}) {
		t.Errorf("readers %v, fetchers %v", readers, fetchers)
	}
	for program, words := range Readers() {
		if len(words) != 1 || len(Fetchers()[program]) > 0 {
			t.Errorf("a reader may run %s %v", program, words)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		target := SSHTarget{Host: rapid.StringMatching(`[a-z0-9]{1,8}`).Draw(t, "host"), User: rapid.StringMatching(`[a-z]{0,4}`).Draw(t, "user"),
			Port: rapid.IntRange(0, 65535).Draw(t, "port"), Batch: true, Connect: rapid.IntRange(1, 60).Draw(t, "connect")}
		path := rapid.StringMatching(`(/[a-z0-9.]{1,6}){1,3}`).Draw(t, "path")
		for _, call := range []Call{{Program: "scp", Args: SCPDownload(target, path), File: private}, {Program: "ssh", Args: SSHSudoCat(target, path)}} {
			if err := Fetchers().check(call); err != nil {
				t.Fatalf("a fetcher may not run %s: %v", call.CommandLine(), err)
			}
			if err := Readers().check(call); !errors.Is(err, ErrNotAllowed) {
				t.Fatalf("a reader may run %s", call.CommandLine())
			}
			call.Program = rapid.SampledFrom(readers).Draw(t, "program")
			if err := Readers().check(call); !errors.Is(err, ErrNotAllowed) {
				t.Fatalf("a reader may run %s", call.CommandLine())
			}
		}
	})
}

func TestAReadHasNoTerminalAndNoFile(t *testing.T) {
	for _, call := range []Call{kubectl(KubectlList("prod", "nodes")), {Program: "limactl", Args: LimactlList()}} {
		for name, change := range map[string]func(*Call){
			"a file":     func(c *Call) { c.File = private },
			"a terminal": func(c *Call) { c.Terminal = true },
		} {
			changed := call
			change(&changed)
			if Readers().check(call) != nil || !errors.Is(Readers().check(changed), ErrNotAllowed) {
				t.Errorf("%s with %s", call.Program, name)
			}
		}
	}
	withKubeconfig := Call{Program: "limactl", Args: LimactlList(), Kubeconfig: ports.NewSecret([]byte("x"))}
	if !errors.Is(Readers().check(withKubeconfig), ErrNotAllowed) {
		t.Error("limactl with a kubeconfig")
	}
}
