package inventory_test

import (
	"os"
	"regexp"
	"testing"

	"github.com/univ-lehavre/nestor/domain/inventory"
	"github.com/univ-lehavre/nestor/ports/say"
)

func TestEveryCodeIsItsOwnAndHasItsThreeTexts(t *testing.T) {
	source, err := os.ReadFile("codes.go")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, found := range regexp.MustCompile(`"(NST-\d+)"`).FindAllStringSubmatch(string(source), -1) {
		code := found[1]
		m := inventory.Meanings[code]
		if seen[code] || !regexp.MustCompile(`^NST-24\d\d$`).MatchString(code) || m.Means.IsZero() || m.Matters.IsZero() || m.Do.IsZero() {
			t.Errorf("%s, seen before: %v; %+v", code, seen[code], m)
		}
		seen[code] = true
	}
	if len(seen) != len(inventory.Meanings) || len(seen) == 0 {
		t.Errorf("%d codes, and %d meanings", len(seen), len(inventory.Meanings))
	}
}

func TestWhatStandsInTheWayOfAHostHasItsCode(t *testing.T) {
	for variable, values := range map[string]map[string]string{
		"ansible_host":            {"{{ ip }}": inventory.CodeNotPlain, "TODO": inventory.CodeUnset, "a b": inventory.CodeNoTarget},
		"ansible_connection":      {"winrm": inventory.CodeOtherWay},
		"ansible_ssh_common_args": {"-p 22": inventory.CodeOption, "-o 'ProxyJump=b": inventory.CodeOption, "-o StrictHostKeyChecking=no": inventory.CodeHostKeys},
	} {
		for value, code := range values {
			_, err := oneHost(t, variable, text(value)).Connection("cp1")
			if told := say.Tell(nil, err); told.Code != code || told.What == "" || told.Do == "" {
				t.Errorf("%s %s: %+v, want %s", variable, value, told, code)
			}
		}
	}
}
