// Package ssh copies a kubeconfig from a node with OpenSSH's own scp and ssh, as the operator's configuration says.
package ssh

import (
	"context"
	"time"

	"github.com/univ-lehavre/nestor/adapters/run"
	"github.com/univ-lehavre/nestor/ports"
)

// maxContent is more than any kubeconfig has.
const maxContent = 1 << 20

// askTime is how much longer a transfer may take when a person may be asked for a passphrase.
const askTime = time.Minute

// Fetcher implements ports.KubeconfigFetcher.
type Fetcher struct {
	runner  run.Runner
	timeout time.Duration
}

// New fetches with runner, which must allow run.Fetchers. A transfer may take as long as timeout; a person who is asked
// has a minute more.
func New(runner run.Runner, timeout time.Duration) Fetcher {
	return Fetcher{runner: runner, timeout: timeout}
}

// Command implements ports.KubeconfigFetcher.
func (f Fetcher) Command(from ports.FetchSource) string { return f.call(from).Shown() }

// Fetch implements ports.KubeconfigFetcher. Nothing is tried a second time or in another way.
func (f Fetcher) Fetch(ctx context.Context, from ports.FetchSource, beside string) (ports.Secret, *ports.FetchFailure) {
	limit := f.timeout
	if from.Ask {
		limit += askTime
	}
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	if from.Sudo {
		return f.print(ctx, from)
	}
	return f.copy(ctx, from, beside)
}

// print reads the file from the standard output of `sudo -n cat`.
func (f Fetcher) print(ctx context.Context, from ports.FetchSource) (ports.Secret, *ports.FetchFailure) {
	result := f.runner.Run(ctx, f.call(from))
	d := diagnosis{from: from, limit: f.timeout}
	if result.Truncated && len(result.Stdout) == maxContent {
		return ports.Secret{}, d.tooLarge()
	}
	return d.secret(result, result.Stdout)
}

// copy lets scp write into a private folder, and takes the file out of it.
func (f Fetcher) copy(ctx context.Context, from ports.FetchSource, beside string) (secret ports.Secret, failure *ports.FetchFailure) {
	d := diagnosis{from: from, limit: f.timeout, beside: beside}
	place, err := newPlace(beside)
	if err != nil {
		return ports.Secret{}, d.local(err)
	}
	defer func() { place.remove(failure == nil) }()
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	go place.watch(ctx, stop)
	call := f.call(from)
	call.File = place.file
	result := f.runner.Run(ctx, call)
	content, err := place.read()
	switch {
	case err != nil:
		return ports.Secret{}, d.local(err)
	case len(content) > maxContent:
		return ports.Secret{}, d.tooLarge()
	}
	return d.secret(result, content)
}

// call is the one command of a transfer, without the file that scp writes.
func (f Fetcher) call(from ports.FetchSource) run.Call {
	target := f.target(from)
	if from.Sudo {
		return run.Call{Program: "ssh", Args: run.SSHSudoCat(target, from.Path), Terminal: from.Ask, MaxStdout: maxContent}
	}
	return run.Call{Program: "scp", Args: run.SCPDownload(target, from.Path), Terminal: from.Ask}
}

func (f Fetcher) target(from ports.FetchSource) run.SSHTarget {
	return run.SSHTarget{
		Host:    from.Host,
		User:    from.User,
		Port:    from.Port,
		Config:  from.ConfigFile,
		KeyFile: from.KeyFile,
		Options: from.CommonArgs,
		Batch:   !from.Ask,
		Connect: connectSeconds(f.timeout),
	}
}

// connectSeconds leaves ssh a second to say what it waited for before it is ended.
func connectSeconds(timeout time.Duration) int { return max(1, int(timeout/time.Second)-1) }
