package inventory_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/univ-lehavre/nestor/domain/inventory"
	"github.com/univ-lehavre/nestor/ports"
)

func TestConnectionIsMadeOfTheHostsVariables(t *testing.T) {
	jump := []string{"-o", "ProxyJump=b"}
	for name, c := range map[string]struct {
		vars []any
		want inventory.Connection
	}{
		"nothing but a name":   {nil, inventory.Connection{Host: "cp1"}},
		"the usual ones":       {[]any{"ansible_host", text("10.0.0.1"), "ansible_user", text("debian"), "ansible_port", number("2222"), "ansible_ssh_private_key_file", text("~/.ssh/id"), "ansible_ssh_common_args", text("-o ProxyJump=b")}, inventory.Connection{Host: "10.0.0.1", User: "debian", Port: 2222, KeyFile: "~/.ssh/id", CommonArgs: jump}},
		"the older ones":       {[]any{"ansible_ssh_host", text("h"), "ansible_ssh_user", text("u"), "ansible_ssh_port", text("1"), "ansible_private_key_file", text("k")}, inventory.Connection{Host: "h", User: "u", Port: 1, KeyFile: "k"}},
		"both: ssh's wins":     {[]any{"ansible_host", text("no"), "ansible_ssh_host", text("h"), "ansible_user", tagged("!vault", "no"), "ansible_ssh_user", text("u")}, inventory.Connection{Host: "h", User: "u"}},
		"a null one is none":   {[]any{"ansible_host", text("h"), "ansible_ssh_host", null}, inventory.Connection{Host: "h"}},
		"all arguments":        {[]any{"ansible_ssh_extra_args", text("-6"), "ansible_ssh_common_args", text("-o ProxyJump=b"), "ansible_ssh_args", text("-C")}, inventory.Connection{Host: "cp1", CommonArgs: []string{"-C", "-o", "ProxyJump=b", "-6"}}},
		"no arguments":         {[]any{"ansible_ssh_common_args", text("")}, inventory.Connection{Host: "cp1"}},
		"IPv6 in brackets":     {[]any{"ansible_host", text("[2001:db8::10]")}, inventory.Connection{Host: "2001:db8::10"}},
		"IPv6 with a zone":     {[]any{"ansible_host", text("fe80::1%eth0")}, inventory.Connection{Host: "fe80::1%eth0"}},
		"paramiko is ssh":      {[]any{"ansible_connection", text("paramiko")}, inventory.Connection{Host: "cp1"}},
		"smart is ssh":         {[]any{"ansible_connection", text("smart")}, inventory.Connection{Host: "cp1"}},
		"this machine":         {[]any{"ansible_connection", text("local"), "ansible_host", text("{{ any }}")}, inventory.Connection{Local: true}},
		"ssh itself":           {[]any{"ansible_ssh_executable", text("ssh")}, inventory.Connection{Host: "cp1"}},
		"passwords are spared": {[]any{"ansible_become_password", tagged("!vault", "x"), "ansible_password", text("{{ x }}")}, inventory.Connection{Host: "cp1"}},
		"an unsafe template":   {[]any{"ansible_ssh_common_args", tagged("!unsafe", "-F /{{x}}")}, inventory.Connection{Host: "cp1", CommonArgs: []string{"-F", "/{{x}}"}}},
		"an unsafe text":       {[]any{"ansible_user", tagged("!unsafe", "debian")}, inventory.Connection{Host: "cp1", User: "debian"}},
	} {
		t.Run(name, func(t *testing.T) {
			c.want.Name = "cp1"
			got, err := oneHost(t, c.vars...).Connection("cp1")
			if diff := cmp.Diff(c.want, got); err != nil || diff != "" {
				t.Error(err, diff)
			}
		})
	}
}

func TestE03EncryptedValuesThatAreNeededAreRefusedAndNeverShown(t *testing.T) {
	const cipher = "$ANSIBLE_VAULT;1.1;AES256\n6162636465\n"
	for _, name := range []string{"ansible_host", "ansible_user", "ansible_port", "ansible_ssh_private_key_file", "ansible_ssh_common_args", "ansible_connection", "ansible_ssh_executable"} {
		for _, tag := range []string{"!vault", "!vault-encrypted", "", "!foreign"} {
			_, err := oneHost(t, name, tagged(tag, cipher)).Connection("cp1")
			says(t, err, name, "cp1", "cannot be used", "in plain")
			if err != nil && (strings.Contains(err.Error(), "6162") || strings.Contains(err.Error(), "ANSIBLE_VAULT")) {
				t.Errorf("the ciphertext is shown: %v", err)
			}
		}
	}
}

