package run

import (
	"errors"
	"regexp"
	"strings"
	"testing"
)

// on is a kubectl command line with what every call ends with.
func on(args string) []string { return kubectlGet("prod", strings.Fields(args)[1:]...) }

// kubectl is a call without stdin.
func kubectl(args []string) Call { return Call{Program: "kubectl", Args: args} }

func asked(names ...ObjectName) Call {
	return Call{Program: "kubectl", Args: KubectlNames("prod"), Stdin: NameList(names)}
}

var (
	deployment = ObjectName{APIVersion: "apps/v1", Kind: "Deployment", Namespace: "a", Name: "b"}
	namespace  = ObjectName{APIVersion: "v1", Kind: "Namespace", Name: "kube-system"}
)

func TestWhatAPreviewRunsIsAllowed(t *testing.T) {
	for _, call := range []Call{
		kubectl(on("get nodes,namespaces,storageclasses,cronjobs -A -o json")),
		kubectl(on("get namespaces,applications.v1alpha1.argoproj.io -A -o json")),
		kubectl(on("get --raw /apis")),
		kubectl(on("get --raw /k8s/clusters/c-1/apis")),
		kubectl(on("get --raw /apis/ceph.rook.io/v1")),
		kubectl(on("get --raw /k8s/clusters/c-1/apis/argoproj.io/v1alpha1")),
		kubectl(KubectlList("a b/c@d", "nodes")),
		asked(namespace, deployment),
		asked(ObjectName{APIVersion: "rbac.authorization.k8s.io/v1", Kind: "ClusterRole", Name: "system:node é <x>\u2028"}),
		{Program: "limactl", Args: LimactlList()},
	} {
		if err := Readers().check(call); err != nil {
			t.Errorf("%s: %v", call.CommandLine(), err)
		}
	}
}

