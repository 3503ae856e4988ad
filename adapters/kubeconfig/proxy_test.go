package kubeconfig_test

import (
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/univ-lehavre/nestor/adapters/kubeconfig"
)

// shown is what a view says of proxies.
type shown struct{ Proxy, From string }

func proxyOf(t testing.TB, cluster string, environment map[string]string) shown {
	t.Helper()
	dir := folder(t, map[string]string{"config": config(cluster, token)})
	proxies := kubeconfig.ProxiesOf(func(name string) string { return environment[name] })
	view := kubeconfig.New(proxies).Read([]string{filepath.Join(dir, "config")}, "").View
	if !view.Problem.IsZero() {
		t.Errorf("refused: %s", view.Problem)
	}
	if asText := fmt.Sprintf("%+v", view); strings.Contains(asText, planted) {
		t.Errorf("a secret is shown: %s", asText)
	}
	return shown{view.Proxy, view.ProxyFrom}
}

func TestTheProxyInTheWayIsShownWithWhatNamesIt(t *testing.T) {
	const host, p, q = `server: "https://api.example.org:6443"`, "http://proxy.example.org:3128", "http://other.example.org:3128"
	type env = map[string]string
	for name, c := range map[string]struct {
		cluster string
		env     env
		want    shown
	}{
		"none":                           {host, nil, shown{}},
		"proxy-url":                      {host + `, proxy-url: "` + q + `"`, nil, shown{q, "proxy-url"}},
		"proxy-url before HTTPS_PROXY":   {host + `, proxy-url: "` + q + `"`, env{"HTTPS_PROXY": p}, shown{q, "proxy-url"}},
		"proxy-url before NO_PROXY":      {host + `, proxy-url: "` + q + `"`, env{"HTTPS_PROXY": p, "NO_PROXY": "*"}, shown{q, "proxy-url"}},
		"proxy-url with a password":      {host + `, proxy-url: "http://joe:` + planted + `@proxy:1/?` + planted + `"`, nil, shown{"http://proxy:1", "proxy-url"}},
		"proxy-url without slashes":      {host + `, proxy-url: "http:joe:` + planted + `@proxy:1"`, nil, shown{"http://", "proxy-url"}},
		"proxy-url, slash in a password": {host + `, proxy-url: "http://joe/` + planted + `@proxy:1"`, nil, shown{"http://joe", "proxy-url"}},
		"capitals":                       {host, env{"HTTPS_PROXY": p}, shown{p, "HTTPS_PROXY"}},
		"small letters":                  {host, env{"https_proxy": p}, shown{p, "https_proxy"}},
		"capitals count first":           {host, env{"HTTPS_PROXY": p, "https_proxy": q}, shown{p, "HTTPS_PROXY"}},
		"empty capitals do not count":    {host, env{"HTTPS_PROXY": "", "https_proxy": q}, shown{q, "https_proxy"}},
		"those for other addresses":      {host, env{"HTTP_PROXY": p, "http_proxy": p, "ALL_PROXY": p, "all_proxy": p}, shown{}},
		"a scheme in capitals":           {`server: "HTTPS://api.example.org"`, env{"HTTPS_PROXY": p}, shown{p, "HTTPS_PROXY"}},
		"a password":                     {host, env{"HTTPS_PROXY": "http://joe:" + planted + "@proxy.example.org:3128/" + planted + "?" + planted + "#" + planted}, shown{p, "HTTPS_PROXY"}},
		"without a scheme":               {host, env{"HTTPS_PROXY": "proxy.example.org:3128"}, shown{p, "HTTPS_PROXY"}},
		"an address without a scheme":    {host, env{"HTTPS_PROXY": "192.0.2.1:3128"}, shown{"http://192.0.2.1:3128", "HTTPS_PROXY"}},
		"a password without a scheme":    {host, env{"https_proxy": "joe:" + planted + "@proxy.example.org:3128"}, shown{p, "https_proxy"}},
		"socks5":                         {host, env{"HTTPS_PROXY": "socks5://joe:" + planted + "@proxy.example.org:1080"}, shown{"socks5://proxy.example.org:1080", "HTTPS_PROXY"}},
		"socks5h":                        {host, env{"HTTPS_PROXY": "socks5h://proxy.example.org"}, shown{"socks5h://proxy.example.org", "HTTPS_PROXY"}},
		"https":                          {host, env{"HTTPS_PROXY": "https://[2001:db8::1]:443"}, shown{"https://[2001:db8::1]:443", "HTTPS_PROXY"}},
		"malformed":                      {host, env{"HTTPS_PROXY": "http://joe:" + planted + "%zz@proxy:1"}, shown{}},
		"malformed, read as a host http": {host, env{"HTTPS_PROXY": "http://joe:" + planted + " x@proxy:1"}, shown{"http://http:", "HTTPS_PROXY"}},
		"not an address at all":          {host, env{"HTTPS_PROXY": "joe:" + planted + "\x7f@proxy"}, shown{}},
		"an address without a host":      {host, env{"HTTPS_PROXY": planted + ":joe@%zz"}, shown{}},
		"no host is to be proxied":       {host, env{"HTTPS_PROXY": p, "NO_PROXY": "*"}, shown{}},
		"not this host":                  {host, env{"HTTPS_PROXY": p, "NO_PROXY": "a, api.example.org"}, shown{}},
		"not this host, small letters":   {host, env{"HTTPS_PROXY": p, "no_proxy": "example.org"}, shown{}},
		"not this port":                  {host, env{"HTTPS_PROXY": p, "NO_PROXY": "example.org:6443"}, shown{}},
		"another port":                   {host, env{"HTTPS_PROXY": p, "NO_PROXY": "example.org:443"}, shown{p, "HTTPS_PROXY"}},
		"another host":                   {host, env{"HTTPS_PROXY": p, "NO_PROXY": ".api.example.org,example.com"}, shown{p, "HTTPS_PROXY"}},
		"capitals of NO_PROXY first":     {host, env{"HTTPS_PROXY": p, "NO_PROXY": "a", "no_proxy": "*"}, shown{p, "HTTPS_PROXY"}},
		"not this network":               {`server: "https://10.0.0.10:6443"`, env{"HTTPS_PROXY": p, "NO_PROXY": "10.0.0.0/8"}, shown{}},
		"localhost":                      {`server: "https://localhost:6443"`, env{"HTTPS_PROXY": p}, shown{}},
		"loopback":                       {`server: "https://127.0.0.2:6443"`, env{"HTTPS_PROXY": p}, shown{}},
		"loopback of IPv6":               {`server: "https://[::1]:6443"`, env{"HTTPS_PROXY": p}, shown{}},
		"loopback and proxy-url":         {`server: "https://127.0.0.1:6443", proxy-url: "` + q + `"`, nil, shown{q, "proxy-url"}},
	} {
		if diff := cmp.Diff(c.want, proxyOf(t, c.cluster, c.env)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

func TestNoProxyOfTheEnvironmentIsShownForAKubeconfigThatIsRefused(t *testing.T) {
	dir := folder(t, map[string]string{"config": config(`server: "https://api.example.org", proxy-url: "ftp://proxy:1"`, token)})
	proxies := kubeconfig.ProxiesOf(func(string) string { return "http://other:1" })
	k := kubeconfig.New(proxies).Read([]string{filepath.Join(dir, "config")}, "")
	refused(t, k, "proxy-url")
	if k.View.Proxy != "" || k.View.ProxyFrom != "" {
		t.Errorf("shown: %q from %q", k.View.Proxy, k.View.ProxyFrom)
	}
}

// listener listens on a free port of this machine, counts who connects, and calls on each.
func listener(t *testing.T, called func()) (string, *atomic.Int64) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	var calls atomic.Int64
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			calls.Add(1)
			called()
			c.Close()
		}
	}()
	return l.Addr().String(), &calls
}

