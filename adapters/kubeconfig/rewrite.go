package kubeconfig

import (
	"cmp"
	"encoding/base64"
	"maps"
	"net/netip"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/problems"
	"github.com/univ-lehavre/nestor/ports/say"
)

// Rewriter makes a fetched kubeconfig this machine's own, in memory. It implements ports.KubeconfigRewriter.
type Rewriter struct {
	now     func() time.Time
	proxies Proxies
}

var _ ports.KubeconfigRewriter = Rewriter{}

// NewRewriter gives a Rewriter that judges certificates by this clock, and shows which of these proxies is in the way.
func NewRewriter(now func() time.Time, proxies Proxies) Rewriter { return Rewriter{now, proxies} }

// What stands for the name of a file that is on this machine not yet, or not at all.
const (
	fetched   = "the fetched file"
	rewritten = "the rewritten kubeconfig"
)

// called is what messages call a file.
func called(file string) say.Text {
	switch file {
	case fetched:
		return say.Textf("the fetched file")
	case rewritten:
		return say.Textf("the rewritten kubeconfig")
	}
	return say.Verbatim(file)
}

func calledAll(files []string) say.Text {
	all := make([]say.Text, len(files))
	for i, file := range files {
		all[i] = called(file)
	}
	return say.Join(", ", all...)
}

func problem(code string, what, do say.Text) error {
	return &say.Problem{Code: code, What: what, Do: do}
}

// Rewrite keeps the current context of a fetched kubeconfig with its cluster and user, and calls all three o.Name, the context o.Context when that is set. The CA,
// the namespace, the credentials and what else kubectl knows of them are kept; other entries, extensions and fields that
// kubectl does not know are dropped, and that is among the changes. What names a file or a program on the node, switches
// TLS off, goes through a proxy, or cannot authenticate (any more) is an error.
//
// The view and the access name no files: nothing is written yet. The caller sets both to where the content will be.
func (r Rewriter) Rewrite(content ports.Secret, o ports.RewriteOptions) (ports.Rewritten, error) {
	if err := checkOptions(o); err != nil {
		return ports.Rewritten{}, err
	}
	m, err := fetchedEntries(content.Reveal())
	if err != nil {
		return ports.Rewritten{}, err
	}
	before, err := r.effective(m, content.Reveal())
	if err != nil {
		return ports.Rewritten{}, err
	}
	after, err := before.renamed(o)
	if err != nil {
		return ports.Rewritten{}, err
	}
	written, k, err := after.write()
	if err != nil {
		return ports.Rewritten{}, err
	}
	r.proxies.show(&k.View)
	k.View.Tell(&k.Access)
	return ports.Rewritten{
		Content:    ports.NewSecret(written),
		Kubeconfig: k,
		Original:   before.view.Server,
		Changes:    changes(m, before, k.View),
	}, nil
}

// setup is one context with its cluster and user, self-contained, and what may be shown of them.
type setup struct {
	chain                  chain // as fetched
	view                   ports.KubeconfigView
	context, cluster, user map[string]any // the fields that are kept
}

// effective follows the current context and refuses what must not be kept.
func (r Rewriter) effective(m merged, raw []byte) (setup, error) {
	var s setup
	var err error
	if s.chain, err = followCurrent(m, &s.view); err != nil {
		return s, cutOff(raw, err)
	}
	// Before anything is frozen: freezing reads the files that a kubeconfig names, and these paths are the node's.
	if err := selfContained(s.chain); err != nil {
		return s, err
	}
	cluster, err := freezeCluster(s.chain.cluster, &s.view)
	if err != nil {
		return s, cutOff(raw, err)
	}
	user, err := freezeUser(s.chain.user, &s.view)
	if err != nil {
		return s, cutOff(raw, err)
	}
	if s.view.Auth == ports.AuthCertificate {
		if err := checkDates(user, r.now()); err != nil {
			return s, err
		}
	}
	s.context = picked(s.chain.context.fields, "namespace")
	s.cluster, s.user = picked(cluster, clusterFields...), picked(user, userFields...)
	if err := printable(s.context, s.cluster, s.user); err != nil {
		return s, err
	}
	return s, unfinished(raw)
}

// The fields that are kept of a cluster and a user: those that kubectl knows and that need nothing else on this machine.
var (
	clusterFields = []string{"server", "tls-server-name", "certificate-authority-data", "disable-compression"}
	userFields    = []string{
		"client-certificate-data", "client-key-data", "token", "username", "password",
		"as", "as-uid", "as-groups", "as-user-extra",
	}
)

// picked gives those of the fields that say something.
func picked(fields map[string]any, keys ...string) map[string]any {
	kept := map[string]any{}
	for _, key := range keys {
		if !saysNothing(fields[key]) {
			kept[key] = fields[key]
		}
	}
	return kept
}

// printable refuses text that no request could carry and not every reader of YAML takes alike.
func printable(all ...map[string]any) error {
	for _, fields := range all {
		for _, key := range slices.Sorted(maps.Keys(fields)) {
			if !isPrintable(fields[key]) {
				return problem(problems.FetchedUnfit, say.Textf("%s in %s has a control or invisible character in it", key, called(fetched)), say.Textf("write it anew on the node"))
			}
		}
	}
	return nil
}

