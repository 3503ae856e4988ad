package e2e

import (
	"crypto/tls"
	"crypto/x509"
	"encoding/base64"
	"encoding/pem"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"testing"
)

// harm answers a request in place of the API server, or lets next, which is the real one, answer it.
type harm func(w http.ResponseWriter, r *http.Request, next http.Handler)

// behind puts a proxy in front of the API server, with a certificate that the kubeconfig it returns trusts. The proxy
// speaks to the API server as the administrator.
func (c cluster) behind(t *testing.T, do harm) (kubeconfig string) {
	t.Helper()
	next := c.forward(t)
	front := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { do(w, r, next) }))
	front.Config.ErrorLog = log.New(io.Discard, "", 0)
	front.StartTLS()
	t.Cleanup(func() { front.CloseClientConnections(); front.Close() })
	ca := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: front.Certificate().Raw})
	return written(t, filepath.Join(t.TempDir(), "proxy.config"), fmt.Sprintf(`{"apiVersion":"v1","kind":"Config","current-context":"c",
"contexts":[{"name":"c","context":{"cluster":"k","user":"u"}}],"users":[{"name":"u","user":{"token":"example"}}],
"clusters":[{"name":"k","cluster":{"server":%q,"certificate-authority-data":%q}}]}`, front.URL, base64.StdEncoding.EncodeToString(ca)))
}

// forward is the real API server.
func (c cluster) forward(t *testing.T) http.Handler {
	t.Helper()
	pki := filepath.Join(c.dir, "pki")
	admin, err := tls.LoadX509KeyPair(filepath.Join(pki, "admin.crt"), filepath.Join(pki, "admin.key"))
	if err != nil {
		t.Fatal(err)
	}
	ca, err := os.ReadFile(filepath.Join(pki, "ca.crt"))
	if err != nil {
		t.Fatal(err)
	}
	trusted := x509.NewCertPool()
	trusted.AppendCertsFromPEM(ca)
	transport := &http.Transport{TLSClientConfig: &tls.Config{Certificates: []tls.Certificate{admin}, RootCAs: trusted}}
	t.Cleanup(transport.CloseIdleConnections)
	return &httputil.ReverseProxy{
		Transport: transport,
		Rewrite: func(r *httputil.ProxyRequest) {
			r.SetURL(&url.URL{Scheme: "https", Host: fmt.Sprintf("127.0.0.1:%d", c.port)})
			r.Out.Header.Del("Authorization")
		},
		ErrorLog: log.New(io.Discard, "", 0),
	}
}
