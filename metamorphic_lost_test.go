package main

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/univ-lehavre/nestor/adapters/run"
	"github.com/univ-lehavre/nestor/app"
	"github.com/univ-lehavre/nestor/domain/state"
	"github.com/univ-lehavre/nestor/internal/effort"
)

// TestALostAnswerOnlyMakesUnknown is the second promise: what was not read is never called absent, nor anything else.
func TestALostAnswerOnlyMakesUnknown(t *testing.T) {
	eachScene(t, func(t *testing.T, s scene) {
		every := effort.Every(40)
		lost := 0
		losses := s.losses(t)
		for i := 0; i < len(losses); i += every {
			l := losses[i]
			now := s.preview(t, l.now)
			for _, wrong := range s.wrongAfter(l, now) {
				t.Errorf("%s: %s", l.what, wrong)
			}
			if now.Summary.Unread > s.sure.Summary.Unread {
				lost++
			}
		}
		t.Logf("%d losses, of which %d made something unknown", (len(losses)+every-1)/every, lost)
		if lost == 0 && s.sure.Summary.Unread < s.sure.Summary.Wanted && s.name != "bench-stopped" {
			t.Error("no loss mattered: nothing was tested")
		}
	})
}

// wrongAfter says what a report knows, after a loss, that it did not know before.
func (s scene) wrongAfter(l loss, now app.Report) []string {
	var wrong []string
	say := func(format string, values ...any) { wrong = append(wrong, fmt.Sprintf(format, values...)) }
	for i, was := range s.sure.Layers {
		is := now.Layers[i]
		if text := s.wrongLayer(l, was, is, now); text != "" {
			say("%s", text)
		}
		if text := wrongAction(was, is); text != "" {
			say("%s", text)
		}
		if l.gone && is.Verdict != string(state.Unknown) && tellsOf(was, placeOf(l.path)) {
			say("%s is %s still", is.Name, is.Verdict)
		}
	}
	for _, is := range now.Extra.Layers {
		i := slices.IndexFunc(s.sure.Extra.Layers, func(was app.LayerReport) bool { return was.Name == is.Name })
		if i < 0 || s.sure.Extra.Layers[i].Verdict != is.Verdict {
			say("extra layer %s is %s", is.Name, is.Verdict)
		}
	}
	for i, is := range now.Nodes {
		if i >= len(s.sure.Nodes) || s.sure.Nodes[i].Name != is.Name || s.sure.Nodes[i].Status != is.Status && is.Status != state.NodeUnknown {
			say("node %s is %s", is.Name, is.Status)
		}
	}
	for i, is := range now.Machines {
		if i >= len(s.sure.Machines) || s.sure.Machines[i].Name != is.Name || s.sure.Machines[i].State != is.State && is.State != state.MachineUnknown {
			say("machine %s is %s", is.Name, is.State)
		}
	}
	for what, lists := range map[string][2][]string{
		"node":      {s.sure.Extra.Nodes, now.Extra.Nodes},
		"namespace": {s.sure.Extra.Namespaces, now.Extra.Namespaces},
		"machine":   {s.sure.Extra.Machines, now.Extra.Machines},
		"backend":   {s.sure.Cluster.Backends, now.Cluster.Backends},
	} {
		for _, name := range lists[1] {
			if !slices.Contains(lists[0], name) && !s.holdsUnread(name, now) {
				say("%s %s appeared", what, name)
			}
		}
	}
	return append(wrong, wrongWhole(s.sure, now)...)
}

// tellsOf: a layer has this one object in its evidence.
func tellsOf(was app.LayerReport, p place) bool {
	return slices.ContainsFunc(was.Evidence, func(e app.EvidenceReport) bool {
		kind, object, _ := strings.Cut(e.Object, " ")
		namespace, name, namespaced := strings.Cut(object, "/")
		if !namespaced {
			namespace, name = "", object
		}
		return p.holds(kind, namespace, name)
	})
}

// holdsUnread: a namespace in which a layer was found that belongs elsewhere is that layer's. Without the layer it is
// nobody's, and listed so.
func (s scene) holdsUnread(namespace string, now app.Report) bool {
	for i, was := range s.sure.Layers {
		found := slices.ContainsFunc(was.Evidence, func(e app.EvidenceReport) bool {
			return strings.HasSuffix(e.Detail.String(), "in namespace "+namespace) || strings.HasPrefix(e.Detail.String(), "in namespace "+namespace+",")
		})
		if found && now.Layers[i].Verdict == string(state.Unknown) {
			return true
		}
	}
	return false
}

