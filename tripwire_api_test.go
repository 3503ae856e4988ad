//go:build unix

package main

import (
	"encoding/pem"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
)

// api is as much of an API server as kubectl needs to find a cluster of one node, and no layer in it.
type api struct {
	*httptest.Server
	mutex   sync.Mutex
	methods []string // of what it was asked
}

const podUID = "11111111-2222-3333-4444-555555555555"

func newAPI(t *testing.T) *api {
	t.Helper()
	a := &api{}
	a.Server = httptest.NewUnstartedServer(a)
	a.Config.ErrorLog = log.New(io.Discard, "", 0) // a kubectl that hangs up is no news
	a.StartTLS()
	t.Cleanup(a.Close)
	return a
}

func (a *api) ca() string {
	return string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: a.Certificate().Raw}))
}

// asked gives the methods of the requests since the last count.
func (a *api) asked() []string {
	a.mutex.Lock()
	defer a.mutex.Unlock()
	methods := a.methods
	a.methods = nil
	return methods
}

const (
	kubeSystem = `{"apiVersion":"v1","kind":"Namespace","metadata":{"name":"kube-system","uid":"` + podUID + `"},"status":{"phase":"Active"}}`
	cp1        = `{"apiVersion":"v1","kind":"Node","metadata":{"name":"cp1","labels":{"node-role.kubernetes.io/control-plane":""}},"status":{"conditions":[{"type":"Ready","status":"True"}]}}`
)

// kinds are what it serves: by group version the plural, the kind, and whether it is namespaced.
var kinds = map[string][]string{
	"v1":                        {"nodes Node", "namespaces Namespace"},
	"apps/v1":                   {"deployments Deployment ns", "statefulsets StatefulSet ns", "daemonsets DaemonSet ns"},
	"batch/v1":                  {"cronjobs CronJob ns"},
	"storage.k8s.io/v1":         {"storageclasses StorageClass"},
	"apiextensions.k8s.io/v1":   {"customresourcedefinitions CustomResourceDefinition"},
	"apiregistration.k8s.io/v1": {"apiservices APIService"},
}

func (a *api) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	a.mutex.Lock()
	a.methods = append(a.methods, r.Method)
	a.mutex.Unlock()
	text := answer(r.URL.Path)
	w.Header().Set("Content-Type", "application/json")
	if text == "" {
		w.WriteHeader(http.StatusNotFound)
		text = `{"apiVersion":"v1","kind":"Status","status":"Failure","reason":"NotFound","code":404,"message":"not found"}`
	}
	_, _ = fmt.Fprint(w, text)
}

// answer is the body for a path, or empty.
func answer(path string) string {
	switch path {
	case "/version":
		return `{"major":"1","minor":"32","gitVersion":"v1.32.4"}`
	case "/api":
		return `{"kind":"APIVersions","versions":["v1"]}`
	case "/apis":
		return groupList()
	case "/api/v1/namespaces/kube-system":
		return kubeSystem
	}
	version := strings.TrimPrefix(strings.TrimPrefix(path, "/apis/"), "/api/")
	if kinds[version] != nil {
		return resourceList(version)
	}
	cut := strings.LastIndex(version, "/")
	if cut < 0 {
		return ""
	}
	version, plural := version[:cut], version[cut+1:]
	return list(version, plural)
}

func groupList() string {
	var groups []string
	for version := range kinds {
		if group, _, grouped := strings.Cut(version, "/"); grouped {
			groups = append(groups, fmt.Sprintf(`{"name":%q,"versions":[{"groupVersion":%q,"version":"v1"}],"preferredVersion":{"groupVersion":%q,"version":"v1"}}`, group, version, version))
		}
	}
	slices.Sort(groups)
	return `{"kind":"APIGroupList","apiVersion":"v1","groups":[` + strings.Join(groups, ",") + `]}`
}

func resourceList(version string) string {
	var resources []string
	for _, kind := range kinds[version] {
		words := strings.Fields(kind)
		resources = append(resources, fmt.Sprintf(`{"name":%q,"singularName":"","namespaced":%t,"kind":%q,"verbs":["get","list"]}`, words[0], len(words) > 2, words[1]))
	}
	return fmt.Sprintf(`{"kind":"APIResourceList","apiVersion":"v1","groupVersion":%q,"resources":[%s]}`, version, strings.Join(resources, ","))
}

func list(version, plural string) string {
	for _, kind := range kinds[version] {
		words := strings.Fields(kind)
		if words[0] != plural {
			continue
		}
		items := map[string]string{"nodes": cp1, "namespaces": kubeSystem}[plural]
		return fmt.Sprintf(`{"kind":"%sList","apiVersion":%q,"metadata":{"resourceVersion":"1"},"items":[%s]}`, words[1], version, items)
	}
	return ""
}
