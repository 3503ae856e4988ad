package main

import (
	"fmt"
	"strings"
)

// embedded is how many layers nestor has of its own; a generated layers.yaml adds to them.
const embedded = 18

// kits is how many kinds of custom resources the generated layers have. One in six is of a kind that the cluster lacks.
const kits = 30

// A generated layer is proven by one object: of twenty, ten by a deployment, seven by a custom resource and three by a
// storage class. One in three is not on the cluster.
type generated int

func (g generated) name() string      { return fmt.Sprintf("extra-%03d", int(g)) }
func (g generated) namespace() string { return g.name() }
func (g generated) custom() bool      { return g%20 >= 10 && g%20 < 17 }
func (g generated) class() bool       { return g%20 >= 17 }
func (g generated) kit() kit          { return kit(int(g) * 7 % kits) }
func (g generated) there() bool       { return g%3 != 0 && (!g.custom() || g.kit().served()) }

// proof is the object as the catalogue names it.
func (g generated) proof() string {
	switch {
	case g.class():
		return fmt.Sprintf("{apiVersion: storage.k8s.io/v1, kind: StorageClass, name: %s}", g.name())
	case g.custom():
		health := "phase: [Ready]"
		if g%2 == 1 {
			health = "condition: Ready"
		}
		return fmt.Sprintf("{apiVersion: %s/v1, kind: %s, namespace: %s, name: main, %s, anywhere: %t}", g.kit().group(), g.kit().kind(), g.namespace(), health, g%4 == 0)
	}
	return fmt.Sprintf("{apiVersion: apps/v1, kind: Deployment, namespace: %s, name: server, anywhere: %t}", g.namespace(), g%2 == 0)
}

// catalogueFile is a layers.yaml that brings the catalogue to so many layers.
func catalogueFile(layers int) string {
	var b strings.Builder
	b.WriteString("layers:\n")
	for i := range layers - embedded {
		g, need := generated(i), "kubernetes"
		if i >= 10 {
			need = generated(i - 10).name()
		}
		fmt.Fprintf(&b, "  - name: %s\n    label: {en: Extra layer %d, fr: Couche %d}\n    needs: [%s]\n    proofs:\n      - %s\n", g.name(), i, i, need, g.proof())
		if !g.class() {
			fmt.Fprintf(&b, "    traces:\n      namespaces: [%s]\n", g.namespace())
		}
		if g.custom() {
			fmt.Fprintf(&b, "      groups: [%s]\n", g.kit().group())
		}
	}
	return b.String()
}

// kit is a kind of custom resources.
type kit int

func (k kit) group() string  { return fmt.Sprintf("kit%d.example.org", int(k)) }
func (k kit) kind() string   { return fmt.Sprintf("Kit%d", int(k)) }
func (k kit) plural() string { return strings.ToLower(k.kind()) + "s" }
func (k kit) served() bool   { return k%6 != 5 }

func (k kit) definition() object {
	schema := object{"openAPIV3Schema": object{"type": "object", "x-kubernetes-preserve-unknown-fields": true}}
	return object{
		"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
		"metadata": object{"name": k.plural() + "." + k.group()},
		"spec": object{
			"group": k.group(), "scope": "Namespaced",
			"names":    object{"kind": k.kind(), "listKind": k.kind() + "List", "plural": k.plural(), "singular": strings.ToLower(k.kind())},
			"versions": []object{{"name": "v1", "served": true, "storage": true, "schema": schema, "subresources": object{"status": object{}}}},
		},
	}
}

// addKits makes the kinds of the custom resources.
func (a *api) addKits() error {
	return each(0, kits-1, func(i int) error {
		k := kit(i)
		if !k.served() {
			return nil
		}
		return a.apply("/apis/apiextensions.k8s.io/v1/customresourcedefinitions/"+k.plural()+"."+k.group(), k.definition())
	})
}

// addLayers puts on the cluster what it has of the generated layers from one number to another.
func (a *api) addLayers(first, last int) error {
	return each(first, last, func(i int) error {
		if !generated(i).there() {
			return nil
		}
		return a.addLayer(generated(i))
	})
}

func (a *api) addLayer(g generated) error {
	if g.class() {
		return a.apply("/apis/storage.k8s.io/v1/storageclasses/"+g.name(), object{"apiVersion": "storage.k8s.io/v1", "kind": "StorageClass",
			"metadata": object{"name": g.name()}, "provisioner": "rook-ceph.rbd.csi.ceph.com", "reclaimPolicy": "Delete", "volumeBindingMode": "Immediate"})
	}
	if err := a.addNamespace(g.namespace()); err != nil {
		return err
	}
	if !g.custom() {
		return a.addDeployment(g.namespace(), "server")
	}
	k := g.kit()
	path := fmt.Sprintf("/apis/%s/v1/namespaces/%s/%s/main", k.group(), g.namespace(), k.plural())
	resource := object{"apiVersion": k.group() + "/v1", "kind": k.kind(), "metadata": object{"name": "main", "namespace": g.namespace()}, "spec": object{"size": 3}}
	return a.applyWithStatus(path, resource, object{"phase": "Ready", "conditions": []object{{"type": "Ready", "status": "True", "reason": "Reconciled"}}})
}
