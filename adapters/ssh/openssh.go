package ssh

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/univ-lehavre/nestor/adapters/run"
	"github.com/univ-lehavre/nestor/ports"
)

// What OpenSSH's programs, sudo and cat say. Each function knows one matter, and gives nil for any other.

func (d diagnosis) hostKey(lines []string) *ports.FetchFailure {
	if revoked := find(lines, "REVOKED HOST KEY"); revoked != "" {
		return d.fail(ports.FetchChangedKey, "the host key of %s is revoked: %s; ask who runs the node before anything else", d.from.Login(), meaningful(lines))
	}
	if find(lines, "REMOTE HOST IDENTIFICATION HAS CHANGED", "HOST IDENTIFICATION HAS CHANGED") != "" {
		return d.fail(ports.FetchChangedKey, "the host key of %s is another one than before: %s; make sure that the node was reinstalled, then remove the old key and log in once: %s",
			d.from.Login(), changedKey(lines), d.removal(lines))
	}
	if said := find(lines, "Host key verification failed"); said != "" {
		return d.fail(ports.FetchUnknownKey, "the host key of %s is not known here: %s; log in once, compare the fingerprint shown with the node's own, and accept it: %s",
			d.from.Login(), said, d.login())
	}
	return nil
}

func changedKey(lines []string) string {
	if said := find(lines, "has changed and you have requested strict checking"); said != "" {
		return said
	}
	return find(lines, "Host key verification failed")
}

// removalLine is the command that some builds of OpenSSH print, with its file.
var removalLine = regexp.MustCompile(`^ssh-keygen -f "([^"$` + "`" + `\\]+)" -R "([^"]+)"$`)

// removal is the command that forgets the old key: OpenSSH's own, when it names this host and the file, else the same for the usual file.
func (d diagnosis) removal(lines []string) string {
	name := d.from.Host
	if d.from.Port != 0 && d.from.Port != 22 {
		name = "[" + name + "]:" + strconv.Itoa(d.from.Port)
	}
	args := []string{"-R", name}
	for _, line := range lines {
		if parts := removalLine.FindStringSubmatch(line); parts != nil && plainName.MatchString(parts[2]) {
			args = []string{"-f", parts[1], "-R", parts[2]}
		}
	}
	return run.Call{Program: "ssh-keygen", Args: args}.CommandLine()
}

// plainName is a host as known_hosts names it: of a host alias or a jump host it is another one than the source's.
var plainName = regexp.MustCompile(`^\[?[A-Za-z0-9_][A-Za-z0-9_.:%-]*(\]:[0-9]+)?$`)

// key tells that no key was accepted. "Permission denied" alone may be a file's.
func (d diagnosis) key(lines []string) *ports.FetchFailure {
	said := find(lines, "Permission denied (", "Too many authentication failures", "No supported authentication methods")
	if said == "" {
		return nil
	}
	tried := "ssh's usual keys"
	if d.from.KeyFile != "" {
		tried = d.from.KeyFile
	}
	if unusable := find(lines, "Identity file ", "are too open", "Load key "); unusable != "" {
		tried += " (" + unusable + ")"
	}
	return d.fail(ports.FetchRefused, "%s accepts no key: %s; tried %s; name another user or key, or add a key that has a passphrase to the agent with ssh-add", d.from.Login(), said, tried)
}

// way tells what lies between here and the server.
func (d diagnosis) way(lines []string) *ports.FetchFailure {
	if said := find(lines, "Could not resolve hostname"); said != "" {
		return d.fail(ports.FetchNoHost, "%s leads nowhere: %s; check the name, or write the address in the inventory (ansible_host)", d.from.Login(), said)
	}
	if said := find(lines, "timed out", "Timeout, server", "timeout during"); said != "" {
		return d.late(said)
	}
	said := find(lines, "Connection refused", "No route to host", "Network is unreachable", "Connection reset", "kex_exchange_identification",
		"Connection closed by ", "closed by remote host", "banner line contains invalid characters", "Bad remote protocol")
	if said != "" {
		return d.fail(ports.FetchConnection, "%s does not take the connection: %s; check the address and port, and that sshd runs there", d.from.Login(), said)
	}
	return nil
}

func (d diagnosis) subsystem(lines []string) *ports.FetchFailure {
	said := find(lines, "subsystem request failed", "sftp-server: not found", "sftp-server: No such file")
	if said == "" {
		return nil
	}
	return d.fail(ports.FetchNoSFTP, "%s has no sftp, which scp copies with: %s; use --sudo, which needs none, or enable `Subsystem sftp` in its sshd_config", d.from.Login(), said)
}

// localFile knows scp's words for the file here; "write" without "local" is an older scp's.
func (d diagnosis) localFile(lines []string) *ports.FetchFailure {
	if said := find(lines, `scp: open local "`, `scp: write local "`, `scp: local `, "No space left on device", "Disk quota exceeded", "Read-only file system"); said != "" {
		return d.local(said)
	}
	return nil
}

// remoteFile knows the words of scp and of cat for the file on the node.
func (d diagnosis) remoteFile(lines []string) *ports.FetchFailure {
	var own []string
	for _, line := range lines {
		if d.reader().MatchString(line) && strings.Contains(line, d.from.Path) {
			own = append(own, line)
		}
	}
	if said := find(own, "No such file or directory", "not a regular file", "Is a directory"); said != "" {
		return d.fail(ports.FetchNoFile, "there is no file %s on %s: %s; name it with --remote-path (k3s: /etc/rancher/k3s/k3s.yaml), try --sudo if its folder is closed to this user, and make sure that this is a control-plane node",
			d.from.Path, d.from.Login(), said)
	}
	if said := find(own, "Permission denied"); said != "" {
		return d.fail(ports.FetchNeedsRoot, "%s may not read %s: %s; it is root's: use --sudo, or --from %s", d.from.Login(), d.from.Path, said, d.root())
	}
	return nil
}

// root is the login as root, as --from takes it.
func (d diagnosis) root() string {
	login := "root@" + d.from.Host
	if strings.Contains(d.from.Host, ":") {
		login = "root@[" + d.from.Host + "]"
	}
	if d.from.Port != 0 {
		login += ":" + strconv.Itoa(d.from.Port)
	}
	return login + " (or the inventory's ansible_user: root)"
}

// What the program that opens the file on the node begins its messages with. scp names itself as it was called.
var (
	scpSays = regexp.MustCompile(`^(.*[/\\])?scp(\.exe)?: `)
	catSays = regexp.MustCompile(`^([^ :]*/)?cat: `)
)

func (d diagnosis) reader() *regexp.Regexp {
	if d.from.Sudo {
		return catSays
	}
	return scpSays
}

// sudo knows that sudo did not run cat: what it says begins with its name, behind a shell's when that does not find it.
func (d diagnosis) sudo(lines []string) *ports.FetchFailure {
	said := ""
	for _, line := range lines {
		if begins := strings.HasPrefix(line, "sudo: ") || strings.HasPrefix(line, "Sorry, user "); begins && find([]string{line}, noise...) == "" {
			said = strings.TrimSuffix(line, ".")
		}
	}
	if missing := find(lines, "sudo: command not found", "sudo: not found", "sudo: inaccessible or not found"); missing != "" {
		return d.fail(ports.FetchSudo, "there is no sudo on %s: %s; use --from %s without --sudo", d.from.Login(), missing, d.root())
	}
	if said == "" {
		return nil
	}
	return d.fail(ports.FetchSudo, "sudo on %s does not let cat run: %s; allow it without a password there (NOPASSWD: in sudoers), or use --from %s", d.from.Login(), said, d.root())
}
