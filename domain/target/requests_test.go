package target_test

import (
	"strings"
	"testing"

	"github.com/univ-lehavre/nestor/domain/stack"
	"github.com/univ-lehavre/nestor/domain/target"
	"github.com/univ-lehavre/nestor/ports"
)

func TestAnotherRequestThanGETIsRefusedBeforeAllElse(t *testing.T) {
	pinned := target.Case{Stack: stack.Stack{Name: "paris", Identity: stack.Identity{ClusterUID: "uid-1"}}}
	before := target.Judgement{Verdict: target.Confirmed}
	get, post := ports.Request{Method: "GET", Path: "/apis", Status: 200}, ports.Request{Method: "POST", Path: "/api/v1/namespaces", Status: 201}
	for name, c := range map[string]struct {
		overview ports.Overview
		objects  ports.ObjectsAnswer
		sees     string
	}{
		"none":                      {ports.Overview{UID: "uid-1", Requests: []ports.Request{get}}, ports.ObjectsAnswer{}, ""},
		"in the overview":           {ports.Overview{UID: "uid-1", Requests: []ports.Request{get, post}}, ports.ObjectsAnswer{}, "a request other than GET (POST /api/v1/namespaces 201)"},
		"in what came after":        {ports.Overview{UID: "uid-1"}, ports.ObjectsAnswer{UID: "uid-1", Requests: []ports.Request{post, post}}, "requests other than GET (POST /api/v1/namespaces 201)"},
		"of another cluster":        {ports.Overview{UID: "uid-2", Requests: []ports.Request{post}}, ports.ObjectsAnswer{}, "POST"},
		"in a read that failed":     {ports.Overview{Requests: []ports.Request{post}, Failure: &ports.Failure{Kind: ports.FailedTimeout}}, ports.ObjectsAnswer{}, "POST"},
		"in small letters":          {ports.Overview{UID: "uid-1", Requests: []ports.Request{{Method: "get", Path: "/"}}}, ports.ObjectsAnswer{}, "get / no answer"},
		"by a method with no name":  {ports.Overview{UID: "uid-1", Requests: []ports.Request{{Path: "/"}}}, ports.ObjectsAnswer{}, "other than GET"},
		"that only asks (HEAD)":     {ports.Overview{UID: "uid-1", Requests: []ports.Request{{Method: "HEAD", Path: "/"}}}, ports.ObjectsAnswer{}, "HEAD"},
		"that asks what is allowed": {ports.Overview{UID: "uid-1", Requests: []ports.Request{{Method: "OPTIONS", Path: "/"}}}, ports.ObjectsAnswer{}, "OPTIONS"},
	} {
		j := target.After(pinned, before, c.overview, c.objects)
		if target.SawOtherRequests(j) != (c.sees != "") || (j.Verdict == target.Refuse) != (c.sees != "") || j.Unread != (c.sees != "") {
			t.Errorf("%s: %+v", name, j)
		}
		if c.sees != "" && (!strings.Contains(j.Reasons[0].Text.String(), c.sees) || j.Reasons[0].Code != target.CodeOtherRequest || !target.Contradicts(j)) {
			t.Errorf("%s: %+v", name, j.Reasons)
		}
	}
}