func TestE11TemplatesAndPlaceholdersAreRefusedByTheVariablesName(t *testing.T) {
	for _, name := range []string{"ansible_host", "ansible_user", "ansible_port", "ansible_ssh_private_key_file", "ansible_ssh_common_args"} {
		for value, want := range map[string]string{
			"{{ cp_ip }}": "is a template", "x{% if y %}": "is a template", "{# c #}": "is a template",
			"TODO": "placeholder", "todo": "placeholder", "CHANGEME": "placeholder", "change-me": "placeholder", "TODO: ask": "placeholder", "CHANGEME_IP": "placeholder", "<address>": "placeholder", "xxx": "placeholder",
		} {
			_, err := oneHost(t, name, text(value)).Connection("cp1")
			says(t, err, name, want)
		}
		if name != "ansible_ssh_common_args" {
			_, err := oneHost(t, name, text(" ")).Connection("cp1")
			says(t, err, name, "is empty")
			_, err = oneHost(t, name, null).Connection("cp1")
			says(t, err, name, "is empty")
		}
	}
	if _, err := oneHost(t, "ansible_host", text("todo.example.org")).Connection("cp1"); err != nil {
		t.Error("a real name is taken for a placeholder:", err)
	}
}

func TestF05NoHostUserPortOrKeyCanBecomeAnOption(t *testing.T) {
	hostile := []string{"-oProxyCommand=touch pwn", "[-oProxyCommand=touch pwn]", "-x", "cp1;id", "$(id)", "`id`", "a\nb", "a b", "a\tb", " a", "a|b", "a&b", "a>b", `a"b`, "a'b", `a\b`, "a#b", "a\x00b", "a\u200bb", "é", "*", "~", "!", "{a,b}", "a,b", "a=b", "%h", "a%b"}
	for _, value := range hostile {
		for _, name := range []string{"ansible_host", "ansible_ssh_host", "ansible_user", "ansible_ssh_user", "ansible_port"} {
			if _, err := oneHost(t, name, text(value)).Connection("cp1"); err == nil {
				t.Errorf("%s: %q is accepted", name, value)
			} else {
				says(t, err, name)
			}
		}
	}
	for name, values := range map[string][]string{
		"ansible_host": {"root@cp1", "cp1/x", "cp1:22", "[cp1]", "[10.0.0.1]", "[]", "[2001:db8::1", "2001:db8::1]", "2001:db8:::1", "fe80::1%", "fe80::1%-x", "fe80::1%e h", "fe80::1%a;id", "10.0.0.999", "10.0.0.010", "10.1", "0x7f000001", "127.0.0x1", "2130706433",
			"cp1-", "-", ".", "cp1..x", ".cp1", "https://cp1", "yes", strings.Repeat("a", 300)},
		"ansible_user":                 {"a@b", "a/b", "a:b", "-l", ".a", "+a", "0123", "no", strings.Repeat("a", 65)},
		"ansible_port":                 {"0", "65536", "022", "22.0", "0x16", "+22", "99999999999999999999", "-oX"},
		"ansible_ssh_private_key_file": {"-oProxyCommand=id", "-", "a\nb", " a", "a "},
		"ansible_private_key_file":     {"-i"},
	} {
		for _, value := range values {
			if got, err := oneHost(t, name, text(value)).Connection("cp1"); err == nil {
				t.Errorf("%s: %q is accepted: %+v", name, value, got)
			} else {
				says(t, err, name)
			}
		}
	}
}

func TestF05ANameThatServesAsAddressIsCheckedToo(t *testing.T) {
	for _, name := range []string{"-oProxyCommand=id", "cp1;id", "a b", "root@cp1", "10.1"} {
		_, err := valid(t, mapOf("all", mapOf("hosts", mapOf(name, null)))).Connection(name)
		says(t, err, "the name", "write its address in ansible_host")
	}
}

