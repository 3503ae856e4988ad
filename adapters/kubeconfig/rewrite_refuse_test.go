package kubeconfig_test

import (
	"strings"
	"testing"

	"github.com/univ-lehavre/nestor/internal/effort"
	"github.com/univ-lehavre/nestor/ports"
)

// TestForeignContentIsNamedForWhatItIs: what a transfer can bring in place of a kubeconfig.
func TestForeignContentIsNamedForWhatItIs(t *testing.T) {
	ca, client := validToday(t, "ca"), validToday(t, "admin")
	whole := adminConf("https://10.0.0.10:6443", ca, client)
	good := config(goodCluster, token)
	for name, c := range map[string]struct{ content, words string }{
		"0 bytes":                 {"", "is empty (0 bytes)"},
		"blanks":                  {" \n\t\r\n", "is blank (5 bytes)"},
		"a byte order mark":       {"\ufeff\n", "is blank"},
		"comments":                {"# " + planted + "\n", "nothing but comments"},
		"null":                    {"~\n", "nothing but comments"},
		"a document mark":         {"---\n", "nothing but comments"},
		"a web page":              {"<!DOCTYPE html><p>" + planted, "web page (HTML), not a kubeconfig; name the kubeconfig's path on the node"},
		"a web page after blanks": {"\n\n  <html>" + planted, "web page (HTML), not a kubeconfig; name the kubeconfig's path on the node"},
		"an OpenSSH key":          {"-----BEGIN OPENSSH PRIVATE KEY-----\n" + planted + "\n-----END OPENSSH PRIVATE KEY-----\n", "is a private key (PEM)"},
		"a private key":           {string(client.key), "is a private key (PEM)"},
		"a certificate":           {string(client.cert), "is a certificate (PEM)"},
		"other PEM":               {"-----BEGIN " + planted + "-----\n", "is a PEM file"},
		"an SSH public key":       {"ssh-ed25519 AAAA" + planted + " root@cp1\n", "is an SSH public key"},
		"text":                    {planted + "\n", "is text"},
		"a shell's complaint":     {"cat: " + planted + ": Permission denied\n", "not YAML"},
		"an inventory":            {"[all]\nn1 ansible_password=" + planted + "\n", "is a list"},
		"a list":                  {"- " + planted + "\n", "is a list"},
		"a number":                {"42\n", "is a number"},
		"a binary":                {"\x7fELF\x00" + planted, "is not text"},
		"zeros":                   {strings.Repeat("\x00", 5000), "is not text"},
		"latin-1":                 {"a: \xe9\n", "is not text"},
		"far too much":            {"# " + strings.Repeat("x", 1<<20), "larger than 1 MiB"},
		"another document":        {"apiVersion: v1\nkind: Secret\nstringData: {a: " + planted + "}\n", "is a Secret"},
		"any YAML":                {"a: " + planted + "\n", "no clusters"},
		"an empty map":            {"{}\n", "no clusters"},
		"no clusters":             {strings.Replace(good, "clusters:", "klusters:", 1), "no clusters"},
		"no current-context":      {strings.Replace(good, "current-context: c", `current-context: ""`, 1), "no current-context (contexts: c)"},
		"a dangling context":      {strings.Replace(good, "current-context: c", "current-context: ghost", 1), "has ghost as current-context, which is not in it (contexts: c)"},
		"a dangling cluster":      {strings.Replace(good, "cluster: k,", "cluster: ghost,", 1), `cluster "ghost"`},
		"a dangling user":         {strings.Replace(good, "user: u}}]", "user: ghost}}]", 1), `user "ghost"`},
		"a list written twice":    {good + "users: [{name: u, user: {token: " + planted + "}}]\n", "a key twice (line"},
		"two kubeconfigs":         {good + "---\n" + good, "several documents"},
		"a second document":       {good + "--- {current-context: z}\n", "several documents"},
		"after the end":           {good + "...\n" + good, "several documents"},
		"half a file":             {whole[:len(whole)/2], "is cut off"},
		"half a word":             {good + "use", "is cut off"},
		"no credentials":          {config(goodCluster, ""), "no credentials for user u"},
		"a key alone":             {config(goodCluster, "client-key-data: "+client.key64()), "no credentials"},
		"another's key":           {config(goodCluster, "client-certificate-data: "+client.cert64()+", client-key-data: "+ca.key64()), "cannot be used"},
		"an unencrypted server":   {config(`server: "http://10.0.0.10:6443"`, token), "in clear"},
		"no scheme":               {config(`server: "10.0.0.10:6443"`, token), "no scheme"},
		"no host":                 {config(`server: "https://"`, token), "names a host"},
		"no server":               {config("", token), "no server"},
		"a password in the URL":   {config(`server: "https://joe:`+planted+`@10.0.0.10"`, token), "user name, a password or a query"},
		"a query in the URL":      {config(`server: "https://10.0.0.10?token=`+planted+`"`, token), "has a ? or # in it"},
		"a line in a token":       {config(goodCluster, `token: "a\nb`+planted+`"`), "token in the fetched file has a control"},
		"an invisible character":  {config(goodCluster, `token: "a\u2028b`+planted+`"`), "invisible character"},
		"a control in a group":    {config(goodCluster, token+`, as: a, as-user-extra: {a: ["\x85`+planted+`"]}`), "as-user-extra in"},
		"an impossible TLS name":  {config(goodCluster+`, tls-server-name: "a b `+planted+`"`, token), "tls-server-name"},
	} {
		t.Run(name, func(t *testing.T) { rewriteRefused(t, c.content, toDirqual, c.words, "the fetched file") })
	}
}

