package main

import (
	"runtime"
	"runtime/debug"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/univ-lehavre/nestor/ports"
)

func TestWhatABuildSaysOfItself(t *testing.T) {
	const hash = "e7134690c4f1a2b3c4d5e6f708192a3b4c5d6e7f"
	vcs := []debug.BuildSetting{{Key: "vcs", Value: "git"}, {Key: "vcs.revision", Value: hash}, {Key: "vcs.time", Value: "2026-11-30T12:34:56Z"}, {Key: "vcs.modified", Value: "true"}}
	for name, c := range map[string]struct {
		info *debug.BuildInfo
		said ports.Build
		want ports.Build
	}{
		"go build in a work tree": {
			&debug.BuildInfo{GoVersion: "go1.26.8", Main: debug.Module{Version: "v0.1.1-0.20261130123456-e7134690c4f1+dirty"}, Settings: vcs}, ports.Build{},
			ports.Build{Version: "v0.1.1-0.20261130123456-e7134690c4f1+dirty", Commit: hash, Date: "2026-11-30T12:34:56Z", Modified: true, Go: "go1.26.8"}},
		"go install of a branch": {
			&debug.BuildInfo{GoVersion: "go1.26.8", Main: debug.Module{Version: "v0.0.0-20261130123456-e7134690c4f1"}}, ports.Build{},
			ports.Build{Version: "v0.0.0-20261130123456-e7134690c4f1", Commit: "e7134690c4f1", Date: "2026-11-30T12:34:56Z", Go: "go1.26.8"}},
		"go install of a release": {
			&debug.BuildInfo{GoVersion: "go1.26.8", Main: debug.Module{Version: "v0.1.0"}}, ports.Build{},
			ports.Build{Version: "v0.1.0", Go: "go1.26.8"}},
		"a release with what its build says": {
			&debug.BuildInfo{GoVersion: "go1.26.8", Main: debug.Module{Version: "(devel)"}}, ports.Build{Version: "v0.1.0", Commit: hash, Date: "2026-11-30T12:34:56Z"},
			ports.Build{Version: "v0.1.0", Commit: hash, Date: "2026-11-30T12:34:56Z", Go: "go1.26.8"}},
		"a release of a changed work tree": {
			&debug.BuildInfo{GoVersion: "go1.26.8", Main: debug.Module{Version: "(devel)"}, Settings: vcs}, ports.Build{Version: "v0.1.0"},
			ports.Build{Version: "v0.1.0", Commit: hash, Date: "2026-11-30T12:34:56Z", Modified: true, Go: "go1.26.8"}},
		"no record": {nil, ports.Build{}, ports.Build{Version: "unknown", Go: runtime.Version()}},
	} {
		t.Run(name, func(t *testing.T) {
			c.want.OS, c.want.Arch = runtime.GOOS, runtime.GOARCH
			if diff := cmp.Diff(c.want, buildOf(c.info, c.said)); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}
