package ports

import (
	"regexp"
	"strings"

	"github.com/univ-lehavre/nestor/ports/say"
)

// LongestStackName is how many characters a stack's name may have: it becomes part of file names and of a context's name.
const LongestStackName = 63

// stackName begins like a word, so that it is never an option, a hidden file or a way to another folder.
var stackName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]*$`)

// StackNameFault says why a stack cannot have a name, or nothing when it can. A stack's name becomes part of file names: this is
// the one place that decides, and no path passes it.
func StackNameFault(name string) say.Text {
	shown := name
	if len(shown) > LongestStackName {
		shown = shown[:LongestStackName] + "…"
	}
	switch {
	case !stackName.MatchString(name), strings.Contains(name, ".."):
		return say.Textf("%q is no stack name: letters, digits, dots, dashes and underscores, a letter or digit first", shown)
	case len(name) > LongestStackName:
		return say.Textf("%q is too long for a stack name: %d characters at most", shown, LongestStackName)
	case strings.HasSuffix(name, ".example"):
		return say.Textf("%q is no stack name: NAME.example.yaml is the example of stack NAME", shown)
	case name == strings.TrimSuffix(CatalogueFile, ".yaml"):
		return say.Textf("%s is the catalogue's file, not a stack", CatalogueFile)
	}
	return say.Text{}
}
