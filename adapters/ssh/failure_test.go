package ssh

import (
	"errors"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/univ-lehavre/nestor/adapters/run"
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/problems"
	"github.com/univ-lehavre/nestor/ports/say"
)

const changed = "@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@\r\n" +
	"@    WARNING: REMOTE HOST IDENTIFICATION HAS CHANGED!     @\r\n" +
	"@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@\r\n" +
	"IT IS POSSIBLE THAT SOMEONE IS DOING SOMETHING NASTY!\r\n" +
	"Offending ED25519 key in /h/.ssh/known_hosts:1\r\n"

const changedEnd = "Host key for [10.0.0.11]:2222 has changed and you have requested strict checking.\r\nHost key verification failed.\r\nscp: Connection closed\r\n"

var cp1 = ports.FetchSource{Host: "10.0.0.11", User: "debian", Port: 2222, Path: adminConf}

// with changes a source.
func with(change func(*ports.FetchSource)) ports.FetchSource {
	from := cp1
	change(&from)
	return from
}

var (
	bySudo = with(func(s *ports.FetchSource) { s.Sudo = true })
	asking = with(func(s *ports.FetchSource) { s.Ask = true })
	withID = with(func(s *ports.FetchSource) { s.KeyFile = "/h/id" })
)

// said is a failed run with what it wrote to stderr.
func said(exit int, stderr string) run.Result {
	return run.Result{Exit: exit, Stderr: []byte(stderr)}
}

