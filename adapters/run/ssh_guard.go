package run

import (
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/univ-lehavre/nestor/ports/problems"
	"github.com/univ-lehavre/nestor/ports/say"
)

// The guard of scp and ssh. It accepts what SCPDownload and SSHSudoCat build: the fixed options, options of a short list,
// "--", and the operands of one copy from a host to Call.File, or of one `sudo -n cat` on it.
//
// An option is on the list when it says how to get to the host, who asks and with which algorithms. Not on it is what runs
// a program (ProxyCommand and ProxyJump excepted: there may be no other way, and they come from the operator's own
// inventory), forwards something, stays in the background, or weakens which host keys are trusted: a strict check and
// a file of keys are fine, all else belongs where the operator's decisions on trust are, in ssh's own configuration.
var (
	hostWord = regexp.MustCompile(`^[A-Za-z0-9_]([A-Za-z0-9_.-]*[A-Za-z0-9_.])?$`)
	zoneName = regexp.MustCompile(`^[A-Za-z0-9_][A-Za-z0-9_.-]*$`)
	userWord = regexp.MustCompile(`^[A-Za-z0-9_][A-Za-z0-9._+-]*$`)
	// remotePath is the same to scp, which expands patterns, and to a shell on the node.
	remotePath = regexp.MustCompile(`^(/[A-Za-z0-9._@+=:,-]+)+$`)
	cipherList = regexp.MustCompile(`^[A-Za-z0-9@.,+^-]+$`)
	setting    = regexp.MustCompile(`^([A-Za-z0-9]+)(?: *= *| +)([^ ].*)$`)
)

// plainSettings of ssh_config(5) may have any value.
var plainSettings = words(`ProxyCommand ProxyUseFdpass
	AddressFamily BindAddress BindInterface ConnectTimeout ConnectionAttempts ServerAliveInterval ServerAliveCountMax
	TCPKeepAlive IPQoS Compression RekeyLimit
	IdentityFile IdentitiesOnly IdentityAgent CertificateFile PreferredAuthentications PubkeyAuthentication
	PasswordAuthentication KbdInteractiveAuthentication ChallengeResponseAuthentication HostbasedAuthentication
	GSSAPIAuthentication NumberOfPasswordPrompts
	Ciphers MACs KexAlgorithms HostKeyAlgorithms PubkeyAcceptedAlgorithms PubkeyAcceptedKeyTypes
	CASignatureAlgorithms RequiredRSASize HostKeyAlias CheckHostIP HashKnownHosts VisualHostKey`)

// trustSettings are those that an operator is most likely to have in an inventory: a refusal says what to do instead.
var trustSettings = words(`StrictHostKeyChecking UserKnownHostsFile GlobalKnownHostsFile KnownHostsCommand
	NoHostAuthenticationForLocalhost VerifyHostKeyDNS UpdateHostKeys RevokedHostKeys`)

func words(list string) []string { return strings.Fields(strings.ToLower(list)) }

func checkSCP(c Call) error {
	operands, err := checkSSHOptions(c, "-P")
	switch {
	case err != nil:
		return err
	case len(operands) != 2 || operands[1] != FileArg || !filepath.IsAbs(c.File):
		return refuse(say.Textf("scp: only one file, from a host to a private file here"))
	case !remoteOperand(operands[0]):
		return refuse(say.Textf("scp: the source is not a host and an absolute path of plain characters"))
	}
	return nil
}

func checkSSH(c Call) error {
	operands, err := checkSSHOptions(c, "-p")
	switch {
	case err != nil:
		return err
	case c.File != "" || len(operands) != 5 || !slices.Equal(operands[1:], sudoCat(operands[4])) || !remotePath.MatchString(operands[4]):
		return refuse(say.Textf("ssh: only `sudo -n cat` of an absolute path of plain characters"))
	case !loginOperand(operands[0], isHost):
		return refuse(say.Textf("ssh: the destination is not a host of plain characters"))
	}
	return nil
}

// checkSSHOptions gives what comes after "--", when all before it is allowed.
func checkSSHOptions(c Call, port string) (operands []string, err error) {
	end := slices.Index(c.Args, "--")
	if end < 0 {
		return nil, refuse(say.Textf("%s without -- before its operands", c.Program))
	}
	if c.Stdin != nil || !c.Kubeconfig.Empty() {
		return nil, refuse(say.Textf("%s with something on stdin", c.Program))
	}
	options, ok := cutFixed(c, c.Args[:end])
	if !ok {
		return nil, refuse(say.Textf("%s: its options do not begin as nestor's", c.Program))
	}
	for len(options) > 0 {
		if options, err = cutOption(c.Program, options, port); err != nil {
			return nil, err
		}
	}
	return c.Args[end+1:], nil
}

