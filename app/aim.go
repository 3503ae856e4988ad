package app

import (
	"errors"
	"time"

	"github.com/univ-lehavre/nestor/domain/stack"
	"github.com/univ-lehavre/nestor/domain/target"
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/say"
)

// aim is the cluster that a stack points at, and whether it may be read.
type aim struct {
	target.Case
	others    []stack.Stack    // the stacks beside this one
	judgement target.Judgement // the first
	warnings  []target.Reason
}

// aimAt finds the kubeconfig and judges it before any program that would see it is started: a refusal here keeps its
// credentials at home. What was confirmed must be readable: without it a changed cluster would look like a new one.
func (r Readers) aimAt(w Wanted, context string) (aim, error) {
	m, err := r.memory()
	if err != nil {
		return aim{}, err
	}
	return r.aimKnowing(w, context, m), nil
}

// memory is what was confirmed.
type memory struct {
	known []ports.KnownCluster
	none  bool // there is no place to look at
}

func (r Readers) memory() (memory, error) {
	known, err := r.Known.Known()
	if errors.Is(err, ports.ErrNoMemory) {
		return memory{none: true}, nil
	}
	return memory{known: known}, err
}

// aimKnowing is aimAt with what is known given.
func (r Readers) aimKnowing(w Wanted, context string, m memory) aim {
	s := w.Stack
	others := r.others(w)
	c := target.Case{Intent: target.Read, Asking: r.asking(), Stack: s, Known: m.known, NoMemory: m.none, Pinned: pinnedBy(others)}
	c.Resolution = resolve(r.Kubeconfigs, r.Environment, s, context)
	if len(c.Resolution.Files) > 0 {
		c.Kubeconfig = r.Kubeconfigs.Read(c.Resolution.Files, c.Resolution.Context)
	}
	a := r.aimed(c)
	a.others = others
	return a
}

// resolve names the kubeconfig of a stack, for every command alike.
func resolve(k ports.KubeconfigReader, env ports.Environment, s stack.Stack, context string) target.Resolution {
	resolution := target.Resolve(env, s, context, k.Exists(target.ConventionPath(env, s)))
	if len(resolution.Files) == 1 && k.Same(resolution.Files[0], resolution.Overrides) {
		resolution.Overrides = "" // the same file by another name
	}
	return resolution
}

// aimed judges a case for the first time.
func (r Readers) aimed(c target.Case) aim {
	return aim{Case: c, judgement: target.Before(c), warnings: target.Warnings(c.Kubeconfig.View, c.Resolution, r.Environment.Now)}
}

// asking says whether a question can be put. A replay reaches no cluster that could be the wrong one.
func (r Readers) asking() target.Asking {
	if r.Source.Kind == Replay {
		return target.Replaying
	}
	return r.Asking
}

// unreadable says why no cluster may be read; "" when it may.
func (a aim) unreadable() say.Text {
	if a.judgement.Verdict == target.Refuse {
		return decisive(a.judgement)
	}
	return say.Text{}
}

// refuses tells a cluster that must not be read from one that nobody has given the means to read: without any
// kubeconfig file there is nothing to contradict.
func (a aim) refuses(judged target.Judgement) bool {
	return judged.Verdict == target.Refuse && len(a.Kubeconfig.View.Files) > 0
}

// decisive is the reason that a judgement rests on.
func decisive(j target.Judgement) say.Text {
	if len(j.Reasons) == 0 {
		return say.Verbatim(string(j.Verdict))
	}
	return j.Reasons[0].Text
}

// decisiveCode is that reason's; empty without one.
func decisiveCode(j target.Judgement) string {
	if len(j.Reasons) == 0 {
		return ""
	}
	return j.Reasons[0].Code
}

// remembering is what to keep of a cluster that was confirmed; nil when it showed nothing by which to know it again.
func remembering(s stack.Stack, v ports.KubeconfigView, uid string, now time.Time) *ports.KnownCluster {
	if k, ok := target.Remember(s, v, uid, now); ok {
		return &k
	}
	return nil
}
