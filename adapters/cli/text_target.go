package cli

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"github.com/univ-lehavre/nestor/app"
	"github.com/univ-lehavre/nestor/domain/target"
)

// target prints which cluster was meant, which one was found, and whether they are one.
func (p *page) target(v app.TargetView) error {
	p.source(v.Source)
	p.hang(p.ink.paint(bold, clean(v.Stack.Name))+" · ", widest(clean(v.Stack.Name))+3, plain, v.Stack.Kind+" · topology "+p.short(v.Stack.Shown))
	p.line("")
	p.title("EXPECTED")
	p.expected(v.Expected)
	p.title("SEEN")
	p.kubeconfigSeen(v.Seen)
	p.clusterSeen(v.Seen)
	p.judgement(v)
	p.identity(v)
	return p.err
}

func (p *page) expected(e app.TargetExpected) {
	for _, d := range e.Endpoints {
		text := clean(d.URL) + " (" + clean(d.From) + ")"
		if d.Generic {
			text += ", which proves nothing"
		}
		p.row("endpoint", text)
	}
	p.row("control", few(cleanAll(e.ControlPlane)))
	p.row("UID", cmp.Or(clean(e.ClusterUID), "not pinned"))
	p.row("CA", cmp.Or(clean(e.CASHA256), "not pinned"))
	if r := e.Remembered; r != nil {
		p.row("remembered", strings.Join(compact("confirmed on "+day(r.Confirmed), prefixed("UID ", clean(r.ClusterUID)), prefixed("CA ", clean(r.CASHA256)), "at "+clean(r.Endpoint)), " · "))
	}
}

func (p *page) kubeconfigSeen(s app.TargetSeen) {
	p.row("kubeconfig", p.seenFiles(s))
	if s.Server == "" {
		return
	}
	p.row("context", clean(s.Context)+" ("+s.ContextSource+") · cluster "+clean(s.Cluster)+" · user "+clean(s.User))
	p.row("endpoint", strings.Join(compact(clean(s.Server), prefixed("as ", clean(s.TLSServerName)), prefixed("through the proxy ", clean(s.Proxy))), " · "))
	p.row("CA", seenCA(s))
	p.row("user", seenUser(s))
}

func (p *page) seenFiles(s app.TargetSeen) string {
	if len(s.Kubeconfig) == 0 {
		return "none"
	}
	text := p.shortAll(s.Kubeconfig) + " (" + s.Source + ")"
	if s.Overrides != "" {
		text += ", overrides " + p.short(s.Overrides)
	}
	return text
}

func seenCA(s app.TargetSeen) string {
	switch {
	case s.Insecure:
		return "not verified (insecure-skip-tls-verify)"
	case s.CASHA256 == "":
		return "this machine's own roots"
	case s.CACount > 1:
		return fmt.Sprintf("%s, and %d more", clean(s.CASHA256), s.CACount-1)
	}
	return clean(s.CASHA256)
}

func seenUser(s app.TargetSeen) string {
	end := ""
	if s.CertEnd != nil {
		end = "until " + day(*s.CertEnd)
	}
	return strings.Join(compact(s.Authentication, clean(s.Program), clean(s.CertSubject), end), " · ")
}

func (p *page) clusterSeen(s app.TargetSeen) {
	if !s.Read {
		p.row("cluster", "not read: "+clean(s.NotRead))
		return
	}
	p.row("UID", orUnseen(clean(s.ClusterUID)))
	if !s.NodesRead {
		p.row("nodes", "could not be read")
		return
	}
	p.row("nodes", clean(strings.Join(s.Versions, ", ")))
	width := 0
	for _, n := range s.Nodes {
		width = max(width, widest(word(n.Name)))
	}
	for _, n := range s.Nodes {
		p.hang(besideRows+pad(word(n.Name), width)+"  ", 15, plain, clean(n.State))
	}
}

// verdictMarks are those of a judgement.
var verdictMarks = map[target.Verdict]mark{
	target.Confirmed: speaks,
	target.Ask:       doubted,
	target.Refuse:    {"!", red},
}

func (p *page) judgement(v app.TargetView) {
	p.title("JUDGEMENT")
	m := verdictMarks[target.Verdict(v.Judgement)]
	p.hang("  "+p.ink.paint(m.tint, m.symbol)+" "+v.Judgement+": ", widest(v.Judgement)+6, plain, clean(v.Reasons[0].Text))
	for _, r := range v.Matches {
		p.fact(speaks, r.Text)
	}
	for _, r := range v.Doubts {
		p.fact(doubted, r.Text)
	}
	for _, r := range v.Warnings {
		p.note(r.Text)
	}
	for _, a := range v.Advice {
		p.hang(p.ink.paint(bold, "→ "), 2, plain, clean(a))
	}
	p.requests(v.Seen.Requests, "")
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
