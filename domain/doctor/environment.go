package doctor

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/say"
)

// Spoken is the language in use, and what chose it: a variable, a flag, or nothing.
type Spoken struct{ Name, From string }

// Self says which nestor this is.
func Self(b ports.Build, s Spoken) []Finding {
	chosen := say.Textf("%s (%s)", s.Name, s.From)
	if s.From == "" {
		chosen = say.Textf("%s (no variable chooses another)", s.Name)
	}
	return []Finding{
		topic(say.Textf("version"))(CodeBuild, Fine, say.Textf("%s · %s · %s/%s", b.Version, b.Go, b.OS, b.Arch), say.Text{}),
		topic(say.Textf("language"))(CodeLanguage, Fine, chosen, say.Text{}),
	}
}

// Exported says which files KUBECONFIG names and which of them are not there. Fault is why it cannot be followed.
func Exported(files, missing []string, fault say.Text) []Finding {
	found := topic(say.Verbatim("KUBECONFIG"))
	unset := say.Textf("unset KUBECONFIG, unless it is meant")
	switch {
	case !fault.IsZero():
		return []Finding{found(CodeExportedMissing, Doubt, fault, say.Text{})}
	case len(files) == 0:
		return []Finding{found(CodeNotExported, Fine, say.Textf("not exported: each stack's own kubeconfig is used"), say.Text{})}
	}
	all := []Finding{found(CodeExported, Doubt, say.Textf("exported, and used for every stack: %s", strings.Join(files, ", ")), unset)}
	if len(missing) > 0 {
		all = append(all, found(CodeExportedMissing, Doubt, say.Textf("not there: %s", strings.Join(missing, ", ")), unset))
	}
	return all
}

// The variables that nestor knows as its own.
const (
	langVariable   = "NESTOR_LANG"
	replayVariable = "NESTOR_REPLAY"
)

// Variables says what other variables change. No password of a proxy is in it, and no value of a variable that nestor does
// not know.
func Variables(all []ports.Variable) []Finding {
	value := func(name string) string {
		for _, v := range all {
			if v.Name == name {
				return v.Value
			}
		}
		return ""
	}
	var found []Finding
	for _, v := range all {
		if strings.HasPrefix(v.Name, "NESTOR_") && v.Value != "" {
			found = append(found, own(v))
		}
	}
	if v := value("KUBERC"); v != "" && v != "off" {
		found = append(found, topic(say.Verbatim("KUBERC"))(CodeVariable, Fine, say.Textf("%s: nestor's own kubectl does without it", v), say.Text{}))
	}
	if value("NO_COLOR") != "" {
		found = append(found, topic(say.Verbatim("NO_COLOR"))(CodeVariable, Fine, say.Textf("set: no colours, unless --color always asks for them"), say.Text{}))
	}
	found = append(found, proxies(value)...)
	if home := value("XDG_STATE_HOME"); home != "" && !filepath.IsAbs(home) {
		found = append(found, topic(say.Verbatim("XDG_STATE_HOME"))(CodeStateIgnored, Doubt, say.Textf("%s is not an absolute path, and is ignored", home), say.Textf("write the whole path, or unset it")))
	}
	return found
}

func own(v ports.Variable) Finding {
	found := topic(say.Verbatim(v.Name))
	switch v.Name {
	case langVariable:
		return found(CodeVariable, Fine, say.Verbatim(v.Value), say.Text{})
	case replayVariable:
		return found(CodeReplaySet, Doubt, say.Textf("commands answer from the recording %s, and read no cluster", v.Value), say.Textf("unset NESTOR_REPLAY, unless it is meant"))
	}
	return found(CodeVariableUnknown, Doubt, say.Textf("nestor has no such variable"), say.Textf("nestor reads %s", strings.Join([]string{langVariable, replayVariable}, ", ")))
}

// proxies shows those that count for kubectl: capitals come first.
func proxies(value func(string) string) []Finding {
	var found []Finding
	for _, names := range [][]string{{"HTTPS_PROXY", "https_proxy"}, {"NO_PROXY", "no_proxy"}} {
		i := slices.IndexFunc(names, func(name string) bool { return value(name) != "" })
		if i < 0 {
			continue
		}
		var shown []say.Text
		for _, one := range strings.Split(value(names[i]), ",") {
			shown = append(shown, WithoutUser(strings.TrimSpace(one)))
		}
		found = append(found, topic(say.Verbatim(names[i]))(CodeProxySet, Fine, say.Join(", ", shown...), say.Text{}))
	}
	return found
}

// plainAddress is a host, a network or a pattern as these variables have them, perhaps with a port.
var plainAddress = regexp.MustCompile(`^(\[[0-9A-Fa-f:.]+\]|[0-9A-Fa-f:]*:[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*|[A-Za-z0-9*._-]+)(:[0-9]+)?(/[0-9]{1,3})?$`)

// WithoutUser shows an address without user information, path and query, be it a URL or not: what stands there may be a
// password, and a password may hold any character. What is no address even so is not shown.
func WithoutUser(address string) say.Text {
	scheme := ""
	if before, after, found := strings.Cut(address, "://"); found && !strings.ContainsAny(before, "@:/?#") {
		scheme, address = before+"://", after
	}
	address = address[strings.LastIndex(address, "@")+1:]
	if scheme != "" {
		address = address[:strings.IndexAny(address+"/", "/?#")]
	}
	if !plainAddress.MatchString(address) {
		return say.Textf("[not an address]")
	}
	return say.Verbatim(scheme + address)
}

// Memory is the file of confirmed clusters.
type Memory struct {
	File    string // empty: there is no place for it
	Facts   ports.FileFacts
	Stacks  int
	Problem error
}

// Remembered says what nestor remembers of earlier runs.
func Remembered(m Memory) []Finding {
	found := topic(say.Textf("confirmed"))
	switch {
	case m.File == "":
		return []Finding{topic(say.Verbatim("HOME"))(CodeNoHome, Doubt, say.Textf("not set: ~ leads nowhere, and no cluster that you confirm is remembered"), say.Textf("set HOME, or XDG_STATE_HOME, to an absolute path"))}
	case m.Problem != nil:
		return []Finding{found(CodeKnownUnread, Fault, say.Textf("%v", m.Problem), say.Text{})}
	case !m.Facts.There:
		return []Finding{found(CodeKnown, Fine, say.Textf("no cluster was confirmed yet; kept in %s", m.File), say.Text{})}
	}
	all := []Finding{found(CodeKnown, Fine, say.Plural(m.Stacks, "%d cluster is remembered in %s", "%d clusters are remembered in %s", m.File), say.Text{})}
	if m.Facts.Shared {
		all = append(all, found(CodeKnownShared, Doubt, say.Textf("other users of this machine may read %s", m.File), say.Textf("chmod 600 %s", m.File)))
	}
	return all
}
