//go:build unix

package ssh

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"github.com/univ-lehavre/nestor/adapters/run"
	"github.com/univ-lehavre/nestor/internal/sshtest"
	"github.com/univ-lehavre/nestor/ports"
)

const kubeconfig = "apiVersion: v1\nkind: Config\n"

// spy runs what it is given, and remembers it.
type spy struct {
	run.Runner
	mutex   sync.Mutex
	calls   []run.Call
	results []run.Result
	after   func(c run.Call) // called when the program has ended
}

func (s *spy) Run(ctx context.Context, c run.Call) run.Result {
	result := s.Runner.Run(ctx, c)
	if s.after != nil {
		s.after(c)
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.calls, s.results = append(s.calls, c), append(s.results, result)
	return result
}

func realRunner() *spy {
	return &spy{Runner: run.New(run.Options{Allow: run.Fetchers(), Environ: os.Environ(), Log: zerolog.Nop()})}
}

// node is a server with a file to fetch.
type node struct {
	*sshtest.Server
	source ports.FetchSource
	beside string
	runner *spy
}

func newNode(t *testing.T, o sshtest.Options) *node {
	t.Helper()
	s := sshtest.Start(t, o)
	n := &node{Server: s, beside: t.TempDir(), runner: realRunner()}
	n.source = ports.FetchSource{Host: s.Address, Port: s.Port, User: s.User, KeyFile: s.Key, ConfigFile: s.Config, Path: filepath.Join(s.Dir, "admin.conf")}
	n.write(t, kubeconfig)
	return n
}

func (n *node) write(t *testing.T, content string) {
	t.Helper()
	if err := os.WriteFile(n.source.Path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}

func (n *node) fetch(t *testing.T) (string, *ports.FetchFailure) {
	t.Helper()
	secret, failure := New(n.runner, 20*time.Second).Fetch(t.Context(), n.source, n.beside)
	nothingIn(t, n.beside)
	return string(secret.Reveal()), failure
}

func (n *node) fetches(t *testing.T) {
	t.Helper()
	if content, failure := n.fetch(t); failure != nil || content != kubeconfig {
		t.Errorf("%q %v; stderr %s", content, failure, n.stderr())
	}
}

// fails wants a kind of failure, and each of these words in its reason.
func (n *node) fails(t *testing.T, kind ports.FetchKind, words ...string) {
	t.Helper()
	content, failure := n.fetch(t)
	if failure == nil || failure.Kind != kind || content != "" {
		t.Fatalf("%q %+v, want %s; stderr %s", content, failure, kind, n.stderr())
	}
	for _, word := range words {
		if !strings.Contains(failure.Error(), word) {
			t.Errorf("%q is not in %s", word, failure)
		}
	}
}

func (n *node) stderr() string {
	if len(n.runner.results) == 0 {
		return ""
	}
	return string(n.runner.results[len(n.runner.results)-1].Stderr)
}

// openFolder is one that every user may look into.
func openFolder(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "nestor-ssh")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	return dir
}
