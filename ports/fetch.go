package ports

import (
	"context"
	"fmt"

	"github.com/univ-lehavre/nestor/ports/say"
)

// FetchSource is where a kubeconfig is copied from, over ssh. Every text in it was validated: none can be taken for an
// option or reach a shell as anything but itself.
type FetchSource struct {
	Node       string   // the node's name, for people
	Host       string   // name or address; an IPv6 address without brackets
	User       string   // empty: ssh's own choice
	Port       int      // 0: ssh's own choice
	KeyFile    string   // identity file; empty: ssh's own choice
	CommonArgs []string // options for both ssh and scp, as words
	ConfigFile string   // ssh -F: a Lima instance's own configuration; empty: the operator's
	Path       string   // on the node, absolute
	Sudo       bool     // read it with `sudo -n cat` instead of scp
	Ask        bool     // a terminal is there: ssh may ask for a passphrase
}

// Login is the source as ssh names it: "root@10.0.0.11".
func (s FetchSource) Login() string {
	login := s.Host
	if s.User != "" {
		login = s.User + "@" + login
	}
	if s.Port != 0 {
		login += fmt.Sprintf(" port %d", s.Port)
	}
	return login
}

// FetchKind tells apart the ways in which a transfer fails: each has one thing that an operator would do about it.
type FetchKind string

// The kinds of failed transfers.
const (
	FetchNoProgram  FetchKind = "no-program"   // scp or ssh is not installed or cannot run
	FetchRefused    FetchKind = "key-refused"  // no key is accepted
	FetchUnknownKey FetchKind = "host-unknown" // the host's key is not known yet
	FetchChangedKey FetchKind = "host-changed" // the host's key is another one than before
	FetchNoFile     FetchKind = "no-file"
	FetchNeedsRoot  FetchKind = "needs-root"  // the user may not read the file
	FetchSudo       FetchKind = "sudo"        // sudo wants a password, or does not allow it
	FetchNoHost     FetchKind = "no-host"     // the name leads nowhere
	FetchConnection FetchKind = "connection"  // refused, no route
	FetchTimeout    FetchKind = "timeout"     // no answer within the deadline
	FetchNoSFTP     FetchKind = "no-sftp"     // the server has no sftp subsystem
	FetchEmpty      FetchKind = "empty"       // the transfer ended well and brought nothing
	FetchTooLarge   FetchKind = "too-large"   // more than any kubeconfig
	FetchLocal      FetchKind = "local"       // this machine could not keep it (disk, rights)
	FetchStopped    FetchKind = "interrupted" // by the operator
	FetchOther      FetchKind = "failed"
)

// FetchFailure says why nothing was copied: what failed, why, and what the operator can do.
type FetchFailure struct {
	Kind FetchKind
	*say.Problem
}

// Unwrap is the problem, so that it is said in its parts.
func (f *FetchFailure) Unwrap() error { return f.Problem }

// In is the failure in a language, in one line.
func (f *FetchFailure) In(l say.Language) string { return say.In(l, f.Problem) }

// KubeconfigFetcher copies a kubeconfig from a control-plane node. It changes nothing there.
type KubeconfigFetcher interface {
	// Command is what Fetch runs, to paste into a shell; {file} stands for the private file that scp writes.
	Command(from FetchSource) string
	// Fetch copies the file. Whatever it needs on disk lies in a private folder inside beside, and is gone when it returns.
	Fetch(ctx context.Context, from FetchSource, beside string) (Secret, *FetchFailure)
}

// RewriteOptions say how a fetched kubeconfig is made this stack's own.
type RewriteOptions struct {
	Name       string // context, cluster and user are called this
	Context    string // the context is called this instead; empty: Name
	Server     string // replaces the server's URL; empty: kept. The path of a URL is kept when this one has none
	ServerName string // tls-server-name; empty: kept
}

// Change is one thing that was replaced, in words fit for people.
type Change struct {
	What     say.Text
	Old, New say.Text
}

// Rewritten is a kubeconfig that was checked and made ready to be kept.
type Rewritten struct {
	Content    Secret
	Kubeconfig Kubeconfig // as it will be read: what may be shown, and what is handed to kubectl
	Original   string     // the server's URL before, without user information
	Changes    []Change
}

// KubeconfigRewriter checks a fetched kubeconfig and rewrites it, in memory.
type KubeconfigRewriter interface {
	// Rewrite refuses what is not one whole, self-contained kubeconfig: another format, several or no contexts that count,
	// paths on the remote machine, programs to run. Its errors say what to do, and quote no secret.
	Rewrite(content Secret, o RewriteOptions) (Rewritten, error)
}

// KubeconfigInstaller keeps a kubeconfig on this machine.
type KubeconfigInstaller interface {
	// Check says why the destination may not be replaced: a link, a folder, a file that holds other clusters than this
	// stack's, the shared ~/.kube/config. Force allows the first and the third. Nothing is changed.
	Check(destination, stack string, force bool) error
	// Install replaces the destination in one step, 0600 from its first byte, in a folder that is made 0700 if it is not
	// there. What was there is kept as backup (empty when nothing was). On an error the old file is as it was.
	Install(destination string, content Secret) (backup string, err error)
}
