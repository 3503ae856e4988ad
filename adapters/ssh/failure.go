package ssh

import (
	"errors"
	"strings"
	"time"

	"github.com/univ-lehavre/nestor/adapters/run"
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/say"
)

// diagnosis says why a transfer failed.
type diagnosis struct {
	from   ports.FetchSource
	limit  time.Duration
	beside string
}

// transportFailed is the exit status of ssh when it is ssh itself that failed; scp passes it on.
const transportFailed = 255

// secret is the content of a transfer that ended well, or why there is none.
func (d diagnosis) secret(result run.Result, content []byte) (ports.Secret, *ports.FetchFailure) {
	switch failure := d.failure(result); {
	case failure != nil:
		return ports.Secret{}, failure
	case len(strings.TrimSpace(string(content))) == 0:
		return ports.Secret{}, d.fail(ports.FetchEmpty, "%s on %s is empty; look at it there: a control plane that is being set up writes it last", d.from.Path, d.from.Login())
	}
	return ports.NewSecret(content), nil
}

// failure judges how the program ended, then what it said; nil when it ended well.
func (d diagnosis) failure(result run.Result) *ports.FetchFailure {
	lines := linesOf(result.Stderr)
	switch {
	case errors.Is(result.Err, run.ErrNotAllowed):
		return d.fail(ports.FetchOther, "%v", result.Err)
	case result.Err != nil:
		return d.fail(ports.FetchNoProgram, "%s does not run: %s; it is part of OpenSSH's client", d.program(), clean(result.Err.Error()))
	case result.Interrupted || d.stoppedOnTerminal(result):
		return d.fail(ports.FetchStopped, "copying from %s was interrupted; run the command again", d.from.Login())
	case result.TimedOut && d.from.Ask:
		return d.fail(ports.FetchTimeout, "copying from %s did not end within %v: no answer to a question of ssh, or none from the node; with --no-input nothing is asked, and %v are all it gets", d.from.Login(), d.limit+askTime, d.limit)
	case result.TimedOut:
		return d.late(meaningful(lines))
	case result.Truncated:
		return d.fail(ports.FetchOther, "%s wrote more than can be taken; see what %s prints", d.program(), d.login())
	case result.Exit == 0:
		return nil
	}
	for _, judge := range d.judges(result.Exit) {
		if failure := judge(lines); failure != nil {
			return failure
		}
	}
	return d.other(result.Exit, lines)
}

// stoppedOnTerminal recognises Ctrl-C at a question: it reaches scp and not nestor, and scp says nothing of it.
func (d diagnosis) stoppedOnTerminal(result run.Result) bool {
	return d.from.Ask && result.Exit > 0 && len(linesOf(result.Stderr)) == 0 && len(result.Stdout) == 0
}

// judges are asked in order. Once ssh is through, what it prints is the node's.
func (d diagnosis) judges(exit int) []func(lines []string) *ports.FetchFailure {
	transport := []func([]string) *ports.FetchFailure{d.hostKey, d.key, d.way, d.subsystem}
	switch {
	case !d.from.Sudo:
		return append(transport, d.localFile, d.remoteFile)
	case exit == transportFailed:
		return transport
	}
	return []func([]string) *ports.FetchFailure{d.sudo, d.remoteFile}
}

func (d diagnosis) fail(kind ports.FetchKind, format string, args ...any) *ports.FetchFailure {
	return &ports.FetchFailure{Kind: kind, Reason: say.Textf(format, args...)}
}

func (d diagnosis) program() string {
	if d.from.Sudo {
		return "ssh"
	}
	return "scp"
}

// login is the command with which a person gets there; a ProxyCommand, which may hold a secret, is left out of errors.
func (d diagnosis) login() string {
	target := Fetcher{}.target(d.from)
	return run.Call{Program: "ssh", Args: run.SSHLogin(target)}.Logged()
}

// late is no answer in time. A line that was said until then may tell why.
func (d diagnosis) late(said string) *ports.FetchFailure {
	if said != "" {
		said = ": " + said
	}
	return d.fail(ports.FetchTimeout, "no answer from %s within %v%s; check the address, firewall and VPN, or try again with a longer --timeout", d.from.Login(), d.limit, said)
}

func (d diagnosis) tooLarge() *ports.FetchFailure {
	return d.fail(ports.FetchTooLarge, "%s on %s is larger than %d MiB, and no kubeconfig; name another file with --remote-path", d.from.Path, d.from.Login(), maxContent>>20)
}

func (d diagnosis) local(why string) *ports.FetchFailure {
	return d.fail(ports.FetchLocal, "the copy could not be kept on this machine: %s; check free space and rights in %s", clean(why), d.beside)
}

func (d diagnosis) other(exit int, lines []string) *ports.FetchFailure {
	said := meaningful(lines)
	if said == "" {
		said = "without a message"
	}
	return d.fail(ports.FetchOther, "%s failed (exit status %d): %s; see whether this works: %s", d.program(), exit, said, d.login())
}
