package inventory

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestALoginIsReadAsTheOperatorWritesIt(t *testing.T) {
	for text, want := range map[string]struct {
		Connection
		explicit bool
	}{
		"":                          {},
		"cp1":                       {Connection{Name: "cp1", Host: "cp1"}, false},
		"10.0.0.11":                 {Connection{Name: "10.0.0.11", Host: "10.0.0.11"}, false},
		"root@10.0.0.11":            {Connection{Name: "10.0.0.11", Host: "10.0.0.11", User: "root"}, true},
		"root@cp1.example.org:2222": {Connection{Name: "cp1.example.org:2222", Host: "cp1.example.org", User: "root", Port: 2222}, true},
		"cp1:2222":                  {Connection{Name: "cp1:2222", Host: "cp1", Port: 2222}, true},
		"2001:db8::10":              {Connection{Name: "2001:db8::10", Host: "2001:db8::10"}, false},
		"ops@[2001:db8::10]:2222":   {Connection{Name: "[2001:db8::10]:2222", Host: "2001:db8::10", User: "ops", Port: 2222}, true},
		"ops@fe80::1%eth0":          {Connection{Name: "fe80::1%eth0", Host: "fe80::1%eth0", User: "ops"}, true},
	} {
		c, explicit, err := ParseLogin(text)
		if diff := cmp.Diff(want.Connection, c); err != nil || explicit != want.explicit || diff != "" {
			t.Errorf("%q: %v, explicit %v (-want +got):\n%s", text, err, explicit, diff)
		}
	}
}

func TestNoLoginCanBeTakenForAnOptionOrACommand(t *testing.T) {
	for _, text := range []string{"-oProxyCommand=touch pwn", "[-oProxyCommand=touch pwn]", "-oX@cp1", "root@-oProxyCommand=x", "cp1;id", "$(id)", "root@$(id)", "a b", "root@a\nb",
		"@cp1", "root@", "root@cp1:", "root@cp1:0", "root@cp1:99999", "root@cp1:022", "root@cp1:-1", "root@cp1/x", "root@ops@cp1", "root:pw@cp1", "[cp1]", "`id`@cp1", "127.1"} {
		if c, _, err := ParseLogin(text); err == nil {
			t.Errorf("%q: %+v", text, c)
		} else if !strings.Contains(err.Error(), "USER@HOST") || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: %v", text, err)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		c, _, err := ParseLogin(rapid.String().Draw(t, "text"))
		if err == nil && (strings.HasPrefix(c.Host, "-") || strings.HasPrefix(c.User, "-") || strings.ContainsAny(c.Host+c.User, " \t\n;|&$`'\"\\()<>*?")) {
			t.Fatalf("%+v", c)
		}
	})
}
