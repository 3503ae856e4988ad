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
