package kubeconfig

import (
	"bytes"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/problems"
	"github.com/univ-lehavre/nestor/ports/say"
)

// fetchedEntries says what a fetched file is when it is not one whole kubeconfig, and gives its entries when it is.
func fetchedEntries(raw []byte) (merged, error) {
	if err := checkContent(raw); err != nil {
		return merged{}, err
	}
	s, err := understand(fetched, raw)
	switch {
	case err != nil:
		return merged{}, cutOff(raw, err)
	case s.root == nil:
		return merged{}, problem(problems.FetchedNothing, say.Textf("%s holds nothing but comments", called(fetched)), say.Textf("name the kubeconfig's path on the node"))
	case s.doubled != "":
		return merged{}, problem(problems.FetchedAmbiguous, say.Textf("%s has a key twice (%s), as when two kubeconfigs are pasted together", called(fetched), s.doubled), say.Textf("correct it on the node"))
	case severalDocuments(raw):
		return merged{}, problem(problems.FetchedAmbiguous, say.Textf("%s has several documents (---), and kubectl reads the first alone", called(fetched)), say.Textf("leave one in it on the node"))
	}
	return mergeAll([]source{s}), nil
}

// checkContent refuses what is plainly something else than a kubeconfig.
func checkContent(raw []byte) error {
	other := func(what say.Text) error {
		return problem(problems.FetchedOther, what, say.Textf("name the kubeconfig's path on the node, such as /etc/kubernetes/admin.conf"))
	}
	start := bytes.TrimSpace(bytes.TrimPrefix(raw, []byte("\ufeff")))
	switch {
	case len(raw) == 0:
		return problem(problems.FetchedNothing, say.Textf("%s is empty (0 bytes)", called(fetched)), say.Textf("look at it on the node, and fetch it again"))
	case len(start) == 0:
		return problem(problems.FetchedNothing, say.Textf("%s is blank (%d bytes)", called(fetched), len(raw)), say.Textf("look at it on the node, and fetch it again"))
	case len(raw) > sizeLimit:
		return other(say.Textf("%s is larger than 1 MiB, not a kubeconfig", called(fetched)))
	case looksLikeHTML(raw):
		return other(say.Textf("%s is a web page (HTML), not a kubeconfig", called(fetched)))
	case !utf8.Valid(raw) || bytes.IndexByte(raw, 0) >= 0:
		return other(say.Textf("%s is not text, and no kubeconfig", called(fetched)))
	case bytes.HasPrefix(start, []byte("-----BEGIN ")):
		return other(say.Textf("%s is %s, not a kubeconfig", called(fetched), pemKind(start)))
	case sshPublicKey.Match(start):
		return other(say.Textf("%s is an SSH public key, not a kubeconfig", called(fetched)))
	}
	return nil
}

var sshPublicKey = regexp.MustCompile(`^(ssh|ecdsa|sk-ssh|sk-ecdsa)-[a-z0-9@.-]+ AAAA`)

func pemKind(content []byte) say.Text {
	heading, _, _ := bytes.Cut(content, []byte("\n"))
	switch {
	case bytes.Contains(heading, []byte("PRIVATE KEY")):
		return say.Textf("a private key (PEM)")
	case bytes.Contains(heading, []byte("CERTIFICATE")):
		return say.Textf("a certificate (PEM)")
	}
	return say.Textf("a PEM file")
}

// documentMark begins a YAML document, and ends the one before, wherever it stands.
var documentMark = regexp.MustCompile(`(?m)^(---|\.\.\.)(\s|$)`)

// severalDocuments reports whether anything but comments stands in more than one document.
func severalDocuments(raw []byte) bool {
	text := strings.ReplaceAll(strings.TrimPrefix(string(raw), "\ufeff"), "\r", "\n")
	count := 0
	for _, document := range documentMark.Split(text, -1) {
		for line := range strings.Lines(document) {
			line = strings.TrimSpace(line)
			if line != "" && !strings.HasPrefix(line, "#") && !strings.HasPrefix(line, "%") {
				count++
				break
			}
		}
	}
	return count > 1
}

