package target_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/univ-lehavre/nestor/domain/stack"
	"github.com/univ-lehavre/nestor/domain/target"
	"github.com/univ-lehavre/nestor/ports"
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
		if !strings.Contains(j.Reasons[0].Text, word) {
			t.Errorf("%q does not say %q", j.Reasons[0].Text, word)
		}
	}
}

func TestWithoutAUsableKubeconfigNothingMayStart(t *testing.T) {
	judged(t, target.Before(target.Resolution{Missing: "write it down"}, ports.Kubeconfig{}, declared), target.Refuse, target.CodeNoKubeconfig, "write it down")
	judged(t, target.Before(target.Resolution{}, ports.Kubeconfig{}, bench), target.Refuse, target.CodeNoKubeconfig, "no cluster is read")
	problem := ports.Kubeconfig{View: ports.KubeconfigView{Problem: "no credentials for user u in /b; fetch it"}}
	judged(t, target.Before(resolved, problem, declared), target.Refuse, target.CodeUnusable, "no credentials for user u")
	judged(t, target.Before(resolved, ports.Kubeconfig{}, declared), target.Refuse, target.CodeUnusable, "/b")
}

func TestANamedKubeconfigIsConfirmedOnThatGround(t *testing.T) {
	for source, words := range map[target.Source]string{target.FromTopology: "the topology names", target.FromEnvironment: "KUBECONFIG names", target.FromConvention: "conventional"} {
		res := resolved
		res.Source = source
		judged(t, target.Before(res, usable(ports.KubeconfigView{}), declared), target.Confirmed, target.CodeNamed, words)
	}
}

func TestAnotherCAThanThePinnedOneIsRefusedBeforeAnythingStarts(t *testing.T) {
	s := pinned("", "aa11")
	judged(t, target.Before(resolved, usable(ports.KubeconfigView{CASHA256: "bb22"}), s), target.Refuse, target.CodeOtherCA, "aa11", "bb22")
	judged(t, target.Before(resolved, usable(ports.KubeconfigView{CASHA256: "AA11", CACount: 1}), s), target.Confirmed, target.CodePinnedCA, "matches")
}

func TestAPinnedCAProvesNothingWhenItIsNotWhatIsChecked(t *testing.T) {
	s := pinned("", "aa11")
	judged(t, target.Before(resolved, usable(ports.KubeconfigView{CASHA256: "aa11", Insecure: true}), s), target.Refuse, target.CodeCAUnproven, "insecure-skip-tls-verify")
	judged(t, target.Before(resolved, usable(ports.KubeconfigView{}), s), target.Refuse, target.CodeCAUnproven, "own roots")
	for _, first := range []string{"aa11", "bb22"} {
		judged(t, target.Before(resolved, usable(ports.KubeconfigView{CASHA256: first, CACount: 2}), s), target.Refuse, target.CodeCAUnproven, "aa11", "/b trusts 2 CAs", "only the pinned one")
	}
	judged(t, target.Before(resolved, usable(ports.KubeconfigView{CASHA256: "aa11", CACount: 2}), declared), target.Confirmed, target.CodeNamed)
}

func TestTheClusterSeenIsComparedWithThePinnedOne(t *testing.T) {
	before := target.Before(resolved, usable(ports.KubeconfigView{}), pinned("one", ""))
	failed := &ports.Failure{Kind: ports.FailedConnect, Reason: "refused"}
	for name, c := range map[string]struct {
		pin      string
		overview ports.Overview
		objects  ports.ObjectsAnswer
		verdict  target.Verdict
		code     string
		words    []string
	}{
		"the pinned one":               {"one", ports.Overview{UID: "one"}, ports.ObjectsAnswer{UID: "one"}, target.Confirmed, target.CodePinnedUID, []string{"pinned cluster UID matches"}},
		"the pinned one in one read":   {"one", ports.Overview{Failure: failed}, ports.ObjectsAnswer{UID: "one"}, target.Confirmed, target.CodePinnedUID, nil},
		"another one":                  {"one", ports.Overview{UID: "two"}, ports.ObjectsAnswer{UID: "two"}, target.Refuse, target.CodeOtherCluster, []string{"one", "two"}},
		"another one in the last read": {"one", ports.Overview{}, ports.ObjectsAnswer{UID: "two"}, target.Refuse, target.CodeOtherCluster, []string{"one", "two"}},
		"another one in a failed read": {"one", ports.Overview{UID: "two", Failure: failed}, ports.ObjectsAnswer{Failure: failed}, target.Refuse, target.CodeOtherCluster, []string{"one", "two"}},
		"two of them":                  {"", ports.Overview{UID: "one"}, ports.ObjectsAnswer{UID: "two"}, target.Refuse, target.CodeTwoClusters, []string{"one", "two"}},
		"two of them within a read":    {"", ports.Overview{Failure: &ports.Failure{Kind: ports.FailedIdentity, Reason: "saw x and y"}}, ports.ObjectsAnswer{}, target.Refuse, target.CodeTwoClusters, []string{"saw x and y"}},
		"none, and something was read": {"one", ports.Overview{}, ports.ObjectsAnswer{}, target.Refuse, target.CodeUIDUnseen, []string{"one", "kube-system"}},
		"none, and nothing was read":   {"one", ports.Overview{Failure: failed}, ports.ObjectsAnswer{Failure: failed}, target.Confirmed, target.CodeNamed, nil},
		"nothing is pinned":            {"", ports.Overview{UID: "one"}, ports.ObjectsAnswer{UID: "one"}, target.Confirmed, target.CodeNamed, nil},
	} {
		t.Run(name, func(t *testing.T) {
			judged(t, target.After(before, pinned(c.pin, ""), c.overview, c.objects, ports.KubeconfigView{}), c.verdict, c.code, c.words...)
		})
	}
}

