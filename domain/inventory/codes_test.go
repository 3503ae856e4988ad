package inventory_test

import (
	"testing"

	"github.com/univ-lehavre/nestor/domain/inventory"
	"github.com/univ-lehavre/nestor/ports/say"
)

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
