package files_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/univ-lehavre/nestor/domain/inventory"
)

// variants sets the variables of a connection in every way that has to be told apart.
const variants = `all:
  vars: {ansible_user: everybody}
  hosts:
    both: {ansible_host: h1, ansible_ssh_host: h2, ansible_user: u1, ansible_ssh_user: u2, ansible_port: 11, ansible_ssh_port: 12, ansible_private_key_file: /k1, ansible_ssh_private_key_file: /k2}
    older: {ansible_ssh_host: h2, ansible_ssh_user: u2, ansible_ssh_port: 12, ansible_ssh_private_key_file: /k2}
    newer: {ansible_host: h1, ansible_user: u1, ansible_port: 11, ansible_private_key_file: /k1}
    half: {ansible_host: h1, ansible_ssh_host: ~}
    plain: {}
    ported:2222:
    words:
      ansible_ssh_args: -C -o 'ConnectTimeout 7'
      ansible_ssh_common_args: '-o ProxyCommand="ssh -W \"%h:%p\" \$x b" -o ProxyJump=ops@b'
      ansible_ssh_extra_args: -4 -F /a\ b/config
`

// One Ansible connects to all hosts. The command that it is to run there names the host: so it is the end of the words.
func TestConnectionsAreWhatAnsibleGivesToSSH(t *testing.T) {
	t.Parallel()
	program, err := exec.LookPath("ansible")
	if err != nil {
		t.Skip("ansible is not in PATH: nothing to compare with (Debian and Ubuntu: apt-get install ansible-core)")
	}
	home := t.TempDir()
	for name, text := range map[string]string{"hosts.yaml": variants, "ansible.cfg": "", "ssh": "#!/bin/sh\nfor last; do :; done\nfor w; do printf '%s\\n' \"$w\"; done > \"$HOME/words.$last\"\n"} {
		if err := os.WriteFile(filepath.Join(home, name), []byte(text), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	inv := read(t, filepath.Join(home, "hosts.yaml"))
	cmd := exec.Command(program, "-i", filepath.Join(home, "hosts.yaml"), "-m", "raw", "-a", "{{ inventory_hostname }}", "all")
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + home, "LC_ALL=C.UTF-8", "ANSIBLE_CONFIG=" + filepath.Join(home, "ansible.cfg"), "ANSIBLE_SSH_EXECUTABLE=" + filepath.Join(home, "ssh")}
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	for _, h := range inv.Hosts() {
		text, err := os.ReadFile(filepath.Join(home, "words."+h))
		if err != nil {
			t.Fatal(err)
		}
		compareWithWords(t, inv, h, strings.Split(strings.TrimSpace(string(text)), "\n"))
	}
}

// compareWithWords looks for a connection in the words that Ansible gave to ssh: options, host, command.
func compareWithWords(t *testing.T, inv inventory.Inventory, name string, words []string) {
	t.Helper()
	c, err := inv.Connection(name)
	if err != nil {
		t.Fatal(err)
	}
	setting := func(key string) string {
		for _, w := range words {
			if value, ok := strings.CutPrefix(w, key+"="); ok {
				return strings.Trim(value, `"`)
			}
		}
		return ""
	}
	port := setting("Port")
	if port == "" {
		port = "0"
	}
	if got := []string{c.Host, c.User, strconv.Itoa(c.Port), c.KeyFile}; !slices.Equal(got, []string{words[len(words)-2], setting("User"), port, setting("IdentityFile")}) {
		t.Errorf("%s: %q, and Ansible gives %q", name, got, words)
	}
	rest := words
	for _, arg := range c.CommonArgs {
		at := slices.Index(rest, arg)
		if at < 0 {
			t.Errorf("%s: %q is not where Ansible has it: %q", name, arg, words)
			continue
		}
		rest = rest[at+1:]
	}
}
