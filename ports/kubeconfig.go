package ports

import (
	"strings"
	"time"

	"github.com/univ-lehavre/nestor/ports/say"
)

// Secret holds bytes that must never be printed: every way of formatting it gives the same word.
type Secret struct{ bytes []byte }

// NewSecret wraps bytes. The caller gives them away and keeps no copy.
func NewSecret(b []byte) Secret { return Secret{bytes: b} }

// Reveal gives the bytes to the one place that hands them to a child process.
func (s Secret) Reveal() []byte { return s.bytes }

// Empty reports whether there is nothing inside.
func (s Secret) Empty() bool { return len(s.bytes) == 0 }

// String, GoString and MarshalText all hide the content.
func (Secret) String() string { return "[secret]" }

// GoString hides the content from %#v.
func (Secret) GoString() string { return "[secret]" }

// MarshalText hides the content from JSON and logs.
func (Secret) MarshalText() ([]byte, error) { return []byte("[secret]"), nil }

// Access is a frozen, flattened kubeconfig with one context: what was judged is what is read.
type Access struct {
	Context    string
	Kubeconfig Secret
	Files      []string // the operator's own files, for commands that are shown
	Server     string   // as in the kubeconfig; its path prefixes every request

	// What else is known of it, for whoever says why a read failed. None of it is secret.
	Cluster   string    // the cluster's name in the files
	CASHA256  string    // as in KubeconfigView
	CertEnd   time.Time // as in KubeconfigView
	Proxy     string    // as in KubeconfigView
	ProxyFrom string    // as in KubeconfigView
	Plugin    string    // the program of an exec plugin that gives the credentials; empty without one
	Hint      string    // how to install that, in the kubeconfig's own words
}

// Kubectl is a kubectl command with the operator's own files and context, to paste into a shell.
func (a Access) Kubectl(words ...string) string {
	command, environment := []string{"kubectl"}, ""
	switch len(a.Files) {
	case 0:
	case 1:
		command = append(command, "--kubeconfig", a.Files[0])
	default: // --kubeconfig takes one file only
		environment = "KUBECONFIG=" + Quoted(strings.Join(a.Files, ":")) + " "
	}
	if a.Context != "" {
		command = append(command, "--context", a.Context)
	}
	return environment + Command(append(command, words...)...)
}

// AuthKind says how a kubeconfig's user proves who it is.
type AuthKind string

// The ways of authentication that a kubeconfig can carry.
const (
	AuthNone        AuthKind = "none"
	AuthCertificate AuthKind = "client certificate"
	AuthToken       AuthKind = "token"
	AuthTokenFile   AuthKind = "token file"
	AuthBasic       AuthKind = "user and password"
	AuthExec        AuthKind = "exec plugin"
	AuthProvider    AuthKind = "auth provider"
)

// Words are the way of authentication, for people.
func (k AuthKind) Words() say.Text {
	switch k {
	case AuthNone:
		return say.Textf("none")
	case AuthCertificate:
		return say.Textf("client certificate")
	case AuthToken:
		return say.Textf("token")
	case AuthTokenFile:
		return say.Textf("token file")
	case AuthBasic:
		return say.Textf("user and password")
	case AuthExec:
		return say.Textf("exec plugin")
	case AuthProvider:
		return say.Textf("auth provider")
	}
	return say.Verbatim(string(k))
}

// KubeconfigView is what may be shown of a kubeconfig: no secret is in it.
type KubeconfigView struct {
	Files       []string // read, in order
	Missing     []string // named and not there
	Context     string   // effective
	Contexts    []string // all names, sorted
	Cluster     string
	User        string
	Namespace   string
	Server      string // without user information
	CASHA256    string // hex, of the first CA certificate's DER; empty without one
	CACount     int    // CA certificates that are trusted; CASHA256 speaks of the first only
	ServerName  string // tls-server-name
	Proxy       string // the proxy in the way, without user information: proxy-url, else the environment's
	ProxyFrom   string // what names it: "proxy-url", or a variable such as "HTTPS_PROXY"
	Insecure    bool   // insecure-skip-tls-verify
	Auth        AuthKind
	AuthCommand string // of an exec plugin or auth provider: its program or name
	CertSubject string
	CertEnd     time.Time  // notAfter of the client certificate; zero without one
	Shadowed    []say.Text // names defined in several files, as sentences
	Exposed     []string   // files that other users of this machine may read or write
	InGit       []string   // files inside a git work tree
	Problem     say.Text   // why no cluster may be read with it; empty when it can
	ProblemCode string     // stable; empty without a Problem
	ProblemDo   say.Text   // what to do about it; may be empty
}

// Refusal is why no cluster may be read with it and what to do, in one line; empty when one can.
func (v KubeconfigView) Refusal() say.Text { return say.Join("; ", v.Problem, v.ProblemDo) }

// Tell passes what is known of a kubeconfig on to its access.
func (v KubeconfigView) Tell(a *Access) {
	a.Cluster, a.CASHA256, a.CertEnd, a.Proxy, a.ProxyFrom = v.Cluster, v.CASHA256, v.CertEnd, v.Proxy, v.ProxyFrom
	if v.Auth == AuthExec {
		a.Plugin = v.AuthCommand
	}
}

// Kubeconfig is a kubeconfig as read: what may be shown, and what is handed to kubectl.
type Kubeconfig struct {
	View   KubeconfigView
	Access Access // zero when View.Problem is set
}
