package inventory

import (
	"path"
	"regexp"
	"strings"
	"unicode"

	"github.com/univ-lehavre/nestor/ports/say"
)

// Of ssh(1): the options that take a value, and those that ssh and scp understand alike. The rest scp does not have, or
// has with another meaning (-l is a user to ssh, a limit to scp).
const (
	withValue    = "BbcDEeFIiJLlmOoPpQRSWwX"
	commonValues = "cFiJo"
	commonFlags  = "46C"
	// leftOut is dropped: what ssh says must be readable, neither silent nor verbose.
	leftOut = "qv"
)

// refused is an option that is not used, with what to do about it.
func refused(what, do say.Text) error {
	return &say.Problem{Code: CodeOption, What: what, Do: do}
}

// weakening is an option that would trust a host whose key the operator has not seen.
func weakening(what say.Text) error {
	return &say.Problem{Code: CodeHostKeys, What: what, Why: say.Errorf("host key checking is never weakened"), Do: say.Textf("remove it, and put the host's key into known_hosts")}
}

// instead says what to write in the place of an option that ssh and scp do not share.
func instead(option string) say.Text {
	switch option {
	case "-p", "-P":
		return say.Textf("write %s", "ansible_port")
	case "-l":
		return say.Textf("write %s", "ansible_user")
	case "-A":
		return say.Textf("remove it: an agent is not forwarded")
	case "-S":
		return say.Textf("remove it: connections are not shared")
	}
	return removeIt()
}

func removeIt() say.Text { return say.Textf("remove it") }

// sshOptions checks that words are options that ssh and scp understand alike, and weaken nothing. It gives them with each
// value as a word of its own, without those that only share connections or change what ssh prints.
func sshOptions(words []string) ([]string, error) {
	var kept []string
	for i := 0; i < len(words); i++ {
		word := words[i]
		if len(word) < 2 || word[0] != '-' || word[1] == '-' {
			return nil, refused(say.Textf("word %d is no option of ssh, and would be taken for a host or a command", i+1), say.Textf("remove it, or quote the value that it belongs to"))
		}
		for j := 1; j < len(word); j++ {
			letter, rest := word[j:j+1], word[j+1:]
			if !strings.Contains(withValue, letter) {
				if err := flag(letter); err != nil {
					return nil, err
				}
				if strings.Contains(commonFlags, letter) {
					kept = append(kept, "-"+letter)
				}
				continue
			}
			if rest == "" {
				if i++; i == len(words) {
					return nil, noValue("-" + letter)
				}
				rest = words[i]
			}
			keep, err := optionWithValue(letter, rest)
			if err != nil {
				return nil, err
			}
			if keep {
				kept = append(kept, "-"+letter, rest)
			}
			break
		}
	}
	return kept, nil
}

func flag(letter string) error {
	if strings.Contains(commonFlags+leftOut, letter) {
		return nil
	}
	return notShared("-" + letter)
}

func notShared(option string) error {
	return refused(say.Textf("%s does not mean the same to ssh and scp, or makes no sense for copying a file", quoted(option)), instead(option))
}

func noValue(option string) error {
	return refused(say.Textf("%s lacks its value", option), say.Textf("write it, or remove the option"))
}

// optionWithValue reports whether an option is kept.
func optionWithValue(letter, value string) (bool, error) {
	option := "-" + letter
	switch {
	case !strings.Contains(commonValues, letter):
		return false, notShared(option)
	case strings.ContainsFunc(value, unicode.IsControl):
		return false, refused(say.Textf("the value of %s holds control characters", option), say.Textf("remove them"))
	case letter == "o":
		return keyword(value)
	case letter == "J":
		return true, jumps(option, value)
	}
	if what := pathFault(value); !what.IsZero() {
		return false, refused(say.Textf("%s has a value that %s", option, what), say.Textf("write a plain one"))
	}
	return true, nil
}

var setting = regexp.MustCompile(`^[ \t]*([A-Za-z0-9]+)(?:[ \t]*=[ \t]*|[ \t]+)(.*?)[ \t]*$`)

// keyword checks one setting of ssh_config(5), written as "Key=value" or "Key value".
func keyword(s string) (bool, error) {
	m := setting.FindStringSubmatch(s)
	if m == nil {
		return false, refused(say.Textf("-o takes Key=value, and is given something else"), say.Textf("write it so"))
	}
	option, value := "-o "+m[1], m[2]
	if value == "" {
		return false, noValue(option)
	}
	key := strings.ToLower(m[1])
	switch {
	case droppedKeys[key]:
		return false, nil
	case weakeningKeys[key]:
		return false, weakening(say.Verbatim(option))
	case plainKeys[key]:
		return true, nil
	}
	switch key {
	case "stricthostkeychecking":
		if v := strings.ToLower(unquote(value)); v != "yes" && v != "ask" {
			return false, weakening(say.Textf("%s with anything but yes", option))
		}
		return true, nil
	case "userknownhostsfile", "globalknownhostsfile":
		if noKnownHosts(value) {
			return false, weakening(say.Textf("%s with a file that remembers nothing", option))
		}
		return true, nil
	case "proxyjump":
		return true, jumps(option, unquote(value))
	}
	if variable := ownVariable[key]; variable != "" {
		return false, refused(say.Textf("%s is set by the inventory itself", option), say.Textf("write %s", variable))
	}
	return false, refused(say.Textf("%s is not known to be harmless for copying a file", option), say.Textf("remove it, or set it in your ~/.ssh/config"))
}

func unquote(s string) string {
	if len(s) > 1 && s[0] == '"' && s[len(s)-1] == '"' {
		return s[1 : len(s)-1]
	}
	return s
}

// noKnownHosts tells a list of files of which one cannot hold any key.
func noKnownHosts(files string) bool {
	for _, file := range strings.Fields(strings.ReplaceAll(files, `"`, " ")) {
		name := path.Clean(strings.ReplaceAll(file, `\`, ""))
		if strings.HasPrefix(name, "/dev/") || strings.HasPrefix(name, "/proc/") || strings.EqualFold(name, "none") || strings.EqualFold(name, "nul") {
			return true
		}
	}
	return false
}

// jumps checks the hosts of a ProxyJump: they end up in a command line that ssh makes.
func jumps(option, value string) error {
	if value == "none" {
		return nil
	}
	for _, hop := range strings.Split(value, ",") {
		if !isHop(strings.TrimPrefix(hop, "ssh://")) {
			return refused(say.Textf("%s names a host, user or port that is none", option), say.Textf("write user@host or user@host:port"))
		}
	}
	return nil
}

func isHop(hop string) bool {
	user, rest, found := strings.Cut(hop, "@")
	if !found {
		user, rest = "", hop
	}
	if found && !userFault(user).IsZero() {
		return false
	}
	if m := portBehind.FindStringSubmatch(rest); m != nil {
		rest = m[1]
		if _, err := portOf(m[2]); err != nil {
			return false
		}
	} else if m := bracketedPort.FindStringSubmatch(rest); m != nil {
		rest = "[" + m[1] + "]"
		if _, err := portOf(m[2]); err != nil {
			return false
		}
	}
	_, what := hostOf(rest)
	return what.IsZero()
}
