package ssh

import (
	"errors"
	"strings"
	"time"

	"github.com/univ-lehavre/nestor/adapters/run"
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/problems"
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
		return ports.Secret{}, fail(ports.FetchEmpty, say.Textf("%s on %s is empty", d.from.Path, d.from.Login()), nil,
			say.Textf("look at it there, since a control plane that is being set up writes it last: %s", d.there("ls", "-l", d.from.Path)))
	}
	return ports.NewSecret(content), nil
}

// failure judges how the program ended, then what it said; nil when it ended well.
func (d diagnosis) failure(result run.Result) *ports.FetchFailure {
	lines := linesOf(result.Stderr)
	switch {
	case result.Err != nil:
		return d.notRun(result.Err)
	case result.Interrupted || d.stoppedOnTerminal(result):
		return fail(ports.FetchStopped, say.Textf("copying from %s was interrupted", d.from.Login()), nil, say.Textf("run the command again: nestor kubeconfig fetch"))
	case result.TimedOut && d.from.Ask:
		return d.unanswered()
	case result.TimedOut:
		return d.late(meaningful(lines))
	case result.Truncated:
		return fail(ports.FetchOther, say.Textf("%s wrote more than can be taken", d.program()), nil, say.Textf("see what it prints: %s", d.login()))
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

// notRun is a program that was not started. What the guard says of a call stays as it is: it knows what to do about it.
func (d diagnosis) notRun(err error) *ports.FetchFailure {
	var problem *say.Problem
	isProblem := errors.As(err, &problem)
	switch {
	case errors.Is(err, run.ErrNotAllowed) && isProblem:
		return &ports.FetchFailure{Kind: ports.FetchOther, Problem: problem}
	case errors.Is(err, run.ErrNotAllowed):
		return fail(ports.FetchOther, say.Textf("%s was not started", d.program()), err, say.Text{})
	case errors.Is(err, run.ErrNotFound):
		err = run.ErrNotFound
	case isProblem && problem.Why != nil:
		err = problem.Why
	}
	return fail(ports.FetchNoProgram, say.Textf("%s does not run", d.program()), err, say.Textf("install OpenSSH's client, and see that this works: ssh -V"))
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

// fail makes a failure, with the code of its kind.
func fail(kind ports.FetchKind, what say.Text, why error, do say.Text) *ports.FetchFailure {
	return &ports.FetchFailure{Kind: kind, Problem: &say.Problem{Code: problems.FetchCodes[kind], What: what, Why: why, Do: do}}
}

// quote is what another program said, as a cause; none when it said nothing.
func quote(said string) error {
	if said == "" {
		return nil
	}
	return say.Errorf("%s", said)
}

func (d diagnosis) program() string {
	if d.from.Sudo {
		return "ssh"
	}
	return "scp"
}

// login is the command with which a person gets there; a ProxyCommand, which may hold a secret, is left out of errors.
func (d diagnosis) login() string { return d.there() }

// there is the command with which a person runs something there.
func (d diagnosis) there(words ...string) string {
	target := Fetcher{}.target(d.from)
	return run.Call{Program: "ssh", Args: append(run.SSHLogin(target), words...)}.Logged()
}

// late is no answer in time. A line that was said until then may tell why.
func (d diagnosis) late(said string) *ports.FetchFailure {
	return fail(ports.FetchTimeout, say.Textf("no answer from %s within %v", d.from.Login(), d.limit), quote(said),
		say.Textf("check the address, firewall and VPN, or try again with a longer --timeout; see whether this answers: %s", d.login()))
}

// unanswered is a question of ssh that nobody answered, or a node that did not.
func (d diagnosis) unanswered() *ports.FetchFailure {
	return fail(ports.FetchTimeout, say.Textf("copying from %s did not end within %v", d.from.Login(), d.limit+askTime),
		say.Errorf("no answer to a question of ssh, or none from the node"),
		say.Textf("with --no-input nothing is asked, and %v are all it gets; see what ssh asks: %s", d.limit, d.login()))
}

func (d diagnosis) tooLarge() *ports.FetchFailure {
	return fail(ports.FetchTooLarge, say.Textf("%s on %s is larger than %d MiB, and no kubeconfig", d.from.Path, d.from.Login(), maxContent>>20), nil,
		say.Textf("name another file with --remote-path; look at this one with: %s", d.there("ls", "-l", d.from.Path)))
}

func (d diagnosis) local(why error) *ports.FetchFailure {
	df := run.Call{Program: "df", Args: []string{"-h", d.beside}}.CommandLine()
	return fail(ports.FetchLocal, say.Textf("the copy could not be kept on this machine"), why, say.Textf("check free space and rights in %s: %s", d.beside, df))
}

func (d diagnosis) other(exit int, lines []string) *ports.FetchFailure {
	why := quote(meaningful(lines))
	if why == nil {
		why = say.Errorf("without a message")
	}
	return fail(ports.FetchOther, say.Textf("%s failed (exit status %d)", d.program(), exit), why, say.Textf("see whether this works: %s", d.login()))
}
