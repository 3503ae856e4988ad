package discover

import (
	"fmt"
	"slices"
	"strings"

	"github.com/univ-lehavre/nestor/domain/layer"
	"github.com/univ-lehavre/nestor/domain/state"
	"github.com/univ-lehavre/nestor/ports"
)

// unclaimed lists what no layer of the catalogue speaks for.
func (d *Discovery) unclaimed() {
	o := d.answers.Overview
	if o.Namespaces.Outcome == ports.Found {
		d.list("namespaces", d.State.Extra.Namespaces)
		d.list("namespaces of the base, which say nothing of a layer", d.ignored())
	} else {
		d.unread(Unclaimed, "namespaces", o.Namespaces.Outcome, o.Namespaces.Reason)
	}
	if groups := d.groups(); groups.Outcome == ports.Found {
		d.list("API groups", slices.DeleteFunc(slices.Clone(groups.Items), func(g string) bool { return builtIn(g) || d.speaksFor(g) }))
	} else {
		d.unread(Unclaimed, "API groups", groups.Outcome, groups.Reason)
	}
	if o.StorageClasses.Outcome == ports.Found { // that they were not read is said with the storage
		var free []string
		for _, c := range o.StorageClasses.Items {
			if !slices.ContainsFunc(d.answers.Catalogue.Layers, func(l layer.Layer) bool { return servedBy(l, c) }) {
				free = append(free, c.Name+" ("+c.Provisioner+")")
			}
		}
		d.list("storage classes", free)
	}
}

func (d *Discovery) list(what string, names []string) {
	if len(names) > 0 {
		d.say(Unclaimed, what+": "+strings.Join(names, ", "))
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
		return ports.Listing[string]{Reason: more.Failure.Reason}
	case more.Groups.Reason == "":
		return ports.Listing[string]{Reason: "they are asked for beside other things, none of which could be looked for"}
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
	say := func(format string, values ...any) { d.Health = append(d.Health, fmt.Sprintf(format, values...)) }
	if nodes := d.answers.Overview.Nodes; nodes.Outcome == ports.Found {
		ready := 0
		for _, n := range d.State.Nodes {
			if n.Status == state.NodeReady {
				ready++
			}
		}
		say("nodes: %d of %d Ready, kubelets %s", ready, len(nodes.Items), strings.Join(d.State.Versions, ", "))
	}
	degraded := d.named(state.Degraded)
	if len(degraded) > 0 {
		say("degraded: %s", strings.Join(degraded, ", "))
	} else {
		say("no layer that is there is degraded")
	}
	say("%s", d.claims())
	if ceph := d.State.CephHealth; ceph != "" {
		say("Ceph: %s", ceph)
	} else if slices.Contains(d.State.Storage.Unread, layer.Ceph) {
		say("Ceph: could not be read")
	}
	for _, n := range d.State.Notes {
		if n.Code != state.CodeStorage { // it speaks of a declaration that nobody has made yet
			say("%s", n.Text)
		}
	}
}

// claims counts the volumes that are waited for.
func (d *Discovery) claims() string {
	claims := everywhere(d.answers.More, claimRef)
	if claims.Outcome != ports.Found {
		return "volume claims: could not be read (" + notAnswered(claims.Outcome, claims.Reason) + ")"
	}
	var waiting []string
	for _, c := range claims.Items {
		if c.Phase != "Bound" {
			waiting = append(waiting, c.Ref.Namespace+"/"+c.Ref.Name+" "+c.Phase)
		}
	}
	switch {
	case len(claims.Items) == 0:
		return "volume claims: none"
	case len(waiting) == 0:
		return fmt.Sprintf("volume claims: %d, all bound", len(claims.Items))
	}
	return fmt.Sprintf("volume claims: %d of %d not bound: %s", len(waiting), len(claims.Items), few(waiting))
}

// few lists names, and counts those that nobody would read.
func few(names []string) string {
	const most = 12
	if len(names) > most {
		return fmt.Sprintf("%s and %d more", strings.Join(names[:most], ", "), len(names)-most)
	}
	return strings.Join(names, ", ")
}