func TestTheShownProxyIsTheOneThatKubectlContacts(t *testing.T) {
	if _, err := exec.LookPath("kubectl"); err != nil {
		t.Skip("kubectl is not installed")
	}
	const named, loopback = `server: "https://api.k.invalid:6443"`, goodCluster // a proxied name is not looked up here
	for name, c := range map[string]struct {
		cluster string
		env     []string // %s is the proxy that listens
		want    bool     // it is contacted, and shown
	}{
		"http":                      {named, []string{"HTTPS_PROXY=http://%s"}, true},
		"without a scheme":          {named, []string{"HTTPS_PROXY=%s"}, true},
		"a password, no scheme":     {named, []string{"HTTPS_PROXY=joe:pw@%s"}, true},
		"socks5":                    {named, []string{"https_proxy=socks5://%s"}, true},
		"an unknown scheme":         {named, []string{"HTTPS_PROXY=ftp://%s"}, true},
		"capitals":                  {named, []string{"HTTPS_PROXY=http://%s", "https_proxy=http://127.0.0.1:1"}, true},
		"small letters come second": {named, []string{"HTTPS_PROXY=http://127.0.0.1:1", "https_proxy=http://%s"}, false},
		"loopback":                  {loopback, []string{"HTTPS_PROXY=http://%s"}, false},
		"loopback, proxy-url":       {loopback + `, proxy-url: "http://%s"`, []string{"NO_PROXY=*"}, true},
	} {
		t.Run(name, func(t *testing.T) {
			ctx, enough := context.WithTimeout(context.Background(), 20*time.Second)
			defer enough()
			proxy, calls := listener(t, enough)
			environment, variables := map[string]string{}, []string{"PATH=" + os.Getenv("PATH"), "HOME=" + t.TempDir(), "KUBERC=off"}
			for _, one := range c.env {
				name, value, _ := strings.Cut(strings.ReplaceAll(one, "%s", proxy), "=")
				environment[name], variables = value, append(variables, name+"="+value)
			}
			cluster := strings.ReplaceAll(c.cluster, "%s", proxy)
			file := filepath.Join(folder(t, map[string]string{"config": config(cluster, token)}), "config")
			command := exec.CommandContext(ctx, "kubectl", "--kubeconfig", file, "get", "--raw", "/x")
			command.Env = variables
			said, _ := command.CombinedOutput()
			if ours := strings.Contains(proxyOf(t, cluster, environment).Proxy, proxy); ours != c.want || calls.Load() > 0 != c.want {
				t.Errorf("shown: %v, contacted: %d times, want %v; kubectl says %s", ours, calls.Load(), c.want, said)
			}
		})
	}
}
