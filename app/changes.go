package app

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"github.com/univ-lehavre/nestor/domain/state"
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/problems"
	"github.com/univ-lehavre/nestor/ports/say"
)

// ChangesSchema names the form of a comparison's machine output.
const ChangesSchema = "nestor.changes/v1"

// Changes is what differs between an earlier report of a stack and this one. What either of them could not read is no
// change: it is listed apart.
type Changes struct {
	Schema  string        `json:"schema"`
	Stack   string        `json:"stack"`
	Since   Since         `json:"since"`
	Digest  string        `json:"digest,omitempty"`
	Wanted  WantedChange  `json:"wanted"`
	Cluster []Change      `json:"cluster"` // storage backends, Ceph's health, versions
	Nodes   []Change      `json:"nodes"`
	VMs     []Change      `json:"machines"`
	Layers  []LayerChange `json:"layers"`
	Unread  []Unread      `json:"unread"`
	Summary SummaryReport `json:"summary"` // of this report
	Same    bool          `json:"same"`    // nothing changed, as far as both could read
}

// Since is the earlier report.
type Since struct {
	File   string    `json:"file"`
	Taken  time.Time `json:"taken"`
	Digest string    `json:"digest,omitempty"`
}

// WantedChange is the layers that were declared since, and those that are not any more.
type WantedChange struct {
	Added   []string `json:"added"`
	Removed []string `json:"removed"`
}

// Change is one thing that was read both times, and differs.
type Change struct {
	Name   string   `json:"name"`
	Before say.Text `json:"before"`
	After  say.Text `json:"after"`
}

// LayerChange is a layer whose verdict or action differs.
type LayerChange struct {
	Name   string     `json:"name"`
	Before LayerState `json:"before"`
	After  LayerState `json:"after"`
	Detail say.Text   `json:"detail,omitzero"` // what decides now
}

// LayerState is a verdict, and the action that follows where the layer is wanted.
type LayerState struct {
	Verdict string `json:"verdict"`
	Action  string `json:"action,omitempty"`
}

// Unread is something that one of the reports, or both, could not read.
type Unread struct {
	What string `json:"what"` // layer, node or machine
	Name string `json:"name"`
	Then bool   `json:"then"` // the earlier report could not read it
	Now  bool   `json:"now"`
}

// Earlier reads a report that `nestor preview -o json` printed.
func Earlier(from ports.ReportReader, file string) (Report, error) {
	text, err := from.Report(file)
	if err != nil {
		return Report{}, err
	}
	return parseReport(file, text)
}

func parseReport(file string, text []byte) (Report, error) {
	var r Report
	advice := say.Textf("give a file that `nestor preview -o json` printed")
	if err := json.Unmarshal(text, &r); err != nil {
		return r, BadOption{&say.Problem{Code: problems.AppNoReport, What: say.Textf("%s is no report", file), Why: err, Do: advice}}
	}
	if r.Schema != Schema {
		return r, badOption(problems.AppNoReport, say.Textf("%s is no report of schema %s", file, Schema), advice)
	}
	return r, nil
}

// Compare gives what changed from one report to the next. Reports of two stacks, or of two clusters, have nothing to
// compare: an error says which.
func Compare(before, after Report, file string) (Changes, error) {
	if err := comparable(before, after, file); err != nil {
		return Changes{}, err
	}
	c := Changes{Schema: ChangesSchema, Stack: after.Stack.Name, Since: Since{file, before.Taken, before.Digest}, Digest: after.Digest,
		Wanted:  WantedChange{Added: beyond(after.Stack.Layers, before.Stack.Layers), Removed: beyond(before.Stack.Layers, after.Stack.Layers)},
		Cluster: clusterChanges(before, after), Nodes: []Change{}, VMs: []Change{}, Layers: []LayerChange{}, Unread: []Unread{}, Summary: after.Summary}
	c.layers(before, after)
	c.Nodes = c.things("node", nodeStates(before), nodeStates(after))
	c.VMs = c.things("machine", machineStates(before), machineStates(after))
	c.Same = len(c.Wanted.Added)+len(c.Wanted.Removed)+len(c.Cluster)+len(c.Nodes)+len(c.VMs)+len(c.Layers) == 0
	return c, nil
}

func comparable(before, after Report, file string) error {
	was, is := before.Target.ClusterUID, after.Target.ClusterUID // empty where it was not seen
	switch {
	case before.Stack.Name != after.Stack.Name:
		return badOption(problems.AppOtherReport, say.Textf("%s is a report of stack %s, and this is %s", file, before.Stack.Name, after.Stack.Name), say.Textf("give an earlier report of %s", after.Stack.Name))
	case was != "" && is != "" && was != is:
		return badOption(problems.AppOtherReport, say.Textf("%s is a report of another cluster (UID %s, and this one is %s)", file, was, is), say.Textf("give an earlier report of this one"))
	}
	return nil
}

