package target_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/univ-lehavre/nestor/domain/stack"
	"github.com/univ-lehavre/nestor/domain/target"
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/say"
)

var (
	now      = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	resolved = target.Resolution{Files: []string{"/b"}, Source: target.FromTopology}
)

func usable(view ports.KubeconfigView) ports.Kubeconfig {
	view.Files = []string{"/b"}
	return ports.Kubeconfig{View: view, Access: ports.Access{Context: "c", Kubeconfig: ports.NewSecret([]byte("{}"))}}
}

func pinned(uid, ca string) stack.Stack {
	s := declared
	s.Identity = stack.Identity{ClusterUID: uid, CASHA256: ca}
	return s
}

// at is a case at a terminal, with a kubeconfig that leads to an address that proves nothing.
func at(s stack.Stack, change ...func(*target.Case)) target.Case {
	c := target.Case{Intent: target.Read, Asking: target.AtTerminal, Stack: s, Resolution: resolved, Kubeconfig: usable(ports.KubeconfigView{Server: "https://127.0.0.1:6443"})}
	for _, f := range change {
		f(&c)
	}
	return c
}

func view(f func(*ports.KubeconfigView)) func(*target.Case) {
	return func(c *target.Case) { f(&c.Kubeconfig.View) }
}

func ca(hash string, count int) func(*target.Case) {
	return view(func(v *ports.KubeconfigView) { v.CASHA256, v.CACount = hash, count })
}

func server(url string) func(*target.Case) {
	return view(func(v *ports.KubeconfigView) { v.Server = url })
}

func codes(reasons []target.Reason) []string {
	var all []string
	for _, r := range reasons {
		all = append(all, r.Code)
	}
	return all
}

// judged checks the verdict, the decisive code, and that every word is said.
func judged(t *testing.T, j target.Judgement, verdict target.Verdict, code string, words ...string) {
	t.Helper()
	if j.Verdict != verdict || len(j.Reasons) == 0 || j.Reasons[0].Code != code {
		t.Fatalf("judged %s for %v, want %s for %s first", j.Verdict, codes(j.Reasons), verdict, code)
	}
	for _, word := range words {
		if !strings.Contains(j.Reasons[0].Text.String(), word) {
			t.Errorf("%q does not say %q", j.Reasons[0].Text, word)
		}
	}
}

func TestWithoutAUsableKubeconfigNothingMayStart(t *testing.T) {
	judged(t, target.Before(target.Case{Resolution: target.Resolution{Missing: say.Textf("write it down")}, Stack: declared}), target.Refuse, target.CodeNoKubeconfig, "write it down")
	judged(t, target.Before(target.Case{Stack: bench}), target.Refuse, target.CodeNoKubeconfig, "no cluster is read")
	problem := view(func(v *ports.KubeconfigView) { v.Problem = say.Textf("no credentials for user u in /b; fetch it") })
	judged(t, target.Before(at(declared, problem)), target.Refuse, target.CodeUnusable, "no credentials for user u")
	judged(t, target.Before(at(declared, func(c *target.Case) { c.Kubeconfig = ports.Kubeconfig{} })), target.Refuse, target.CodeUnusable, "/b")
}

func TestAnotherCAThanThePinnedOneIsRefusedBeforeAnythingStarts(t *testing.T) {
	s := pinned("", "aa11")
	judged(t, target.Before(at(s, ca("bb22", 1))), target.Refuse, target.CodeOtherCA, "aa11", "bb22")
	judged(t, target.Before(at(s, ca("AA11", 1))), target.Confirmed, target.CodePinnedCA, "matches")
}

func TestAPinnedCAProvesNothingWhenItIsNotWhatIsChecked(t *testing.T) {
	s := pinned("", "aa11")
	unchecked := view(func(v *ports.KubeconfigView) { v.CASHA256, v.Insecure = "aa11", true })
	judged(t, target.Before(at(s, unchecked)), target.Refuse, target.CodeCAUnproven, "insecure-skip-tls-verify")
	judged(t, target.Before(at(s)), target.Refuse, target.CodeCAUnproven, "own roots")
	for _, first := range []string{"aa11", "bb22"} {
		judged(t, target.Before(at(s, ca(first, 2))), target.Refuse, target.CodeCAUnproven, "aa11", "/b trusts 2 CAs", "only the pinned one")
	}
	judged(t, target.Before(at(declared, ca("aa11", 2))), target.Ask, target.CodeNoProof)
}

