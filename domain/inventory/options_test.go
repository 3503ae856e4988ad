package inventory

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func options(line string) ([]string, error) {
	words, err := splitWords(line)
	if err != nil {
		return nil, err
	}
	return sshOptions(words)
}

func TestOptionsThatSSHAndSCPSharePass(t *testing.T) {
	for line, want := range map[string][]string{
		`-o ProxyJump=ops@bastion.example.org`:              {"-o", "ProxyJump=ops@bastion.example.org"},
		`-oProxyJump=a,ops@b:2222,ssh://c,[2001:db8::1]:22`: {"-o", "ProxyJump=a,ops@b:2222,ssh://c,[2001:db8::1]:22"},
		`-J ops@b`:                            {"-J", "ops@b"},
		`-F /h/.lima/cp1/ssh.config`:          {"-F", "/h/.lima/cp1/ssh.config"},
		`-o ProxyCommand="ssh -W %h:%p -q b"`: {"-o", "ProxyCommand=ssh -W %h:%p -q b"},
		`-4Ci ~/.ssh/id`:                      {"-4", "-C", "-i", "~/.ssh/id"},
		`-C -o ControlMaster=auto -o ControlPersist=60s -qvv`:         {"-C"},
		`-o "StrictHostKeyChecking yes" -o stricthostkeychecking=ASK`: {"-o", "StrictHostKeyChecking yes", "-o", "stricthostkeychecking=ASK"},
		`-o UserKnownHostsFile=~/.ssh/known_hosts_demo`:               {"-o", "UserKnownHostsFile=~/.ssh/known_hosts_demo"},
		`-o IdentitiesOnly=yes -c aes256-gcm@openssh.com`:             {"-o", "IdentitiesOnly=yes", "-c", "aes256-gcm@openssh.com"},
		`-o 'StrictHostKeyChecking="yes"'`:                            {"-o", `StrictHostKeyChecking="yes"`},
		``:                                                            nil,
	} {
		got, err := options(line)
		if diff := cmp.Diff(want, got); err != nil || diff != "" {
			t.Errorf("%s: %v %s", line, err, diff)
		}
	}
}

func TestF03HostKeyCheckingIsNeverWeakened(t *testing.T) {
	for _, line := range []string{
		"-o StrictHostKeyChecking=no", "-oStrictHostKeyChecking=no", "-o StrictHostKeyChecking=off", "-o 'StrictHostKeyChecking no'",
		"-o STRICTHOSTKEYCHECKING=No", `-o 'StrictHostKeyChecking = "no"'`, "-o StrictHostKeyChecking=accept-new", "-o StrictHostKeyChecking=false",
		"-4Co StrictHostKeyChecking=no", "-4oStrictHostKeyChecking=no", `-o "StrictHostKeyChecking	no"`,
		"-o UserKnownHostsFile=/dev/null", "-o 'UserKnownHostsFile /dev/null'", `-o 'UserKnownHostsFile="/dev/null"'`, "-o UserKnownHostsFile=/dev/../dev/null",
		"-o UserKnownHostsFile=//dev/null", "-o 'UserKnownHostsFile=~/.ssh/known_hosts /dev/null'", "-o UserKnownHostsFile=none", "-o UserKnownHostsFile=NUL",
		"-o GlobalKnownHostsFile=/dev/null", "-o NoHostAuthenticationForLocalhost=yes", "-o VerifyHostKeyDNS=yes", "-o KnownHostsCommand=/bin/true", "-o RevokedHostKeys=none",
	} {
		got, err := options(line)
		if err == nil {
			t.Errorf("%s is accepted: %q", line, got)
			continue
		}
		if !strings.Contains(err.Error(), "never weakened") && !strings.Contains(err.Error(), "control characters") {
			t.Errorf("%s: %v", line, err)
		}
		option, _, _ := strings.Cut(strings.TrimLeft(strings.TrimPrefix(strings.TrimPrefix(line, "-4C"), "-"), "4o '\""), "=")
		if name, _, _ := strings.Cut(option, " "); !strings.Contains(err.Error(), name) && !strings.Contains(err.Error(), "control") {
			t.Errorf("%s: %s is not named: %v", line, name, err)
		}
	}
}

