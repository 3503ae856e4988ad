package plan_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/univ-lehavre/nestor/domain/layer"
	"github.com/univ-lehavre/nestor/domain/plan"
	"github.com/univ-lehavre/nestor/domain/stack"
	"github.com/univ-lehavre/nestor/domain/state"
	"github.com/univ-lehavre/nestor/domain/state/statetest"
	"github.com/univ-lehavre/nestor/ports/say"
)

// planned is all that goes into a digest.
type planned struct {
	stack     stack.Stack
	catalogue layer.Catalogue
	cluster   plan.Cluster
	plan      plan.Plan
}

func (p planned) digest() string { return plan.Digest(p.stack, p.catalogue, p.cluster, p.plan) }

func plannedOf(w *statetest.World) planned {
	p := planned{stack: w.Stack, catalogue: w.Catalogue, cluster: plan.Cluster{UID: "uid-1", CASHA256: "ca", Server: "https://a"}}
	p.plan = plan.Make(w.Stack, w.Catalogue, w.Compose())
	return p
}

func draw(t *rapid.T) statetest.Draw {
	return func(what string, n int) int { return rapid.IntRange(0, n-1).Draw(t, what) }
}

// full is a stack and a catalogue in which every field is set to something.
func full() planned {
	p := plannedOf(statetest.Healthy(statetest.Dirqual()).Without("mlflow"))
	p.stack.Layers = slices.Clone(p.stack.Layers)
	fill(reflect.ValueOf(&p.stack).Elem())
	fill(reflect.ValueOf(&p.catalogue.Layers[2]).Elem())
	fill(reflect.ValueOf(&p.plan.Steps[9]).Elem())
	return p
}

// fill gives every empty field a value.
func fill(v reflect.Value) {
	for _, leaf := range leaves(v, "") {
		if leaf.value.IsZero() {
			change(leaf.value)
		}
	}
}

type leaf struct {
	path  string
	value reflect.Value
}

// leaves are the fields below v that hold a string, a boolean, a number or a list or map of these.
func leaves(v reflect.Value, path string) []leaf {
	var all []leaf
	switch {
	case v.Kind() == reflect.Struct && v.Type() != reflect.TypeFor[say.Text]():
		for i := range v.NumField() {
			all = append(all, leaves(v.Field(i), path+"."+v.Type().Field(i).Name)...)
		}
	case v.Kind() == reflect.Slice && v.Len() > 0 && v.Type().Elem().Kind() == reflect.Struct:
		all = leaves(v.Index(0), path+"[]")
	default:
		all = []leaf{{path, v}}
	}
	return all
}

func change(v reflect.Value) {
	if v.Type() == reflect.TypeFor[say.Text]() {
		v.Set(reflect.ValueOf(say.Verbatim("x")))
		return
	}
	switch v.Kind() {
	case reflect.String:
		v.SetString(v.String() + "x")
	case reflect.Bool:
		v.SetBool(!v.Bool())
	case reflect.Int:
		v.SetInt(v.Int() + 1)
	case reflect.Slice:
		v.Set(reflect.Append(v, reflect.New(v.Type().Elem()).Elem()))
	case reflect.Map:
		grown := reflect.MakeMap(v.Type())
		for _, k := range v.MapKeys() {
			grown.SetMapIndex(k, v.MapIndex(k))
		}
		key := reflect.New(v.Type().Key()).Elem()
		key.SetString("x")
		grown.SetMapIndex(key, reflect.New(v.Type().Elem()).Elem())
		v.Set(grown)
	default:
		panic("no way to change a " + v.Kind().String())
	}
}

// left are the fields that say nothing of what a plan is: where files lie, and what is only read by people.
var left = []string{"stack.File", "stack.Kubeconfig", "layer.Label", "step.Why", "step.Code"}

