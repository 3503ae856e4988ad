package inventory

import (
	"slices"
	"strings"

	"github.com/univ-lehavre/nestor/domain/document"
	"github.com/univ-lehavre/nestor/ports/say"
)

// Connection is how a host is reached with ssh and scp.
type Connection struct {
	Name    string // in the inventory
	Host    string // an address or host name that is safe as an argument; an IPv6 address is without brackets
	User    string // empty: ssh's own choice
	Port    int    // 0: ssh's own choice
	KeyFile string // as written, "~/" too; empty: ssh's own choice
	// CommonArgs are options that ssh and scp understand alike, one word each: those of ansible_ssh_args,
	// ansible_ssh_common_args and ansible_ssh_extra_args, in this order. They may name programs (ProxyCommand).
	CommonArgs []string
	Local      bool // it is this machine: nothing else is filled
}

// The variables of a connection. Of several that are set, the last one counts: measured with Ansible.
var (
	hostVariables   = []string{"ansible_host", "ansible_ssh_host"}
	userVariables   = []string{"ansible_user", "ansible_ssh_user"}
	portVariables   = []string{"ansible_port", "ansible_ssh_port"}
	keyVariables    = []string{"ansible_private_key_file", "ansible_ssh_private_key_file"}
	argsVariables   = []string{"ansible_ssh_args", "ansible_ssh_common_args", "ansible_ssh_extra_args"}
	otherPrograms   = []string{"ansible_ssh_executable", "ansible_scp_executable", "ansible_sftp_executable"}
	sshConnections  = []string{"ssh", "smart", "paramiko", "paramiko_ssh", "ansible.builtin.ssh", "ansible.builtin.paramiko_ssh"}
	localConnection = []string{"local", "ansible.builtin.local"}
)

// Connection says how a host is reached. What cannot be used safely is an error that names the variable and what to do:
// an encrypted value, a template, a placeholder, another connection than ssh, anything that ssh would take for an option or a
// shell for a command, and options that weaken host key checking. Passwords are never looked at, and no error shows a secret.
func (i Inventory) Connection(name string) (Connection, error) {
	if !i.Has(name) {
		return Connection{}, i.unknown(name)
	}
	c := chooser{file: i.file, host: name, vars: i.Variables(name)}
	local, err := c.local()
	if err != nil || local {
		return Connection{Name: name, Local: local}, err
	}
	result := Connection{Name: name}
	for _, read := range []func(*Connection) error{c.programs, c.address, c.user, c.port, c.keyFile, c.arguments} {
		if err := read(&result); err != nil {
			return Connection{}, err
		}
	}
	return result, nil
}

func (i Inventory) unknown(name string) error {
	instead := say.Textf("the inventory has %s", few(i.Hosts()))
	if near := document.Nearest(name, i.Hosts()); near != "" {
		instead = say.Textf("did you mean %s?", near)
	}
	return &say.Problem{Code: CodeUnknownHost, What: say.Textf("there is no host %s in %s", quoted(name), i.file), Do: instead}
}

// local reports whether the host is this machine; an error when it is reached by other means than ssh.
func (c chooser) local() (bool, error) {
	v, set, err := c.text("ansible_connection")
	switch {
	case err != nil || !set || slices.Contains(sshConnections, v.text):
		return false, err
	case slices.Contains(localConnection, v.text):
		return true, nil
	}
	return false, c.refuse(CodeOtherWay, v, say.Textf("is %s, and only ssh and local are known here", quoted(v.text)), say.Textf("write ssh, or copy the kubeconfig by hand"))
}

// programs refuses what would be run in the place of ssh, and a way around that only paramiko knows.
func (c chooser) programs(*Connection) error {
	for _, name := range otherPrograms {
		v, set, err := c.text(name)
		if err != nil {
			return err
		}
		if set && v.text != strings.TrimSuffix(strings.TrimPrefix(name, "ansible_"), "_executable") {
			return c.refuse(CodeOtherWay, v, say.Textf("names another program, which is not run here"), say.Textf("remove it; what it does may fit in ansible_ssh_common_args"))
		}
	}
	v, set := c.find("ansible_paramiko_proxy_command")
	if set {
		return c.refuse(CodeOtherWay, v, say.Textf("is known to paramiko only"), say.Textf("write `-o ProxyCommand=…` in ansible_ssh_common_args"))
	}
	return nil
}

func (c chooser) address(to *Connection) error {
	v, set, err := c.text(hostVariables...)
	if err != nil {
		return err
	}
	if !set {
		v = choice{text: c.host, value: v.value}
	}
	host, what := hostOf(v.text)
	if !what.IsZero() {
		instead := say.Textf("write an IP address or a host name alone, without scheme, user and port")
		if !set {
			instead = say.Textf("write its address in ansible_host")
		}
		return c.refuse(CodeNoTarget, v, with(v, what), instead)
	}
	to.Host = host
	return nil
}

// with shows the value that a predicate is about.
func with(v choice, what say.Text) say.Text { return say.Textf("%s %s", quoted(v.text), what) }

func (c chooser) user(to *Connection) error {
	v, set, err := c.text(userVariables...)
	if err != nil || !set {
		return err
	}
	if what := userFault(v.text); !what.IsZero() {
		return c.refuse(CodeNoTarget, v, with(v, what), say.Textf("write the name of an account on the host"))
	}
	to.User = v.text
	return nil
}

func (c chooser) port(to *Connection) error {
	v, set, err := c.text(portVariables...)
	if err != nil || !set {
		return err
	}
	n, err := portOf(v.text)
	if err != nil || !wholeNumber.MatchString(v.text) {
		return c.refuse(CodeNoTarget, v, with(v, say.Textf("is no port")), say.Textf("write a number from 1 to 65535, without leading zeros"))
	}
	to.Port = n
	return nil
}

func (c chooser) keyFile(to *Connection) error {
	v, set, err := c.text(keyVariables...)
	if err != nil || !set {
		return err
	}
	if what := pathFault(v.text); !what.IsZero() {
		return c.refuse(CodeNoTarget, v, with(v, what), say.Textf("write the path of the private key"))
	}
	to.KeyFile = v.text
	return nil
}

func (c chooser) arguments(to *Connection) error {
	for _, name := range argsVariables {
		v, set, err := c.optional(name)
		if err != nil {
			return err
		}
		if !set {
			continue
		}
		words, err := splitWords(v.text)
		if err == nil {
			words, err = sshOptions(words)
		}
		if err != nil {
			return &say.Problem{What: c.about(v, say.Textf("cannot be used")), Why: err} // the cause has the code
		}
		to.CommonArgs = append(to.CommonArgs, words...)
	}
	return nil
}
