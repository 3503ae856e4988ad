package doctor

import (
	"slices"
	"strings"
	"time"

	"github.com/univ-lehavre/nestor/domain/stack"
	"github.com/univ-lehavre/nestor/domain/target"
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/say"
)

// Means is what a stack has to reach its cluster with.
type Means struct {
	target.Case
	Refused  []target.Reason // why no cluster may be read with it
	Warnings []target.Reason // what a preview says of it
	Tracked  []string        // files that git tracks
	Plugin   error           // why the program that authenticates is not there; nil when it is, or when there is none
	Twins    []string        // other stacks with the same file and context
	Default  string          // the conventional file, as topologies write it
}

// Kubeconfig says what there is to say of a stack's kubeconfig, without reaching any cluster.
func Kubeconfig(m Means) []Finding {
	if m.Stack.Kind == stack.Lima && len(m.Resolution.Files) == 0 && m.Resolution.Missing.IsZero() {
		return []Finding{topic(say.Verbatim("kubeconfig"))(CodeNoneNeeded, Doubt,
			say.Textf("none is named, and %s is not there: its machines are read, and no cluster", m.Default), m.fetch())}
	}
	return slices.Concat(m.usable(), m.private(), m.credentials(), m.warnings(), m.identity())
}

func (m Means) fetch() say.Text {
	return say.Textf("nestor kubeconfig fetch %s", m.Stack.Name)
}

// usable is the file, or why it may not be used, in the words of a preview.
func (m Means) usable() []Finding {
	found, v := topic(say.Verbatim("kubeconfig")), m.Kubeconfig.View
	if len(m.Refused) == 0 {
		return []Finding{found(CodeKubeconfig, Fine, say.Join(" · ", say.Verbatim(strings.Join(v.Files, ", ")), m.namedBy(),
			say.Textf("context %s", v.Context), say.Verbatim(v.Server)), say.Text{})}
	}
	do := say.Text{}
	if len(v.Files) == 0 && len(m.Resolution.Files) > 0 && m.Resolution.Source != target.FromEnvironment {
		do = m.fetch()
	}
	var all []Finding
	for _, r := range m.Refused {
		all = append(all, found(r.Code, Fault, r.Text, do))
	}
	return all
}

func (m Means) namedBy() say.Text {
	switch m.Resolution.Source {
	case target.FromEnvironment:
		return say.Textf("KUBECONFIG names it")
	case target.FromTopology:
		return say.Textf("the topology names it")
	}
	return say.Textf("the conventional file")
}

// private says who else may come by the file. That it is exposed, or in a work tree, is among the warnings.
func (m Means) private() []Finding {
	v := m.Kubeconfig.View
	found := topic(say.Textf("file"))
	var all []Finding
	if len(m.Tracked) > 0 {
		all = append(all, found(CodeTracked, Doubt, say.Textf("git tracks %s: its credentials are in the history", strings.Join(m.Tracked, ", ")),
			say.Textf("git rm --cached it, keep it outside, and have its credentials replaced")))
	}
	if len(v.Files) > 0 && len(v.Exposed) == 0 && len(v.InGit) == 0 {
		all = append(all, found(CodePrivate, Fine, say.Textf("yours alone, and in no git work tree"), say.Text{}))
	}
	for _, other := range m.Twins {
		all = append(all, found(CodeSharedFile, Doubt, say.Textf("stack %s uses the same file and context", other), say.Textf("give each stack a kubeconfig of its own")))
	}
	return all
}

// credentials says whether those that are there can work. What is wrong with a certificate is among the warnings.
func (m Means) credentials() []Finding {
	v := m.Kubeconfig.View
	var all []Finding
	if !v.CertEnd.IsZero() && !slices.ContainsFunc(m.Warnings, func(r target.Reason) bool {
		return r.Code == target.CodeCertExpired || r.Code == target.CodeCertEnding
	}) {
		all = append(all, topic(say.Textf("certificate"))(CodeCertificate, Fine, say.Textf("valid until %s", v.CertEnd.UTC().Format(time.DateOnly)), say.Text{}))
	}
	if v.Auth == ports.AuthExec {
		found := topic(say.Textf("plugin"))
		if m.Plugin != nil {
			all = append(all, found(CodePluginMissing, Fault, say.Textf("the kubeconfig runs %s to authenticate, which cannot be run: %v", v.AuthCommand, m.Plugin), say.Textf("install it: without it kubectl has no credentials")))
		} else {
			all = append(all, found(CodePlugin, Fine, say.Textf("the kubeconfig runs %s to authenticate, which is there", v.AuthCommand), say.Text{}))
		}
	}
	return all
}

// warnings are those of a preview, with their own codes: an expired certificate is one that is missing. Left out
// is what is said elsewhere: files that were skipped are KUBECONFIG's, and a plugin is among the credentials.
func (m Means) warnings() []Finding {
	var all []Finding
	for _, r := range m.Warnings {
		state := Doubt
		switch {
		case r.Code == target.CodeMissingFiles, r.Code == target.CodeProgram && m.Kubeconfig.View.Auth == ports.AuthExec:
			continue
		case r.Code == target.CodeCertExpired:
			state = Fault
		case r.Code == target.CodeProgram, r.Code == target.CodeProxy:
			state = Fine
		}
		all = append(all, topic(warned(r.Code))(r.Code, state, r.Text, m.advice(r.Code)))
	}
	return all
}

func (m Means) advice(code string) say.Text {
	if code == target.CodeCertExpired || code == target.CodeCertEnding {
		return m.fetch()
	}
	return say.Text{}
}

// warned is what a warning is about.
func warned(code string) say.Text {
	switch code {
	case target.CodeCertExpired, target.CodeCertEnding:
		return say.Textf("certificate")
	case target.CodeInsecure:
		return say.Textf("server")
	case target.CodeProxy:
		return say.Textf("proxy")
	case target.CodeProgram:
		return say.Textf("plugin")
	case target.CodeExposed, target.CodeInGit:
		return say.Textf("file")
	}
	return say.Verbatim("kubeconfig")
}

// identity says what tells the stack's cluster from another.
func (m Means) identity() []Finding {
	found := topic(say.Textf("identity"))
	pinned := m.Stack.Identity
	var what []say.Text
	if pinned.ClusterUID != "" {
		what = append(what, say.Textf("cluster UID"))
	}
	if pinned.CASHA256 != "" {
		what = append(what, say.Textf("CA"))
	}
	i := slices.IndexFunc(m.Known, func(k ports.KnownCluster) bool { return k.Of(m.Stack.Name, m.Stack.File) })
	switch {
	case len(what) > 0:
		return []Finding{found(CodePinned, Fine, say.Textf("pinned: %s", say.Join(", ", what...)), say.Text{})}
	case i >= 0:
		return []Finding{found(CodePinned, Fine, say.Textf("not pinned; you confirmed it on %s", m.Known[i].Confirmed.UTC().Format(time.DateOnly)), say.Text{})}
	case m.Stack.Kind == stack.Lima:
		return []Finding{found(CodePinned, Fine, say.Textf("not pinned; a bench is known by its address"), say.Text{})}
	}
	return []Finding{found(CodeNotPinned, Doubt, say.Textf("not pinned, and never confirmed on this machine"), say.Textf("nestor target %s prints the lines to write into the topology", m.Stack.Name))}
}
