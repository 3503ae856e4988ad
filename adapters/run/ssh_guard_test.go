package run

import (
	"errors"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/univ-lehavre/nestor/ports"
)

const conf = "/etc/kubernetes/admin.conf"

// private is an absolute path on any system.
var private = func() string { path, _ := filepath.Abs("private"); return path }()

func scp(t SSHTarget) Call {
	return Call{Program: "scp", Args: SCPDownload(t, conf), File: private, Terminal: !t.Batch}
}

func sudo(t SSHTarget) Call {
	return Call{Program: "ssh", Args: SSHSudoCat(t, conf), Terminal: !t.Batch}
}

// to is a target with these options.
func to(options ...string) SSHTarget {
	return SSHTarget{Host: "cp1", User: "root", Port: 2222, KeyFile: "/h/id", Config: "/h/config", Options: options, Batch: true, Connect: 9}
}

func TestWhatAFetchRunsIsAllowed(t *testing.T) {
	for _, target := range []SSHTarget{
		to(), {Host: "cp1", Batch: true, Connect: 1}, {Host: "cp1", Connect: 1}, {Host: "10.0.0.1", User: "d.e_f-g+h", Batch: true, Connect: 3600},
		{Host: "2001:db8::10", Batch: true, Connect: 1}, {Host: "fe80::1%eth0", User: "d", Batch: true, Connect: 1}, {Host: "a-b.example.org.", Batch: true, Connect: 1},
		to("-4", "-6", "-C", "-c", "aes256-gcm@openssh.com", "-i", "~/x y", "-F", "/h/a b"),
		to("-J", "a,ops@b:2222,ssh://c,[2001:db8::1]:22,u@[fe80::1%eth0]"), to("-o", "ProxyJump=ops@bastion.example.org"), to("-o", "StrictHostKeyChecking=yes"), to("-o", "UserKnownHostsFile=~/.ssh/known_paris"),
		to("-o", "ProxyCommand=ssh -W %h:%p -q b"), to("-o", "proxycommand ssh -W %h:%p b"), to("-o", "IdentitiesOnly = yes"),
	} {
		for _, call := range []Call{scp(target), sudo(target)} {
			if err := Fetchers().check(call); err != nil {
				t.Errorf("%s: %v", call.CommandLine(), err)
			}
		}
	}
}

func TestReadersAndFetchersShareNoProgram(t *testing.T) {
	for _, call := range []Call{scp(to()), sudo(to())} {
		if err := Readers().check(call); !errors.Is(err, ErrNotAllowed) {
			t.Errorf("a reader may run %s", call.CommandLine())
		}
	}
	for _, call := range []Call{kubectl(KubectlList("prod", "nodes")), kubectl(KubectlRaw("prod", "/apis")), asked(namespace), {Program: "limactl", Args: LimactlList()}} {
		if err := Fetchers().check(call); !errors.Is(err, ErrNotAllowed) {
			t.Errorf("a fetcher may run %s", call.CommandLine())
		}
	}
}

func TestNoAllowlistLoosensSSH(t *testing.T) {
	allow := Allow{"ssh": {"-T", "cp1"}, "scp": {"-o", "-r"}}
	for _, call := range []Call{{Program: "ssh", Args: []string{"cp1", "id"}}, {Program: "ssh", Args: []string{"-T", "cp1", "--", "id"}}, {Program: "scp", Args: []string{"-r", "a:/b", "--", "c"}}} {
		if err := allow.check(call); !errors.Is(err, ErrNotAllowed) {
			t.Errorf("%s: %v", call.CommandLine(), err)
		}
	}
}

// badHosts and the others are refused wherever they stand.
var (
	badHosts = []string{"", "-x", "-", "[-x]", "-oProxyCommand=x", "[-oProxyCommand=x]", "a b", "a;id", "$(id)", "a\nb", "a`id`", "a|b", "a/b", "a'b", `a"b`, `a\b`, "é", "[cp1]", "[10.0.0.1]", "::1%$(id)", "::1%-x", "cp1:", "a{b,c}", "*", "~"}
	badUsers = []string{"-oX", "a b", "a;id", "$(id)", "a\nb", "a:b", "a@b", "a/b", "samba$", "é"}
	badPaths = []string{"", "x", "~/x", "-x", "/", "/a/", "//a", "/a b", "/a;id", "/$(id)", "/a\nb", "/*.conf", "/a?", "/[ab]", "/{a,b}", "/a'b", `/a"b`, `/a\b`, "/a|b", "/a&b", "/a>b", "/a<b", "/a#b", "/é", "/`id`", "/a\x00"}
)

