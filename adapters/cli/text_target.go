package cli

import (
	"time"

	"github.com/univ-lehavre/nestor/app"
	"github.com/univ-lehavre/nestor/domain/target"
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/say"
)

// target prints which cluster was meant, which one was found, and whether they are one.
func (p *page) target(v app.TargetView) error {
	p.source(v.Source)
	p.headline(v.Stack.Name, say.Verbatim(v.Stack.Kind), p.topology(v.Stack.Shown))
	p.line("")
	p.title(say.Textf("EXPECTED"))
	p.expected(v.Expected)
	p.title(say.Textf("SEEN"))
	p.kubeconfigSeen(v.Seen)
	p.clusterSeen(v.Seen)
	p.judgement(v)
	p.identity(v)
	return p.err
}

func (p *page) expected(e app.TargetExpected) {
	p.endpoints(e.Endpoints)
	p.row(say.Textf("control"), few(e.ControlPlane))
	p.row(say.Verbatim("UID"), pinned(e.ClusterUID))
	p.row(say.Verbatim("CA"), pinned(e.CASHA256))
	if r := e.Remembered; r != nil {
		p.row(say.Textf("remembered"), dotted(say.Textf("confirmed on %s", day(r.Confirmed)), ifAny(r.ClusterUID, say.Textf("UID %s", r.ClusterUID)),
			ifAny(r.CASHA256, say.Textf("CA %s", r.CASHA256)), say.Textf("at %s", r.Endpoint)))
	}
}

func (p *page) kubeconfigSeen(s app.TargetSeen) {
	p.row(say.Verbatim("kubeconfig"), p.seenFiles(s))
	if s.Server == "" {
		return
	}
	p.row(say.Textf("context"), say.Textf("%s (%s) · cluster %s · user %s", s.Context, sourceText(s.ContextSource), s.Cluster, s.User))
	p.row(say.Textf("endpoint"), dotted(say.Verbatim(s.Server), ifAny(s.TLSServerName, say.Textf("as %s", s.TLSServerName)), ifAny(s.Proxy, say.Textf("through the proxy %s", s.Proxy))))
	p.row(say.Verbatim("CA"), seenCA(s))
	p.row(say.Textf("user"), seenUser(s))
}

func (p *page) seenFiles(s app.TargetSeen) say.Text {
	if len(s.Kubeconfig) == 0 {
		return say.Textf("none")
	}
	return p.named(s.Kubeconfig, s.Source, s.Overrides)
}

func seenCA(s app.TargetSeen) say.Text {
	switch {
	case s.Insecure:
		return say.Textf("not verified (insecure-skip-tls-verify)")
	case s.CASHA256 == "":
		return say.Textf("this machine's own roots")
	case s.CACount > 1:
		return say.Textf("%s, and %d more", s.CASHA256, s.CACount-1)
	}
	return say.Verbatim(s.CASHA256)
}

func seenUser(s app.TargetSeen) say.Text {
	var end say.Text
	if s.CertEnd != nil {
		end = say.Textf("until %s", day(*s.CertEnd))
	}
	return dotted(ports.AuthKind(s.Authentication).Words(), say.Verbatim(s.Program), say.Verbatim(s.CertSubject), end)
}

func (p *page) clusterSeen(s app.TargetSeen) {
	if !s.Read {
		p.row(say.Textf("cluster"), say.Textf("not read: %s", s.NotRead))
		return
	}
	p.row(say.Verbatim("UID"), orUnseen(s.ClusterUID))
	nodes := say.Textf("nodes")
	if !s.NodesRead {
		p.row(nodes, say.Textf("could not be read"))
		return
	}
	p.row(nodes, say.Names(s.Versions))
	width := 0
	for _, n := range s.Nodes {
		width = max(width, widest(word(n.Name)))
	}
	for _, n := range s.Nodes {
		p.hang(p.besideRows()+pad(word(n.Name), width)+"  ", p.rowName()+5, plain, n.State)
	}
}

// verdictMarks are those of a judgement.
var verdictMarks = map[target.Verdict]mark{
	target.Confirmed: speaks,
	target.Ask:       doubted,
	target.Refuse:    {"!", red},
}

func (p *page) judgement(v app.TargetView) {
	p.title(say.Textf("JUDGEMENT"))
	m := verdictMarks[target.Verdict(v.Judgement)]
	judged := p.in(judgementText(v.Judgement)) + " "
	p.hang("  "+p.ink.paint(m.tint, m.symbol)+" "+judged, widest(judged)+4, plain, ground(v))
	for _, r := range v.Matches {
		if r.Code != v.Reasons[0].Code { // said already
			p.fact(speaks, r.Text)
		}
	}
	for _, r := range v.Doubts {
		p.fact(doubted, r.Text)
	}
	for _, r := range v.Warnings {
		p.note(coded(r.Text, r.Code))
	}
	for _, a := range v.Advice {
		p.hang(p.ink.paint(bold, "→ "), 2, plain, a)
	}
	p.requests(v.Seen.Requests, "")
}

// ground is what a judgement rests on; what is not confirmed has a code to look up.
func ground(v app.TargetView) say.Text {
	if target.Verdict(v.Judgement) == target.Confirmed {
		return v.Reasons[0].Text
	}
	return coded(v.Reasons[0].Text, v.Reasons[0].Code)
}

// judgementText is a judgement in words.
func judgementText(verdict string) say.Text {
	switch target.Verdict(verdict) {
	case target.Confirmed:
		return say.Textf("confirmed:")
	case target.Refuse:
		return say.Textf("refused:")
	}
	return say.Textf("not proven:")
}

// identity is the block to paste into the topology, unless it says just that already.
func (p *page) identity(v app.TargetView) {
	id := v.Identity
	if id == nil || id.ClusterUID == v.Expected.ClusterUID && (id.CASHA256 == v.Expected.CASHA256 || v.Expected.CASHA256 == "") {
		return
	}
	p.line("")
	p.line("identity:")
	if id.ClusterUID != "" {
		p.line("  cluster_uid: ", clean(id.ClusterUID))
	}
	if id.CASHA256 != "" {
		p.line("  ca_sha256: ", clean(id.CASHA256))
	}
}

func day(t time.Time) string { return t.UTC().Format(time.DateOnly) }
