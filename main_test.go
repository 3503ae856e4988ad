package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/base64"
	"encoding/pem"
	"flag"
	"fmt"
	"math/big"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
	"go.uber.org/goleak"

	"github.com/univ-lehavre/nestor/internal/effort"
)

var update = flag.Bool("update", false, "rewrite the expected outputs in testdata/script, and docs/screens")

func TestMain(m *testing.M) {
	testscript.Main(tidy{m}, map[string]func(){"nestor": main, "kubectl-nestor": main})
}

// tidy fails when tests leave a goroutine behind.
type tidy struct{ *testing.M }

func (t tidy) Run() int {
	status := t.M.Run()
	if err := goleak.Find(); err != nil && status == 0 {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return status
}

// TestScripts runs the sessions of testdata/script: each reads like a person at a terminal.
// Nothing of this machine reaches them: a home of their own, and only the programs that they bring.
func TestScripts(t *testing.T) {
	fixtures, err := filepath.Abs("fixtures")
	if err != nil {
		t.Fatal(err)
	}
	nestor, err := exec.LookPath("nestor") // put there by testscript.Main; a session's own PATH may not have it
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(env *testscript.Env) error {
			home := filepath.Join(env.WorkDir, "home")
			env.Setenv("HOME", home)
			env.Setenv("FIXTURES", fixtures)
			env.Setenv("NESTOR", nestor)
			env.Setenv("XDG_CACHE_HOME", "")
			env.Setenv("GORACE", "atexit_sleep_ms=0") // or each command ends a second late under the race detector
			return os.MkdirAll(filepath.Join(home, ".kube"), 0o700)
		},
		Cmds:      map[string]func(*testscript.TestScript, bool, []string){"exits": exits, "report": report, "expired": expired, "ci": ci, "answering": answering},
		Condition: func(name string) (bool, error) { return name == "race" && effort.Race, nil },
	})
}

// exits runs nestor and checks its exit status: `exits 3 preview paris`.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits STATUS ARGUMENTS…")
	}
	if err := ts.Exec("/bin/sh", append([]string{"-c", `"$NESTOR" "$@"; echo $? > "$WORK/status"`, "sh"}, args[1:]...)...); err != nil {
		ts.Fatalf("nestor could not be run: %v", err)
	}
	if status := ts.ReadFile("status"); status != args[0]+"\n" {
		ts.Fatalf("exit status %s instead of %s", status, args[0])
	}
}

// report puts what nestor printed into a file, less the first line, which says when the replayed recording was made.
func report(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: report FILE")
	}
	_, text, _ := strings.Cut(ts.ReadFile("stdout"), "\n")
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(text), 0o600))
}

// expired writes a kubeconfig whose client certificate ended on 2020-01-02: `expired FILE`. No key is kept anywhere.
func expired(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: expired FILE")
	}
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	ts.Check(err)
	end := time.Date(2020, 1, 2, 0, 0, 0, 0, time.UTC)
	template := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "example"}, NotBefore: end.AddDate(-1, 0, 0), NotAfter: end}
	certificate, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	ts.Check(err)
	secret, err := x509.MarshalECPrivateKey(key)
	ts.Check(err)
	inline := func(kind string, der []byte) string {
		return base64.StdEncoding.EncodeToString(pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der}))
	}
	text := fmt.Sprintf(`{apiVersion: v1, kind: Config, current-context: here, contexts: [{name: here, context: {cluster: c, user: u}}],
clusters: [{name: c, cluster: {server: "https://127.0.0.1:1"}}],
users: [{name: u, user: {client-certificate-data: %s, client-key-data: %s}}]}`, inline("CERTIFICATE", certificate), inline("EC PRIVATE KEY", secret))
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(text), 0o600))
}
