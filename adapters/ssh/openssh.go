package ssh

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/univ-lehavre/nestor/adapters/run"
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/say"
)

// What OpenSSH's programs, sudo and cat say. Each function knows one matter, and gives nil for any other.

func (d diagnosis) hostKey(lines []string) *ports.FetchFailure {
	if revoked := find(lines, "REVOKED HOST KEY"); revoked != "" {
		return fail(ports.FetchChangedKey, say.Textf("the host key of %s is revoked", d.from.Login()), quote(meaningful(lines)),
			say.Textf("ask who runs the node before anything else; see what is known of its keys: %s", keygen("-F", d.knownName())))
	}
	if find(lines, "REMOTE HOST IDENTIFICATION HAS CHANGED", "HOST IDENTIFICATION HAS CHANGED") != "" {
		return fail(ports.FetchChangedKey, say.Textf("the host key of %s is another one than before", d.from.Login()), quote(changedKey(lines)),
			say.Textf("make sure that the node was reinstalled, then remove the old key and log in once: %s", d.removal(lines)))
	}
	if said := find(lines, "Host key verification failed"); said != "" {
		return fail(ports.FetchUnknownKey, say.Textf("the host key of %s is not known here", d.from.Login()), quote(said),
			say.Textf("log in once, compare the fingerprint shown with the node's own, and accept it: %s", d.login()))
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
	args := []string{"-R", d.knownName()}
	for _, line := range lines {
		if parts := removalLine.FindStringSubmatch(line); parts != nil && plainName.MatchString(parts[2]) {
			args = []string{"-f", parts[1], "-R", parts[2]}
		}
	}
	return keygen(args...)
}

// knownName is the node as known_hosts names it.
func (d diagnosis) knownName() string {
	if d.from.Port != 0 && d.from.Port != 22 {
		return "[" + d.from.Host + "]:" + strconv.Itoa(d.from.Port)
	}
	return d.from.Host
}

func keygen(args ...string) string {
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
	tried, add := say.Textf("ssh's usual keys"), []string{}
	if d.from.KeyFile != "" {
		tried, add = say.Verbatim(d.from.KeyFile), []string{d.from.KeyFile}
	}
	if unusable := find(lines, "Identity file ", "are too open", "Load key "); unusable != "" {
		tried = say.Textf("%s (%s)", tried, unusable)
	}
	return fail(ports.FetchRefused, say.Textf("%s accepts no key", d.from.Login()), say.Errorf("%s; tried %s", said, tried),
		say.Textf("name another user or key, or add a key that has a passphrase to the agent: %s", run.Call{Program: "ssh-add", Args: add}.CommandLine()))
}

// way tells what lies between here and the server.
func (d diagnosis) way(lines []string) *ports.FetchFailure {
	if said := find(lines, "Could not resolve hostname"); said != "" {
		return fail(ports.FetchNoHost, say.Textf("%s leads nowhere", d.from.Login()), quote(said),
			say.Textf("check the name, or write the address in the inventory (ansible_host); see whether this works: %s", d.login()))
	}
	if said := find(lines, "timed out", "Timeout, server", "timeout during"); said != "" {
		return d.late(said)
	}
	said := find(lines, "Connection refused", "No route to host", "Network is unreachable", "Connection reset", "kex_exchange_identification",
		"Connection closed by ", "closed by remote host", "banner line contains invalid characters", "Bad remote protocol")
	if said != "" {
		return fail(ports.FetchConnection, say.Textf("%s does not take the connection", d.from.Login()), quote(said),
			say.Textf("check the address and port, and that sshd runs there; see whether this works: %s", d.login()))
	}
	return nil
}

func (d diagnosis) subsystem(lines []string) *ports.FetchFailure {
	said := find(lines, "subsystem request failed", "sftp-server: not found", "sftp-server: No such file")
	if said == "" {
		return nil
	}
	return fail(ports.FetchNoSFTP, say.Textf("%s has no sftp, which scp copies with", d.from.Login()), quote(said),
		say.Textf("use --sudo, which needs none, or enable `Subsystem sftp` in its sshd_config; see what it has: %s", d.there("grep", "-i", "sftp", "/etc/ssh/sshd_config")))
}

// localFile knows scp's words for the file here; "write" without "local" is an older scp's.
func (d diagnosis) localFile(lines []string) *ports.FetchFailure {
	if said := find(lines, `scp: open local "`, `scp: write local "`, `scp: local `, "No space left on device", "Disk quota exceeded", "Read-only file system"); said != "" {
		return d.local(quote(said))
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
		return fail(ports.FetchNoFile, say.Textf("there is no file %s on %s", d.from.Path, d.from.Login()), quote(said),
			say.Textf("name it with --remote-path (k3s: /etc/rancher/k3s/k3s.yaml), try --sudo if its folder is closed to this user, and make sure that this is a control-plane node: %s",
				d.there("ls", "-l", "/etc/kubernetes", "/etc/rancher/k3s")))
	}
	if said := find(own, "Permission denied"); said != "" {
		return fail(ports.FetchNeedsRoot, say.Textf("%s may not read %s", d.from.Login(), d.from.Path), quote(said),
			say.Textf("it is root's: use --sudo, or --from %s; see what sudo allows there: %s", d.root(), d.there("sudo", "-n", "-l")))
	}
	return nil
}

// root is the login as root, as --from takes it.
func (d diagnosis) root() say.Text {
	login := "root@" + d.from.Host
	if strings.Contains(d.from.Host, ":") {
		login = "root@[" + d.from.Host + "]"
	}
	if d.from.Port != 0 {
		login += ":" + strconv.Itoa(d.from.Port)
	}
	return say.Textf("%s (or the inventory's ansible_user: root)", login)
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
		return fail(ports.FetchSudo, say.Textf("there is no sudo on %s", d.from.Login()), quote(missing),
			say.Textf("use --from %s without --sudo; see who logs in there: %s", d.root(), d.there("id")))
	}
	if said == "" {
		return nil
	}
	return fail(ports.FetchSudo, say.Textf("sudo on %s does not let cat run", d.from.Login()), quote(said),
		say.Textf("allow it without a password there (NOPASSWD: in sudoers), or use --from %s; see what sudo allows there: %s", d.root(), d.there("sudo", "-n", "-l")))
}