func isPrintable(v any) bool {
	switch v := v.(type) {
	case string:
		return !strings.ContainsFunc(v, func(r rune) bool { return !unicode.IsPrint(r) })
	case []any:
		return !slices.ContainsFunc(v, func(item any) bool { return !isPrintable(item) })
	case map[string]any:
		for key, item := range v {
			if !isPrintable(key) || !isPrintable(item) {
				return false
			}
		}
	}
	return true
}

func saysNothing(v any) bool {
	switch v := v.(type) {
	case nil:
		return true
	case string:
		return v == ""
	case bool:
		return !v
	case []any:
		return len(v) == 0
	case map[string]any:
		return len(v) == 0
	}
	return false
}

// renamed gives the setup its new names, server and TLS name.
func (s setup) renamed(o ports.RewriteOptions) (setup, error) {
	server := textAt(s.cluster, "server")
	if o.Server != "" {
		server = withPathOf(o.Server, server)
	}
	if carriesMore(server) {
		return s, problem(problems.FetchedUnfit, say.Textf("cluster %q in %s: its server has a user name, a password or a query in its URL", s.chain.cluster.name, called(fetched)), say.Textf("give the URL to use without them, or correct it on the node"))
	}
	s.cluster, s.context = maps.Clone(s.cluster), maps.Clone(s.context)
	s.cluster["server"], s.view.Server = server, server
	if o.ServerName != "" {
		s.cluster["tls-server-name"], s.view.ServerName = o.ServerName, o.ServerName
	}
	if name := textAt(s.cluster, "tls-server-name"); name != "" && !isHost(name) {
		return s, problem(problems.FetchedUnfit, say.Textf("cluster %q in %s: its tls-server-name is not a host's name", s.chain.cluster.name, called(fetched)), say.Textf("correct it on the node, or give the name to use"))
	}
	context := cmp.Or(o.Context, o.Name)
	s.context["cluster"], s.context["user"] = o.Name, o.Name
	s.view.Context, s.view.Cluster, s.view.User, s.view.Contexts = context, o.Name, o.Name, []string{context}
	return s, nil
}

// withPathOf gives the new URL, with the old one's path when it has none: a path is part of what a server is.
func withPathOf(server, old string) string {
	n, err := url.Parse(server)
	o, oldErr := url.Parse(old)
	if err != nil || oldErr != nil || strings.Trim(n.Path, "/") != "" || strings.Trim(o.Path, "/") == "" {
		return server
	}
	return strings.TrimRight(server, "/") + o.EscapedPath()
}

// carriesMore reports whether a URL has more than scheme, host and path.
func carriesMore(server string) bool {
	u, err := url.Parse(server)
	return err != nil || u.User != nil || strings.ContainsAny(server, "?#")
}

func checkOptions(o ports.RewriteOptions) error {
	if !ports.StackNameFault(o.Name).IsZero() {
		return problem(problems.BadRewrite, say.Textf("%q would not do for a context", o.Name), say.Textf("name it with letters, digits, '.', '_' and '-' alone"))
	}
	if o.Server != "" {
		if _, err := checkServer(o.Server); err != nil {
			return say.Errorf("the server to use instead: %w", err)
		}
		if carriesMore(o.Server) {
			return problem(problems.BadRewrite, say.Textf("the server to use instead has a user name, a password or a query in its URL"), say.Textf("write https://HOST:6443"))
		}
	}
	if o.ServerName != "" && !isHost(o.ServerName) {
		return problem(problems.BadRewrite, say.Textf("%q is not the name of a host, as in a certificate", o.ServerName), say.Textf("write a name or an address that the server's certificate has"))
	}
	return nil
}

var hostName = regexp.MustCompile(`^[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?$`)

// isHost reports whether a certificate could be made out to this name.
func isHost(name string) bool {
	_, err := netip.ParseAddr(name)
	return err == nil || hostName.MatchString(name)
}

// checkDates refuses a client certificate outside its time: the server would only say "Unauthorized".
func checkDates(user map[string]any, now time.Time) error {
	certificate, _ := base64.StdEncoding.DecodeString(textAt(user, "client-certificate-data"))
	key, _ := base64.StdEncoding.DecodeString(textAt(user, "client-key-data"))
	leaf, err := clientCertificate(certificate, key)
	switch {
	case err != nil:
		return say.Errorf("%s: %w", called(fetched), err)
	case now.After(leaf.NotAfter):
		return problem(problems.FetchedOutOfDate, say.Textf("the client certificate in %s expired on %s", called(fetched), day(leaf.NotAfter)), say.Textf("renew it on the node (kubeadm certs renew admin.conf, or restart k3s), then fetch again"))
	case now.Before(leaf.NotBefore):
		return problem(problems.FetchedOutOfDate, say.Textf("the client certificate in %s is not valid before %s, and it is %s here", called(fetched), moment(leaf.NotBefore), moment(now)), say.Textf("set the clocks of the node and of this machine, then fetch again"))
	}
	return nil
}

func day(t time.Time) string    { return t.UTC().Format(time.DateOnly) }
func moment(t time.Time) string { return t.UTC().Format("2006-01-02 15:04:05 UTC") }