func TestTheClusterSeenIsComparedWithThePinnedOne(t *testing.T) {
	failed := &ports.Failure{Kind: ports.FailedConnect, Reason: say.Textf("refused")}
	for name, c := range map[string]struct {
		pin      string
		overview ports.Overview
		objects  ports.ObjectsAnswer
		verdict  target.Verdict
		code     string
		words    []string
	}{
		"the pinned one":               {"one", ports.Overview{UID: "one"}, ports.ObjectsAnswer{UID: "one"}, target.Confirmed, target.CodePinnedUID, []string{"pinned cluster UID matches"}},
		"the pinned one in one read":   {"one", ports.Overview{Failure: failed}, ports.ObjectsAnswer{UID: "one", Answers: answers}, target.Confirmed, target.CodePinnedUID, nil},
		"another one":                  {"one", ports.Overview{UID: "two"}, ports.ObjectsAnswer{UID: "two"}, target.Refuse, target.CodeOtherCluster, []string{"one", "two"}},
		"another one in the last read": {"one", ports.Overview{}, ports.ObjectsAnswer{UID: "two"}, target.Refuse, target.CodeOtherCluster, []string{"one", "two"}},
		"another one in a failed read": {"one", ports.Overview{UID: "two", Failure: failed}, ports.ObjectsAnswer{Failure: failed}, target.Refuse, target.CodeOtherCluster, []string{"one", "two"}},
		"two of them":                  {"", ports.Overview{UID: "one"}, ports.ObjectsAnswer{UID: "two"}, target.Refuse, target.CodeTwoClusters, []string{"one", "two"}},
		"two of them within a read":    {"", ports.Overview{Failure: &ports.Failure{Kind: ports.FailedIdentity, Reason: say.Textf("saw x and y")}}, ports.ObjectsAnswer{}, target.Refuse, target.CodeTwoClusters, []string{"saw x and y"}},
		"another authority":            {"", ports.Overview{Failure: &ports.Failure{Kind: ports.FailedAuthority, Reason: say.Textf("not signed by the CA")}}, ports.ObjectsAnswer{}, target.Refuse, target.CodeOtherAuthority, []string{"not signed by the CA"}},
		"none, and something was read": {"one", ports.Overview{}, ports.ObjectsAnswer{}, target.Refuse, target.CodeUIDUnseen, []string{"one", "kube-system"}},
		"none, and nothing was read":   {"one", ports.Overview{Failure: failed}, ports.ObjectsAnswer{Failure: failed}, target.Ask, target.CodeUnseen, nil},
		"nothing is pinned":            {"", ports.Overview{UID: "one", Nodes: nodes("cp1")}, ports.ObjectsAnswer{UID: "one"}, target.Ask, target.CodeNoProof, nil},
	} {
		t.Run(name, func(t *testing.T) {
			at := at(pinned(c.pin, ""))
			judged(t, target.After(at, target.Before(at), c.overview, c.objects), c.verdict, c.code, c.words...)
		})
	}
}

// answers make a read one that something was asked of.
var answers = map[ports.ObjectRef]ports.ObjectAnswer{{Name: "x"}: {}}

func nodes(names ...string) ports.Listing[ports.Node] {
	l := ports.Listing[ports.Node]{Outcome: ports.Found}
	for _, n := range names {
		l.Items = append(l.Items, ports.Node{Name: n, Ready: "True"})
	}
	return l
}

func TestARefusalStaysAndKeepsItsReasons(t *testing.T) {
	refusal := target.Judgement{Verdict: target.Refuse, Reasons: []target.Reason{{Code: target.CodeOtherCA, Text: say.Textf("x")}}}
	c := at(pinned("one", ""))
	if diff := cmp.Diff(refusal, target.After(c, refusal, ports.Overview{UID: "one"}, ports.ObjectsAnswer{UID: "one"})); diff != "" {
		t.Errorf("-before +after:\n%s", diff)
	}
}

func TestAMatchingUIDOverAnUnverifiedConnectionSaysSo(t *testing.T) {
	c := at(pinned("one", ""), view(func(v *ports.KubeconfigView) { v.Insecure = true }))
	judged(t, target.After(c, target.Before(c), ports.Overview{UID: "one"}, ports.ObjectsAnswer{}), target.Confirmed, target.CodePinnedUID, "not verified")
}