// cutFixed takes the fixed options off. Only a call that is lent the terminal may ask something.
func cutFixed(c Call, options []string) (rest []string, ok bool) {
	for _, word := range options {
		seconds, found := strings.CutPrefix(word, connectTimeout)
		if !found {
			continue
		}
		connect, err := strconv.Atoi(seconds)
		for _, batch := range []bool{true, false} {
			fixed := fixedOptions(c.Program, batch, connect)
			if err == nil && connect > 0 && (batch || c.Terminal) && len(fixed) <= len(options) && slices.Equal(fixed, options[:len(fixed)]) {
				return options[len(fixed):], true
			}
		}
		return nil, false
	}
	return nil, false
}

// cutOption takes one allowed option off, with its value.
func cutOption(program string, options []string, port string) (rest []string, err error) {
	option := options[0]
	switch option {
	case "-4", "-6", "-C":
		return options[1:], nil
	}
	if len(options) < 2 {
		return nil, refuse(say.Textf("%s: an option that is not on the list", program))
	}
	value := options[1]
	if value == "" || value == FileArg || value == KubeconfigArg || strings.HasPrefix(value, "-") || strings.ContainsFunc(value, unicode.IsControl) {
		return nil, refuse(say.Textf("%s: an option without a proper value", program))
	}
	allowed := false
	switch option {
	case "-F", "-i":
		allowed = true
	case "-J":
		allowed = jumps(value)
	case "-c":
		allowed = cipherList.MatchString(value)
	case "-o":
		return options[2:], checkSetting(program, value)
	case port:
		allowed = isPort(value)
	}
	if !allowed {
		return nil, refuse(say.Textf("%s: an option that is not on the list", program))
	}
	return options[2:], nil
}

// checkSetting checks one `-o`. Its errors show names that are known, and no values.
func checkSetting(program, text string) error {
	parts := setting.FindStringSubmatch(text)
	if parts == nil {
		return refuse(say.Textf("%s: -o without a setting of the form Name=value", program))
	}
	switch name := strings.ToLower(parts[1]); {
	case slices.Contains(plainSettings, name), name == "proxyjump" && jumps(parts[2]):
		return nil
	case name == "stricthostkeychecking" && slices.Contains([]string{"yes", "ask"}, strings.ToLower(parts[2])):
		return nil // no weaker than ssh's own choice
	case (name == "userknownhostsfile" || name == "globalknownhostsfile") && remembers(parts[2]):
		return nil
	case slices.Contains(trustSettings, name):
		return unsafeSetting(say.Textf("%s with this value of -o %s, which has a say in which host keys are trusted", program, parts[1]),
			say.Textf("set it in ~/.ssh/config, for this host alone"))
	}
	return unsafeSetting(say.Textf("%s with a setting that is not known to be harmless for copying a file", program), say.Textf("set it in ~/.ssh/config"))
}

func unsafeSetting(what, do say.Text) error {
	return problems.Kind(ErrNotAllowed, &say.Problem{Code: problems.TrustSetting, What: say.Textf("not allowed: %s", what), Do: do})
}

// keysFile is one file that can hold host keys.
var keysFile = regexp.MustCompile(`^(~?/[A-Za-z0-9._@+-]+)(/[A-Za-z0-9._@+-]+)*$`)

// remembers reports one file that holds what is known of hosts: a device or a process's file forgets them.
func remembers(file string) bool {
	clean := path.Clean(file)
	return keysFile.MatchString(file) && !strings.Contains(file, "..") && !strings.HasPrefix(clean, "/dev/") && !strings.HasPrefix(clean, "/proc/")
}

// remoteOperand is "[user@]host:/path", an IPv6 address in brackets.
func remoteOperand(operand string) bool {
	login, path, found := strings.Cut(operand, ":/")
	return found && remotePath.MatchString("/"+path) && loginOperand(login, func(host string) bool {
		inner, isBracketed := strings.CutPrefix(host, "[")
		if isBracketed {
			return strings.HasSuffix(inner, "]") && isIPv6(strings.TrimSuffix(inner, "]"))
		}
		return hostWord.MatchString(host)
	})
}

// loginOperand is "[user@]host".
func loginOperand(login string, host func(string) bool) bool {
	user, after, found := strings.Cut(login, "@")
	if !found {
		return host(login)
	}
	return userWord.MatchString(user) && host(after)
}

func isHost(host string) bool { return hostWord.MatchString(host) || isIPv6(host) }

func isPort(text string) bool {
	n, err := strconv.ParseUint(text, 10, 16)
	return err == nil && n > 0
}

// jumps is true of a list of "[user@]host[:port]": ssh makes a command line for a shell of it.
func jumps(list string) bool {
	for hop := range strings.SplitSeq(list, ",") {
		if !jump(strings.TrimPrefix(hop, "ssh://")) {
			return false
		}
	}
	return true
}

func jump(hop string) bool {
	if loginOperand(hop, isHost) {
		return true
	}
	colon := strings.LastIndex(hop, ":")
	if colon >= 0 && !strings.HasSuffix(hop, "]") {
		if !isPort(hop[colon+1:]) {
			return false
		}
		hop = hop[:colon]
	}
	return loginOperand(hop, func(host string) bool {
		inner := strings.TrimSuffix(strings.TrimPrefix(host, "["), "]")
		return hostWord.MatchString(host) || host == "["+inner+"]" && isIPv6(inner)
	})
}
