package files

import (
	"errors"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/problems"
	"github.com/univ-lehavre/nestor/ports/say"
)

// inventoryFile is where a repository keeps its Ansible inventory.
var inventoryFile = filepath.Join("bootstrap", "hosts.yaml")

// noInventory says that there is no inventory. It is fs.ErrNotExist: not the same as one that cannot be read.
func noInventory(what say.Text, why error, do say.Text) error {
	return problems.Kind(fs.ErrNotExist, &say.Problem{Code: problems.NoInventory, What: what, Why: why, Do: do})
}

// Inventory reads an Ansible inventory in YAML: the named file (a relative one starts at the folder given to NewStacks), else
// bootstrap/hosts.yaml of the repository that holds the topology (for the zero Document, the starting folder).
//
// No file there is an error that is fs.ErrNotExist; a file that is no YAML map is an *ports.InvalidDocument. An inventory holds
// passwords: neither the document nor an error has its source lines, and no error shows a value.
func (s *Stacks) Inventory(beside ports.Document, file string) (ports.Document, error) {
	path, shown, err := s.findInventory(beside, file)
	if err != nil {
		return ports.Document{}, err
	}
	actual, err := realFile(path, shown)
	if err != nil {
		return ports.Document{}, err
	}
	src, err := readFile(actual, shown)
	if err != nil {
		return ports.Document{}, err
	}
	doc, err := ParseInventory(actual, shown, src)
	doc.Found = path
	return doc, err
}

func (s *Stacks) findInventory(beside ports.Document, file string) (path, shown string, err error) {
	start, err := s.start()
	if err != nil {
		return "", "", err
	}
	if file != "" {
		path = file
		if !filepath.IsAbs(file) {
			path = start + string(filepath.Separator) + file // not cleaned, as for a topology
		}
		if !exists(path) {
			return "", "", noInventory(say.Textf("the inventory %s is not there", file), nil, say.Textf("check its path"))
		}
		return path, file, nil
	}
	folders := []string{start}
	if beside.File != "" {
		folders = []string{filepath.Dir(beside.Found), filepath.Dir(beside.File)}
	}
	for _, folder := range folders {
		for _, dir := range s.repositoryFolders(folder) {
			if path := filepath.Join(dir, inventoryFile); exists(path) {
				return path, s.shown(start, path), nil
			}
		}
	}
	why := say.Textf("no %s from %s up to the repository's top", inventoryFile, folders[0])
	if other := s.otherInventory(folders[0]); other != "" {
		why = say.Textf("%s (%s is there)", why, other)
	}
	return "", "", noInventory(say.Textf("there is no inventory"), say.Errorf("%s", why), say.Textf("write it there, or name the inventory's file"))
}

// repositoryFolders are a folder and those above it that belong to the same repository: up to the one with .git; without one,
// only the folder around topologies/. Further up anybody may have left a file, and an inventory can name programs to run.
func (s *Stacks) repositoryFolders(folder string) []string {
	around := []string{folder}
	if filepath.Base(folder) == topologyFolder {
		around = append(around, filepath.Dir(folder))
	}
	var all []string
	for dir := folder; ; dir = filepath.Dir(dir) {
		all = append(all, dir)
		if exists(filepath.Join(dir, ".git")) {
			return all
		}
		if dir == filepath.Dir(dir) || dir == s.realHome() {
			return around
		}
	}
}

func (s *Stacks) realHome() string {
	if home, err := filepath.EvalSymlinks(s.home); err == nil {
		return home
	}
	return s.home
}

// otherInventory names a file that may be meant.
func (s *Stacks) otherInventory(folder string) string {
	for _, dir := range s.repositoryFolders(folder) {
		for _, name := range []string{"hosts.yml", "hosts.ini", "hosts", "inventory.yaml", "inventory.yml", "inventory.ini"} {
			if path := filepath.Join(dir, "bootstrap", name); exists(path) {
				return path
			}
		}
	}
	return ""
}

// VariablesBeside names the folders beside an inventory where Ansible finds more variables, which are not read here.
func (s *Stacks) VariablesBeside(inventory ports.Document) []string {
	var folders []string
	for _, name := range []string{"group_vars", "host_vars"} {
		if path := filepath.Join(filepath.Dir(inventory.Found), name); isDir(path) {
			folders = append(folders, path)
		}
	}
	return folders
}

// ParseInventory reads one inventory. Any error is an *ports.InvalidDocument without source lines.
func ParseInventory(file, shown string, src []byte) (ports.Document, error) {
	doc, err := Parse(file, shown, src)
	var invalid *ports.InvalidDocument
	if errors.As(err, &invalid) {
		lines := invalid.Lines
		fault := invalid.Faults[0]
		if fault.Code == CodeSyntax {
			fault = inventorySyntax(fault, lines, shown)
		}
		return ports.Document{}, &ports.InvalidDocument{File: file, Faults: []ports.Fault{fault}}
	}
	if err != nil {
		return ports.Document{}, err
	}
	if fault := noTree(doc); fault != nil {
		return ports.Document{}, &ports.InvalidDocument{File: file, Faults: []ports.Fault{*fault}}
	}
	doc.Lines = nil
	return doc, nil
}

// inventorySyntax puts a fault of syntax in words that show no value: the parser's own may quote one.
func inventorySyntax(fault ports.Fault, lines []string, shown string) ports.Fault {
	if looksINI(lines) {
		return iniFault(shown)
	}
	if strings.ContainsAny(fault.What.String(), "\"*`") {
		fault.What = say.Textf("this is not valid YAML, or an alias or a tag that cannot be followed")
	}
	return fault
}

// noTree says why a document is no map of groups.
func noTree(doc ports.Document) *ports.Fault {
	fault := &ports.Fault{Code: CodeNoInventory, At: doc.Root.At, Instead: say.Textf("write groups: `all: {hosts: …}`")}
	first := ""
	if content := contentLines(doc.Lines); len(content) > 0 {
		first = content[0]
	}
	switch {
	case doc.Root.Kind == ports.Map && doc.Root.Tag == "":
		return nil
	case strings.HasPrefix(first, "$ANSIBLE_VAULT"), doc.Root.Tag == "!vault":
		fault.What, fault.Instead = say.Textf("the whole inventory is encrypted"), say.Textf("name a decrypted copy: `ansible-vault decrypt --output COPY FILE`")
	case doc.Root.Kind == ports.Null:
		fault.What = say.Textf("no hosts in %s: %s", doc.Shown, emptiness(doc.Lines))
	case looksINI(doc.Lines):
		*fault = iniFault(doc.Shown)
	case doc.Root.Kind == ports.List:
		fault.What = say.Textf("the file is a list, and an inventory is a map of groups")
	case doc.Root.Kind == ports.Map:
		fault.What = say.Textf("the file carries a tag, and an inventory is a plain map of groups")
	default:
		fault.What = say.Textf("the file is a single value, and an inventory is a map of groups")
	}
	return fault
}