// layers compares what both reports know of each layer that either asked for.
func (c *Changes) layers(before, after Report) {
	var names []string
	for _, list := range [][]string{after.Stack.Layers, before.Stack.Layers, after.Stack.Known, before.Stack.Known} {
		names = append(names, beyond(list, names)...)
	}
	then, now := layerStates(before), layerStates(after)
	for _, name := range names {
		was, is := then[name], now[name]
		switch {
		case (notRead(was.Verdict) || notRead(is.Verdict)) && !concerns(name, before, after, was, is):
			// nobody wants it, and neither report has seen it
		case notRead(was.Verdict) || notRead(is.Verdict):
			c.Unread = append(c.Unread, Unread{"layer", name, notRead(was.Verdict), notRead(is.Verdict)})
		case was.Verdict != is.Verdict || was.Action != is.Action && was.Action != "" && is.Action != "":
			c.Layers = append(c.Layers, LayerChange{Name: name, Before: was.LayerState, After: is.LayerState, Detail: is.detail})
		}
	}
}

// concerns tells a layer that is wanted, or was seen, from those that the catalogue only knows.
func concerns(name string, before, after Report, was, is layerState) bool {
	seen := func(s layerState) bool { return !notRead(s.Verdict) && s.Verdict != string(state.Absent) }
	return slices.Contains(before.Stack.Layers, name) || slices.Contains(after.Stack.Layers, name) || seen(was) || seen(is)
}

type layerState struct {
	LayerState
	detail say.Text
}

// layerStates is what a report says of every layer that it asked for: those that are not listed were not there.
func layerStates(r Report) map[string]layerState {
	all := map[string]layerState{}
	for _, name := range r.Stack.Known {
		all[name] = layerState{LayerState{Verdict: string(state.Absent)}, say.Text{}}
	}
	if !r.Cluster.Read {
		clear(all)
	}
	for _, name := range r.Extra.Unread {
		all[name] = layerState{LayerState{Verdict: string(state.Unknown)}, say.Text{}}
	}
	for _, l := range r.Extra.Layers {
		all[l.Name] = layerState{LayerState{Verdict: l.Verdict}, l.Detail}
	}
	for _, l := range r.Layers {
		all[l.Name] = layerState{LayerState{l.Verdict, l.Action}, l.Detail}
	}
	return all
}

// notRead is a verdict that says nothing of what is there.
func notRead(verdict string) bool { return verdict == "" || verdict == string(state.Unknown) }

// things compares nodes, or VMs, by name.
func (c *Changes) things(what string, then, now seen) []Change {
	changes := []Change{}
	for _, name := range append(slices.Clone(now.names), beyond(then.names, now.names)...) {
		was, is := then.state(name), now.state(name)
		switch {
		case notRead(was) || notRead(is):
			c.Unread = append(c.Unread, Unread{what, name, notRead(was), notRead(is)})
		case was != is:
			changes = append(changes, Change{name, statusText(was), statusText(is)})
		}
	}
	return changes
}

// seen is what a report says of things by name.
type seen struct {
	names  []string
	states map[string]string
	whole  bool // all of them were read: what is not among them was not there
}

func (s seen) add(name, state string) seen {
	s.names = append(s.names, name)
	s.states[name] = state
	return s
}

func (s seen) state(name string) string {
	if !s.whole {
		return cmp.Or(s.states[name], string(state.Unknown))
	}
	return cmp.Or(s.states[name], notThere)
}

// notThere and cordoned are what a report says of a node besides its status.
const (
	notThere = "not there"
	cordoned = ", cordoned"
)

func statusText(status string) say.Text {
	if status == notThere {
		return say.Textf("not there")
	}
	if ready, found := strings.CutSuffix(status, cordoned); found {
		return say.Textf("%s, cordoned", state.StatusWords(ready))
	}
	return state.StatusWords(status)
}

func nodeStates(r Report) seen {
	s := seen{states: map[string]string{}, whole: r.Cluster.NodesRead}
	for _, n := range r.Nodes {
		status := n.Status
		if n.Cordoned {
			status += cordoned
		}
		s = s.add(n.Name, status)
	}
	return s
}

func machineStates(r Report) seen {
	s := seen{states: map[string]string{}, whole: true}
	for _, m := range r.Machines {
		s = s.add(m.Name, m.State)
		s.whole = s.whole && !notRead(m.State)
	}
	return s
}

// clusterChanges compares what both reports saw of the whole cluster.
func clusterChanges(before, after Report) []Change {
	changes := []Change{}
	for _, each := range []Change{
		{"storage backend", backends(before.Cluster), backends(after.Cluster)},
		{"ceph", say.Verbatim(before.Cluster.CephHealth), say.Verbatim(after.Cluster.CephHealth)},
		{"version", say.Names(before.Cluster.Versions), say.Names(after.Cluster.Versions)},
	} {
		if !each.Before.Equal(each.After) && !each.Before.IsZero() && !each.After.IsZero() {
			changes = append(changes, each)
		}
	}
	return changes
}

// backends is empty when one of them may be alive and was not read.
func backends(c ClusterReport) say.Text {
	if !c.Read || len(c.BackendsUnread) > 0 {
		return say.Text{}
	}
	return say.First(say.Names(c.Backends), say.Textf("none"))
}

// beyond gives what is in a list and not in the other.
func beyond(list, other []string) []string {
	return slices.DeleteFunc(append([]string{}, list...), func(s string) bool { return slices.Contains(other, s) })
}