func TestSSHOperandsAreOfPlainCharacters(t *testing.T) {
	for _, host := range badHosts {
		refusedBoth(t, SSHTarget{Host: host, Batch: true, Connect: 1}, conf)
		refusedBoth(t, SSHTarget{Host: host, User: "root", Batch: true, Connect: 1}, conf)
	}
	for _, user := range badUsers {
		refusedBoth(t, SSHTarget{Host: "cp1", User: user, Batch: true, Connect: 1}, conf)
	}
	for _, path := range badPaths {
		refusedBoth(t, to(), path)
	}
}

func refusedBoth(t *testing.T, target SSHTarget, path string) {
	t.Helper()
	for _, call := range []Call{
		{Program: "scp", Args: SCPDownload(target, path), File: private}, {Program: "ssh", Args: SSHSudoCat(target, path)},
	} {
		if err := Fetchers().check(call); !errors.Is(err, ErrNotAllowed) {
			t.Errorf("%q is accepted", call.Args)
		}
	}
}

func TestOptionsOfSSHThatAreRefused(t *testing.T) {
	for _, options := range [][]string{
		{"-o", "StrictHostKeyChecking=no"}, {"-o", "stricthostkeychecking accept-new"}, {"-o", "UserKnownHostsFile=/dev/null"},
		{"-o", "UserKnownHostsFile=/dev/../dev/null"}, {"-o", "UserKnownHostsFile=//dev/null"}, {"-o", "UserKnownHostsFile=none"}, {"-o", "UserKnownHostsFile=/h/a /dev/null"},
		{"-o", "UserKnownHostsFile=/proc/self/fd/9"}, {"-o", "GlobalKnownHostsFile=/dev/null"}, {"-o", "KnownHostsCommand=x"}, {"-o", "NoHostAuthenticationForLocalhost=yes"},
		{"-o", "VerifyHostKeyDNS=yes"}, {"-o", "UpdateHostKeys=yes"}, {"-o", "RevokedHostKeys=none"}, {"-oStrictHostKeyChecking=no"}, {"-4oStrictHostKeyChecking=no"},
		{"-o", "PermitLocalCommand=yes"}, {"-o", "LocalCommand=x"}, {"-o", "RemoteCommand=x"}, {"-o", "PKCS11Provider=x"}, {"-o", "SecurityKeyProvider=x"}, {"-o", "Include=x"},
		{"-o", "Match exec x"}, {"-o", "ForwardAgent=yes"}, {"-o", "LocalForward=1 b:1"}, {"-o", "ControlMaster=auto"}, {"-o", "LogLevel=QUIET"}, {"-o", "BatchMode=no"},
		{"-o", "XAuthLocation=x"}, {"-o", "ForkAfterAuthentication=yes"}, {"-o", "SessionType=none"}, {"-o", "SetEnv=A=b"}, {"-o", "Hostname=other"}, {"-o", "User=other"}, {"-o", "Port=1"},
		{"-o", " ProxyCommand=x"}, {"-o", `"ProxyCommand"=x`}, {"-o", "ProxyCommand"}, {"-o", "ProxyCommand="}, {"-o", "ProxyCommand=a\nLocalCommand=b"}, {"-o", ""}, {"-o"},
		{"-o", "ProxyJump=$(id)"}, {"-o", "ProxyJump=-x"}, {"-J", "a;id"}, {"-J", "a,"}, {"-J", "a:0"}, {"-J", "a:x"}, {"-J", "-oProxyCommand=x"},
		{"-q"}, {"-v"}, {"-O"}, {"-r"}, {"-3"}, {"-S", "x"}, {"-D", "x"}, {"-l", "1"}, {"-X", "x"}, {"-E", "x"}, {"-A"}, {"-M"}, {"-W", "a:1"}, {"-w", "1"}, {"-L", "1:b:1"}, {"-I", "x"},
		{"-i"}, {"-i", ""}, {"-i", "-oProxyCommand=x"}, {"-F", "-x"}, {"-F", "a\nb"}, {"-i", FileArg}, {"-i", KubeconfigArg}, {"cp2"}, {""}, {"-"}, {"--help"}, {"--", "x"}, {"-c", "a b"},
	} {
		refusedBoth(t, to(options...), conf)
	}
	for _, port := range []string{"-1", "0", "65536", "x", "1 ", "+1"} {
		for program, args := range map[string][]string{"scp": SCPDownload(SSHTarget{Host: "cp1", Options: []string{"-P", port}, Batch: true, Connect: 1}, conf),
			"ssh": SSHSudoCat(SSHTarget{Host: "cp1", Options: []string{"-p", port}, Batch: true, Connect: 1}, conf)} {
			if err := Fetchers().check(Call{Program: program, Args: args, File: private}); !errors.Is(err, ErrNotAllowed) {
				t.Errorf("%q is accepted", args)
			}
		}
	}
	if err := Fetchers().check(scp(to("-p", "1"))); err == nil { // to scp it keeps modes and times
		t.Error("scp -p is accepted")
	}
	if err := Fetchers().check(sudo(to("-P", "1"))); err == nil {
		t.Error("ssh -P is accepted")
	}
}

