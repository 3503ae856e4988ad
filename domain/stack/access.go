package stack

import (
	"path/filepath"
	"regexp"
	"strings"
	"unicode"

	"github.com/univ-lehavre/nestor/domain/document"
)

var (
	uuid  = regexp.MustCompile(`^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$`)
	hex64 = regexp.MustCompile(`^[0-9a-f]{64}$`)
)

// kubeconfig is the absolute path of the declared kubeconfig. Nothing but "~/" is expanded: a path that a shell would read
// otherwise is refused, not guessed.
func (t topology) kubeconfig(file string) string {
	f := t.root.At("kubeconfig")
	path := text(f, "write the path of the kubeconfig, or remove the key")
	if strings.TrimSpace(path) == "" {
		return ""
	}
	switch {
	case strings.TrimSpace(path) != path:
		f.Fault(CodeKubeconfigPath, "has blanks around the path", "remove them")
		return ""
	case strings.Contains(path, ": ") || strings.ContainsFunc(path, unicode.IsControl):
		f.Fault(CodeKubeconfigPath, "reads as several lines in one", "look for a key that is missing below it")
		return ""
	case strings.Contains(path, "$"):
		f.Fault(CodeKubeconfigPath, "variables are not expanded in "+path, "write the path itself, or start it with ~/")
		return ""
	case strings.HasPrefix(path, "~"):
		path = t.expand(f, path)
	case !filepath.IsAbs(path):
		path = filepath.Join(filepath.Dir(file), path)
	default:
		path = filepath.Clean(path)
	}
	if t.home != "" && path == filepath.Join(t.home, ".kube", "config") {
		f.Doubt(CodeSharedKubeconfig, "this file is shared by all clusters, and its current context changes", "give the stack its own: ~/.kube/"+StackName(file)+".config")
	}
	return path
}

func (t topology) expand(f document.Field, path string) string {
	rest, own := strings.CutPrefix(path, "~/")
	if !own {
		f.Fault(CodeKubeconfigPath, "homes of other users are not expanded in "+path, "write the absolute path, or start it with ~/")
		return ""
	}
	if !filepath.IsAbs(t.home) {
		f.Fault(CodeKubeconfigPath, "the home folder is not known (HOME is not set)", "set HOME, or write the absolute path")
		return ""
	}
	return filepath.Join(t.home, rest)
}

func (t topology) identity() Identity {
	f := t.section("identity")
	uid, ca := f.At("cluster_uid"), f.At("ca_sha256")
	id := Identity{ClusterUID: strings.ToLower(uid.Text()), CASHA256: hash(ca.Text())}
	if isText(uid) && !uuid.MatchString(id.ClusterUID) {
		uid.Fault(CodeClusterUID, "is no UUID", "write what `kubectl get namespace kube-system -o jsonpath={.metadata.uid}` prints, or remove the key")
	}
	if isText(ca) && !hex64.MatchString(id.CASHA256) {
		ca.Fault(CodeCAHash, "is no SHA-256", "write 64 hexadecimal digits, or remove the key")
	}
	return id
}

// hash brings a SHA-256 to one form, from those that openssl and others print.
func hash(s string) string {
	return strings.ReplaceAll(strings.TrimPrefix(strings.ToLower(s), "sha256:"), ":", "")
}
