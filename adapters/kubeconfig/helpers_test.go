package kubeconfig_test

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"encoding/pem"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/univ-lehavre/nestor/adapters/kubeconfig"
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/problems"
)

// pair is a certificate with its key, made for one test run.
type pair struct {
	cert, key []byte // PEM
	sha256    string
	end       time.Time
}

func (p pair) cert64() string { return base64.StdEncoding.EncodeToString(p.cert) }
func (p pair) key64() string  { return base64.StdEncoding.EncodeToString(p.key) }

func newPair(t testing.TB, commonName string, end time.Time) pair {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: commonName, Organization: []string{"system:masters"}},
		NotBefore: end.Add(-48 * time.Hour), NotAfter: end, IsCA: true, BasicConstraintsValid: true,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	keyDER, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256(der)
	return pair{
		cert:   pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}),
		key:    pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: keyDER}),
		sha256: hex.EncodeToString(sum[:]), end: end.UTC().Truncate(time.Second),
	}
}

// folder writes files (by relative path) into a new folder, with REPLACE pairs applied, and gives its path.
func folder(t testing.TB, files map[string]string) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "kc") // not t.TempDir: the test's name in a path would satisfy a test for words
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	for name, content := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

const closedPort = "https://127.0.0.1:1" // nothing listens there: kubectl gets as far as "refused"

// config writes a kubeconfig whose context c names cluster k and user u.
func config(cluster, user string) string {
	return "apiVersion: v1\nkind: Config\ncurrent-context: c\ncontexts: [{name: c, context: {cluster: k, user: u}}]\n" +
		"clusters: [{name: k, cluster: {" + cluster + "}}]\nusers: [{name: u, user: {" + user + "}}]\n"
}

const goodCluster = `server: "` + closedPort + `"`

func readOne(t testing.TB, content string) ports.Kubeconfig {
	t.Helper()
	dir := folder(t, map[string]string{"config": content})
	return kubeconfig.New(kubeconfig.Proxies{}).Read([]string{filepath.Join(dir, "config")}, "")
}

func frozen(t testing.TB, k ports.Kubeconfig) map[string]any {
	t.Helper()
	if !k.View.Problem.IsZero() {
		t.Fatalf("refused: %s", k.View.Problem)
	}
	return decode(t, k.Access.Kubeconfig.Reveal())
}

func decode(t testing.TB, content []byte) map[string]any {
	t.Helper()
	var m map[string]any
	decoder := json.NewDecoder(bytes.NewReader(content))
	decoder.UseNumber()
	if err := decoder.Decode(&m); err != nil {
		t.Fatalf("not JSON: %v", err)
	}
	return m
}

// only gives the fields of the single cluster, user or context of a frozen kubeconfig.
func only(t testing.TB, config map[string]any, list, kind string) map[string]any {
	t.Helper()
	items, _ := config[list].([]any)
	if len(items) != 1 {
		t.Fatalf("%s has %d entries, want 1", list, len(items))
	}
	fields, _ := items[0].(map[string]any)[kind].(map[string]any)
	return fields
}

func refused(t testing.TB, k ports.Kubeconfig, words ...string) {
	t.Helper()
	if k.View.Problem.IsZero() {
		t.Fatalf("not refused; want a problem with %q", words)
	}
	if !k.Access.Kubeconfig.Empty() || k.Access.Context != "" || k.Access.Server != "" || k.Access.Files != nil {
		t.Errorf("refused, and still gives access")
	}
	for _, word := range words {
		if !strings.Contains(k.View.Refusal().String(), word) {
			t.Errorf("problem %q does not say %q", k.View.Refusal(), word)
		}
	}
	if k.View.ProblemDo.IsZero() || strings.Contains(k.View.Problem.String(), ";") {
		t.Errorf("problem %q does not keep apart what to do: %q", k.View.Problem, k.View.ProblemDo)
	}
	if problems.Meanings[k.View.ProblemCode].Means.IsZero() {
		t.Errorf("problem %q has code %q", k.View.Problem, k.View.ProblemCode)
	}
}

// write replaces a file's content, in tests of either kind.
func write(t interface{ Fatal(...any) }, path, content string) {
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}
