package e2e

import (
	"cmp"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// hurried is the deadline of previews that will not get an answer in any time.
const hurried = 3 * time.Second

// harms are what stands between an operator and an API server, and goes wrong.
var harms = map[string]struct {
	do       harm
	deadline time.Duration // where nestor's own would only make the test longer
}{
	"a page with 200":                      {do: page(http.StatusOK)},
	"a page with 404":                      {do: page(http.StatusNotFound)},
	"a page with 403":                      {do: page(http.StatusForbidden)},
	"a page with 401":                      {do: page(http.StatusUnauthorized)},
	"a page with 500":                      {do: page(http.StatusInternalServerError)},
	"a login page elsewhere":               {do: elsewhere},
	"404 in the API's words":               {do: inWords(http.StatusNotFound, "NotFound", "the server could not find the requested resource")},
	"500 in the API's words":               {do: inWords(http.StatusInternalServerError, "InternalError", "etcdserver: request timed out")},
	"503 in the API's words":               {do: inWords(http.StatusServiceUnavailable, "ServiceUnavailable", "the server is currently unable to handle the request")},
	"410 in the API's words":               {do: inWords(http.StatusGone, "Expired", "too old resource version")},
	"200 that is a Status":                 {do: inWords(http.StatusOK, "", "")},
	"429, come back in a second":           {do: throttled("1"), deadline: hurried},
	"429, come back in an hour":            {do: throttled("3600"), deadline: hurried},
	"429, without a time":                  {do: throttled("")},
	"200 without a body":                   {do: body("")},
	"200 with an empty object":             {do: body("{}")},
	"200 with null":                        {do: body("null")},
	"half a body, then the end":            {do: half(false)},
	"half a body, then the connection cut": {do: half(true)},
	"the connection cut":                   {do: cut},
	"silence":                              {do: silent, deadline: hurried},
	"a body that never ends":               {do: drip, deadline: hurried},
	"bytes that are not gzip":              {do: notGzip},
}

// places are the requests that are harmed.
var places = map[string]func(path string) bool{
	"everything":            func(string) bool { return true },
	"discovery":             func(path string) bool { return path == "/api" || path == "/apis" },
	"the API groups":        is("/apis"),
	"the namespaces":        is("/api/v1/namespaces"),
	"the deployments":       is("/apis/apps/v1/deployments"),
	"kube-system":           is("/api/v1/namespaces/kube-system"),
	"what is there":         is("/apis/ceph.rook.io/v1/namespaces/rook-ceph/cephclusters/rook-ceph"),
	"what a list shows too": is("/apis/storage.k8s.io/v1/storageclasses/rook-ceph-block-replicated"),
	"what no list shows":    is("/apis/argoproj.io/v1alpha1/namespaces/argocd/applications/atlas-workflows"),
	"what is not there":     is("/apis/ceph.rook.io/v1/namespaces/rook-ceph/cephobjectstores/second"),
	"other namespaces":      is("/apis/ceph.rook.io/v1/cephobjectstores"),
	"the definitions":       func(path string) bool { return strings.Contains(path, "/customresourcedefinitions/") },
}

func is(this string) func(string) bool { return func(path string) bool { return path == this } }

// TestNoFaultOnTheWayMakesAReportWrong has a cluster from which no layer of the story is missing, so that each could be
// called absent.
func TestNoFaultOnTheWayMakesAReportWrong(t *testing.T) {
	t.Parallel()
	c := theWhole.cluster(t)
	uid := c.uid(t)
	for what, h := range harms {
		for where, harmed := range places {
			if where != "everything" && where != "what no list shows" && !some(what, where) { // there nothing contradicts a wrong answer
				continue
			}
			t.Run(what+", for "+where, func(t *testing.T) {
				t.Parallel()
				var hit atomic.Int32
				kubeconfig := c.behind(t, func(w http.ResponseWriter, r *http.Request, next http.Handler) {
					if !harmed(r.URL.Path) {
						next.ServeHTTP(w, r)
						return
					}
					hit.Add(1)
					h.do(w, r, next)
				})
				l := previewWithin(t, cmp.Or(h.deadline, ample), wantingMore(t, uid, kubeconfig))
				neverWorse(t, wholeStory, l)
				if hit.Load() == 0 {
					t.Error("nothing was harmed: nestor does not ask this any more")
				}
				if where == "everything" || where == "discovery" {
					allUnknown(t, l.report, l.outcome, 1)
				}
			})
		}
	}
}

// TestConnectionsThatEndHalfWay lets some requests through, and none after them.
func TestConnectionsThatEndHalfWay(t *testing.T) {
	t.Parallel()
	c := theStory.cluster(t)
	uid := c.uid(t)
	for end, do := range map[string]harm{"cut": cut, "silent": silent} {
		for n := range 24 {
			if n > 3 && !some(end, fmt.Sprint(n)) {
				continue
			}
			t.Run(fmt.Sprintf("%s after %d", end, n), func(t *testing.T) {
				t.Parallel()
				var passed atomic.Int32
				kubeconfig := c.behind(t, func(w http.ResponseWriter, r *http.Request, next http.Handler) {
					if int(passed.Add(1)) > n {
						do(w, r, next)
						return
					}
					next.ServeHTTP(w, r)
				})
				neverWorse(t, longStory, previewWithin(t, hurried, wantingMore(t, uid, kubeconfig)))
			})
		}
	}
}

// TestASlowServerIsNoFault has every answer come late, and all of them in time.
func TestASlowServerIsNoFault(t *testing.T) {
	t.Parallel()
	c := theStory.cluster(t)
	kubeconfig := c.behind(t, func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		<-time.After(200 * time.Millisecond)
		next.ServeHTTP(w, r)
	})
	l := previewWithin(t, ample, wantingMore(t, c.uid(t), kubeconfig))
	same(t, longStory, l.verdicts())
	if l.status != 0 {
		t.Errorf("status %d", l.status)
	}
}