// cutOff says that the file stops in the middle of a line, when it does: that is then the cause of the fault.
func cutOff(raw []byte, fault error) error {
	if end := raw[len(raw)-1]; end == '\n' || end == '\r' || end == '}' {
		return fault
	}
	return &say.Problem{Code: problems.FetchedCutOff, What: say.Textf("%s is cut off, it stops in the middle of a line after %d bytes", called(fetched), len(raw)), Why: fault}
}

// unfinished refuses a sound file whose last line has no end, where half a value looks like a whole one: a token, a
// password. A key proves itself, and so do closing brackets and quotes.
func unfinished(raw []byte) error {
	last := raw[bytes.LastIndexAny(raw, "\r\n")+1:]
	if len(last) == 0 || bytes.ContainsAny(last[len(last)-1:], `}]"'`) || bytes.HasPrefix(bytes.TrimSpace(last), []byte("client-key-data:")) {
		return nil
	}
	return problem(problems.FetchedCutOff, say.Textf("%s seems to be cut off, it stops in the middle of a line after %d bytes", called(fetched), len(raw)), say.Textf("fetch it again, or end its last line on the node"))
}

// followCurrent follows the current context, in words fit for a file that is on another machine.
func followCurrent(m merged, view *ports.KubeconfigView) (chain, error) {
	switch _, there := m.contexts.first[m.current]; {
	case len(m.clusters.names) == 0:
		return chain{}, problem(problems.FetchedOther, say.Textf("%s has no clusters, it is no kubeconfig or only a part of one", called(fetched)), say.Textf("name the kubeconfig's path on the node"))
	case m.current == "":
		return chain{}, problem(problems.FetchedAmbiguous, say.Textf("%s has no current-context (contexts: %s)", called(fetched), names(m.contexts)), say.Textf("choose one on the node (kubectl config use-context), then fetch again"))
	case !there:
		return chain{}, problem(problems.FetchedAmbiguous, say.Textf("%s has %s as current-context, which is not in it (contexts: %s)", called(fetched), plain(m.current), names(m.contexts)), say.Textf("choose one on the node (kubectl config use-context), then fetch again"))
	}
	return follow(m, []string{fetched}, "", view)
}

// selfContained refuses what would reach beyond the file: paths, which are the node's, programs, proxies, and servers
// that nobody verifies.
func selfContained(c chain) error {
	if err := containedCluster(c.cluster.fields); err != nil {
		return say.Errorf("cluster %q in %s: %w", c.cluster.name, called(fetched), err)
	}
	if err := containedUser(c.user.fields); err != nil {
		return say.Errorf("user %q in %s: %w", c.user.name, called(fetched), err)
	}
	return nil
}

func containedCluster(fields map[string]any) error {
	switch {
	case textAt(fields, "certificate-authority") != "":
		return pathOnNode("certificate-authority")
	case isTrue(fields, "insecure-skip-tls-verify"):
		return problem(problems.FetchedUnsafe, say.Textf("insecure-skip-tls-verify is set, so that any server could take the credentials"), say.Textf("write the cluster's CA in its place on the node (certificate-authority-data)"))
	case textAt(fields, "proxy-url") != "":
		return problem(problems.FetchedUnsafe, say.Textf("proxy-url is set, and would send an administrator's requests through a machine that this file names"), say.Textf("remove it on the node, and set HTTPS_PROXY here if a proxy is needed"))
	}
	return nil
}

func containedUser(fields map[string]any) error {
	for _, key := range []string{"client-certificate", "client-key", "tokenFile"} {
		if textAt(fields, key) != "" {
			return pathOnNode(key)
		}
	}
	for _, key := range []string{"exec", "auth-provider"} {
		if fields[key] != nil {
			return problem(problems.FetchedNotWhole, say.Textf("it has %s, and a fetched file must not run programs here", key), say.Textf("fetch one with a client certificate or a token"))
		}
	}
	return nil
}

func pathOnNode(key string) error {
	return problem(problems.FetchedNotWhole, say.Textf("%s is a path, and that file stays on the node", key), say.Textf("embed it there (kubectl config view --flatten --raw) and fetch the result, or fetch the file that kubeadm or k3s wrote"))
}
