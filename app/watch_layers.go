package app

import (
	"slices"
	"strings"

	"github.com/univ-lehavre/nestor/domain/layer"
	"github.com/univ-lehavre/nestor/domain/state"
	"github.com/univ-lehavre/nestor/ports/problems"
	"github.com/univ-lehavre/nestor/ports/say"
)

// awaited refuses to wait for a layer that can never be present: one that nobody knows, wants, or can see.
func awaited(names []string, w Wanted) error {
	for _, name := range names {
		l, known := w.Catalogue.Find(name)
		switch {
		case !known:
			if members := w.Catalogue.Members(name, w.Stack.Backend); len(members) > 0 && members[0] != name {
				return badOption(problems.AppNoLayer, say.Textf("%q is an alias of the layers %s", name, say.Names(members)), say.Textf("wait for the layers themselves: --wait-for %s", strings.Join(members, " --wait-for ")))
			}
			return noSuchLayer(name, w.Stack, w.Catalogue)
		case !slices.Contains(w.Stack.Layers, name):
			return badOption(problems.AppNotWanted, say.Textf("stack %s does not want %s, so it would be waited for in vain", w.Stack.Name, name), say.Textf("wait for a layer that it wants: %s", say.Few(w.Stack.Layers, 12, " ")))
		case l.Sight == layer.Unseen:
			return badOption(problems.AppNotWanted, say.Textf("no API shows %s, so it would be waited for in vain", name), say.Textf("wait for another layer"))
		}
	}
	return nil
}

// missing gives the layers that are not present.
func missing(names []string, r Report) []string {
	return slices.DeleteFunc(slices.Clone(names), func(name string) bool { return reportOf(name, r).Verdict == string(state.Present) })
}

func reportOf(name string, r Report) LayerReport {
	i := slices.IndexFunc(r.Layers, func(l LayerReport) bool { return l.Name == name })
	if i < 0 {
		return LayerReport{}
	}
	return r.Layers[i]
}

// notInTime says what kept the layers from being present, the last time that it was looked at.
func notInTime(how Watching, r Report) error {
	names := missing(how.Until, r)
	p := &say.Problem{Code: problems.AppNotInTime, What: say.Textf("not present after %s: %s", how.Within, strings.Join(names, ", ")), Do: say.Textf("look at what is missing: nestor explain %s %s", names[0], r.Stack.Name)}
	var causes []say.Text
	for _, name := range names {
		l := reportOf(name, r)
		if l.ReadFailed && !r.Cluster.Reason.IsZero() {
			p.Why = &say.Problem{Code: r.Cluster.Code, What: r.Cluster.Reason}
			if !r.Cluster.Advice.IsZero() {
				p.Do = r.Cluster.Advice
			}
			return p
		}
		causes = append(causes, coded(say.Textf("%s: %s", name, say.Join(", ", state.Verdict(l.Verdict).Words(), l.Detail, l.Why)), l.Code))
	}
	p.Why = &say.Problem{What: say.Join("; ", causes...)}
	return p
}

func coded(text say.Text, code string) say.Text {
	if code == "" {
		return text
	}
	return say.Textf("%s [%s]", text, code)
}
