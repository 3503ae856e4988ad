package main

import (
	"regexp"
	"runtime"
	"runtime/debug"
	"strings"
	"time"

	"github.com/univ-lehavre/nestor/ports"
)

// What a release says of itself: -ldflags "-X main.release=v0.1.0 -X main.commit=… -X main.commitDate=…". What is left empty
// is read from Go's own record of the build.
var release, commit, commitDate string

func build() ports.Build {
	info, _ := debug.ReadBuildInfo()
	return buildOf(info, ports.Build{Version: release, Commit: commit, Date: commitDate})
}

// buildOf completes what a release said by Go's record, which may be nil.
func buildOf(info *debug.BuildInfo, said ports.Build) ports.Build {
	recorded := ports.Build{Version: "unknown", Go: runtime.Version()}
	if info != nil {
		recorded = recordOf(info)
	}
	return ports.Build{
		Version: first(said.Version, recorded.Version), Commit: first(said.Commit, recorded.Commit), Date: first(said.Date, recorded.Date),
		Modified: recorded.Modified, Go: recorded.Go, OS: runtime.GOOS, Arch: runtime.GOARCH,
	}
}

// recordOf reads what `go build` in a work tree records, and what the version tells that `go install …@main` resolves.
func recordOf(info *debug.BuildInfo) ports.Build {
	b := ports.Build{Version: info.Main.Version, Go: info.GoVersion}
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			b.Commit = s.Value
		case "vcs.time":
			b.Date = s.Value
		case "vcs.modified":
			b.Modified = s.Value == "true"
		}
	}
	if found := pseudoVersion.FindStringSubmatch(b.Version); found != nil && b.Commit == "" {
		b.Commit = found[2]
		if at, err := time.Parse("20060102150405", found[1]); err == nil {
			b.Date = at.Format(time.RFC3339)
		}
	}
	return b
}

// pseudoVersion is how Go names a commit without a tag: v0.0.0-20261130123456-0123456789ab.
var pseudoVersion = regexp.MustCompile(`[-.](\d{14})-([0-9a-f]{12})(?:\+[0-9a-z.]+)?$`)

func first(values ...string) string {
	for _, v := range values {
		if strings.TrimSpace(v) != "" {
			return v
		}
	}
	return ""
}
