package discover

import (
	"slices"
	"strings"

	"github.com/univ-lehavre/nestor/domain/layer"
	"github.com/univ-lehavre/nestor/domain/state"
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/say"
)

// unclaimed lists what no layer of the catalogue speaks for.
func (d *Discovery) unclaimed() {
	o := d.answers.Overview
	if o.Namespaces.Outcome == ports.Found {
		d.list(say.Textf("namespaces"), d.State.Extra.Namespaces)
		d.list(say.Textf("namespaces of the base, which say nothing of a layer"), d.ignored())
	} else {
		d.unread(Unclaimed, say.Textf("namespaces"), o.Namespaces.Outcome, o.Namespaces.Reason)
	}
	if groups := d.groups(); groups.Outcome == ports.Found {
		d.list(say.Textf("API groups"), slices.DeleteFunc(slices.Clone(groups.Items), func(g string) bool { return builtIn(g) || d.speaksFor(g) }))
	} else {
		d.unread(Unclaimed, say.Textf("API groups"), groups.Outcome, groups.Reason)
	}
	if o.StorageClasses.Outcome == ports.Found { // that they were not read is said with the storage
		var free []string
		for _, c := range o.StorageClasses.Items {
			if !slices.ContainsFunc(d.answers.Catalogue.Layers, func(l layer.Layer) bool { return servedBy(l, c) }) {
				free = append(free, c.Name+" ("+c.Provisioner+")")
			}
		}
		d.list(say.Textf("storage classes"), free)
	}
}

func (d *Discovery) list(what say.Text, names []string) {
	if len(names) > 0 {
		d.remark(Unclaimed, say.Textf("%s: %s", what, strings.Join(names, ", ")))
	}
}

func (d *Discovery) ignored() []string {
	var names []string
	for _, n := range d.answers.Overview.Namespaces.Items {
		if slices.Contains(d.answers.Catalogue.Ignored, n.Name) {
			names = append(names, n.Name)
		}
	}
	slices.Sort(names)
	return names
}

// groups gives the served API groups, from whichever read fetched them.
func (d *Discovery) groups() ports.Listing[string] {
	for _, o := range []ports.ObjectsAnswer{d.answers.More, d.answers.Objects} {
		if o.Failure == nil && o.Groups.Outcome == ports.Found {
			return o.Groups
		}
	}
	more := d.answers.More
	switch {
	case more.Failure != nil:
		return ports.Listing[string]{Reason: more.Failure.Text()}
	case more.Groups.Reason.IsZero():
		return ports.Listing[string]{Reason: say.Textf("they are asked for beside other things, none of which could be looked for")}
	}
	return more.Groups
}

// kubernetesGroups are served by every API server, or come with Kubernetes; groups without a dot too.
var kubernetesGroups = []string{"admissionregistration", "apiextensions", "apiregistration", "authentication", "authorization", "rbac.authorization",
	"certificates", "coordination", "discovery", "events", "flowcontrol.apiserver", "internal.apiserver", "networking", "node", "resource",
	"scheduling", "storage", "storagemigration"}

func builtIn(group string) bool {
	bare, official := strings.CutSuffix(group, ".k8s.io")
	return !strings.Contains(group, ".") || official && slices.Contains(kubernetesGroups, bare)
}

// speaksFor reports a group that a layer uses or leaves; the Gateway API is the exposition's.
func (d *Discovery) speaksFor(group string) bool {
	return group == gatewayRef.Group || slices.ContainsFunc(d.answers.Catalogue.Layers, func(l layer.Layer) bool {
		return slices.Contains(l.Traces.Groups, group) ||
			slices.ContainsFunc(l.Proofs, func(p layer.Proof) bool { return p.Ref.Group == group })
	})
}

// servedBy reports a storage class that a layer proves itself by, or leaves.
func servedBy(l layer.Layer, c ports.StorageClass) bool {
	proves := func(p layer.Proof) bool { return p.Ref.Kind == "StorageClass" && p.Ref.Name == c.Name }
	return slices.ContainsFunc(l.Proofs, proves) || slices.Contains(l.Traces.StorageClasses, c.Name) ||
		slices.ContainsFunc(l.Traces.Provisioners, func(p string) bool { return strings.Contains(c.Provisioner, p) })
}

// health sums up how the cluster is. It decides nothing.
func (d *Discovery) health() {
	tell := func(text say.Text) { d.Health = append(d.Health, text) }
	if nodes := d.answers.Overview.Nodes; nodes.Outcome == ports.Found {
		ready := 0
		for _, n := range d.State.Nodes {
			if n.Status == state.NodeReady {
				ready++
			}
		}
		tell(say.Textf("nodes: %d of %d Ready, kubelets %s", ready, len(nodes.Items), strings.Join(d.State.Versions, ", ")))
	}
	degraded := d.named(state.Degraded)
	if len(degraded) > 0 {
		tell(say.Textf("degraded: %s", strings.Join(degraded, ", ")))
	} else {
		tell(say.Textf("no layer that is there is degraded"))
	}
	tell(d.claims())
	if ceph := d.State.CephHealth; ceph != "" {
		tell(say.Textf("Ceph: %s", ceph))
	} else if slices.Contains(d.State.Storage.Unread, layer.Ceph) {
		tell(say.Textf("Ceph: could not be read"))
	}
	for _, n := range d.State.Notes {
		if n.Code != state.CodeStorage { // it speaks of a declaration that nobody has made yet
			tell(n.Text)
		}
	}
}

// claims counts the volumes that are waited for.
func (d *Discovery) claims() say.Text {
	claims := everywhere(d.answers.More, claimRef)
	if claims.Outcome != ports.Found {
		return say.Textf("volume claims: could not be read (%s)", notAnswered(claims.Outcome, claims.Reason))
	}
	var waiting []string
	for _, c := range claims.Items {
		if c.Phase != "Bound" {
			waiting = append(waiting, c.Ref.Namespace+"/"+c.Ref.Name+" "+c.Phase)
		}
	}
	switch {
	case len(claims.Items) == 0:
		return say.Textf("volume claims: none")
	case len(waiting) == 0:
		return say.Textf("volume claims: %d, all bound", len(claims.Items))
	}
	return say.Textf("volume claims: %d of %d not bound: %s", len(waiting), len(claims.Items), few(waiting))
}

// few lists names, and counts those that nobody would read.
func few(names []string) say.Text {
	const most = 12
	return say.Few(names, most, ", ")
}