// Each of these would write, or read as someone else, somewhere else or something else.
var refused = map[string][]string{
	"no verb":                  {},
	"another verb":             append([]string{"delete"}, on("get nodes -A -o json")[1:]...),
	"a flag before the verb":   append([]string{"--context", "prod"}, on("get nodes -A -o json")...),
	"a verb that begins alike": append([]string{"get-all"}, on("get nodes -A -o json")[1:]...),
	"no resource":              on("get"),
	"a resource and no more":   on("get nodes"),
	"one namespace":            on("get nodes -n default -o json"),
	"another output":           on("get nodes -A -o yaml"),
	"names as output":          on("get nodes -A -o name"),
	"a selector":               on("get nodes -A -l a=b -o json"),
	"a field selector":         on("get nodes -A --field-selector a=b -o json"),
	"a page size":              on("get nodes -A --chunk-size=0 -o json"),
	"a request timeout":        on("get nodes -A -o json --request-timeout 10s"),
	"an identity":              on("get nodes -A -o json --as system:admin"),
	"a group":                  on("get nodes -A -o json --as-group=system:masters"),
	"a token":                  on("get nodes -A -o json --token=t"),
	"a server":                 on("get nodes -A -o json --server https://other"),
	"a server, attached":       on("get nodes -A -o json -shttps://other"),
	"a user":                   on("get nodes -A -o json --user u"),
	"a cluster":                on("get nodes -A -o json --cluster c"),
	"no certificate check":     on("get nodes -A -o json --insecure-skip-tls-verify"),
	"raw, something else":      on("get --raw /api/v1/secrets"),
	"raw, a query":             on("get --raw /apis?x=1"),
	"raw, deeper":              on("get --raw /apis/apps/v1"),
	"raw, a group":             on("get --raw /apis/a.b"),
	"raw, a group, no version": on("get --raw /apis/a.b/"),
	"raw, a resource":          on("get --raw /apis/a.b/v1/secrets"),
	"raw, a slash at the end":  on("get --raw /apis/a.b/v1/"),
	"raw, a version's query":   on("get --raw /apis/a.b/v1?watch=1"),
	"raw, a hidden slash":      on("get --raw /apis/a.b/v1%2Fsecrets"),
	"raw, upwards in a group":  on("get --raw /apis/../v1"),
	"raw, dots in a group":     on("get --raw /apis/a..b/v1"),
	"raw, upwards in version":  on("get --raw /apis/a.b/.."),
	"raw, apis behind a group": on("get --raw /apis/a.b/apis"),
	"raw, twice behind itself": on("get --raw /apis/a.b/v1/apis/a.b/v1"),
	"raw, a service's version": on("get --raw /api/v1/namespaces/a/services/b/proxy/apis/a.b/v1"),
	"raw, a service's own":     on("get --raw /api/v1/namespaces/a/services/b/proxy/apis"),
	"raw, behind a prefix":     on("get --raw /k8s/clusters/c/api/v1/namespaces/a/services/b/proxy/apis"),
	"raw, an API as a prefix":  on("get --raw /apis/x/apis"),
	"raw, a proxy as a prefix": on("get --raw /k8s/proxy/apis"),
	"raw, a proxy, encoded":    on("get --raw /k8s/%70roxy/apis"),
	"raw, a proxy, twice so":   on("get --raw /k8s/%2570roxy/apis"),
	"raw, a proxy in capitals": on("get --raw /k8s/Proxy/apis"),
	"raw, a slash, encoded":    on("get --raw /api%2Fv1/apis"),
	"raw, a group, encoded":    on("get --raw /apis/a%2eb/v1"),
	"raw, exec":                on("get --raw /k8s/exec/apis"),
	"raw, attach":              on("get --raw /k8s/attach/apis/a.b/v1"),
	"raw, port forwarding":     on("get --raw /k8s/portforward/apis"),
	"raw, a log":               on("get --raw /k8s/log/apis"),
	"raw, upwards":             on("get --raw /x/../apis"),
	"raw, a whole URL":         on("get --raw https://other/apis"),
	"raw, no path":             on("get --raw apis"),
	"raw, twice":               on("get --raw /apis --raw /apis"),
	"raw, attached":            on("get --raw=/apis"),
	"a file":                   on("get -f pods.yaml -o json"),
	"a 404 that is not told":   on("get -f - --ignore-not-found -o json"),
	"a file, attached":         on("get -fpods.yaml -A -o json"),
	"a file, long":             on("get --filename=https://other/pods.yaml -A -o json"),
	"bodies in the log":        append(on("get nodes -A -o json"), "-v=8"),
	"another log level":        {"get", "nodes", "-A", "-o", "json", "-v=8", "--kubeconfig", KubeconfigArg, "--context", "prod", "--cache-dir", NoCache},
	"a log file":               on("get nodes -A -o json --log-file=/tmp/x"),
	"another kubeconfig":       {"get", "nodes", "-A", "-o", "json", "-v=6", "--kubeconfig", "/root/.kube/config", "--context", "prod", "--cache-dir", NoCache},
	"two contexts":             on("get nodes -A -o json --context other"),
	"no kubeconfig":            {"get", "nodes", "-A", "-o", "json", "-v=6", "--context", "prod", "--cache-dir", NoCache},
	"no context":               {"get", "nodes", "-A", "-o", "json", "-v=6", "--kubeconfig", KubeconfigArg, "--cache-dir", NoCache},
	"no cache folder":          {"get", "nodes", "-A", "-o", "json", "-v=6", "--kubeconfig", KubeconfigArg, "--context", "prod"},
	"another cache":            {"get", "nodes", "-A", "-o", "json", "-v=6", "--kubeconfig", KubeconfigArg, "--context", "prod", "--cache-dir", "/root/.kube/cache"},
	"an empty context":         KubectlList("", "nodes"),
	"a blank context":          KubectlList(" ", "nodes"),
	"a flag for a context":     KubectlList("--token=t", "nodes"),
	"watching":                 on("get nodes -A -o json --watch"),
	"watching, hidden":         on("get nodes -Aw -o json"),
	"a subresource":            on("get nodes -A -o json --subresource=status"),
	"a kustomization":          on("get -k . -A -o json"),
	"a flag for a resource":    on("get --token=t -A -o json"),
	"a short flag for one":     on("get -w -A -o json"),
	"after a double dash":      on("get nodes -A -o json -- --token=t"),
	"an object by name":        on("get nodes/a -A -o json"),
	"an empty resource":        on("get nodes,,pods -A -o json"),
	"an empty argument":        KubectlList("prod", ""),
	"a NUL byte":               KubectlList("a\x00b", "nodes"),
}

func TestWhatCouldChangeOrRedirectIsRefused(t *testing.T) {
	for name, args := range refused {
		if err := Readers().check(kubectl(args)); !errors.Is(err, ErrNotAllowed) {
			t.Errorf("%s: %q gives %v", name, args, err)
		}
	}
	for _, args := range [][]string{
		{"list"}, {"delete", "node1"}, {"list", "--format", "{{json .}}"}, append(LimactlList(), "node1"), {"list", "--json"},
	} {
		if err := Readers().check(Call{Program: "limactl", Args: args}); !errors.Is(err, ErrNotAllowed) {
			t.Errorf("limactl %q gives %v", args, err)
		}
	}
}

