//go:build unix

package kubectl

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/base64"
	"encoding/pem"
	"fmt"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"sync"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"github.com/univ-lehavre/nestor/adapters/run"
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/problems"
)

// authority signs the certificates of test servers.
type authority struct {
	key  *ecdsa.PrivateKey
	cert *x509.Certificate
}

func newAuthority(t *testing.T) authority {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "kubernetes"}, IsCA: true, BasicConstraintsValid: true,
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour), KeyUsage: x509.KeyUsageCertSign,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	cert, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	return authority{key, cert}
}

// sign gives a server's certificate, valid on 127.0.0.1 unless it is edited.
func (a authority) sign(t *testing.T, edit func(*x509.Certificate)) tls.Certificate {
	t.Helper()
	template := &x509.Certificate{
		SerialNumber: big.NewInt(2), Subject: pkix.Name{CommonName: "localhost"}, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour), ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
	}
	edit(template)
	der, err := x509.CreateCertificate(rand.Reader, template, a.cert, a.key.Public(), a.key)
	if err != nil {
		t.Fatal(err)
	}
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: a.key}
}

func (a authority) serve(t *testing.T, certificate tls.Certificate, handler http.HandlerFunc) string {
	t.Helper()
	s := httptest.NewUnstartedServer(handler)
	s.TLS = &tls.Config{Certificates: []tls.Certificate{certificate}}
	s.Config.ErrorLog = nil
	s.StartTLS()
	t.Cleanup(s.Close)
	return s.URL
}

// access is a kubeconfig that trusts the authority.
func (a authority) access(server, user string) ports.Access {
	ca := base64.StdEncoding.EncodeToString(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: a.cert.Raw}))
	content := fmt.Sprintf(`{"apiVersion":"v1","kind":"Config","current-context":"c",
"contexts":[{"name":"c","context":{"cluster":"k","user":"u"}}],"users":[{"name":"u","user":%s}],
"clusters":[{"name":"k","cluster":{"server":%q,"certificate-authority-data":%q}}]}`, user, server, ca)
	return ports.Access{Context: "c", Cluster: "k", Files: []string{"/home/op/k"}, Server: server, Kubeconfig: ports.NewSecret([]byte(content))}
}

// raw accepts connections and does one thing with each.
func raw(t *testing.T, handle func(net.Conn)) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			handle(c)
		}
	}()
	return "https://" + l.Addr().String()
}

// connections are kept open and never answered.
type connections struct {
	mutex sync.Mutex
	kept  []net.Conn
}

func (c *connections) keep(conn net.Conn) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.kept = append(c.kept, conn)
}

func (c *connections) close() {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	for _, conn := range c.kept {
		_ = conn.Close()
	}
}

func closed(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return "https://" + l.Addr().String()
}

// These are the real kubectl's words, and what becomes of them, whatever its version.
func TestTheRealKubectlsFailuresAreToldApart(t *testing.T) {
	if _, err := exec.LookPath("kubectl"); err != nil {
		t.Fatal("this test reads the real kubectl's words: install it")
	}
	a, other := newAuthority(t), newAuthority(t)
	good := a.sign(t, func(*x509.Certificate) {})
	answers := func(status int, kind, body string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", kind)
			w.WriteHeader(status)
			fmt.Fprint(w, body)
		}
	}
	nothing := answers(http.StatusOK, "application/json", "{}")
	signed := func(edit func(*x509.Certificate)) string { return a.serve(t, a.sign(t, edit), nothing) }
	plain := httptest.NewServer(nothing)
	t.Cleanup(plain.Close)
	const token = `{"token":"t"}`
	const plugin = `{"exec":{"apiVersion":"client.authentication.k8s.io/%s","command":"%s","interactiveMode":"Never"}}`
	silent := &connections{}
	for name, c := range map[string]struct {
		server, user string
		kind         ports.FailureKind
		code, says   string
	}{
		"refused":    {closed(t), token, ports.FailedConnect, problems.Refused, "connection refused"},
		"another CA": {a.serve(t, other.sign(t, func(*x509.Certificate) {}), nothing), token, ports.FailedAuthority, problems.OtherAuthority, "not signed by the authority"},
		"other addresses": {signed(func(c *x509.Certificate) { c.IPAddresses = []net.IP{net.IPv4(10, 0, 0, 9), net.IPv4(10, 96, 0, 1)} }), token,
			ports.FailedTrust, problems.OtherNames, "is for other names (10.0.0.9, 10.96.0.1) than 127.0.0.1"},
		"names alone": {signed(func(c *x509.Certificate) { c.IPAddresses, c.DNSNames = nil, []string{"a.example"} }), token,
			ports.FailedTrust, problems.NoAddressInCertificate, "has no IP address in it"},
		"expired":             {signed(func(c *x509.Certificate) { c.NotAfter = c.NotBefore.Add(time.Minute) }), token, ports.FailedTrust, problems.ServerCertificateExpired, "it expired on 20"},
		"early":               {signed(func(c *x509.Certificate) { c.NotBefore = time.Now().Add(30 * time.Minute) }), token, ports.FailedTrust, problems.ServerCertificateEarly, "is not valid before 20"},
		"HTTP":                {"https" + plain.URL[len("http"):], token, ports.FailedConnect, problems.SpeaksHTTP, "does not speak TLS"},
		"HTTPS asked in HTTP": {"http" + a.serve(t, good, nothing)[len("https"):], token, ports.FailedControl, problems.SpeaksHTTPS, "speaks HTTPS"},
		"a web page":          {a.serve(t, good, answers(http.StatusOK, "text/html", "<html>hello</html>")), token, ports.FailedControl, problems.NotAnAPI, "web page"},
		"404":                 {a.serve(t, good, answers(http.StatusNotFound, "text/plain", "404 page not found\n")), token, ports.FailedControl, problems.NotAnAPI, "404 Not Found to everything"},
		"401":                 {a.serve(t, good, answers(http.StatusUnauthorized, "text/plain", "no")), token, ports.FailedAuth, problems.Unauthorized, "401 Unauthorized"},
		"cut off":             {raw(t, func(c net.Conn) { _ = c.(*net.TCPConn).SetLinger(0); _ = c.Close() }), token, ports.FailedTimeout, problems.CutOff, "it was cut off each time"},
		"silence":             {raw(t, silent.keep), token, ports.FailedTimeout, problems.NoAnswer, "no answer from https://127.0.0.1:"},
		"no plugin":           {closed(t), fmt.Sprintf(plugin, "v1", "nope-tok"), ports.FailedToStart, problems.PluginAbsent, "command -v nope-tok"},
		"failing plugin":      {closed(t), fmt.Sprintf(plugin, "v1", "false"), ports.FailedAuth, problems.PluginFailed, "failed with exit code 1"},
		"old plugin":          {closed(t), fmt.Sprintf(plugin, "v1alpha1", "true"), ports.FailedOther, problems.PluginVersion, "v1alpha1"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			runner := run.New(run.Options{Allow: run.Readers(), Environ: []string{"PATH=" + os.Getenv("PATH"), "HOME=" + t.TempDir()}, Log: zerolog.Nop()})
			patience := 5 * time.Second
			if c.code == problems.CutOff { // some kubectl look at the server by themselves first
				patience = 11 * time.Second
			}
			o := New(runner, patience).Overview(t.Context(), a.access(c.server, c.user), builtInKinds)
			check(t, name, o.Failure, c.kind, c.code, []string{c.says})
		})
	}
	t.Cleanup(silent.close)
}
