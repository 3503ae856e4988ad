package stack

import (
	"path/filepath"
	"regexp"
	"strings"
	"unicode"

	"github.com/univ-lehavre/nestor/domain/document"
	"github.com/univ-lehavre/nestor/ports/say"
)

var (
	uuid  = regexp.MustCompile(`^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$`)
	hex64 = regexp.MustCompile(`^[0-9a-f]{64}$`)
)

// kubeconfig is the absolute path of the declared kubeconfig. Nothing but "~/" is expanded: a path that a shell would read
// otherwise is refused, not guessed.
func (t topology) kubeconfig(file string) string {
	f := t.root.At("kubeconfig")
	path := text(f, say.Textf("write the path of the kubeconfig, or remove the key"))
	if strings.TrimSpace(path) == "" {
		return ""
	}
	switch {
	case strings.TrimSpace(path) != path:
		f.Fault(CodeKubeconfigPath, say.Textf("has blanks around the path"), say.Textf("remove them"))
		return ""
	case strings.Contains(path, ": ") || strings.ContainsFunc(path, unicode.IsControl):
		f.Fault(CodeKubeconfigPath, say.Textf("reads as several lines in one"), say.Textf("look for a key that is missing below it"))
		return ""
	case strings.Contains(path, "$"):
		f.Fault(CodeKubeconfigPath, say.Textf("variables are not expanded in %s", path), say.Textf("write the path itself, or start it with ~/"))
		return ""
	case strings.HasPrefix(path, "~"):
		path = t.expand(f, path)
	case !filepath.IsAbs(path):
		path = filepath.Join(filepath.Dir(file), path)
	default:
		path = filepath.Clean(path)
	}
	if t.home != "" && path == filepath.Join(t.home, ".kube", "config") {
		f.Doubt(CodeSharedKubeconfig, say.Textf("this file is shared by all clusters, and its current context changes"), say.Textf("give the stack its own: ~/.kube/%s.config", StackName(file)))
	}
	return path
}

func (t topology) expand(f document.Field, path string) string {
	rest, own := strings.CutPrefix(path, "~/")
	if !own {
		f.Fault(CodeKubeconfigPath, say.Textf("homes of other users are not expanded in %s", path), say.Textf("write the absolute path, or start it with ~/"))
		return ""
	}
	if !filepath.IsAbs(t.home) {
		f.Fault(CodeKubeconfigPath, say.Textf("the home folder is not known (HOME is not set)"), say.Textf("set HOME, or write the absolute path"))
		return ""
	}
	return filepath.Join(t.home, rest)
}

func (t topology) identity() Identity {
	f := t.section("identity")
	uid, ca := f.At("cluster_uid"), f.At("ca_sha256")
	id := Identity{ClusterUID: strings.ToLower(uid.Text()), CASHA256: hash(ca.Text())}
	if isText(uid) && !uuid.MatchString(id.ClusterUID) {
		uid.Fault(CodeClusterUID, say.Textf("is no UUID"), say.Textf("write what `kubectl get namespace kube-system -o jsonpath={.metadata.uid}` prints, or remove the key"))
	}
	if isText(ca) && !hex64.MatchString(id.CASHA256) {
		ca.Fault(CodeCAHash, say.Textf("is no SHA-256"), say.Textf("write 64 hexadecimal digits, or remove the key"))
	}
	return id
}

// hash brings a SHA-256 to one form, from those that openssl and others print.
func hash(s string) string {
	return strings.ReplaceAll(strings.TrimPrefix(strings.ToLower(s), "sha256:"), ":", "")
}