const somePage = "<!doctype html>\n<html><head><title>Gateway</title></head><body><h1>Not now</h1></body></html>\n"

func page(status int) harm {
	return func(w http.ResponseWriter, _ *http.Request, _ http.Handler) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.WriteHeader(status)
		_, _ = w.Write([]byte(somePage))
	}
}

func elsewhere(w http.ResponseWriter, r *http.Request, _ http.Handler) {
	if r.URL.Path == "/login" {
		page(http.StatusOK)(w, r, nil)
		return
	}
	http.Redirect(w, r, "/login", http.StatusFound)
}

func inWords(status int, reason, message string) harm {
	word := "Failure"
	if status == http.StatusOK {
		word = "Success"
	}
	return func(w http.ResponseWriter, _ *http.Request, _ http.Handler) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		_, _ = fmt.Fprintf(w, `{"kind":"Status","apiVersion":"v1","metadata":{},"status":%q,"message":%q,"reason":%q,"code":%d}`, word, message, reason, status)
	}
}

func throttled(after string) harm {
	words := inWords(http.StatusTooManyRequests, "TooManyRequests", "too many requests, please try again later")
	return func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		if after != "" {
			w.Header().Set("Retry-After", after)
		}
		words(w, r, next)
	}
}

func body(text string) harm {
	return func(w http.ResponseWriter, _ *http.Request, _ http.Handler) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write([]byte(text))
	}
}

// half gives the first half of the real answer: as if it were all of it, or with the length of the whole.
func half(broken bool) harm {
	return func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		r.Header.Del("Accept-Encoding")
		whole := httptest.NewRecorder()
		next.ServeHTTP(whole, r)
		for name, values := range whole.Header() {
			w.Header()[name] = values
		}
		w.Header().Del("Content-Length")
		if broken {
			w.Header().Set("Content-Length", strconv.Itoa(whole.Body.Len()))
		}
		w.WriteHeader(whole.Code)
		_, _ = w.Write(whole.Body.Bytes()[:whole.Body.Len()/2])
		if broken {
			panic(http.ErrAbortHandler)
		}
	}
}

func cut(http.ResponseWriter, *http.Request, http.Handler) { panic(http.ErrAbortHandler) }

func silent(_ http.ResponseWriter, r *http.Request, _ http.Handler) { <-r.Context().Done() }

func drip(w http.ResponseWriter, r *http.Request, _ http.Handler) {
	w.Header().Set("Content-Type", "application/json")
	for r.Context().Err() == nil {
		_, _ = w.Write([]byte(" "))
		_ = http.NewResponseController(w).Flush()
		<-time.After(50 * time.Millisecond)
	}
}

func notGzip(w http.ResponseWriter, r *http.Request, next http.Handler) {
	w.Header().Set("Content-Encoding", "gzip")
	body(strings.Repeat("not gzip ", 100))(w, r, next)
}
