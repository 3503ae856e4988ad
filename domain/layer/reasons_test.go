package layer_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/univ-lehavre/nestor/domain/layer"
)

// small is a catalogue of a few layers, with an alias in an alias and needs that differ by backend.
func small() layer.Catalogue {
	both := func(needs ...string) map[layer.Backend][]string {
		return map[layer.Backend][]string{layer.Ceph: needs, layer.LocalPath: needs}
	}
	return layer.Catalogue{
		Layers: []layer.Layer{
			{Name: "machines", LimaOnly: true, Wanted: layer.OnLima, Needs: both()},
			{Name: "kubernetes", Wanted: layer.Always, Needs: both("machines")},
			{Name: "ceph", Wanted: layer.OnCeph, Needs: map[layer.Backend][]string{layer.Ceph: {"kubernetes"}}},
			{Name: "logs", Needs: map[layer.Backend][]string{layer.Ceph: {"ceph"}, layer.LocalPath: {"kubernetes"}}},
			{Name: "flows", Needs: both("logs")},
		},
		Aliases: map[string]layer.Alias{
			"obs": {Members: map[layer.Backend][]string{layer.Ceph: {"logs"}, layer.LocalPath: {"logs"}}},
			"all": {Members: map[layer.Backend][]string{layer.Ceph: {"obs", "flows"}, layer.LocalPath: {"obs", "flows"}}},
		},
		Profiles: []layer.Profile{{Name: "base"}, {Name: "store", Members: []string{"obs"}}},
	}
}

func TestEachLayerHasItsReasons(t *testing.T) {
	for _, c := range []struct {
		name    string
		request layer.Request
		want    []string
	}{
		{"named", layer.Request{Backend: layer.LocalPath, Layers: []string{"flows"}}, []string{"kubernetes always < logs", "logs < flows", "flows: flows"}},
		{"an alias in an alias", layer.Request{Backend: layer.Ceph, Layers: []string{"all", "obs"}}, []string{"kubernetes always < ceph", "ceph ceph < logs", "logs: all obs < flows", "flows: all"}},
		{"a bench", layer.Request{Backend: layer.LocalPath, Lima: true}, []string{"machines lima (profile) < kubernetes", "kubernetes always (profile)"}},
		{"a profile", layer.Request{Backend: layer.LocalPath, Profile: "store"}, []string{"kubernetes always (profile) < logs", "logs: obs (profile)"}},
		{"named twice", layer.Request{Backend: layer.LocalPath, Layers: []string{"logs", "obs"}}, []string{"kubernetes always < logs", "logs: logs obs"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got []string
			for _, r := range small().Reasons(c.request) {
				line := r.Layer.Name
				if r.Wanted != "" {
					line += " " + string(r.Wanted)
				}
				if len(r.Asked) > 0 {
					line += ": " + strings.Join(r.Asked, " ")
				}
				if r.Profile {
					line += " (profile)"
				}
				if len(r.NeededBy) > 0 {
					line += " < " + strings.Join(r.NeededBy, " ")
				}
				got = append(got, line)
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}
