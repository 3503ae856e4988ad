package kubeconfig

import (
	"net/url"

	"golang.org/x/net/http/httpproxy"

	"github.com/univ-lehavre/nestor/ports"
)

// fromKubeconfig is the KubeconfigView.ProxyFrom of a proxy that the kubeconfig names itself.
const fromKubeconfig = "proxy-url"

// Proxies are what an environment says of proxies. The zero value is an environment without any.
type Proxies struct {
	from  string // the variable that counts
	proxy string
	none  string // servers that are reached without it
}

// ProxiesOf reads the variables that count for kubectl: a server of an HTTPS address is never reached through HTTP_PROXY
// or ALL_PROXY. Capitals come first, as in every kubectl measured; httpproxy.FromEnvironment has turned that round since.
func ProxiesOf(getenv func(string) string) Proxies {
	first := func(names ...string) (name, value string) {
		for _, name := range names {
			if value := getenv(name); value != "" {
				return name, value
			}
		}
		return "", ""
	}
	var p Proxies
	p.from, p.proxy = first("HTTPS_PROXY", "https_proxy")
	_, p.none = first("NO_PROXY", "no_proxy")
	return p
}

// show puts the environment's proxy toward the view's server into the view, unless the kubeconfig names one. What
// cannot be understood as a proxy is left out, as kubectl does.
func (p Proxies) show(view *ports.KubeconfigView) {
	if view.ProxyFrom != "" {
		return
	}
	server, err := url.Parse(view.Server)
	if err != nil {
		return
	}
	environment := httpproxy.Config{HTTPSProxy: p.proxy, NoProxy: p.none}
	proxy, err := environment.ProxyFunc()(server)
	if err != nil || proxy == nil || proxy.Host == "" {
		return
	}
	view.Proxy, view.ProxyFrom = shownProxy(proxy), p.from
}

// shownProxy is all of a proxy's address that is used: the rest may hold a password, even where it is misspelt.
func shownProxy(u *url.URL) string {
	shown := url.URL{Scheme: u.Scheme, Host: u.Host}
	if u.Host == "" {
		return u.Scheme + "://"
	}
	return shown.String()
}
