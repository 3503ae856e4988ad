package kubeconfig

import (
	"testing"
)

func TestAFileThatIsNoYAMLIsToldWhole(t *testing.T) {
	for content, want := range map[string]string{
		"a: [b\nc: d\n":    `/k is not YAML (line 1: did not find expected ',' or ']'); correct it, or fetch it again`,
		"a: {b: c\nd: e\n": `/k is not YAML (line 1: did not find expected ',' or '}'); correct it, or fetch it again`,
		"x:\n\ta: b\n":     `/k is not YAML (line 2: found character that cannot start any token); correct it, or fetch it again`,
		"a: b: c\n":        `/k is not YAML (mapping values are not allowed in this context); correct it, or fetch it again`,
		"a: b\n c: d\n":    `/k is not YAML (line 2: mapping values are not allowed in this context); correct it, or fetch it again`,
		"a: *secret":       `/k is not YAML; correct it, or fetch it again`,
	} {
		if _, err := understand("/k", []byte(content)); err == nil || err.Error() != want {
			t.Errorf("%q:\n got %v\nwant %s", content, err, want)
		}
	}
}
