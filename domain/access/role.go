package access

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/univ-lehavre/nestor/ports/say"
)

// Role is a named set of rules, and who has it.
type Role struct {
	Name     string
	Rules    []Rule
	Subjects []Subject
}

// The kinds of subjects.
const (
	User           = "User"
	Group          = "Group"
	ServiceAccount = "ServiceAccount"
)

// Subject is somebody who has a role.
type Subject struct {
	Kind      string
	Namespace string // of a service account
	Name      string
}

var (
	roleName = regexp.MustCompile(`^[a-z0-9]([a-z0-9.:-]*[a-z0-9])?$`)
	label    = regexp.MustCompile(`^[a-z0-9]([a-z0-9-]*[a-z0-9])?$`)
	dnsName  = regexp.MustCompile(`^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$`)
	builtIn  = []string{"admin", "cluster-admin", "edit", "view"}
)

const longest = 253 // of a name in Kubernetes

// CheckRoleName says what is wrong with the name of a role. A role of Kubernetes' own would be overwritten.
func CheckRoleName(name string) error {
	switch {
	case len(name) > longest || !roleName.MatchString(name):
		return &say.Problem{Code: CodeRoleName, What: say.Textf("%q is no name for a role", name),
			Do: say.Textf("use small letters, digits, dots, dashes and colons, a letter or digit first and last")}
	case slices.Contains(builtIn, name) || strings.HasPrefix(name, "system:"):
		return &say.Problem{Code: CodeOwnRole, What: say.Textf("%q is a role of Kubernetes' own, which applying this one would overwrite", name), Do: say.Textf("choose another name")}
	}
	return nil
}

// Named makes a subject of a user's or a group's name as the API server knows it.
func Named(kind, name string) (Subject, error) {
	if !utf8.ValidString(name) || strings.TrimSpace(name) != name || name == "" || len(name) > 1024 || strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) }) {
		what := say.Textf("%q is no name of a user", name)
		if kind == Group {
			what = say.Textf("%q is no name of a group", name)
		}
		return Subject{}, &say.Problem{Code: CodeSubject, What: what, Do: say.Textf("write it as the API server knows it (kubectl auth whoami)")}
	}
	return Subject{Kind: kind, Name: name}, nil
}

// Account makes a subject of NAMESPACE/NAME.
func Account(text string) (Subject, error) {
	namespace, name, _ := strings.Cut(text, "/")
	if len(namespace) > 63 || !label.MatchString(namespace) || len(name) > longest || !dnsName.MatchString(name) {
		return Subject{}, &say.Problem{Code: CodeAccount, What: say.Textf("%q is no service account", text), Do: say.Textf("write NAMESPACE/NAME, such as default/nestor")}
	}
	return Subject{Kind: ServiceAccount, Namespace: namespace, Name: name}, nil
}