func TestASettingThatDecidesOnTrustIsNamed(t *testing.T) {
	err := Fetchers().check(scp(to("-o", "UserKnownHostsFile=hunter2")))
	if err == nil || !strings.Contains(err.Error(), "UserKnownHostsFile") || !strings.Contains(err.Error(), "~/.ssh/config") || strings.Contains(err.Error(), "hunter2") {
		t.Error(err)
	}
}

// change gives a call with other arguments.
func change(c Call, edit func(args []string) []string) Call {
	c.Args = edit(slices.Clone(c.Args))
	return c
}

func TestOnlyOneCopyAndOneCat(t *testing.T) {
	last := func(words ...string) func([]string) []string {
		return func(args []string) []string { return append(args[:len(args)-1], words...) }
	}
	without := func(word string) func([]string) []string {
		return func(args []string) []string {
			i := slices.Index(args, word)
			return slices.Delete(args, i, i+1)
		}
	}
	target := to()
	target.Options = []string{"-4"}
	upload := scp(target)
	n := len(upload.Args)
	asking := to()
	asking.Batch = false
	stdin, config, noFile, relative, file := scp(target), scp(target), scp(target), scp(target), sudo(target)
	stdin.Stdin, config.Kubeconfig, noFile.File, relative.File, file.File = []byte("x"), ports.NewSecret([]byte("x")), "", "private", private
	quiet, loud := scp(asking), sudo(asking)
	quiet.Terminal, loud.Terminal = false, false
	for name, call := range map[string]Call{
		"an upload":          change(upload, func(a []string) []string { a[n-1], a[n-2] = a[n-2], a[n-1]; return a }),
		"another local file": change(upload, last("/home/x")),
		"two sources":        change(upload, last("cp2:/x", FileArg)),
		"no destination":     change(upload, last()),
		"between two hosts":  change(upload, last("cp2:/x")),
		"a local source":     change(upload, func(a []string) []string { a[n-2] = "/etc/passwd"; return a }),
		"a URI":              change(upload, func(a []string) []string { a[n-2] = "scp://cp1/" + conf; return a }),
		"scp without --":     change(upload, without("--")),
		"ssh without --":     change(sudo(target), without("--")),
		"another command":    change(sudo(target), func(a []string) []string { return append(a[:len(a)-4], "id") }),
		"no command":         change(sudo(target), func(a []string) []string { return a[:len(a)-4] }),
		"sudo that may ask":  change(sudo(target), without("-n")),
		"cat without sudo":   change(sudo(target), func(a []string) []string { return append(a[:len(a)-4], "cat", conf) }),
		"sudo of another":    change(sudo(target), func(a []string) []string { a[len(a)-2] = "rm"; return a }),
		"two files":          change(sudo(target), func(a []string) []string { return append(a, "/etc/shadow") }),
		"one quoted word":    change(sudo(target), func(a []string) []string { return append(a[:len(a)-4], "sudo -n cat "+conf) }),
		"no fixed options": change(upload, func(a []string) []string {
			return append([]string{"-o", "ConnectTimeout=9"}, a[slices.Index(a, "--"):]...)
		}),
		"a quiet scp":             change(upload, func(a []string) []string { a[slices.Index(a, "LogLevel=ERROR")] = "LogLevel=QUIET"; return a }),
		"no limit for connecting": change(upload, func(a []string) []string { a[slices.Index(a, "ConnectTimeout=9")] = "ConnectTimeout=0"; return a }),
		"ssh with a terminal":     change(sudo(target), func(a []string) []string { return a[1:] }),
		"stdin":                   stdin,
		"a kubeconfig":            config,
		"no file":                 noFile,
		"a relative file":         relative,
		"a file for ssh":          file,
		"asking, no terminal":     quiet,
		"asking ssh, no terminal": loud,
		"nothing":                 {Program: "scp"},
		"-- alone":                {Program: "ssh", Args: []string{"-T", "--"}},
	} {
		if err := Fetchers().check(call); !errors.Is(err, ErrNotAllowed) {
			t.Errorf("%s: %q is accepted", name, call.Args)
		}
	}
}

