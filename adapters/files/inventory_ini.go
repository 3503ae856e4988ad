package files

import (
	"regexp"
	"strings"

	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/problems"
	"github.com/univ-lehavre/nestor/ports/say"
)

// CodeNoInventory is the fault of a file that is something else than an inventory in YAML.
const CodeNoInventory = problems.OtherInventory

var (
	iniSection = regexp.MustCompile(`^\[\s*[^\s\[\],:{}"']+(:(vars|children|hosts))?\s*\]\s*([#;].*)?$`)
	iniHost    = regexp.MustCompile(`^[^\s:#{}"'-]([^\s{}"']*[^\s:{}"'])?\s+[A-Za-z_]\w*\s*=`)
	iniVar     = regexp.MustCompile(`^[A-Za-z_]\w*\s*=`)
	iniName    = regexp.MustCompile(`^[A-Za-z0-9_][\w.:\[\]-]*$`)
)

// looksINI tells an inventory in INI format, which the YAML parser partly takes for a list or a text: by a section
// (`[all]`) at the margin, by a first line such as `n1 ansible_host=…`, or by nothing but several names.
func looksINI(lines []string) bool {
	content := contentLines(lines)
	if len(content) == 0 {
		return false
	}
	if iniHost.MatchString(content[0]) || iniVar.MatchString(content[0]) {
		return true
	}
	onlyNames := len(content) > 1
	for _, line := range content {
		if iniSection.MatchString(line) {
			return true
		}
		onlyNames = onlyNames && iniName.MatchString(line) && !strings.HasSuffix(line, ":")
	}
	return onlyNames
}

// contentLines are the lines that say something, their margin kept.
func contentLines(lines []string) []string {
	var content []string
	for _, line := range lines {
		text := strings.TrimRight(line, " \t")
		if trimmed := strings.TrimSpace(text); trimmed != "" && trimmed[0] != '#' && trimmed[0] != ';' && trimmed != "---" && trimmed != "..." {
			content = append(content, text)
		}
	}
	return content
}

func iniFault(shown string) ports.Fault {
	return ports.Fault{Code: CodeNoInventory, What: say.Textf("this looks like an INI inventory, and YAML is read here"),
		Instead: say.Textf("convert it with `ansible-inventory -i %s --list -y`", shown)}
}

// emptiness says how a file comes to declare nothing.
func emptiness(lines []string) say.Text {
	if len(contentLines(lines)) > 0 {
		return say.Textf("its value is null")
	}
	for _, line := range lines {
		if strings.HasPrefix(strings.TrimSpace(line), "#") {
			return say.Textf("it holds only comments")
		}
	}
	for _, line := range lines {
		if strings.TrimSpace(line) != "" {
			return say.Textf("it holds only a document mark")
		}
	}
	return say.Textf("it is empty")
}
