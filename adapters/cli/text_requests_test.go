package cli

import (
	"bytes"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/univ-lehavre/nestor/app"
)

func TestRequestsAreListedOnceAndPlainly(t *testing.T) {
	get := app.RequestMade{Method: "GET", Path: "/api/v1/nodes?continue=eyJ2IjoibWV0YSJ9&limit=500", Status: 200}
	q := app.RequestReport{Total: 4, Get: 3, Other: 1, List: []app.RequestMade{{Method: "PO\x1b[31mST", Path: "/a\u202eb"}, get, get, {Method: "GET", Path: "/apis", Status: 403}}}
	for _, c := range []struct {
		why          bool
		digest, want string
	}{
		{false, "sha256:0123456789abcdef", "4 requests, 3 GET, 1 other · plan 0123456789ab\n"},
		{true, "", "4 requests, 3 GET, 1 other\n  PO�[31mST /a�b no answer\n  GET /api/v1/nodes?continue=…&limit=500 200 ×2\n  GET /apis 403\n"},
	} {
		var out bytes.Buffer
		(&page{out: &out, why: c.why}).requests(q, c.digest)
		if diff := cmp.Diff(c.want, out.String()); diff != "" {
			t.Error(diff)
		}
	}
	var out bytes.Buffer
	(&page{out: &out, why: true}).requests(app.RequestReport{}, "")
	if out.Len() > 0 {
		t.Errorf("of nothing: %q", &out)
	}
}
