package plan

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"maps"
	"slices"

	"github.com/univ-lehavre/nestor/domain/layer"
	"github.com/univ-lehavre/nestor/domain/stack"
)

// Cluster is which cluster a plan was made for.
type Cluster struct {
	UID      string // of namespace kube-system, as it was seen
	CASHA256 string // of the kubeconfig
	Server   string
}

// digestForm names what goes into a digest and how it is written. Another form must have another name: two digests are
// compared as text, perhaps by two versions of nestor.
const digestForm = "nestor.plan/v1"

// Digest stands for one plan: the stack as it was understood, the cluster, the verdict and action of each wanted layer,
// and the catalogue that they were judged by. Who acts on a plan can tell by it that it is still this one.
//
// Time, counts, notes, details and the order of answers are not in it. Nor is what may differ between two machines that
// see one plan: where the topology and the kubeconfig lie, and, as long as the cluster's UID was seen, the address at
// which it is reached.
func Digest(s stack.Stack, c layer.Catalogue, cluster Cluster, p Plan) string {
	if cluster.UID != "" {
		cluster.Server = ""
	}
	all := struct {
		Form      string
		Stack     digestStack
		Cluster   Cluster
		Steps     []digestStep
		Catalogue []digestLayer
	}{digestForm, stackDigest(s), cluster, stepDigests(p.Steps), layerDigests(c.Layers)}
	encoded, _ := json.Marshal(all) // strings, booleans, numbers, lists and sorted maps of them: it cannot fail
	sum := sha256.Sum256(encoded)
	return "sha256:" + hex.EncodeToString(sum[:])
}

// digestStack is a stack without the places of files. What it does not name is not in the digest: a test counts the fields.
type digestStack struct {
	Name            string
	Kind            stack.Kind
	Nodes           []digestNode
	Network         stack.Network
	Exposition      string
	Backend         layer.Backend
	BackendDeclared bool
	Hardening       bool
	Layers          []string
	Context         string
	Identity        stack.Identity
}

type digestNode struct {
	Name        string
	Roles       []stack.Role // a set
	AnsibleHost string
}

func stackDigest(s stack.Stack) digestStack {
	d := digestStack{Name: s.Name, Kind: s.Kind, Nodes: []digestNode{}, Network: s.Network, Exposition: s.Exposition, Backend: s.Backend,
		BackendDeclared: s.BackendDeclared, Hardening: s.Hardening, Layers: list(s.Layers), Context: s.Context, Identity: s.Identity}
	for _, n := range s.Nodes {
		d.Nodes = append(d.Nodes, digestNode{n.Name, set(n.Roles), n.AnsibleHost})
	}
	return d
}

type digestStep struct {
	Layer, Verdict, Action, Own string
	BlockedBy                   []string
}

func stepDigests(steps []Step) []digestStep {
	all := []digestStep{}
	for _, s := range steps {
		all = append(all, digestStep{s.Layer, string(s.Verdict), string(s.Action), string(s.Own), list(s.BlockedBy)})
	}
	return all
}

// digestLayer is a layer without its label, which is only what people call it.
type digestLayer struct {
	Name     string
	How      string
	Sight    layer.Sight
	Wanted   layer.When
	Needs    map[layer.Backend][]string // JSON writes its keys in order
	LimaOnly bool
	Stores   layer.Backend
	Proofs   []layer.Proof
	Traces   layer.Traces
}

func layerDigests(layers []layer.Layer) []digestLayer {
	all := []digestLayer{}
	for _, l := range layers {
		d := digestLayer{Name: l.Name, How: l.How, Sight: l.Sight, Wanted: l.Wanted, Needs: maps.Clone(l.Needs), LimaOnly: l.LimaOnly, Stores: l.Stores,
			Proofs: slices.Clone(list(l.Proofs)), Traces: layer.Traces{Namespaces: list(l.Traces.Namespaces), Groups: list(l.Traces.Groups),
				Provisioners: list(l.Traces.Provisioners), StorageClasses: list(l.Traces.StorageClasses)}}
		for b, needs := range d.Needs {
			d.Needs[b] = list(needs)
		}
		for i := range d.Proofs {
			d.Proofs[i].Phases = list(d.Proofs[i].Phases)
		}
		all = append(all, d)
	}
	return all
}

// list makes none and an empty list the same.
func list[T any](items []T) []T {
	if items == nil {
		return []T{}
	}
	return items
}

// set is a list whose order means nothing.
func set(roles []stack.Role) []stack.Role {
	sorted := slices.Clone(list(roles))
	slices.Sort(sorted)
	return sorted
}