func TestFailures(t *testing.T) {
	for name, c := range map[string]struct {
		from   ports.FetchSource
		result run.Result
		kind   ports.FetchKind
		reason string // a part of it
	}{
		"unknown key": {cp1, said(255, "Host key verification failed.\r\nscp: Connection closed\r\n"), ports.FetchUnknownKey,
			"not known here: Host key verification failed; log in once, compare the fingerprint shown with the node's own, and accept it: ssh -p 2222 debian@10.0.0.11"},
		"unknown key, strict": {cp1, said(255, "No ED25519 host key is known for [10.0.0.11]:2222 and you have requested strict checking.\r\nHost key verification failed.\r\nlost connection\n"), ports.FetchUnknownKey, "not known"},
		"changed key, Debian": {cp1, said(255, changed+"  remove with:\r\n  ssh-keygen -f \"/h/.ssh/known_hosts\" -R \"[10.0.0.11]:2222\"\r\n"+changedEnd), ports.FetchChangedKey,
			"Host key for [10.0.0.11]:2222 has changed and you have requested strict checking; make sure that the node was reinstalled, then remove the old key and log in once: ssh-keygen -f /h/.ssh/known_hosts -R '[10.0.0.11]:2222'"},
		"changed key, others": {cp1, said(255, changed+changedEnd), ports.FetchChangedKey, "ssh-keygen -R '[10.0.0.11]:2222'"},
		"changed key, forged": {cp1, said(255, changed+"ssh-keygen -f \"$(id)\" -R \"x\"\nssh-keygen -f \"/k\" -R \"x; id\"\n"+changedEnd), ports.FetchChangedKey, "log in once: ssh-keygen -R '[10.0.0.11]:2222'"},
		"revoked key":         {cp1, said(255, "@       WARNING: REVOKED HOST KEY DETECTED!               @\r\nThe ED25519 host key for cp1 is marked as revoked.\r\nHost key verification failed.\r\n"), ports.FetchChangedKey, "revoked"},
		"key refused":         {cp1, said(255, "debian@10.0.0.11: Permission denied (publickey).\r\nscp: Connection closed\r\n"), ports.FetchRefused, "accepts no key: debian@10.0.0.11: Permission denied (publickey); tried ssh's usual keys;"},
		"key not there":       {withID, said(255, "Warning: Identity file /h/id not accessible: No such file or directory.\ndebian@10.0.0.11: Permission denied (publickey).\r\nscp: Connection closed\r\n"), ports.FetchRefused, "tried /h/id (Warning: Identity file /h/id not accessible: No such file or directory);"},
		"key too open":        {withID, said(255, "@@@\n@         WARNING: UNPROTECTED PRIVATE KEY FILE!          @\n@@@\nPermissions 0644 for '/h/id' are too open.\nIt is required that your private key files are NOT accessible by others.\nThis private key will be ignored.\nLoad key \"/h/id\": bad permissions\r\ndebian@10.0.0.11: Permission denied (publickey).\r\n"), ports.FetchRefused, "bad permissions"},
		"too many keys":       {cp1, said(255, "Received disconnect from 10.0.0.11 port 2222:2: Too many authentication failures\r\nDisconnected from 10.0.0.11 port 2222\r\nscp: Connection closed\r\n"), ports.FetchRefused, "Too many"},
		"key refused, sudo":   {bySudo, said(255, "debian@10.0.0.11: Permission denied (publickey,password).\r\n"), ports.FetchRefused, "no key"},
		"needs root":          {cp1, said(1, "scp: remote open \"/etc/kubernetes/admin.conf\": Permission denied\r\n"), ports.FetchNeedsRoot, "use --sudo, or --from root@10.0.0.11"},
		"needs root, older":   {cp1, said(1, "scp: /etc/kubernetes/admin.conf: Permission denied\n"), ports.FetchNeedsRoot, "--sudo"},
		"no file":             {cp1, said(1, "/usr/bin/scp: /etc/kubernetes/admin.conf: No such file or directory\r\n"), ports.FetchNoFile, "--remote-path (k3s: /etc/rancher/k3s/k3s.yaml)"},
		"a folder":            {cp1, said(1, "scp: download /etc/kubernetes/admin.conf/: not a regular file\r\n"), ports.FetchNoFile, "not a regular file"},
		"no file, sudo":       {bySudo, said(1, "cat: /etc/kubernetes/admin.conf: No such file or directory\n"), ports.FetchNoFile, "--remote-path"},
		"no file, busybox":    {bySudo, said(1, "motd\ncat: can't open '/etc/kubernetes/admin.conf': No such file or directory\n"), ports.FetchNoFile, "--remote-path"},
		"sudo asks":           {bySudo, said(1, "sudo: unable to resolve host cp1: Name or service not known\nsudo: a password is required\n"), ports.FetchSudo, "does not let cat run: sudo: a password is required; allow it without a password there (NOPASSWD: in sudoers)"},
		"sudo asks in French": {bySudo, said(1, "sudo: il est nécessaire de saisir un mot de passe\n"), ports.FetchSudo, "mot de passe"},
		"sudo wants a tty":    {bySudo, said(1, "sudo: sorry, you must have a tty to run sudo\n"), ports.FetchSudo, "tty"},
		"sudo not allowed":    {bySudo, said(1, "Sorry, user debian is not allowed to execute '/usr/bin/cat x' as root on cp1.\n"), ports.FetchSudo, "not allowed"},
		"no sudo":             {bySudo, said(127, "bash: line 1: sudo: command not found\n"), ports.FetchSudo, "there is no sudo"},
		"no sudo, dash":       {bySudo, said(127, "sh: 1: sudo: not found\n"), ports.FetchSudo, "there is no sudo"},
		"no host":             {cp1, said(255, "ssh: Could not resolve hostname cp1.invalid: Name or service not known\r\nscp: Connection closed\r\n"), ports.FetchNoHost, "Could not resolve hostname cp1.invalid: Name or service not known; check the name"},
		"port closed":         {cp1, said(255, "ssh: connect to host 10.0.0.11 port 2222: Connection refused\r\nscp: Connection closed\r\n"), ports.FetchConnection, "port 2222: Connection refused; check"},
		"no route":            {cp1, said(255, "ssh: connect to host 10.0.0.11 port 2222: No route to host\r\nscp: Connection closed\r\n"), ports.FetchConnection, "No route"},
		"turned away":         {cp1, said(255, "kex_exchange_identification: Connection closed by remote host\r\nConnection closed by 10.0.0.11 port 2222\r\nscp: Connection closed\r\n"), ports.FetchConnection, "Connection closed by 10.0.0.11"},
		"connecting too long": {cp1, said(255, "ssh: connect to host 10.0.0.11 port 2222: Connection timed out\r\nscp: Connection closed\r\n"), ports.FetchTimeout, "no answer from debian@10.0.0.11 port 2222 within 10s: ssh: connect to host"},
		"silent":              {cp1, said(255, "Connection timed out during banner exchange\r\nConnection to 10.0.0.11 port 2222 timed out\r\n"), ports.FetchTimeout, "--timeout"},
		"deadline":            {cp1, run.Result{Exit: -1, TimedOut: true}, ports.FetchTimeout, "within 10s; check"},
		"nobody answered":     {asking, run.Result{Exit: -1, TimedOut: true}, ports.FetchTimeout, "within 1m10s"},
		"Ctrl-C":              {cp1, run.Result{Exit: -1, Interrupted: true}, ports.FetchStopped, "interrupted"},
		"Ctrl-C at a prompt":  {asking, said(1, ""), ports.FetchStopped, "interrupted"},
		"no sftp":             {cp1, said(255, "subsystem request failed on channel 0\r\nscp: Connection closed\r\n"), ports.FetchNoSFTP, "has no sftp"},
		"disk full":           {cp1, said(1, "scp: local ftruncate \"/h/x\": Invalid argument\r\nscp: write local \"/h/x\": No space left on device\r\n"), ports.FetchLocal, "No space left on device; check free space"},
		"no local folder":     {cp1, said(1, "scp: open local \"/h/x\": No such file or directory\r\n"), ports.FetchLocal, "open local"},
		"no local rights":     {cp1, said(1, "scp: open local \"/h/x\": Permission denied\r\n"), ports.FetchLocal, "open local"},
		"quota, older scp":    {cp1, said(1, "/h/x: Disk quota exceeded\n"), ports.FetchLocal, "quota"},
		"no scp":              {cp1, run.Result{Exit: -1, Err: errors.Join(run.ErrNotFound)}, ports.FetchNoProgram, "scp does not run"},
		"not allowed":         {cp1, run.Result{Exit: -1, Err: run.ErrNotAllowed}, ports.FetchOther, "not allowed"},
		"flood":               {bySudo, run.Result{Exit: -1, Truncated: true}, ports.FetchOther, "more than"},
		"a talkative shell":   {cp1, said(255, "Received message too long 1214606444\r\nEnsure the remote shell produces no output for non-interactive sessions.\r\n"), ports.FetchOther, "Ensure the remote shell produces no output for non-interactive sessions; see whether this works: ssh -p 2222 debian@10.0.0.11"},
		"no word":             {cp1, said(3, "/usr/bin/scp: Connection closed\r\n"), ports.FetchOther, "(exit status 3): without a message"},
		"old algorithms":      {cp1, said(255, "Unable to negotiate with 10.0.0.11 port 2222: no matching host key type found. Their offer: ssh-rsa\r\nscp: Connection closed\r\n"), ports.FetchOther, "Their offer: ssh-rsa"},
	} {
		failure := diagnosis{from: c.from, limit: 10 * time.Second, beside: "/h"}.failure(c.result)
		if failure == nil || failure.Kind != c.kind || !strings.Contains(failure.Error(), c.reason) {
			t.Errorf("%s: %+v, want %s with %q", name, failure, c.kind, c.reason)
			continue
		}
		checkAdvice(t, name, failure)
	}
}

