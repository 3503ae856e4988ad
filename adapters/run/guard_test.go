package run

import (
	"errors"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// on is a kubectl command line with what every call needs.
func on(args string) []string {
	return append(strings.Fields(args), "--kubeconfig", KubeconfigArg, "--context", "prod", "--cache-dir", NoCache)
}

func TestWhatAPreviewRunsIsAllowed(t *testing.T) {
	for _, args := range [][]string{
		on("get nodes,namespaces,storageclasses -o json"),
		on("get -f - --ignore-not-found -o json -v=6 --request-timeout 10s"),
		on("get -f- --ignore-not-found -ojson -v6"),
		on("get --raw /apis --v=6"),
		on("get --raw=/k8s/clusters/c-1/apis"),
		on("get deployments,statefulsets -A -l app.kubernetes.io/name=x --chunk-size=0 -n default"),
		{"get", "deployments", "-l", "app.kubernetes.io/name in (a, b)", "--kubeconfig=" + KubeconfigArg, "--context=a b/c@d", "--cache-dir=" + NoCache},
	} {
		if err := Readers().check("kubectl", args); err != nil {
			t.Errorf("%q: %v", args, err)
		}
	}
	if err := Readers().check("limactl", LimactlList()); err != nil {
		t.Error(err)
	}
}

// Each of these would write, or read as someone else, somewhere else or something else.
var refused = map[string][]string{
	"no verb":                  {},
	"another verb":             on("delete nodes"),
	"a flag before the verb":   append([]string{"--context", "prod"}, on("get nodes")...),
	"a verb that begins alike": on("get-all nodes"),
	"an identity":              on("get nodes --as system:admin"),
	"a group":                  on("get nodes --as-group=system:masters"),
	"a uid":                    on("get nodes --as-uid=0"),
	"a token":                  on("get nodes --token=t"),
	"a server":                 on("get nodes --server https://other"),
	"a server, short":          on("get nodes -s https://other"),
	"a server, attached":       on("get nodes -shttps://other"),
	"a user":                   on("get nodes --user u"),
	"a cluster":                on("get nodes --cluster c"),
	"a user name":              on("get nodes --username u"),
	"a password":               on("get nodes --password p"),
	"no certificate check":     on("get nodes --insecure-skip-tls-verify"),
	"another server name":      on("get nodes --tls-server-name x"),
	"a client certificate":     on("get nodes --client-certificate f"),
	"raw, something else":      on("get --raw /api/v1/secrets"),
	"raw, a query":             on("get --raw /apis?x=1"),
	"raw, deeper":              on("get --raw /apis/apps/v1"),
	"raw, a service's own":     on("get --raw /api/v1/namespaces/a/services/b/proxy/apis"),
	"raw, behind a prefix":     on("get --raw /k8s/clusters/c/api/v1/namespaces/a/services/b/proxy/apis"),
	"raw, an API as a prefix":  on("get --raw /apis/x/apis"),
	"raw, a proxy as a prefix": on("get --raw /k8s/proxy/apis"),
	"raw, upwards":             on("get --raw /x/../apis"),
	"raw, a whole URL":         on("get --raw https://other/apis"),
	"raw, no path":             on("get --raw apis"),
	"raw, twice":               on("get --raw /apis --raw /apis"),
	"a file":                   on("get -f pods.yaml"),
	"a file, attached":         on("get -fpods.yaml"),
	"a file, long":             on("get --filename=https://other/pods.yaml"),
	"bodies in the log":        on("get nodes -v=8"),
	"headers in the log":       on("get nodes -v 7"),
	"levels by two digits":     on("get nodes -v=10"),
	"a log file":               on("get nodes --log-file=/tmp/x"),
	"a profile file":           on("get nodes --profile=cpu --profile-output=/tmp/x"),
	"another kubeconfig":       {"get", "nodes", "--cache-dir", NoCache, "--context", "prod", "--kubeconfig", "/root/.kube/config"},
	"two kubeconfigs":          on("get nodes --kubeconfig {kubeconfig}"),
	"two contexts":             on("get nodes --context other"),
	"no kubeconfig":            {"get", "nodes", "--cache-dir", NoCache, "--context", "prod"},
	"no context":               {"get", "nodes", "--cache-dir", NoCache, "--kubeconfig", KubeconfigArg},
	"no cache folder":          {"get", "nodes", "--kubeconfig", KubeconfigArg, "--context", "prod"},
	"an empty context":         {"get", "nodes", "--cache-dir", NoCache, "--kubeconfig", KubeconfigArg, "--context="},
	"a blank context":          {"get", "nodes", "--cache-dir", NoCache, "--kubeconfig", KubeconfigArg, "--context", " "},
	"a flag for a context":     {"get", "nodes", "--cache-dir", NoCache, "--kubeconfig", KubeconfigArg, "--context", "--token=t"},
	"a context left out":       {"get", "nodes", "--cache-dir", NoCache, "--kubeconfig", KubeconfigArg, "--context"},
	"watching":                 on("get nodes --watch"),
	"watching, short":          on("get nodes -w"),
	"watching, hidden":         on("get nodes -Aw"),
	"watching only":            on("get nodes --watch-only"),
	"watch events":             on("get nodes --output-watch-events"),
	"a subresource":            on("get nodes --subresource=status"),
	"a kustomization":          on("get -k ."),
	"another cache":            on("get nodes --cache-dir /root/.kube/cache"),
	"other spelling":           on("get nodes --cache_dir /root/.kube/cache"),
	"a template file":          on("get nodes -o go-template-file=/etc/passwd"),
	"after a double dash":      on("get nodes -- --token=t"),
	"a value for a switch":     on("get nodes --all-namespaces=false"),
	"secrets":                  on("get secrets -o json"),
	"secrets among others":     on("get nodes,Secret -o json"),
	"secrets by version":       on("get secrets.v1. -o json"),
	"one secret":               on("get secret/x -o json"),
	"an empty argument":        append(on("get nodes"), ""),
	"a NUL byte":               {"get", "nodes", "--cache-dir", NoCache, "--kubeconfig", KubeconfigArg, "--context", "a\x00b"},
}

func TestWhatCouldChangeOrRedirectIsRefused(t *testing.T) {
	for name, args := range refused {
		if err := Readers().check("kubectl", args); !errors.Is(err, ErrNotAllowed) {
			t.Errorf("%s: %q gives %v", name, args, err)
		}
	}
	for _, args := range [][]string{
		{"list"}, {"delete", "node1"}, {"list", "--format", "{{json .}}"}, append(LimactlList(), "node1"), {"list", "--json"},
	} {
		if err := Readers().check("limactl", args); !errors.Is(err, ErrNotAllowed) {
			t.Errorf("limactl %q gives %v", args, err)
		}
	}
}

func TestOnlyNamedProgramsAreAllowed(t *testing.T) {
	for _, program := range []string{"", "sh", "/usr/bin/kubectl", "./kubectl", "kubectl.exe", `C:kubectl`} {
		allow := Readers()
		if strings.ContainsAny(program, `/\:`) {
			allow[program] = []string{"get"}
		}
		if err := allow.check(program, on("get nodes")); !errors.Is(err, ErrNotAllowed) {
			t.Errorf("%q gives %v", program, err)
		}
	}
}

func TestNoAllowlistLoosensKubectl(t *testing.T) {
	allow := Allow{"kubectl": {"get", "delete"}}
	if err := allow.check("kubectl", on("delete nodes")); !errors.Is(err, ErrNotAllowed) {
		t.Error(err)
	}
}

func TestARefusalDoesNotRepeatASecret(t *testing.T) {
	for _, args := range []string{"get --token=hunter2", "get -shunter2", "get --context hunter2 --token hunter2"} {
		err := Readers().check("kubectl", strings.Fields(args))
		if err == nil || strings.Contains(err.Error(), "hunter2") {
			t.Errorf("%s: %v", args, err)
		}
	}
}

// acceptedFlag is written apart from the guard's table: what an accepted argument that begins with a dash may look like.
var acceptedFlag = regexp.MustCompile(`^(-|-[fo].*|-f=?-|-v=?[0-6]?|-[Anl]|-[nl].+|--(kubeconfig|context|cache-dir|request-timeout|v|output|filename|` +
	`ignore-not-found|all-namespaces|namespace|selector|field-selector|chunk-size|raw)(=(?s:.*))?)$`)

func FuzzAcceptedKubectlOnlyGets(f *testing.F) {
	for _, args := range refused {
		f.Add(strings.Join(args, "\n"))
	}
	f.Add(strings.Join(on("get -f - -o json -A"), "\n"))
	f.Fuzz(func(t *testing.T, joined string) {
		args := strings.Split(joined, "\n")
		if Readers().check("kubectl", args) != nil {
			return
		}
		if args[0] != "get" {
			t.Fatalf("accepted %q", args)
		}
		if !slices.Contains(args, KubeconfigArg) && !slices.Contains(args, "--kubeconfig="+KubeconfigArg) {
			t.Fatalf("accepted without a kubeconfig: %q", args)
		}
		for _, arg := range args {
			if strings.HasPrefix(arg, "-") && !acceptedFlag.MatchString(arg) {
				t.Fatalf("accepted %q in %q", arg, args)
			}
		}
	})
}