func TestWhatMayHoldSecretsIsRefused(t *testing.T) {
	for _, word := range []string{
		"secrets", "secret", "Secrets", "SECRET", "configmaps", "configmap", "ConfigMap", "cm", "CM", "secrets.v1", "secrets.v1.",
		"configmaps.v1.core", "cm.v1", "secrets.example.org", "secret/x", "cm/x",
	} {
		for _, list := range []string{word, "nodes," + word, word + ",nodes"} {
			if err := Readers().check(kubectl(KubectlList("prod", list))); !errors.Is(err, ErrNotAllowed) {
				t.Errorf("get %s: %v", list, err)
			}
		}
	}
	for _, kind := range []string{"Secret", "secret", "SECRET", "ConfigMap", "configMap", "SecretList", "ConfigMapList", "cm", "secrets"} {
		for _, apiVersion := range []string{"v1", "example.org/v1"} {
			bad := ObjectName{APIVersion: apiVersion, Kind: kind, Namespace: "a", Name: "b"}
			if err := Readers().check(asked(namespace, bad)); !errors.Is(err, ErrNotAllowed) || bad.Refused().IsZero() {
				t.Errorf("-f - of a %s %s: %v", apiVersion, kind, err)
			}
		}
	}
}

// smuggled are inputs that kubectl might read as more than names, or as other ones than Go reads.
var smuggled = map[string]string{
	"nothing":                "",
	"no list":                `{"apiVersion":"v1","kind":"Node","metadata":{"name":"a"}}`,
	"an empty list":          string(NameList(nil)),
	"YAML":                   "apiVersion: v1\nkind: List\n",
	"a second document":      string(NameList([]ObjectName{namespace})) + "---\n" + `{"apiVersion":"v1","kind":"Secret","metadata":{"name":"a"}}`,
	"two values":             string(NameList([]ObjectName{namespace})) + string(NameList([]ObjectName{namespace})),
	"a key twice":            strings.Replace(string(NameList([]ObjectName{namespace})), `"kind":"Namespace"`, `"kind":"Secret","kind":"Namespace"`, 1),
	"a key in other letters": strings.Replace(string(NameList([]ObjectName{namespace})), `"kind":"Namespace"`, `"kind":"Secret","KIND":"Namespace"`, 1),
	"a key spelt out":        strings.Replace(string(NameList([]ObjectName{namespace})), `"kind":"Namespace"`, `"kind":"\u0053ecret"`, 1),
	"another field":          strings.Replace(string(NameList([]ObjectName{namespace})), `"metadata":{`, `"metadata":{"labels":{},`, 1),
	"a list in the list":     strings.Replace(string(NameList([]ObjectName{namespace})), `"metadata":`, `"items":[{"kind":"Secret"}],"metadata":`, 1),
	"another spacing":        strings.Replace(string(NameList([]ObjectName{namespace})), `,`, `, `, 1),
	"no name":                string(NameList([]ObjectName{{APIVersion: "v1", Kind: "Node"}})),
	"a name that is a path":  string(NameList([]ObjectName{{APIVersion: "v1", Kind: "Node", Name: "a/../../secrets/b"}})),
	"no kind":                string(NameList([]ObjectName{{APIVersion: "v1", Name: "a"}})),
	"no version":             string(NameList([]ObjectName{{APIVersion: "apps/", Kind: "Deployment", Name: "a"}})),
	"a version as a path":    string(NameList([]ObjectName{{APIVersion: "v1/../x", Kind: "Node", Name: "a"}})),
	"a name that is no text": string(NameList([]ObjectName{{APIVersion: "v1", Kind: "Node", Name: "a\xff"}})),
}

func TestOnlyAListOfNamesGoesToStdin(t *testing.T) {
	for name, text := range smuggled {
		call := Call{Program: "kubectl", Args: KubectlNames("prod"), Stdin: []byte(text)}
		if err := Readers().check(call); !errors.Is(err, ErrNotAllowed) {
			t.Errorf("%s: %v", name, err)
		}
	}
	names := NameList([]ObjectName{namespace})
	for _, call := range []Call{
		{Program: "kubectl", Args: KubectlNames("prod")},
		{Program: "kubectl", Args: KubectlList("prod", "nodes"), Stdin: names},
		{Program: "kubectl", Args: KubectlRaw("prod", "/apis"), Stdin: names},
		{Program: "limactl", Args: LimactlList(), Stdin: names},
	} {
		if err := Readers().check(call); !errors.Is(err, ErrNotAllowed) {
			t.Errorf("%s with %d bytes on stdin: %v", call.CommandLine(), len(call.Stdin), err)
		}
	}
}