func TestE09ArgumentsThatCannotBeUsedAreRefusedByTheVariablesName(t *testing.T) {
	for value, want := range map[string]string{`-o "ProxyJump=b`: "a double quote is not closed", "-o StrictHostKeyChecking=no": "-o StrictHostKeyChecking", "bastion": "word 1", "-W x": "-W"} {
		for _, name := range []string{"ansible_ssh_args", "ansible_ssh_common_args", "ansible_ssh_extra_args"} {
			_, err := oneHost(t, name, text(value)).Connection("cp1")
			if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), name) {
				t.Errorf("%s: %s: %v", name, value, err)
			}
		}
	}
}

func TestOtherWaysToAHostAreRefused(t *testing.T) {
	for _, c := range [][2]string{{"ansible_connection", "docker"}, {"ansible_connection", "winrm"}, {"ansible_connection", "community.docker.docker"}, {"ansible_ssh_executable", "/opt/ssh"},
		{"ansible_scp_executable", "/opt/scp"}, {"ansible_paramiko_proxy_command", "ssh -W x b"}} {
		_, err := oneHost(t, c[0], text(c[1])).Connection("cp1")
		says(t, err, c[0], "cp1", "hosts.yaml")
	}
	for _, v := range []ports.Value{mapOf(), {Kind: ports.List}, {Kind: ports.Bool, Scalar: "true"}} {
		_, err := oneHost(t, "ansible_host", v).Connection("cp1")
		says(t, err, "ansible_host", "must be text")
	}
	_, err := oneHost(t).Connection("cp2")
	says(t, err, "no host cp2", "did you mean cp1?")
	_, err = oneHost(t).Connection("bastion\n")
	says(t, err, `"bastion\n"`, "the inventory has cp1")
}

// Whatever an inventory holds, what comes out is safe in a command line, and no error shows a secret.
func TestConnectionsAreSafeWhateverTheVariablesHold(t *testing.T) {
	const secret = "hunter2secret"
	names := []string{"ansible_host", "ansible_ssh_host", "ansible_user", "ansible_port", "ansible_private_key_file", "ansible_connection"}
	connected := 0
	rapid.Check(t, func(t *rapid.T) {
		var vars []any
		for _, name := range rapid.SliceOfDistinct(rapid.SampledFrom(names), rapid.ID[string]).Draw(t, "names") {
			value := rapid.OneOf(rapid.StringOf(rapid.SampledFrom([]rune("a1.-@:/ ;$%[]\n"))), rapid.SampledFrom([]string{"h1", "local", "ssh", "22"})).Draw(t, "value")
			vars = append(vars, name, tagged(rapid.SampledFrom([]string{"", "", "", "!unsafe", "!!str"}).Draw(t, "tag"), value))
		}
		vars = append(vars, "ansible_ssh_user", tagged("!vault", secret), "ansible_password", text(secret), "ansible_ssh_common_args", text("-o ProxyCommand=\"sshpass -p "+secret+" ssh b\""+rapid.SampledFrom([]string{"", " -N", " x", `"`}).Draw(t, "args")))
		if rapid.Bool().Draw(t, "user") {
			vars = append(vars[:len(vars)-6], vars[len(vars)-4:]...)
		}
		inv, faults := inventory.New(document(mapOf("all", mapOf("hosts", mapOf("cp1", mapOf(vars...))))))
		if ports.AnyWrong(faults) {
			t.Fatal(faults)
		}
		c, err := inv.Connection("cp1")
		if err != nil {
			if strings.Contains(err.Error(), secret) {
				t.Fatal("a secret is shown: ", err)
			}
			return
		}
		connected++
		for what, v := range map[string]string{"host": c.Host, "user": c.User} {
			if strings.HasPrefix(v, "-") || strings.ContainsAny(v, " @/;$[]\n") {
				t.Fatalf("%s %q", what, v)
			}
		}
		if strings.HasPrefix(c.KeyFile, "-") || strings.Contains(c.KeyFile, "\n") || c.Port < 0 || c.Port > 65535 || c.Local != (c.Host == "") {
			t.Fatalf("%+v", c)
		}
	})
	if connected == 0 {
		t.Error("no connection was made: the test shows nothing")
	}
}