// wrongWhole compares what is said of the stack as a whole.
func wrongWhole(was, is app.Report) []string {
	var wrong []string
	if is.Cluster.NodesReady > was.Cluster.NodesReady || is.Summary.Missing > was.Summary.Missing ||
		is.Summary.Pending && !was.Summary.Pending || !is.Cluster.Conflict.IsZero() && was.Cluster.Conflict.IsZero() {
		wrong = append(wrong, fmt.Sprintf("more is known: %+v %+v", is.Cluster, is.Summary))
	}
	if is.Cluster.Requests.Other != 0 {
		wrong = append(wrong, "a write was counted")
	}
	if is.Target.Judgement != was.Target.Judgement && is.Target.Judgement != "ask" {
		wrong = append(wrong, "the target is judged "+is.Target.Judgement+" instead of "+was.Target.Judgement)
	}
	status := was.Status(true)
	if is.Summary.Unread > 0 {
		status = app.Failed
	}
	if is.Status(true) != status {
		wrong = append(wrong, fmt.Sprintf("exit status %d instead of %d", is.Status(true), status))
	}
	return wrong
}

// wrongLayer: a verdict stays, or becomes unknown if the layer rested on what was lost.
func (s scene) wrongLayer(l loss, was, is app.LayerReport, now app.Report) string {
	switch {
	case is.Verdict == was.Verdict:
		return ""
	case stoodOnNothing(was, is, now):
		return ""
	case is.Verdict != string(state.Unknown):
		return fmt.Sprintf("%s went from %s (%s) to %s (%s)", is.Name, was.Verdict, was.Detail, is.Verdict, is.Detail)
	case strings.Contains(is.Detail.String(), run.ErrNotRecorded.Error()):
		return "" // without the answer nestor asks otherwise, and a recording cannot answer that
	case !s.rests(was, l):
		return fmt.Sprintf("%s became unknown (%s), and its evidence was elsewhere", is.Name, is.Detail)
	}
	return ""
}

// stoodOnNothing is the one other change: a layer that was degraded only because a layer that it needs is absent is
// judged by its own proofs when that is not known any more, and the report says so.
func stoodOnNothing(was, is app.LayerReport, now app.Report) bool {
	if was.Verdict != string(state.Degraded) || is.Verdict != string(state.Present) {
		return false
	}
	noted := slices.ContainsFunc(is.Notes, func(n app.NoteReport) bool { return n.Code == state.CodeNeedUnread })
	return noted && slices.ContainsFunc(was.Evidence, func(e app.EvidenceReport) bool {
		need, is := strings.CutPrefix(e.Object, "layer ")
		return is && e.Decides && slices.ContainsFunc(now.Layers, func(l app.LayerReport) bool {
			return l.Name == need && l.Verdict == string(state.Unknown)
		})
	})
}

// wrongAction: what is not known is to be looked at, or waits for a person; nothing new is to be done.
func wrongAction(was, is app.LayerReport) string {
	lookedAt := is.Action == "look" || is.Action == "blocked"
	switch {
	case is.Verdict == string(state.Present) && is.Action == "none":
	case is.Verdict == was.Verdict && (is.Action == was.Action || lookedAt && was.Action != "none"):
	case is.Verdict == string(state.Unknown) && lookedAt:
	default:
		return fmt.Sprintf("%s is %s, and its action went from %s to %s", is.Name, is.Verdict, was.Action, is.Action)
	}
	return ""
}

// rests reports whether a layer rested on what was lost, by the evidence that its report gave.
func (s scene) rests(was app.LayerReport, l loss) bool {
	lists := l.from.Program == "kubectl" && bytes.Contains(l.from.Stdout, []byte(`"Node"`))
	return slices.ContainsFunc(was.Evidence, func(e app.EvidenceReport) bool {
		kind, object, _ := strings.Cut(e.Object, " ")
		namespace, name, namespaced := strings.Cut(object, "/")
		if !namespaced {
			namespace, name = "", object
		}
		switch {
		case kind == "layer":
			return slices.ContainsFunc(s.sure.Layers, func(need app.LayerReport) bool { return need.Name == name && s.rests(need, l) })
		case l.from.Program == "limactl":
			return true
		case e.Object == "limactl list":
			return false
		case l.path == "" || isControl(l.path):
			// The lists tell which cluster it is, and which namespaces are there. The others tell of what is not listed.
			return lists || !slices.Contains([]string{"nodes", "Node", "Namespace", "Deployment", "StatefulSet", "DaemonSet"}, kind)
		case kind == "nodes" || kind == "Node":
			return placeOf(l.path).resource == "nodes"
		default:
			return restsOn(placeOf(l.path), was, kind, namespace, name)
		}
	})
}

// restsOn: an absent layer rests on the storage classes too, for one may be its trace; and whether a kind is served at
// all, on what defines it and who serves its group.
func restsOn(p place, was app.LayerReport, kind, namespace, name string) bool {
	switch p.resource {
	case "customresourcedefinitions":
		return strings.HasPrefix(p.name, plural(kind)+".")
	case "apiservices":
		return true
	case "storageclasses":
		return was.Verdict == string(state.Absent) && p.name == "" || p.holds(kind, namespace, name)
	}
	return p.holds(kind, namespace, name)
}