// checkAdvice wants a code, and one command to run: at the end, behind a colon. What the guard refuses has its own advice.
func checkAdvice(t *testing.T, name string, failure *ports.FetchFailure) {
	t.Helper()
	told := say.Tell(nil, failure)
	_, command, found := strings.Cut(told.Do, ": ")
	if failure.Kind == ports.FetchOther && strings.Contains(told.Why, run.ErrNotAllowed.Error()) {
		return
	}
	if told.Code != problems.FetchCodes[failure.Kind] || told.Code == "" || !found || !strings.Contains(command, " ") && command != "ssh-add" || told.What == "" {
		t.Errorf("%s: %+v", name, told)
	}
}

func TestANodeCannotPassForAnotherFailure(t *testing.T) {
	for name, c := range map[string]struct {
		from   ports.FetchSource
		result run.Result
	}{
		"cat of another file":        {bySudo, said(1, "cat: /etc/other: No such file or directory\n")},
		"ssh's words behind sudo":    {bySudo, said(1, "Host key verification failed.\n@ WARNING: REMOTE HOST IDENTIFICATION HAS CHANGED! @\n")},
		"a shell's file":             {bySudo, said(1, "bash: /etc/kubernetes/admin.conf: Permission denied\n")},
		"success with words on top":  {bySudo, said(3, "Could not resolve hostname\n")},
		"another program's no space": {bySudo, said(1, "tee: No space left on device\n")},
	} {
		failure := diagnosis{from: c.from}.failure(c.result)
		if failure == nil || failure.Kind != ports.FetchOther {
			t.Errorf("%s: %+v", name, failure)
		}
	}
}

func TestWhatTheNodeSaysIsMadeFit(t *testing.T) {
	for _, stderr := range []string{
		"scp: \x1b[2J\x1b]0;x\x07 \u202e gone\u2028\u0085\r\n", strings.Repeat("é", 10000), "bad \xff\xfe bytes\n", "a\rb\n", "sudo: \x1b[31mno\n",
		"cat: /etc/kubernetes/admin.conf\x1b[1A: Permission denied",
	} {
		for _, from := range []ports.FetchSource{cp1, bySudo} {
			for _, exit := range []int{1, 255} {
				reason := diagnosis{from: from, beside: "/h"}.failure(said(exit, stderr)).Error()
				if strings.ContainsFunc(reason, func(r rune) bool {
					return unicode.IsControl(r) || unicode.In(r, unicode.Cf, unicode.Zl, unicode.Zp)
				}) {
					t.Errorf("%q", reason)
				}
				if n := len([]rune(reason)); n > 600 {
					t.Errorf("%d characters", n)
				}
			}
		}
	}
}

func TestNoReasonHoldsASecret(t *testing.T) {
	from := with(func(s *ports.FetchSource) {
		s.CommonArgs = []string{"-o", "ProxyCommand=tunnel hunter2 %h:%p"}
	})
	for _, stderr := range []string{"Host key verification failed.", "password: hunter2", "token=hunter2", ""} {
		if reason := (diagnosis{from: from}).failure(said(255, stderr)).Error(); strings.Contains(reason, "hunter2") {
			t.Error(reason)
		}
	}
}
