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

const keepChecking = "host key checking is never weakened: remove it, and put the host's key into known_hosts"

// instead says what to write in the place of an option that ssh and scp do not share.
var instead = map[string]string{
	"-p": "write ansible_port", "-P": "write ansible_port", "-l": "write ansible_user",
	"-A": "remove it: an agent is not forwarded", "-S": "remove it: connections are not shared",
}

// sshOptions checks that words are options that ssh and scp understand alike, and weaken nothing. It gives them with each
// value as a word of its own, without those that only share connections or change what ssh prints.
func sshOptions(words []string) ([]string, error) {
	var kept []string
	for i := 0; i < len(words); i++ {
		word := words[i]
		if len(word) < 2 || word[0] != '-' || word[1] == '-' {
			return nil, say.Errorf("word %d is no option of ssh, and would be taken for a host or a command; remove it, or quote the value that it belongs to", i+1)
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
					return nil, say.Errorf("-%s lacks its value; write it, or remove the option", letter)
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
	advice := instead[option]
	if advice == "" {
		advice = "remove it"
	}
	return say.Errorf("%s does not mean the same to ssh and scp, or makes no sense for copying a file; %s", quoted(option), advice)
}

// optionWithValue reports whether an option is kept.
func optionWithValue(letter, value string) (bool, error) {
	option := "-" + letter
	switch {
	case !strings.Contains(commonValues, letter):
		return false, notShared(option)
	case strings.ContainsFunc(value, unicode.IsControl):
		return false, say.Errorf("the value of %s holds control characters; remove them", option)
	case letter == "o":
		return keyword(value)
	case letter == "J":
		return true, jumps(option, value)
	}
	if what := pathFault(value); what != "" {
		return false, say.Errorf("the value of %s %s; write a plain one", option, what)
	}
	return true, nil
}

var setting = regexp.MustCompile(`^[ \t]*([A-Za-z0-9]+)(?:[ \t]*=[ \t]*|[ \t]+)(.*?)[ \t]*$`)

// keyword checks one setting of ssh_config(5), written as "Key=value" or "Key value".
func keyword(s string) (bool, error) {
	m := setting.FindStringSubmatch(s)
	if m == nil {
		return false, say.Errorf("-o takes Key=value, and is given something else; write it so")
	}
	option, value := "-o "+m[1], m[2]
	if value == "" {
		return false, say.Errorf("%s lacks its value; write it, or remove the option", option)
	}
	key := strings.ToLower(m[1])
	switch {
	case droppedKeys[key]:
		return false, nil
	case weakeningKeys[key]:
		return false, say.Errorf("%s: %s", option, keepChecking)
	case plainKeys[key]:
		return true, nil
	}
	switch key {
	case "stricthostkeychecking":
		if v := strings.ToLower(unquote(value)); v != "yes" && v != "ask" {
			return false, say.Errorf("%s with anything but yes: %s", option, keepChecking)
		}
		return true, nil
	case "userknownhostsfile", "globalknownhostsfile":
		if noKnownHosts(value) {
			return false, say.Errorf("%s with a file that remembers nothing: %s", option, keepChecking)
		}
		return true, nil
	case "proxyjump":
		return true, jumps(option, unquote(value))
	}
	if advice := ownVariable[key]; advice != "" {
		return false, say.Errorf("%s is set by the inventory itself; write %s", option, advice)
	}
	return false, say.Errorf("%s is not known to be harmless for copying a file; remove it, or set it in your ~/.ssh/config", option)
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
			return say.Errorf("%s names a host, user or port that is none; write user@host or user@host:port", option)
		}
	}
	return nil
}

func isHop(hop string) bool {
	user, rest, found := strings.Cut(hop, "@")
	if !found {
		user, rest = "", hop
	}
	if found && userFault(user) != "" {
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
	return what == ""
}
