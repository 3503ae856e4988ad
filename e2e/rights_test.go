package e2e

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// readerRole is the role that nestor ships for its built-in catalogue. Until it is there, reads() says what it will hold.
const readerRole = "../deploy/reader-role.yaml"

// right is one line of a role: one verb on one resource, or a GET on paths that are no resources.
type right struct{ verb, group, resource, names, path string }

func (r right) String() string {
	if r.path != "" {
		return r.verb + " " + r.path
	}
	return strings.TrimSuffix(r.verb+" "+r.resource+"."+r.group, ".")
}

// rule is a rule of a ClusterRole.
type rule struct {
	APIGroups       []string `json:"apiGroups,omitempty"`
	Resources       []string `json:"resources,omitempty"`
	ResourceNames   []string `json:"resourceNames,omitempty"`
	NonResourceURLs []string `json:"nonResourceURLs,omitempty"`
	Verbs           []string `json:"verbs"`
}

func (r right) rule() rule {
	if r.path != "" {
		return rule{NonResourceURLs: []string{r.path}, Verbs: []string{r.verb}}
	}
	one := rule{APIGroups: []string{r.group}, Resources: []string{r.resource}, Verbs: []string{r.verb}}
	if r.names != "" {
		one.ResourceNames = strings.Split(r.names, ",")
	}
	return one
}

// rights takes a rule apart.
func (r rule) rights() []right {
	var all []right
	for _, verb := range r.Verbs {
		for _, path := range r.NonResourceURLs {
			all = append(all, right{verb: verb, path: path})
		}
		for _, group := range r.APIGroups {
			for _, resource := range r.Resources {
				all = append(all, right{verb: verb, group: group, resource: resource, names: strings.Join(r.ResourceNames, ",")})
			}
		}
	}
	return all
}

// reads are the rights that the catalogue's layers need, from what the API server saw.
func reads() []right {
	all := []right{{verb: "get", path: "/api"}, {verb: "get", path: "/apis"}, {verb: "get", path: "/apis/*"}}
	for _, what := range readToBeSure {
		verb, rest, _ := strings.Cut(what, " ")
		resource, group, _ := strings.Cut(rest, ".")
		if !strings.HasPrefix(rest, "/") {
			all = append(all, right{verb: verb, group: group, resource: resource})
		}
	}
	return all
}

// readerRights are those of the role that nestor prints for a stack, or of the table while it prints none.
func readerRights(t *testing.T, file string) []right {
	t.Helper()
	if _, err := os.Stat(readerRole); err != nil {
		return reads()
	}
	o := nestor(t, "rbac", "-o", "json", "-f", file)
	if o.status != 0 {
		t.Fatalf("status %d: %s", o.status, o.stderr)
	}
	return rightsOf(t, o.stdout)
}

// rightsOf takes the ClusterRoles among some objects apart.
func rightsOf(t *testing.T, text string) []right {
	t.Helper()
	var all []right
	objects := json.NewDecoder(strings.NewReader(text))
	for {
		var role struct {
			Kind  string
			Rules []rule
		}
		if err := objects.Decode(&role); errors.Is(err, io.EOF) {
			return all
		} else if err != nil {
			t.Fatal(err)
		}
		for _, r := range role.Rules {
			if role.Kind == "ClusterRole" {
				all = append(all, r.rights()...)
			}
		}
	}
}

// mayRead is a role with these rights and its binding to a user.
func mayRead(user string, rights []right) string {
	var rules []rule
	for _, r := range rights {
		rules = append(rules, r.rule())
	}
	return roleOf(user, rules)
}

// restsOn is what a preview of the long story no longer knows without the rights on one resource. The role's other
// resources are for other clusters than this one: without them nothing is lost.
var restsOn = map[string][]string{
	"/api": names(longStory), "/apis": names(longStory), "namespaces": names(longStory),
	"nodes":                     {"kubernetes"},
	"storageclasses":            {"sc"},
	"deployments":               {"dataops", "gitops", "mlflow", "registry"},
	"statefulsets":              {"monitoring"},
	"cephclusters":              {"ceph"},
	"cephobjectstores":          {"datalake", "second-store"},
	"applications":              {"gitops-seed"},
	"customresourcedefinitions": {"shared-files"}, // that its kind is not defined: longhorn's group shows that without it
	"apiservices":               {"shared-files"},
}

