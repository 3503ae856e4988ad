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
		r.keep(doc)
	}
	return doc, err
}

// Catalogue implements ports.DocumentReader. The embedded catalogue is in every nestor and is not kept.
func (r *Remembered) Catalogue(beside ports.Document) (ports.Document, *ports.Document, error) {
	embedded, overlay, err := r.DocumentReader.Catalogue(beside)
	if err == nil && overlay != nil {
		r.keep(*overlay)
	}
	return embedded, overlay, err
}

// Others implements ports.DocumentReader.
func (r *Remembered) Others(than ports.Document) []ports.Document {
	others := r.DocumentReader.Others(than)
	for _, doc := range others {
		r.keep(doc)
	}
	return others
}

// Sources gives the files that were read, by the name that a Recorded reader looks for.
func (r *Remembered) Sources() map[string][]byte { return r.sources }

// keep names each file with the one ending that a Recorded reader looks for.
func (r *Remembered) keep(doc ports.Document) {
	name := strings.TrimSuffix(filepath.Base(doc.File), filepath.Ext(doc.File)) + ".yaml"
	r.sources[recordedFolder+name] = []byte(strings.Join(doc.Lines, "\n") + "\n")
}
