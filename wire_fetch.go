package main

import (
	"os"
	"path/filepath"
	"time"

	"github.com/univ-lehavre/nestor/adapters/cli"
	"github.com/univ-lehavre/nestor/adapters/files"
	"github.com/univ-lehavre/nestor/adapters/kubeconfig"
	"github.com/univ-lehavre/nestor/adapters/run"
	"github.com/univ-lehavre/nestor/adapters/ssh"
)

// fetching builds what copies a kubeconfig from a node and keeps it: a runner of its own, which no reader is given.
func fetching(s cli.Settings, home string) cli.Fetching {
	runner := run.New(run.Options{Allow: run.Fetchers(), Environ: os.Environ(), Log: s.Log})
	return cli.Fetching{
		Inventory: files.NewStacks(s.Dir, home),
		Fetcher:   ssh.New(runner, s.Timeout),
		Rewriter:  kubeconfig.NewRewriter(time.Now, kubeconfig.ProxiesOf(os.Getenv)),
		Installer: kubeconfig.NewInstaller(home),
		LimaHome:  limaHome(home),
	}
}

// limaHome is where Lima keeps its VMs; empty when that is not known.
func limaHome(home string) string {
	switch named := os.Getenv("LIMA_HOME"); {
	case named != "":
		return named
	case home != "":
		return filepath.Join(home, ".lima")
	}
	return ""
}
