package kubectl

import (
	"net/url"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestARequestIsToldWithoutSecrets(t *testing.T) {
	for address, want := range map[string]string{
		"https://h/api/v1/nodes?limit=500":                                 "/api/v1/nodes?limit=500",
		"https://h/api/v1/nodes?continue=abc%3D&limit=500":                 "/api/v1/nodes?continue=abc%3D&limit=500",
		"https://h/apis/apps/v1/deployments?labelSelector=a+in+%28b%29":    "/apis/apps/v1/deployments?labelSelector=a+in+%28b%29",
		"https://h/api/v1/nodes?continue=eyJ2IjoibWV0YSJ9&limit=6":         "/api/v1/nodes?continue=eyJ2IjoibWV0YSJ9&limit=6",
		"https://h/k8s/clusters/c-1/apis":                                  "/k8s/clusters/c-1/apis",
		"https://user:hunter2@h/apis":                                      "/apis",
		"https:user:hunter2@h/apis":                                        "/",
		"https://h":                                                        "/",
		"https://sso/login?state=hunter2&limit=1":                          "/login?limit=1&...",
		"https://sso/login?hunter2":                                        "/login?...",
		"https://sso/login?%74oken=hunter2#hunter2":                        "/login?...",
		"https://sso/login?limit=hunter2!":                                 "/login?...",
		"https://h/x/eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIi.c2lnbg": "/x/[redacted]",
		"https://h/a\u202eb?limit=\u202e":                                  "/a%E2%80%AEb?...",
	} {
		u, err := url.Parse(address)
		if err != nil {
			t.Fatal(err)
		}
		if got := shownPath(u); got != want {
			t.Errorf("%s is told as %q, want %q", address, got, want)
		}
	}
}

func TestWhatIsToldOfARequestIsPlain(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		line := get(rapid.String().Draw(t, "path"), "200 OK")
		asked, ok := requestOf(line, parseServer(storyServer))
		if !ok {
			return
		}
		if i := strings.IndexFunc(asked.Path, func(r rune) bool { return r <= ' ' || r > '~' }); i >= 0 || !strings.HasPrefix(asked.Path, "/") {
			t.Fatalf("%q is told as %q", line, asked.Path)
		}
	})
}

func TestARecordingKeepsNoTicketOfARedirect(t *testing.T) {
	for _, line := range []string{
		get("/login?state=hunter2&limit=1", "302 Found"),
		`I1130 03:02:12.519512   12283 round_trippers.go:553] GET https://op:hunter2@sso.example.org/login?limit=1&ticket=hunter2 302 Found in 3 milliseconds`,
	} {
		kept := string(keepStderr([]byte(line + "\n")))
		if strings.Contains(kept, "hunter2") || !strings.Contains(kept, "/login?limit=1&...") {
			t.Errorf("kept: %s", kept)
		}
		before, _ := requestOf(line, server{})
		after, ok := requestOf(strings.TrimSpace(kept), server{})
		if !ok || before.Request != after.Request {
			t.Errorf("%+v is replayed as %+v", before.Request, after.Request)
		}
	}
}