// TestEachRightIsNeededAndNamed has a cluster of its own, from which the discovery that Kubernetes grants to everyone is
// taken: what the role does not hold nobody has.
func TestEachRightIsNeededAndNamed(t *testing.T) {
	t.Parallel()
	c := seeded(t)
	c.kubectl(t, "", "delete", "clusterrolebinding", "system:discovery", "system:public-info-viewer", "system:basic-user")
	uid := c.uid(t)
	all := readerRights(t, wantingMore(t, uid, c.config("admin")))
	as := func(t *testing.T, user string, rights []right) look {
		t.Helper()
		c.kubectl(t, mayRead(user, rights), "apply", "-f", "-")
		return previewWithin(t, ample, wantingMore(t, uid, c.as(t, user)))
	}
	admin := previewWithin(t, ample, wantingMore(t, uid, c.config("admin")))
	same(t, longStory, admin.verdicts())

	t.Run("with all of them everything is as the administrator sees it", func(t *testing.T) {
		l := as(t, "reader", all)
		same(t, longStory, l.verdicts())
		if l.status != 0 || !cmp.Equal(l.Extra, admin.Extra) {
			t.Errorf("status %d, %s", l.status, cmp.Diff(admin.Extra, l.Extra))
		}
	})
	t.Run("with the role that is shipped the story is whole", func(t *testing.T) {
		if _, err := os.Stat(readerRole); err != nil {
			t.Skip("it is not there yet")
		}
		role, err := exec.Command("kubectl", "--kubeconfig", c.config("admin"), "create", "--dry-run=client", "-o", "json", "-f", readerRole).Output()
		if err != nil {
			t.Fatal(err)
		}
		c.kubectl(t, mayRead("shipped", rightsOf(t, string(role))), "apply", "-f", "-")
		l := previewWithin(t, ample, c.pinned(t, c.as(t, "shipped")))
		same(t, story, l.verdicts())
	})
	for number, what := range whats(all) {
		t.Run("without "+what, func(t *testing.T) {
			l := as(t, fmt.Sprintf("reader-without-%d", number), slices.DeleteFunc(slices.Clone(all), func(r right) bool { return r.what() == what }))
			if what == "namespaces" { // nothing shows which cluster it is
				allUnknown(t, l.report, l.outcome, 3)
				if !strings.Contains(l.Cluster.Reason, "allow `get` and `list` on namespaces") {
					t.Errorf("reason: %s", l.Cluster.Reason)
				}
				return
			}
			neverWorse(t, longStory, l)
			if lost := append([]string{}, restsOn[what]...); !cmp.Equal(lost, l.unknowns()) {
				t.Errorf("unknown layers: %s", cmp.Diff(lost, l.unknowns()))
			}
			named(t, l, what)
		})
	}
	for number, missing := range all {
		if !slices.ContainsFunc(all, func(r right) bool { return r != missing && r.what() == missing.what() }) {
			continue // it is the only one on its resource
		}
		t.Run("without "+missing.String()+" alone", func(t *testing.T) {
			l := as(t, fmt.Sprintf("reader-without-right-%d", number), slices.Delete(slices.Clone(all), number, number+1))
			if l.status == 3 {
				allUnknown(t, l.report, l.outcome, 3)
				return
			}
			neverWorse(t, longStory, l)
			named(t, l, missing.what())
		})
	}
}

// named looks for the missing right beside each layer that is unknown.
func named(t *testing.T, l look, what string) {
	t.Helper()
	for _, layer := range l.Layers {
		says := strings.Contains(layer.Detail, `resource "`+what+`"`) && (strings.Contains(layer.Detail, "cannot get ") || strings.Contains(layer.Detail, "cannot list "))
		if strings.HasPrefix(what, "/") {
			says = strings.Contains(layer.Detail, "403 Forbidden to GET "+what)
		}
		if layer.Verdict == "unknown" && !says {
			t.Errorf("%s is unknown, and the right on %s is not named: %s", layer.Name, what, layer.Detail)
		}
	}
}

// what is the resource, or the path, that a right is on.
func (r right) what() string { return r.resource + r.path }

// whats lists what rights are on, each once.
func whats(all []right) []string {
	var each []string
	for _, r := range all {
		if !slices.Contains(each, r.what()) {
			each = append(each, r.what())
		}
	}
	return each
}