func TestARefusalStaysAndKeepsItsReasons(t *testing.T) {
	refusal := target.Judgement{Verdict: target.Refuse, Reasons: []target.Reason{{Code: target.CodeOtherCA, Text: "x"}}}
	seen := ports.Overview{UID: "one"}
	if diff := cmp.Diff(refusal, target.After(refusal, pinned("one", ""), seen, ports.ObjectsAnswer{UID: "one"}, ports.KubeconfigView{})); diff != "" {
		t.Errorf("-before +after:\n%s", diff)
	}
	before := target.Judgement{Verdict: target.Confirmed, Reasons: []target.Reason{{Code: target.CodeNamed, Text: "n"}}}
	after := target.After(before, pinned("two", ""), seen, ports.ObjectsAnswer{}, ports.KubeconfigView{})
	if diff := cmp.Diff([]string{target.CodeOtherCluster}, codes(after.Reasons)); diff != "" {
		t.Errorf("a refusal argues with itself (-want +got):\n%s", diff)
	}
}

func TestAMatchingUIDOverAnUnverifiedConnectionSaysSo(t *testing.T) {
	before := target.Before(resolved, usable(ports.KubeconfigView{Insecure: true}), pinned("one", ""))
	j := target.After(before, pinned("one", ""), ports.Overview{UID: "one"}, ports.ObjectsAnswer{UID: "one"}, ports.KubeconfigView{Insecure: true})
	judged(t, j, target.Confirmed, target.CodePinnedUID, "not verified")
}

func TestWarningsSayWhatAnOperatorShouldKnow(t *testing.T) {
	view := ports.KubeconfigView{
		CertEnd: now.Add(29 * 24 * time.Hour), Insecure: true, Server: "https://h", Proxy: "http://p", Missing: []string{"/m", "/n"}, Files: []string{"/a"},
		Shadowed: []string{`cluster "kubernetes" is defined in a and in b: a is used`, "other"}, Auth: ports.AuthExec, AuthCommand: "/x/tok",
	}
	want := []target.Reason{
		{Code: target.CodeCertEnding, Text: "the client certificate ends on 2026-03-30; renew it and fetch a new one"},
		{Code: target.CodeInsecure, Text: "the certificate of https://h is not verified (insecure-skip-tls-verify): anything can answer in its place"},
		{Code: target.CodeProxy, Text: "the cluster is reached through the proxy http://p"},
		{Code: target.CodeOverride, Text: "KUBECONFIG overrides the topology's /b; unset it to use that file"},
		{Code: target.CodeMissingFiles, Text: "not there, and skipped: /m, /n"},
		{Code: target.CodeShadowed, Text: view.Shadowed[0]},
		{Code: target.CodeShadowed, Text: "other"},
		{Code: target.CodeProgram, Text: "this kubeconfig runs the local program /x/tok"},
	}
	if diff := cmp.Diff(want, target.Warnings(view, target.Resolution{Overrides: "/b"}, now)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if quiet := target.Warnings(ports.KubeconfigView{CertEnd: now.AddDate(1, 0, 0), Auth: ports.AuthCertificate}, resolved, now); quiet != nil {
		t.Errorf("warns of nothing: %+v", quiet)
	}
	expired := target.Warnings(ports.KubeconfigView{CertEnd: now.Add(-time.Hour)}, resolved, now)
	if diff := cmp.Diff([]target.Reason{{Code: target.CodeCertExpired, Text: "certificate expired on 2026-03-01, fetch a new one"}}, expired); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	for end, code := range map[time.Time]string{now: target.CodeCertExpired, now.Add(-time.Hour): target.CodeCertExpired, now.Add(time.Second): target.CodeCertEnding} {
		if got := codes(target.Warnings(ports.KubeconfigView{CertEnd: end}, resolved, now)); !cmp.Equal(got, []string{code}) {
			t.Errorf("a certificate until %s: %v, want %s", end, got, code)
		}
	}
}

func TestEveryCodeHasItsMeaning(t *testing.T) {
	for code, meaning := range target.Meanings {
		if !strings.HasPrefix(code, "NST-11") || meaning == "" {
			t.Errorf("%s: %q", code, meaning)
		}
	}
}
