package run

import (
	"io"
	"os"

	"github.com/univ-lehavre/nestor/ports/say"
)

// maxRecording is larger than any scenario of one cluster.
const maxRecording = 64 << 20

// Read reads a recording from a file that Write made, or that was written by hand.
func Read(path string) (Recording, error) {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return Recording{}, say.Errorf("%w; name a file that --record wrote", err)
	case !info.Mode().IsRegular():
		return Recording{}, say.Errorf("%s is not a file; name a file that --record wrote", path)
	}
	f, err := os.Open(path)
	if err != nil {
		return Recording{}, say.Errorf("%w; check its rights", err)
	}
	defer func() { _ = f.Close() }()
	src, err := io.ReadAll(io.LimitReader(f, maxRecording+1))
	switch {
	case err != nil:
		return Recording{}, say.Errorf("%w; check the disk", err)
	case len(src) > maxRecording:
		return Recording{}, say.Errorf("%s is larger than %d MiB, and no recording; name a file that --record wrote", path, maxRecording>>20)
	}
	return Parse(src)
}