// TestEachFieldOfAPlanCounts finds a new field of a stack, a layer or a step that nobody thought of.
func TestEachFieldOfAPlanCounts(t *testing.T) {
	before := full().digest()
	for name, part := range map[string]func(*planned) reflect.Value{
		"stack":   func(p *planned) reflect.Value { return reflect.ValueOf(&p.stack).Elem() },
		"layer":   func(p *planned) reflect.Value { return reflect.ValueOf(&p.catalogue.Layers[2]).Elem() },
		"step":    func(p *planned) reflect.Value { return reflect.ValueOf(&p.plan.Steps[9]).Elem() },
		"cluster": func(p *planned) reflect.Value { return reflect.ValueOf(&p.cluster).Elem() },
	} {
		p := full()
		count := len(leaves(part(&p), name))
		for i := range count {
			p := full()
			l := leaves(part(&p), name)[i]
			if l.path == "cluster.Server" {
				continue // has a test of its own
			}
			change(l.value)
			if counts := p.digest() != before; counts == slices.Contains(left, l.path) {
				t.Errorf("%s: changed the digest: %v", l.path, counts)
			}
		}
		if count < 3 {
			t.Errorf("%s has %d fields only", name, count)
		}
	}
}

func TestTheAddressCountsOnlyWithoutAUID(t *testing.T) {
	p := full()
	before := p.digest()
	p.cluster.Server = "https://127.0.0.1:16443"
	if p.digest() != before {
		t.Error("the same cluster through a tunnel has another digest")
	}
	p.cluster.UID = ""
	unseen := p.digest()
	p.cluster.Server = "https://b"
	if p.digest() == unseen {
		t.Error("two addresses without a UID have one digest")
	}
}

func TestADigestIsThatOfItsPlan(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := statetest.Random(draw(t))
		before := plannedOf(w)
		w.Lose(draw(t))
		after := plannedOf(w)
		if same := shape(before.plan) == shape(after.plan); same != (before.digest() == after.digest()) {
			t.Fatalf("same plan: %v; digests %s, %s\n%s\n%s", same, before.digest(), after.digest(), shape(before.plan), shape(after.plan))
		}
	})
}

// shape is a plan in the words that count.
func shape(p plan.Plan) string {
	var b strings.Builder
	for _, s := range p.Steps {
		fmt.Fprintln(&b, s.Layer, s.Verdict, s.Action, s.Own, s.BlockedBy)
	}
	return b.String()
}

func TestTimeOrderAndNotesChangeNoDigest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := statetest.Random(draw(t))
		before := plannedOf(w)
		w.Shuffle(draw(t))
		w.Now = w.Now.Add(time.Duration(rapid.Int64Range(0, int64(1000*time.Hour)).Draw(t, "later")))
		w.Namespace("legacy-app", false)
		for i := range w.Overview.Nodes.Items {
			w.Overview.Nodes.Items[i].Version = rapid.SampledFrom([]string{"v1.33.2", "v1.34.0"}).Draw(t, "version")
		}
		after := plannedOf(w)
		after.catalogue.Ignored = nil
		if before.digest() != after.digest() {
			t.Fatalf("%s\n%s", shape(before.plan), shape(after.plan))
		}
	})
}

func TestNoneAndAnEmptyListAreOne(t *testing.T) {
	p := full()
	before := p.digest()
	for i := range p.catalogue.Layers {
		l := &p.catalogue.Layers[i]
		l.Proofs = slices.Clone(l.Proofs)
		for _, list := range []*[]string{&l.Traces.Namespaces, &l.Traces.Groups, &l.Traces.Provisioners, &l.Traces.StorageClasses} {
			*list = append([]string{}, *list...)
		}
		for j := range l.Proofs {
			l.Proofs[j].Phases = append([]string{}, l.Proofs[j].Phases...)
		}
	}
	slices.Reverse(p.stack.Nodes[0].Roles)
	if p.digest() != before {
		t.Error("an empty list counts")
	}
}

func TestADigestIsWrittenInFull(t *testing.T) {
	d := plannedOf(statetest.Healthy(statetest.Dirqual())).digest()
	if hex, ok := strings.CutPrefix(d, "sha256:"); !ok || len(hex) != 64 {
		t.Error(d)
	}
	var none []state.Layer
	if d == plan.Digest(stack.Stack{}, layer.Catalogue{}, plan.Cluster{}, plan.Make(stack.Stack{}, layer.Catalogue{}, state.State{Layers: none})) {
		t.Error("an empty plan has the same digest")
	}
}