// The forms of an accepted call, written apart from the guard: arguments joined by newlines.
var (
	sshOption    = `(-[46C]|-[Fi]\n[^-\n][^\n]*|-J\n[A-Za-z0-9@.,:/_%\[\]+-]+|-c\n[A-Za-z0-9@.,+^-]+|-[pP]\n[0-9]+|-o\n[A-Za-z0-9]+[ =][^\n]*)\n`
	hostForm     = `([A-Za-z0-9._+-]+@)?[A-Za-z0-9_\[:][A-Za-z0-9_.:%\[\]-]*`
	pathForm     = `/[A-Za-z0-9._/@+=:,-]+`
	acceptedSCP  = regexp.MustCompile(`^(-o\nBatchMode=yes\n)?-o\nConnectTimeout=[1-9][0-9]*\n-o\nLogLevel=ERROR\n-o\nControlMaster=no\n(` + sshOption + `)*--\n` + hostForm + `:` + pathForm + `\n\{file\}$`)
	acceptedSSH  = regexp.MustCompile(`^-T\n-x\n-a\n-o\nPermitLocalCommand=no\n-o\nClearAllForwardings=yes\n-o\nRemoteCommand=none\n-o\nSendEnv=LC_ALL\n(-o\nBatchMode=yes\n)?-o\nConnectTimeout=[1-9][0-9]*\n-o\nLogLevel=ERROR\n-o\nControlMaster=no\n(` + sshOption + `)*--\n` + hostForm + `\nsudo\n-n\ncat\n` + pathForm + `$`)
	trustSetting = regexp.MustCompile(`(?i)\n-o\n"?(strict|user.*known|global|.*knownhosts|verify|update|revoked|nohost|permitlocalcommand=y|localcommand|remotecommand=[^n]|.*forward[^i]|pkcs|securitykey|include|match)`)
)

func FuzzAcceptedSSHCopiesOneFile(f *testing.F) {
	for _, call := range []Call{scp(to()), sudo(to("-J", "a@b:1")), scp(to("-o", "ProxyCommand=x y")), sudo(to("-o", "StrictHostKeyChecking=no"))} {
		f.Add(call.Program, strings.Join(call.Args, "\n"))
	}
	f.Fuzz(func(t *testing.T, program, joined string) {
		call := Call{Program: program, Args: strings.Split(joined, "\n"), Terminal: true}
		forms := map[string]*regexp.Regexp{"scp": acceptedSCP, "ssh": acceptedSSH}
		if program == "scp" {
			call.File = private
		}
		if Fetchers().check(call) != nil {
			return
		}
		if form := forms[program]; form == nil || !form.MatchString(joined) || trustSetting.MatchString(joined) {
			t.Fatalf("accepted %s %q", program, joined)
		}
	})
}