// at10 declares one control-plane node at 10.0.0.11.
func at10(s stack.Stack) stack.Stack {
	s.Network.Port, s.Nodes = 6443, []stack.Node{{Name: "cp1", Roles: []stack.Role{stack.Control}, AnsibleHost: "10.0.0.11"}}
	return s
}

func TestAnotherEndpointIsRefusedUnlessAPinnedUIDShowsThatItLeadsThere(t *testing.T) {
	elsewhere := server("https://10.0.0.20:6443")
	judged(t, target.Before(at(at10(declared), elsewhere)), target.Refuse, target.CodeOtherEndpoint, "https://10.0.0.20:6443", "https://10.0.0.11:6443 (ansible_host of cp1)")
	c := at(at10(pinned("one", "")), elsewhere)
	judged(t, target.Before(c), target.Ask, target.CodeNoProof)
	seen := ports.Overview{UID: "one", Nodes: nodes("cp1")}
	j := target.After(c, target.Before(c), seen, ports.ObjectsAnswer{})
	judged(t, j, target.Confirmed, target.CodePinnedUID)
	if diff := cmp.Diff([]string{target.CodeTunnel}, codes(j.Doubts)); diff != "" {
		t.Errorf("doubts (-want +got):\n%s", diff)
	}
	for _, same := range []string{"https://10.0.0.11:6443", "https://10.0.0.11:6443/", "HTTPS://10.0.0.11:6443"} {
		c := at(at10(declared), server(same), func(c *target.Case) { c.Asking = target.NobodyToAsk })
		judged(t, target.Before(c), target.Confirmed, target.CodeEndpoint, same)
	}
	for _, other := range []string{"https://10.0.0.11", "https://10.0.0.11:6443/k8s/clusters/c-1", "https://10.0.0.11:6444", "10.0.0.11:6443"} {
		judged(t, target.Before(at(at10(declared), server(other))), target.Refuse, target.CodeOtherEndpoint, other)
	}
}

