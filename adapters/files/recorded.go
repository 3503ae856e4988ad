package files

import (
	"path"
	"sort"
	"strings"

	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/problems"
	"github.com/univ-lehavre/nestor/ports/say"
)

// recordedFolder is where a recording keeps a stack's own files.
const recordedFolder = "topologies/"

// Recorded reads the topology and catalogue that a recording holds. A stack that is named by another name, or by a
// file, is read from this machine: one topology can be tried against another's answers.
type Recorded struct {
	stack  string
	files  map[string][]byte
	stacks *Stacks // for what the recording does not hold
}

var _ ports.DocumentReader = (*Recorded)(nil)

// NewRecorded reads what a recording of this stack holds; everything else as stacks does.
func NewRecorded(stack string, files map[string][]byte, stacks *Stacks) *Recorded {
	return &Recorded{stack: stack, files: files, stacks: stacks}
}

// Stack implements ports.DocumentReader.
func (r *Recorded) Stack(name, file string) (ports.Document, error) {
	if file != "" || name != "" && name != r.stack {
		return r.stacks.Stack(name, file)
	}
	for _, suffix := range []string{".yaml", ".example.yaml"} {
		if src, ok := r.files[recordedFolder+r.stack+suffix]; ok {
			return r.parse(recordedFolder+r.stack+suffix, src)
		}
	}
	return ports.Document{}, &say.Problem{Code: problems.RecordingIncomplete, What: say.Textf("the recording does not hold the topology of stack %q", r.stack),
		Do: say.Textf("record the scenario again")}
}

// Catalogue implements ports.DocumentReader: the embedded catalogue, and the recorded one beside the topology.
func (r *Recorded) Catalogue(ports.Document) (ports.Document, *ports.Document, error) {
	embedded, err := embeddedCatalogue()
	if err != nil {
		return ports.Document{}, nil, err
	}
	src, ok := r.files[recordedFolder+catalogueFile]
	if !ok {
		return embedded, nil, nil
	}
	overlay, err := r.parse(recordedFolder+catalogueFile, src)
	return embedded, &overlay, err
}

// Others implements ports.DocumentReader.
func (r *Recorded) Others(than ports.Document) []ports.Document {
	var others []ports.Document
	for _, name := range r.names() {
		if name == than.Shown || name == recordedFolder+catalogueFile {
			continue
		}
		if doc, err := r.parse(name, r.files[name]); err == nil {
			others = append(others, doc)
		}
	}
	return others
}

func (r *Recorded) names() []string {
	var names []string
	for name := range r.files {
		if strings.HasPrefix(name, recordedFolder) && path.Ext(name) == ".yaml" {
			names = append(names, name)
		}
	}
	sort.Strings(names)
	return names
}

func (r *Recorded) parse(name string, src []byte) (ports.Document, error) {
	return Parse(name, name, src)
}

// Stacks implements ports.DocumentReader: those of this machine, which can be tried against the recorded answers.
func (r *Recorded) Stacks() ([]ports.StackFile, error) { return r.stacks.Stacks() }
