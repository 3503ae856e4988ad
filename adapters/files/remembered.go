package files

import (
	"path/filepath"
	"strings"

	"github.com/univ-lehavre/nestor/ports"
)

// Remembered passes documents through and remembers their sources, for a recording.
type Remembered struct {
	ports.DocumentReader
	sources map[string][]byte
}

// NewRemembered remembers what inner reads.
func NewRemembered(inner ports.DocumentReader) *Remembered {
	return &Remembered{DocumentReader: inner, sources: map[string][]byte{}}
}

// Stack implements ports.DocumentReader.
func (r *Remembered) Stack(name, file string) (ports.Document, error) {
	doc, err := r.DocumentReader.Stack(name, file)
	if err == nil {
		r.keep(doc, topologyKeys)
	}
	return doc, err
}

// Catalogue implements ports.DocumentReader. The embedded catalogue is in every nestor and is not kept.
func (r *Remembered) Catalogue(beside ports.Document) (ports.Document, *ports.Document, error) {
	embedded, overlay, err := r.DocumentReader.Catalogue(beside)
	if err == nil && overlay != nil {
		r.keep(*overlay, nil)
	}
	return embedded, overlay, err
}

// Others implements ports.DocumentReader.
func (r *Remembered) Others(than ports.Document) []ports.Document {
	others := r.DocumentReader.Others(than)
	for _, doc := range others {
		if isBench(doc) {
			r.keep(doc, benchKeys)
		}
	}
	return others
}

// isBench tells the topologies whose VMs a recording must know. The others are nobody's business.
func isBench(doc ports.Document) bool {
	root := project(doc.Root, keys{"target_kind": nil, "catalog": {"terrain": nil}})
	return strings.Contains(flow(root), "target_kind: lima") || strings.Contains(flow(root), "terrain: local")
}

// Sources gives what was looked at in the files that were read, by the name that a Recorded reader looks for.
func (r *Remembered) Sources() map[string][]byte { return r.sources }

// keep names each file with the one ending that a Recorded reader looks for.
func (r *Remembered) keep(doc ports.Document, allowed keys) {
	name := strings.TrimSuffix(filepath.Base(doc.File), filepath.Ext(doc.File)) + ".yaml"
	r.sources[recordedFolder+name] = render(project(doc.Root, allowed))
}