func TestOnlyNamedProgramsAreAllowed(t *testing.T) {
	for _, program := range []string{"", "sh", "/usr/bin/kubectl", "./kubectl", "kubectl.exe", `C:kubectl`} {
		allow := Readers()
		if strings.ContainsAny(program, `/\:`) {
			allow[program] = []string{"get"}
		}
		if err := allow.check(Call{Program: program, Args: KubectlList("prod", "nodes")}); !errors.Is(err, ErrNotAllowed) {
			t.Errorf("%q gives %v", program, err)
		}
	}
}

func TestNoAllowlistLoosensKubectl(t *testing.T) {
	allow := Allow{"kubectl": {"get", "delete"}}
	if err := allow.check(kubectl(refused["another verb"])); !errors.Is(err, ErrNotAllowed) {
		t.Error(err)
	}
}

func TestARefusalDoesNotRepeatASecret(t *testing.T) {
	for _, args := range []string{"get --token=hunter2", "get -shunter2", "get --context hunter2 --token hunter2", "get a/hunter2 -A -o json", "get --raw /hunter2"} {
		for _, all := range [][]string{strings.Fields(args), on(args)} {
			err := Readers().check(kubectl(all))
			if err == nil || strings.Contains(err.Error(), "hunter2") {
				t.Errorf("%s: %v", all, err)
			}
		}
	}
}

// The forms of an accepted call, written apart from the guard: arguments joined by newlines, and one manifest on stdin.
var (
	acceptedArgs = regexp.MustCompile(`^get\n([A-Za-z0-9][A-Za-z0-9.,-]*\n-A\n-o\njson|--raw\n(/[^?\n/]+)*/apis(/[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+/[A-Za-z0-9]+)?|-f\n-\n-o\njson)\n` +
		`-v=6\n--kubeconfig\n\{kubeconfig\}\n--context\n[^-\n][^\n]*\n--cache-dir\n/dev/null/x$`)
	acceptedManifest = regexp.MustCompile(`^\{"apiVersion":"[A-Za-z0-9./-]+","kind":"[A-Za-z0-9]+","metadata":\{"name":"([^"\\]|\\.)+"(,"namespace":"([^"\\]|\\.)+")?\}\}(,|\]\})$`)
	secretWord       = regexp.MustCompile(`(?i)(^|[,\n])(secrets?|configmaps?|cm)([.,\n/]|$)`)
	secretManifest   = regexp.MustCompile(`(?i)"kind":"(secret|configmap)`)
)

func FuzzAcceptedKubectlOnlyGetsNamedObjects(f *testing.F) {
	for _, args := range refused {
		f.Add(strings.Join(args, "\n"), "")
	}
	for _, text := range smuggled {
		f.Add(strings.Join(KubectlNames("prod"), "\n"), text)
	}
	for _, call := range []Call{asked(namespace, deployment), kubectl(KubectlList("prod", "nodes", "cm")), kubectl(KubectlRaw("prod", "/apis")), kubectl(KubectlRaw("prod", "/apis/a.b/v1")), kubectl(KubectlRaw("prod", "/c/1/apis/a.b/v1"))} {
		f.Add(strings.Join(call.Args, "\n"), string(call.Stdin))
	}
	f.Fuzz(func(t *testing.T, joined, stdin string) {
		call := kubectl(strings.Split(joined, "\n"))
		if stdin != "" {
			call.Stdin = []byte(stdin)
		}
		if Readers().check(call) != nil {
			return
		}
		if !acceptedArgs.MatchString(joined) || secretWord.MatchString(strings.Join(call.Args[:2], "\n")) {
			t.Fatalf("accepted %q", joined)
		}
		if (call.Args[1] == "-f") != (stdin != "") {
			t.Fatalf("accepted %q with %q on stdin", joined, stdin)
		}
		if stdin == "" {
			return
		}
		manifests := strings.Split(strings.TrimSuffix(stdin, "\n"), "\n")
		if manifests[0] != `{"apiVersion":"v1","kind":"List","items":[` || len(manifests) < 2 || secretManifest.MatchString(stdin) {
			t.Fatalf("accepted on stdin: %q", stdin)
		}
		for _, manifest := range manifests[1:] {
			if !acceptedManifest.MatchString(manifest) {
				t.Fatalf("accepted on stdin: %q", manifest)
			}
		}
	})
}