func TestWhatIsNoSharedOptionIsRefusedByName(t *testing.T) {
	for line, want := range map[string]string{
		"bastion":                        "word 1 is no option",
		"-o ProxyJump=b hunter2":         "word 3 is no option",
		"-4 -- x":                        "word 2 is no option",
		"-":                              "word 1 is no option",
		"--help":                         "word 1 is no option",
		"-o":                             "-o lacks its value",
		"-o ProxyJump=":                  "lacks its value",
		"-o ProxyJump":                   "-o takes Key=value",
		"-i -oProxyCommand=x":            "begins with a dash",
		"-F -x":                          "begins with a dash",
		"-W %h:%p":                       "-W does not mean the same",
		"-D 1080":                        "-D does not",
		"-L 1:b:1":                       "-L does not",
		"-R 1:b:1":                       "-R does not",
		"-N":                             "-N does not",
		"-f":                             "-f does not",
		"-tt":                            "-t does not",
		"-A":                             "-A does not",
		"-T":                             "-T does not",
		"-p 22":                          "write ansible_port",
		"-P 22":                          "write ansible_port",
		"-l root":                        "write ansible_user",
		"-S /tmp/x":                      "-S does not",
		"-I lib.so":                      "-I does not",
		"-r":                             "-r does not",
		"-Cz":                            "-z does not",
		"-o User=root":                   "write ansible_user",
		"-o HostName=10.0.0.1":           "write ansible_host",
		"-o Port=22":                     "write ansible_port",
		"-o LocalCommand=id":             "-o LocalCommand is not known to be harmless",
		"-o PermitLocalCommand=yes":      "-o PermitLocalCommand",
		"-o RemoteCommand=id":            "-o RemoteCommand",
		"-o ForwardAgent=yes":            "-o ForwardAgent",
		"-o Include=/tmp/x":              "-o Include",
		"-o SendEnv=X":                   "-o SendEnv",
		"-J -oProxyCommand=id":           "-J names a host, user or port that is none",
		"-o 'ProxyJump=b;id'":            "-o ProxyJump names a host",
		"-o ProxyJump=-x@b":              "-o ProxyJump names a host",
		"-o 'ProxyJump=`id`@b'":          "-o ProxyJump names a host",
		"-o ProxyJump=b:0":               "-o ProxyJump names a host",
		"-o ProxyJump=b,":                "-o ProxyJump names a host",
		"-o \"Compression=yes\nUser x\"": "control characters",
	} {
		got, err := options(line)
		switch {
		case err == nil:
			t.Errorf("%s is accepted: %q", line, got)
		case !strings.Contains(err.Error(), want):
			t.Errorf("%s: %v, want %q", line, err, want)
		case strings.Contains(err.Error(), "hunter2"):
			t.Errorf("%s: a word that may be a password is shown: %v", line, err)
		case !strings.Contains(err.Error(), "; ") && !strings.Contains(err.Error(), ": "):
			t.Errorf("%s: nothing says what to do: %v", line, err)
		}
	}
}

// isHarmless checks options by getopt's rules for scp, apart from the code under test.
func isHarmless(args []string) bool {
	for i := 0; i < len(args); i++ {
		switch args[i] {
		case "-4", "-6", "-C":
		case "-c", "-F", "-i", "-J", "-o":
			i++
			if i == len(args) {
				return false
			}
			squeezed := strings.ToLower(strings.NewReplacer(" ", "", "=", "", `"`, "", "\t", "").Replace(args[i]))
			for _, bad := range []string{"stricthostkeycheckingno", "stricthostkeycheckingoff", "stricthostkeycheckingaccept", "/dev/null", "localcommand"} {
				if args[i-1] == "-o" && strings.Contains(squeezed, bad) {
					return false
				}
			}
		default:
			return false
		}
	}
	return true
}

func TestWhateverPassesIsHarmless(t *testing.T) {
	pieces := []string{"-o", "-4", "-Co", "-i", "-F", "-J", "-l", "-p", "-qo", "x", "b", "--", "-", "ProxyJump=b", "StrictHostKeyChecking=no", "StrictHostKeyChecking yes",
		"UserKnownHostsFile=/dev/null", "-oStrictHostKeyChecking=no", "PermitLocalCommand=yes", "LocalCommand=id", "Compression=yes", "StrictHostKeyChecking = no"}
	passed := 0
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 4).Draw(t, "words")
		kept, err := sshOptions(slices.Clone(words))
		if err == nil {
			passed++
			if !isHarmless(kept) {
				t.Fatalf("%q passes as %q", words, kept)
			}
			again, err := sshOptions(kept)
			if err != nil || !slices.Equal(again, kept) {
				t.Fatalf("%q does not pass again: %q %v", kept, again, err)
			}
		}
	})
	if passed == 0 {
		t.Error("nothing passed: the test shows nothing")
	}
}
