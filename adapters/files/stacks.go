package files

import (
	_ "embed"
	"errors"
	"path/filepath"
	"slices"
	"strings"

	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/problems"
	"github.com/univ-lehavre/nestor/ports/say"
)

// builtInName is how the embedded catalogue is called in messages.
const builtInName = "layers.yaml (built in)"

//go:embed layers.yaml
var builtIn []byte

// Stacks finds and reads topologies and catalogues. It implements ports.DocumentReader.
type Stacks struct {
	dir  string
	home string
}

var _ ports.DocumentReader = (*Stacks)(nil)

// NewStacks searches from dir (empty: the working directory) upwards, no further than home.
func NewStacks(dir, home string) *Stacks {
	if dir == "" {
		dir = "."
	}
	return &Stacks{dir: dir, home: home}
}

// Stack reads one topology: the file, else the named stack of the repository, else its active one.
// Relative files start at the folder given to NewStacks.
func (s *Stacks) Stack(name, file string) (ports.Document, error) {
	path, shown, err := s.find(name, file)
	if err != nil {
		return ports.Document{}, err
	}
	doc, err := load(path, shown)
	if err != nil {
		return ports.Document{}, err
	}
	doc.Found = path
	return doc, nil
}

func (s *Stacks) find(name, file string) (path, shown string, err error) {
	start, err := s.start()
	if err != nil {
		return "", "", err
	}
	switch {
	case name != "" && file != "":
		return "", "", &say.Problem{Code: problems.StackAndFile, What: say.Textf("a stack (%s) and a file (%s) are both named", name, file), Do: say.Textf("name one of them")}
	case file != "" && filepath.IsAbs(file):
		return file, file, nil
	case file != "":
		// Joined without cleaning: "link/.." is not the folder that holds the link.
		return start + string(filepath.Separator) + file, file, nil
	case name != "":
		path, err = s.named(name)
	default:
		path, err = s.active()
	}
	return path, s.shown(start, path), err
}

// shown is a found file as the operator would name it: from the starting folder if it is inside, else in full.
func (s *Stacks) shown(start, path string) string {
	rel, err := filepath.Rel(start, path)
	if err != nil || rel == ".." || strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
		return path
	}
	return filepath.Join(s.dir, rel)
}

// Catalogue parses the embedded catalogue, and the operator's own when there is one: beside the stack, else in its
// repository; without a stack, in the repository around the starting folder.
func (s *Stacks) Catalogue(beside ports.Document) (ports.Document, *ports.Document, error) {
	embedded, err := embeddedCatalogue()
	if err != nil {
		return ports.Document{}, nil, err
	}
	folders, err := s.catalogueFolders(beside)
	if err != nil {
		return embedded, nil, err
	}
	for _, folder := range folders {
		path := filepath.Join(folder, catalogueFile)
		if !exists(path) {
			continue
		}
		overlay, err := load(path, path)
		if err != nil {
			return embedded, nil, err
		}
		return embedded, &overlay, nil
	}
	return embedded, nil, nil
}

func embeddedCatalogue() (ports.Document, error) {
	doc, err := Parse(builtInName, builtInName, builtIn)
	if err != nil {
		return doc, &say.Problem{Code: problems.OwnDefect, What: say.Textf("the embedded catalogue is broken"), Why: err, Do: say.Textf("report it")}
	}
	return doc, nil
}

func (s *Stacks) catalogueFolders(beside ports.Document) ([]string, error) {
	if beside.File == "" {
		root, err := s.root()
		if errors.Is(err, errNoRepository) {
			return nil, nil
		}
		return []string{filepath.Join(root, topologyFolder), root}, err
	}
	own := []string{filepath.Dir(beside.File), filepath.Dir(beside.Found)}
	folders := slices.Clone(own)
	for _, folder := range own {
		if filepath.Base(folder) == topologyFolder {
			folders = append(folders, filepath.Dir(folder))
		}
	}
	return folders, nil
}

// Others parses the other topologies of the folder that holds this one (of the repository, for an active topology that is
// no link). Those that cannot be read are left out: they are not what was asked for.
func (s *Stacks) Others(than ports.Document) []ports.Document {
	folder := s.folderOf(than)
	seen := map[string]bool{than.File: true}
	var others []ports.Document
	for _, name := range topologyFiles(folder) {
		path := filepath.Join(folder, name)
		doc, err := load(path, path)
		if err != nil || seen[doc.File] {
			continue
		}
		seen[doc.File] = true
		others = append(others, doc)
	}
	return others
}

func (s *Stacks) folderOf(doc ports.Document) string {
	switch {
	case doc.File == "":
		root, err := s.root()
		if err != nil {
			return ""
		}
		return filepath.Join(root, topologyFolder)
	case filepath.Base(filepath.Dir(doc.Found)) == topologyFolder:
		return filepath.Dir(doc.Found)
	case filepath.Base(doc.File) == activeFile:
		return filepath.Join(filepath.Dir(doc.File), topologyFolder)
	}
	return filepath.Dir(doc.File)
}
