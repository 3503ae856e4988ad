package cli

import (
	"context"
	"net/url"

	"github.com/univ-lehavre/nestor/app"
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/say"
)

// reach builds what a command reads with, and tells of what takes long. A recording answers at once.
func (t tool) reach(s Settings) (World, error) {
	world, err := t.wire(s)
	if err != nil || world.Source.Kind == app.Replay {
		return world, err
	}
	world.Cluster = watchedCluster{world.Cluster, t.progress}
	world.Machines = watchedMachines{world.Machines, t.progress}
	return world, nil
}

// watchedCluster tells which cluster is being read.
type watchedCluster struct {
	ports.ClusterReader
	progress *progress
}

// Overview implements ports.ClusterReader.
func (w watchedCluster) Overview(ctx context.Context, access ports.Access, q ports.OverviewQuestion) ports.Overview {
	defer w.progress.start(ctx, reading(access))()
	return w.ClusterReader.Overview(ctx, access, q)
}

// Objects implements ports.ClusterReader.
func (w watchedCluster) Objects(ctx context.Context, access ports.Access, markers []ports.Marker) ports.ObjectsAnswer {
	defer w.progress.start(ctx, reading(access))()
	return w.ClusterReader.Objects(ctx, access, markers)
}

func reading(access ports.Access) say.Text {
	return say.Textf("reading %s as %s", address(access.Server), access.Context)
}

// address is a server's URL without user information and query, which may hold credentials.
func address(server string) string {
	u, err := url.Parse(server)
	if err != nil {
		return "?"
	}
	return (&url.URL{Scheme: u.Scheme, Host: u.Host, Path: u.Path}).String()
}

// watchedMachines tells that limactl is asked.
type watchedMachines struct {
	ports.MachineReader
	progress *progress
}

// Machines implements ports.MachineReader.
func (w watchedMachines) Machines(ctx context.Context) ports.Machines {
	defer w.progress.start(ctx, say.Textf("asking limactl for its VMs"))()
	return w.MachineReader.Machines(ctx)
}

// fetching builds the use case of fetching a kubeconfig, and tells of what takes long.
func (t tool) fetching(s Settings, r app.Readers) app.Fetch {
	f := t.writers(s).Fetching
	return app.Fetch{Readers: r, Inventory: f.Inventory, Fetcher: watchedFetcher{f.Fetcher, t.progress}, Rewriter: f.Rewriter, Installer: f.Installer, LimaHome: f.LimaHome}
}

// watchedFetcher tells that scp or ssh runs.
type watchedFetcher struct {
	ports.KubeconfigFetcher
	progress *progress
}

// Fetch implements ports.KubeconfigFetcher. A program that has the terminal writes there by itself: no line comes and goes.
func (w watchedFetcher) Fetch(ctx context.Context, from ports.FetchSource, beside string) (ports.Secret, *ports.FetchFailure) {
	program := "scp"
	if from.Sudo {
		program = "ssh"
	}
	what := say.Textf("copying %s from %s with %s", from.Path, from.Login(), program)
	if from.Ask {
		defer w.progress.announce(ctx, what)()
		return w.KubeconfigFetcher.Fetch(ctx, from, beside)
	}
	defer w.progress.start(ctx, what)()
	return w.KubeconfigFetcher.Fetch(ctx, from, beside)
}
