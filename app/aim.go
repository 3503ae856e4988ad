package app

import (
	"github.com/univ-lehavre/nestor/domain/stack"
	"github.com/univ-lehavre/nestor/domain/target"
	"github.com/univ-lehavre/nestor/ports"
)

// aim is the cluster that a stack points at, and whether it may be read.
type aim struct {
	resolution target.Resolution
	kubeconfig ports.Kubeconfig
	judgement  target.Judgement
	warnings   []target.Reason
}

// aimAt finds the kubeconfig and judges it before any program that would see it is started: a refusal here keeps its
// credentials at home.
func aimAt(kubeconfigs ports.KubeconfigReader, env ports.Environment, s stack.Stack, context string) aim {
	conventional := kubeconfigs.Exists(target.ConventionPath(env, s))
	a := aim{resolution: target.Resolve(env, s, context, conventional)}
	if len(a.resolution.Files) > 0 {
		a.kubeconfig = kubeconfigs.Read(a.resolution.Files, a.resolution.Context)
	}
	a.judgement = target.Before(a.resolution, a.kubeconfig, s)
	a.warnings = target.Warnings(a.kubeconfig.View, a.resolution, env.Now)
	return a
}

// unreadable says why no cluster may be read; "" when it may.
func (a aim) unreadable() string {
	if a.judgement.Verdict == target.Refuse {
		return decisive(a.judgement)
	}
	return ""
}

// refuses tells a cluster that must not be read from one that nobody has given the means to read: without any
// kubeconfig file there is nothing to contradict.
func (a aim) refuses(judged target.Judgement) bool {
	return judged.Verdict == target.Refuse && len(a.kubeconfig.View.Files) > 0
}

// decisive is the reason that a judgement rests on.
func decisive(j target.Judgement) string {
	if len(j.Reasons) == 0 {
		return string(j.Verdict)
	}
	return j.Reasons[0].Text
}
