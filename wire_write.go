package main

import (
	"os"
	"path/filepath"
	"time"

	"github.com/univ-lehavre/nestor/adapters/cli"
	"github.com/univ-lehavre/nestor/adapters/files"
	"github.com/univ-lehavre/nestor/adapters/files/yamledit"
	"github.com/univ-lehavre/nestor/adapters/kubeconfig"
	"github.com/univ-lehavre/nestor/adapters/lima"
	"github.com/univ-lehavre/nestor/adapters/run"
	"github.com/univ-lehavre/nestor/adapters/ssh"
	"github.com/univ-lehavre/nestor/ports"
)

// writing builds what a command writes with.
func writing(s cli.Settings) cli.Writers {
	env := environment()
	known := knownFile(env)
	store := files.NewStackStore(s.Dir, env.Home)
	return cli.Writers{
		Known:    files.NewKnownStore(known),
		Nowhere:  kubeconfig.NewNowhere(filepath.Dir(known)),
		Editor:   yamledit.Editor{Examples: yamledit.Examples(s.EditExamples)},
		Active:   store,
		Creator:  store,
		Files:    files.Creator{},
		Reports:  files.ReportStore{},
		Fetching: fetching(s, env),
	}
}

// fetching builds what copies a kubeconfig from a node and keeps it: a runner of its own, which no reader is given.
func fetching(s cli.Settings, env ports.Environment) cli.Fetching {
	runner := run.New(run.Options{Allow: run.Fetchers(), Environ: os.Environ(), Log: s.Log})
	return cli.Fetching{
		Inventory: files.NewStacks(s.Dir, env.Home),
		Fetcher:   ssh.New(runner, s.Timeout),
		Rewriter:  kubeconfig.NewRewriter(time.Now, kubeconfig.ProxiesOf(os.Getenv)),
		Installer: kubeconfig.NewInstaller(env.Home),
		LimaHome:  lima.PathOf(os.Getenv("LIMA_HOME"), env.Home, env.WorkDir),
	}
}