// TestEveryBeginningOfAFileIsRefused cuts files, as programs write them, all along their length.
func TestEveryBeginningOfAFileIsRefused(t *testing.T) {
	t.Parallel()
	ca, client := validToday(t, "ca"), validToday(t, "admin")
	certificates := adminConf("https://10.0.0.10:6443", ca, client)
	credentials := func(fields string) string {
		return certificates[:strings.Index(certificates, "    client-certificate-data")] + fields
	}
	for name, whole := range map[string]string{
		"certificates": certificates,
		"token":        credentials("    token: abcdefghijklmnop\n"),
		"password":     credentials("    password: abcdefgh\n    username: admin\n"),
		"JSON":         `{"current-context": "c", "contexts": [{"name": "c", "context": {"cluster": "k", "user": "u"}}], "clusters": [{"name": "k", "cluster": {"server": "https://h"}}], "users": [{"name": "u", "user": {"token": "abc"}}]}` + "\n",
	} {
		rewritten(t, whole, toDirqual)
		for n := range len(whole) - 1 {
			if n%(5*effort.Every(7)) != 0 && n < len(whole)-effort.Some(300, 60) {
				continue // every byte counts where a cut could look whole: at the end
			}
			r, err := rewrite(whole[:n], toDirqual)
			if name == "certificates" && n >= len(whole)-len("Cg==\n") {
				if err == nil && !strings.HasPrefix(r.Kubeconfig.View.CertSubject, "CN=admin") {
					t.Errorf("all but the end of the key's last line, and %v", err)
				}
				continue
			}
			if err == nil {
				t.Errorf("%s: the first %d of %d bytes are taken, up to %q", name, n, len(whole), whole[max(0, n-20):n])
			}
		}
	}
	for whole, words := range map[string]string{ // only the last end of line is missing
		strings.TrimSpace(certificates):                "",
		strings.TrimSpace(credentials("    token: a")): "seems to be cut off",
		credentials("    token: \"a\""):                "",
		credentials("    token: a\n  "):                "seems to be cut off",
	} {
		if words == "" {
			rewritten(t, whole, toDirqual)
		} else {
			rewriteRefused(t, whole, toDirqual, words)
		}
	}
}

// TestPathsOnTheNodeAreRefused, even when a file of that name is here as well: it would be another one.
func TestPathsOnTheNodeAreRefused(t *testing.T) {
	ca, client := validToday(t, "ca"), validToday(t, "admin")
	t.Chdir(folder(t, map[string]string{"ca.crt": string(ca.cert), "c.crt": string(client.cert), "c.key": string(client.key), "t": planted}))
	for field, c := range map[string]struct{ cluster, user string }{
		"certificate-authority is": {goodCluster + ", certificate-authority: ca.crt", token},
		"client-certificate is":    {goodCluster, "client-certificate: c.crt, client-key: c.key"},
		"client-key is":            {goodCluster, "client-certificate-data: " + client.cert64() + ", client-key: /etc/kubernetes/pki/c.key"},
		"tokenFile is":             {goodCluster, "tokenFile: t"},
	} {
		rewriteRefused(t, config(c.cluster, c.user), toDirqual, field, "stays on the node", "--flatten --raw")
	}
}

func TestProgramsProxiesAndMissingVerificationAreRefused(t *testing.T) {
	for words, c := range map[string]struct{ cluster, user string }{
		"it has exec, and a fetched file must not run": {goodCluster, "exec: {apiVersion: client.authentication.k8s.io/v1, interactiveMode: Never, command: " + planted + "}"},
		"it has exec,":          {goodCluster, token + ", exec: {}"},
		"it has auth-provider,": {goodCluster, "auth-provider: {name: gcp, config: {cmd-path: " + planted + "}}"},
		"proxy-url is set":      {goodCluster + `, proxy-url: "http://joe:` + planted + `@proxy:1"`, token},
		"insecure-skip-tls":     {goodCluster + ", insecure-skip-tls-verify: true", token},
	} {
		rewriteRefused(t, config(c.cluster, c.user), toDirqual, words)
	}
	rewritten(t, config(goodCluster+`, insecure-skip-tls-verify: false, proxy-url: "", certificate-authority: ""`, token+`, exec: null, tokenFile: ""`), toDirqual)
}

func TestOptionsThatWouldNotDoAreRefused(t *testing.T) {
	good := config(goodCluster, token)
	for words, o := range map[string]ports.RewriteOptions{
		`"" would not do`:          {},
		`"a b" would not do`:       {Name: "a b"},
		"no scheme":                {Name: "a", Server: "10.0.0.10:6443"},
		"in clear":                 {Name: "a", Server: "http://10.0.0.10:6443"},
		"names a host":             {Name: "a", Server: "https://"},
		"a password or a query":    {Name: "a", Server: "https://joe:" + planted + "@h"},
		"has a ? or # in it":       {Name: "a", Server: "https://h?token=" + planted},
		`"-x" is not the name`:     {Name: "a", ServerName: "-x"},
		`"h:6443" is not the`:      {Name: "a", ServerName: "h:6443"},
		`"https://h" is not the`:   {Name: "a", ServerName: "https://h"},
		`"a\nb" is not the name o`: {Name: "a", ServerName: "a\nb"},
	} {
		rewriteRefused(t, good, o, words)
	}
	for _, name := range []string{"2001:db8::10", "10.0.0.10", "api.example.org", "h"} {
		rewritten(t, good, ports.RewriteOptions{Name: "a", ServerName: name})
	}
}