func TestTheShadowedDefinitionIsNamedWithTheRefusal(t *testing.T) {
	shadowed := view(func(v *ports.KubeconfigView) {
		v.Server, v.Shadowed = "https://10.0.0.10:6443", []say.Text{say.Verbatim(`cluster "kubernetes" is defined in /a and in /b: /a is used`)}
	})
	j := target.Before(at(at10(declared), shadowed))
	judged(t, j, target.Refuse, target.CodeOtherEndpoint, "/a and in /b")
	if diff := cmp.Diff([]string{target.CodeOtherEndpoint, target.CodeShadowed}, codes(j.Reasons)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestAClusterWithoutTheDeclaredControlPlaneIsRefused(t *testing.T) {
	for _, asking := range []target.Asking{target.AtTerminal, target.NobodyToAsk, target.Replaying} {
		c := at(at10(pinned("one", "")), func(c *target.Case) { c.Asking = asking })
		seen := ports.Overview{UID: "one", Nodes: nodes("w1", "w2")}
		judged(t, target.After(c, target.Before(c), seen, ports.ObjectsAnswer{}), target.Refuse, target.CodeOtherNodes, "cp1", "w1, w2")
		if got := codes(target.After(c, target.Before(c), seen, ports.ObjectsAnswer{}).Matches); !cmp.Equal(got, []string{target.CodePinnedUID}) {
			t.Errorf("speaks for it: %v", got)
		}
		seen.Nodes = nodes("w1", "cp1.example.org")
		judged(t, target.After(c, target.Before(c), seen, ports.ObjectsAnswer{}), target.Confirmed, target.CodePinnedUID)
	}
}

// knowing is what was confirmed of the declared stack.
func knowing(uid, ca string) func(*target.Case) {
	return func(c *target.Case) {
		c.Known = []ports.KnownCluster{{Stack: declared.Name, File: declared.File, UID: uid, CASHA256: ca, Endpoint: "https://127.0.0.1:6443", Confirmed: now}}
	}
}

func TestARememberedClusterIsKnownAgainAndAChangedOneRefused(t *testing.T) {
	same := at(declared, knowing("one", "aa11"), ca("aa11", 1))
	judged(t, target.Before(same), target.Confirmed, target.CodeKnown, "confirmed on 2026-03-01")
	judged(t, target.After(same, target.Before(same), ports.Overview{UID: "one"}, ports.ObjectsAnswer{}), target.Confirmed, target.CodeKnown, "same cluster as confirmed on 2026-03-01")
	judged(t, target.After(same, target.Before(same), ports.Overview{UID: "two"}, ports.ObjectsAnswer{}), target.Refuse, target.CodeKnownUID, "one", "two", "nestor target trust dirqual")
	judged(t, target.Before(at(declared, knowing("one", "aa11"), ca("bb22", 1))), target.Refuse, target.CodeKnownCA, "aa11", "bb22", "nestor target trust dirqual")

	unchecked := at(declared, knowing("one", "aa11"), view(func(v *ports.KubeconfigView) { v.Insecure = true }))
	judged(t, target.Before(unchecked), target.Ask, target.CodeNoProof)
	j := target.After(unchecked, target.Before(unchecked), ports.Overview{UID: "one", Nodes: nodes("cp1")}, ports.ObjectsAnswer{})
	judged(t, j, target.Ask, target.CodeNoProof)
	if diff := cmp.Diff([]string{target.CodeNotRecognised}, codes(j.Doubts[1:])); diff != "" {
		t.Errorf("doubts (-want +got):\n%s", diff)
	}
	otherFile := at(declared, knowing("one", "aa11"), ca("bb22", 1), func(c *target.Case) { c.Known[0].File = "/elsewhere/dirqual.yaml" })
	judged(t, target.Before(otherFile), target.Ask, target.CodeNoProof)
}

func TestABenchIsNotAskedAndKeptOnThisMachine(t *testing.T) {
	s := bench
	s.Nodes = []stack.Node{{Name: "cp1", Roles: []stack.Role{stack.Control}, AnsibleHost: "192.168.5.15"}}
	s.Network.Port = 6443
	for _, near := range []string{"https://127.0.0.1:6443", "https://localhost:40123", "https://[::1]:6443", "https://192.168.5.15:6443"} {
		judged(t, target.Before(at(s, server(near))), target.Confirmed, target.CodeBench, near)
	}
	for _, far := range []string{"https://10.0.0.11:6443", "https://cluster-api:6443", "https://192.168.5.15:443"} {
		judged(t, target.Before(at(s, server(far))), target.Refuse, target.CodeBenchElsewhere, far, "local")
	}
	prod := func(c *target.Case) {
		c.Known = []ports.KnownCluster{{Stack: "dirqual", File: "/x", UID: "one", CASHA256: "aa11"}}
	}
	judged(t, target.Before(at(s, prod, ca("aa11", 1))), target.Refuse, target.CodeOtherStack, "dirqual")
	tunnel := at(s, prod)
	judged(t, target.After(tunnel, target.Before(tunnel), ports.Overview{UID: "one"}, ports.ObjectsAnswer{}), target.Refuse, target.CodeOtherStack, "dirqual", "tunnel")
	own := at(s, prod, func(c *target.Case) { c.Known[0].Stack, c.Known[0].File = "local", s.File })
	judged(t, target.After(own, target.Before(own), ports.Overview{UID: "one"}, ports.ObjectsAnswer{}), target.Confirmed, target.CodeBench)
}

func TestWhatIsRememberedIsOnlyWhatIdentifies(t *testing.T) {
	v := ports.KubeconfigView{Server: "https://127.0.0.1:6443", CASHA256: "AA11", CACount: 1}
	want := ports.KnownCluster{Stack: "dirqual", File: declared.File, Endpoint: v.Server, CASHA256: "aa11", UID: "one", Confirmed: now}
	if k, ok := target.Remember(declared, v, "one", now); !ok || !cmp.Equal(k, want) {
		t.Errorf("%v %s", ok, cmp.Diff(want, k))
	}
	v.Insecure = true
	if k, ok := target.Remember(declared, v, "one", now); !ok || k.CASHA256 != "" {
		t.Errorf("an unchecked CA is remembered: %+v", k)
	}
	if _, ok := target.Remember(declared, v, "", now); ok {
		t.Error("nothing to know it by, and remembered")
	}
}

func TestWarningsSayWhatAnOperatorShouldKnow(t *testing.T) {
	view := ports.KubeconfigView{
		CertEnd: now.Add(29 * 24 * time.Hour), Insecure: true, Server: "https://h", Proxy: "http://p", ProxyFrom: "HTTPS_PROXY", Missing: []string{"/m", "/n"}, Files: []string{"/a"},
		Shadowed: []say.Text{say.Verbatim(`cluster "kubernetes" is defined in a and in b: a is used`), say.Verbatim("other")}, Auth: ports.AuthExec, AuthCommand: "/x/tok",
		Exposed: []string{"/a"}, InGit: []string{"/a"},
	}
	want := []target.Reason{
		{Code: target.CodeCertEnding, Text: say.Textf("the client certificate ends on 2026-03-30; renew it and fetch a new one")},
		{Code: target.CodeInsecure, Text: say.Textf("the certificate of https://h is not verified (insecure-skip-tls-verify): anything can answer in its place")},
		{Code: target.CodeProxy, Text: say.Textf("the cluster is reached through the proxy http://p (HTTPS_PROXY); unset it, or add the server to NO_PROXY, if it is not meant")},
		{Code: target.CodeOverride, Text: say.Textf("KUBECONFIG overrides the topology's /b; unset it to use that file")},
		{Code: target.CodeMissingFiles, Text: say.Textf("not there, and skipped: /m, /n")},
		{Code: target.CodeExposed, Text: say.Textf("other users of this machine may read or write /a, and so use its credentials: chmod 600 /a")},
		{Code: target.CodeInGit, Text: say.Textf("/a is inside a git work tree, one `git add` away from being published; keep it outside, such as in ~/.kube")},
		{Code: target.CodeShadowed, Text: view.Shadowed[0]},
		{Code: target.CodeShadowed, Text: say.Textf("other")},
		{Code: target.CodeProgram, Text: say.Textf("this kubeconfig runs the local program /x/tok")},
	}
	if diff := cmp.Diff(want, target.Warnings(view, target.Resolution{Overrides: "/b"}, now)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if quiet := target.Warnings(ports.KubeconfigView{CertEnd: now.AddDate(1, 0, 0), Auth: ports.AuthCertificate}, resolved, now); quiet != nil {
		t.Errorf("warns of nothing: %+v", quiet)
	}
	expired := target.Warnings(ports.KubeconfigView{CertEnd: now.Add(-time.Hour)}, resolved, now)
	if diff := cmp.Diff([]target.Reason{{Code: target.CodeCertExpired, Text: say.Textf("certificate expired on 2026-03-01, fetch a new one")}}, expired); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	for end, code := range map[time.Time]string{now: target.CodeCertExpired, now.Add(-time.Hour): target.CodeCertExpired, now.Add(time.Second): target.CodeCertEnding} {
		if got := codes(target.Warnings(ports.KubeconfigView{CertEnd: end}, resolved, now)); !cmp.Equal(got, []string{code}) {
			t.Errorf("a certificate until %s: %v, want %s", end, got, code)
		}
	}
}

func TestACAWithoutAUIDVouchesForAServerAndNotForTheClustersBehindIt(t *testing.T) {
	door := func(path string) func(*target.Case) {
		return server("https://rancher.example.org/k8s/clusters/" + path)
	}
	known := func(c *target.Case) {
		c.Known = []ports.KnownCluster{{Stack: declared.Name, File: declared.File, CASHA256: "aa11", Endpoint: "https://rancher.example.org/k8s/clusters/c-1", Confirmed: now}}
	}
	seen := ports.Overview{Nodes: nodes("cp1")}
	for path, want := range map[string]target.Verdict{"c-1": target.Confirmed, "c-2": target.Ask} {
		c := at(declared, door(path), known, ca("aa11", 1))
		if before, after := target.Before(c), target.After(c, target.Before(c), seen, ports.ObjectsAnswer{}); before.Verdict != want || after.Verdict != want {
			t.Errorf("%s: %s, then %s; want %s", path, before.Verdict, after.Verdict, want)
		}
		pinnedCA := at(pinned("", "aa11"), door(path), ca("aa11", 1))
		judged(t, target.Before(pinnedCA), target.Ask, target.CodeNoProof)
	}
	s := pinned("", "aa11")
	s.Network.Endpoint = "https://rancher.example.org/k8s/clusters/c-1"
	judged(t, target.Before(at(s, door("c-1"), ca("aa11", 1))), target.Confirmed, target.CodePinnedCA)
}

func TestAClusterThatAnotherTopologyPinsIsThatStacks(t *testing.T) {
	pin := func(c *target.Case) {
		c.Pinned = []ports.KnownCluster{{Stack: "lyon", File: "/lyon.yaml", UID: "one", CASHA256: "aa11"}}
	}
	s := bench
	s.Nodes = []stack.Node{{Name: "cp1", Roles: []stack.Role{stack.Control}}}
	c := at(s, pin)
	judged(t, target.After(c, target.Before(c), ports.Overview{UID: "one", Nodes: nodes("cp1")}, ports.ObjectsAnswer{}), target.Refuse, target.CodeOtherStack, "lyon")
	judged(t, target.Before(at(s, pin, ca("aa11", 1))), target.Refuse, target.CodeOtherStack, "lyon")
	prod := at(at10(declared), pin, server("https://10.0.0.11:6443"), func(c *target.Case) { c.Asking = target.NobodyToAsk })
	judged(t, target.After(prod, target.Before(prod), ports.Overview{UID: "one", Nodes: nodes("cp1")}, ports.ObjectsAnswer{}), target.Refuse, target.CodeNoProof, "lyon")
	namesake := at(s, func(c *target.Case) {
		c.Known = []ports.KnownCluster{{Stack: "local", File: "/elsewhere/local.yaml", UID: "one"}}
	})
	judged(t, target.After(namesake, target.Before(namesake), ports.Overview{UID: "one", Nodes: nodes("cp1")}, ports.ObjectsAnswer{}), target.Refuse, target.CodeOtherStack)
}

func TestADeclaredAddressProvesNothingBehindAProxyOrWithoutAMemory(t *testing.T) {
	nobody := func(c *target.Case) { c.Asking = target.NobodyToAsk }
	for word, change := range map[string]func(*target.Case){
		"proxy http://p": view(func(v *ports.KubeconfigView) { v.Proxy = "http://p" }),
		"XDG_STATE_HOME": func(c *target.Case) { c.NoMemory = true },
		"not verified":   view(func(v *ports.KubeconfigView) { v.Insecure = true }),
		"could be seen again": func(c *target.Case) {
			c.Known = []ports.KnownCluster{{Stack: declared.Name, File: declared.File, UID: "one", Endpoint: "https://10.0.0.11:6443", Confirmed: now}}
		},
	} {
		c := at(at10(declared), declaredAddress, nobody, change)
		judged(t, target.After(c, target.Before(c), ports.Overview{Nodes: nodes("cp1")}, ports.ObjectsAnswer{}), target.Refuse, target.CodeNoProof, word)
	}
}

func TestANodesNameAndALocalNameNeitherProveNorContradict(t *testing.T) {
	for _, address := range []string{"https://cp1:6443", "https://CP1.example.org:6443", "https://localhost.localdomain:6443", "https://ip6-localhost:6443", "https://127.1:6443", "https://2130706433:6443", "https://0x7f.1:6443"} {
		judged(t, target.Before(at(at10(declared), server(address))), target.Ask, target.CodeNoProof)
	}
	judged(t, target.Before(at(at10(declared), server("https://cp2:6443"))), target.Refuse, target.CodeOtherEndpoint)
}

func TestATunnelIsADoubtOnlyUntilThePinnedUIDIsSeen(t *testing.T) {
	s := at10(pinned("", ""))
	j := target.After(at(s), target.Before(at(s)), ports.Overview{UID: "u1", Nodes: nodes("cp1")}, ports.ObjectsAnswer{})
	if len(j.Doubts) != 1 || j.Doubts[0].Code != target.CodeTunnel || !strings.Contains(j.Doubts[0].Text.String(), "expected at https://10.0.0.11:6443 (ansible_host of cp1)") {
		t.Errorf("not pinned: %v", j.Doubts)
	}
	s.Identity.ClusterUID = "u1"
	j = target.After(at(s), target.Before(at(s)), ports.Overview{UID: "u1", Nodes: nodes("cp1")}, ports.ObjectsAnswer{})
	if len(j.Doubts) != 0 || j.Verdict != target.Confirmed {
		t.Errorf("pinned and seen: %s, %v", j.Verdict, j.Doubts)
	}
}
