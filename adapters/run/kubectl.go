package run

import (
	"regexp"
	"slices"
	"strings"

	"github.com/univ-lehavre/nestor/ports/say"
)

// NoCache is the one discovery cache folder that kubectl may be given, and it can never exist. A cache outlives what a
// cluster serves: with a stale one, a kind that moved to another version reads as absent.
const NoCache = "/dev/null/x"

// KubectlList is the arguments that list resources across namespaces.
func KubectlList(context string, resources ...string) []string {
	return kubectlGet(context, strings.Join(resources, ","), "-A", "-o", "json")
}

// KubectlNames is the arguments that get the objects which a NameList on stdin names. Without --ignore-not-found: kubectl
// gets all of them all the same, and quotes each 404, which tells the API server's own from a proxy's.
func KubectlNames(context string) []string {
	return kubectlGet(context, "-f", "-", "-o", "json")
}

// KubectlRaw is the arguments of a single GET on a path.
func KubectlRaw(context, path string) []string { return kubectlGet(context, "--raw", path) }

// kubectlGet ends every call alike: the request log, a target that cannot be ambient, and no discovery cache.
func kubectlGet(context string, words ...string) []string {
	tail := []string{"-v=6", "--kubeconfig", KubeconfigArg, "--context", context, "--cache-dir", NoCache}
	return slices.Concat([]string{"get"}, words, tail)
}

// checkKubectl accepts three calls. It takes out of them what differs from one to the next, writes the call again
// from that, and compares: what it does not know of, such as a flag that names another server, cannot be the same.
func checkKubectl(c Call) error {
	if len(c.Args) < 3 {
		return refuse(say.Textf("kubectl get: not one of nestor's reads"))
	}
	context, what := c.Args[len(c.Args)-3], c.Args[1]
	switch {
	case strings.TrimSpace(context) == "" || strings.HasPrefix(context, "-"): // a flag that lost its value
		return refuse(say.Textf("kubectl without a context, which would not be sure to read the cluster that was named"))
	case slices.Equal(c.Args, KubectlNames(context)):
		return checkNames(c.Stdin)
	case c.Stdin != nil:
		return refuse(say.Textf("kubectl get with stdin, but not -f -"))
	case slices.Equal(c.Args, KubectlRaw(context, c.Args[2])):
		return checkPath(c.Args[2])
	case slices.Equal(c.Args, KubectlList(context, what)):
		return checkResources(what)
	}
	return refuse(say.Textf("kubectl get: not one of nestor's reads, on a kubeconfig, a context and no cache"))
}

// resourceWord is a resource, perhaps with its version and group. It cannot be a flag, nor "resource/name".
var resourceWord = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9.-]*$`)

func checkResources(list string) error {
	for resource := range strings.SplitSeq(list, ",") {
		bare, _, _ := strings.Cut(resource, ".")
		switch {
		case !resourceWord.MatchString(resource):
			return refuse(say.Textf("kubectl get of something that is no list of resources"))
		case mayHoldSecrets(bare):
			return refuse(say.Textf("kubectl get of Secrets or ConfigMaps"))
		}
	}
	return nil
}

// mayHoldSecrets knows, by kind, resource and short name, what must never pass through here: in any API group, since
// only the server knows which one a bare name means.
func mayHoldSecrets(name string) bool {
	name = strings.TrimSuffix(strings.ToLower(name), "list")
	return slices.Contains([]string{"secret", "secrets", "configmap", "configmaps", "cm"}, name)
}

var (
	pathSegment = regexp.MustCompile(`^[A-Za-z0-9._~:-]+$`)
	// customGroup has a dot, as the group of every custom resource has: the built-in ones are not asked for.
	customGroup  = regexp.MustCompile(`^[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$`)
	groupVersion = regexp.MustCompile(`^[A-Za-z0-9]+$`)
	discovered   = regexp.MustCompile(`^(.*)/apis(?:/([^/]+)/([^/]+))?$`)
)

// reaching are the segments that lead somewhere else: into an API, out of the path, or through the server to a pod, a
// service or a node. A percent is in no segment, so none of them can be written in another way.
var reaching = []string{"api", "apis", "proxy", "exec", "attach", "portforward", "log", "watch", ".", ".."}

// DiscoveryRefused says why the resources of a group's version may not be asked for; it is empty when they may.
func DiscoveryRefused(group, version string) string {
	if !customGroup.MatchString(group) || !groupVersion.MatchString(version) {
		return "it is no version of a custom API group"
	}
	return ""
}

func checkPath(path string) error {
	if !discoveryPath(path) {
		return refuse(say.Textf("kubectl get --raw of another path than the list of API groups, or one version of a custom one"))
	}
	return nil
}

// discoveryPath accepts the list of API groups and one version of one, also behind the path of a server's URL
// ("/k8s/clusters/c-1/apis"). No prefix may reach into an API: a service or node proxy is one GET away there.
func discoveryPath(path string) bool {
	parts := discovered.FindStringSubmatch(path)
	if parts == nil || parts[2] != "" && DiscoveryRefused(parts[2], parts[3]) != "" {
		return false
	}
	if parts[1] == "" {
		return true
	}
	for i, segment := range strings.Split(parts[1], "/") {
		if i == 0 && segment == "" {
			continue
		}
		if i == 0 || !pathSegment.MatchString(segment) || slices.Contains(reaching, strings.ToLower(segment)) {
			return false
		}
	}
	return true
}
