package e2e

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// request is what an API server's audit log tells of one: for an object "get cephclusters.ceph.rook.io", for anything
// else "get /apis".
type request struct{ what, uri string }

// askedBy gives all requests of a user, by itself or by who acts as it. The log is written behind the answers, so that
// the last request is waited for: marker is what it is known by.
func (c cluster) askedBy(t *testing.T, user string) []request {
	t.Helper()
	marker := "/livez?last-of=" + user
	c.kubectl(t, "", "get", "--as", user, "--raw", marker)
	for end := time.Now().Add(10 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		all := c.logged(t, user)
		last := slices.IndexFunc(all, func(r request) bool { return r.uri == marker })
		if last >= 0 {
			return slices.DeleteFunc(all[:last], func(r request) bool { return strings.HasPrefix(r.uri, "/version?") && r.what == "get /version" })
		}
		if time.Now().After(end) {
			t.Fatalf("the audit log does not hold the last request of %s", user)
		}
	}
}

// audited is a line of the audit log, as far as it is looked at.
type audited struct {
	Verb, RequestURI       string
	User, ImpersonatedUser struct{ Username string }
	ObjectRef              *struct{ Resource, Subresource, APIGroup string }
}

// auditLog gives all lines of the API server's audit log that are whole by now.
func (c cluster) auditLog(t *testing.T) []audited {
	t.Helper()
	f, err := os.Open(filepath.Join(c.dir, "audit.log"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	var all []audited
	for lines.Scan() {
		var line audited
		if json.Unmarshal(lines.Bytes(), &line) == nil {
			all = append(all, line)
		}
	}
	return all
}

func (c cluster) logged(t *testing.T, user string) []request {
	t.Helper()
	var all []request
	for _, line := range c.auditLog(t) {
		if line.User.Username != user && line.ImpersonatedUser.Username != user {
			continue
		}
		what, _, _ := strings.Cut(line.RequestURI, "?")
		if o := line.ObjectRef; o != nil {
			what = strings.Trim(strings.TrimSuffix(o.Resource+"/"+o.Subresource, "/")+"."+o.APIGroup, ".")
		}
		all = append(all, request{line.Verb + " " + what, line.RequestURI})
	}
	return all
}

// What nestor asks of a cluster, all of it. A new read is one more line here, and one more right that every operator's
// role needs: that is decided, it does not happen.
var (
	readByTarget = []string{
		"get /api", "get /apis",
		"list namespaces", "list nodes", "list storageclasses.storage.k8s.io",
	}
	readByPreview = append(slices.Clone(readByTarget),
		"get applications.argoproj.io", "get cephclusters.ceph.rook.io", "get cephobjectstores.ceph.rook.io", "get namespaces", "get storageclasses.storage.k8s.io",
		"list cronjobs.batch", "list deployments.apps", "list statefulsets.apps",
	)
	// readToBeSure is asked only when a kind is not recognised, or an object is missing that could be elsewhere. It holds
	// the lists of kinds that layers of the stack's own brought in.
	readToBeSure = append(slices.Clone(readByPreview),
		"get customresourcedefinitions.apiextensions.k8s.io", "get apiservices.apiregistration.k8s.io",
		"list cephobjectstores.ceph.rook.io",
	)
)

func TestNothingButTheseReadsReachesTheAPIServer(t *testing.T) {
	t.Parallel()
	c := theStory.cluster(t)
	uid := c.uid(t)
	rights := readerRights(t, wantingMore(t, uid, c.config("admin")))
	commands := map[string]struct {
		args    []string
		more    bool // with layers of the stack's own
		reads   []string
		counted bool // the report counts its requests
	}{
		"preview":          {args: []string{"preview", "-o", "json"}, reads: readByPreview, counted: true},
		"preview-text":     {args: []string{"preview"}, reads: readByPreview},
		"preview-recorded": {args: []string{"preview", "-o", "json", "--record", "record.txtar"}, reads: readByPreview, counted: true},
		"preview-more":     {args: []string{"preview", "-o", "json"}, more: true, reads: readToBeSure, counted: true},
		"target":           {args: []string{"target"}, reads: readByTarget},
		"target-env":       {args: []string{"target", "env"}, reads: readByTarget},
		"layers":           {args: []string{"layers"}},
	}
	for name, command := range commands {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			user := "audited-" + name
			c.kubectl(t, mayRead(user, rights), "apply", "-f", "-")
			file := dirqual(t, c.as(t, user), "exposition:", "identity: {cluster_uid: "+uid+"}\nexposition:")
			if command.more {
				file = wantingMore(t, uid, c.as(t, user))
			}
			o := nestor(t, append(command.args, "-f", file)...)
			if o.status != 0 {
				t.Fatalf("status %d: %s%s", o.status, o.stdout, o.stderr)
			}
			asked := c.askedBy(t, user)
			for _, r := range asked {
				if verb, what, _ := strings.Cut(r.what, " "); verb != "get" && verb != "list" || strings.HasPrefix(what, "secrets") || strings.HasPrefix(what, "configmaps") || strings.Contains(r.uri, "watch") {
					t.Errorf("the API server saw %s (%s)", r.what, r.uri)
				}
			}
			if diff := cmp.Diff(sorted(command.reads), kinds(asked)); diff != "" {
				t.Errorf("reads (-want +got):\n%s", diff)
			}
			if command.counted {
				var r report
				if err := json.Unmarshal([]byte(o.stdout), &r); err != nil || r.Cluster.Requests.Total != len(asked) || r.Cluster.Requests.Other != 0 {
					t.Errorf("%v: the report counts %+v, the audit log %d", err, r.Cluster.Requests, len(asked))
				}
			}
		})
	}
}

func kinds(asked []request) []string {
	var all []string
	for _, r := range asked {
		all = append(all, r.what)
	}
	return sorted(all)
}

func sorted(all []string) []string { return slices.Compact(slices.Sorted(slices.Values(all))) }
