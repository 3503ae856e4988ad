package problems

import (
	"errors"
	"io/fs"
	"os"

	"github.com/univ-lehavre/nestor/ports/say"
)

// Kind marks an error as one of a kind, for errors.Is. It adds no word to what people read.
func Kind(kind, err error) error { return ofKind{err, kind} }

type ofKind struct {
	error
	kind error
}

func (k ofKind) Is(target error) bool { return target == k.kind }

func (k ofKind) Unwrap() error { return k.error }

// Cause is what the system said, without the advice that may stand around it.
func Cause(err error) error {
	var path *fs.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &path):
		return path
	case errors.As(err, &link):
		return say.Errorf("%s %s %s: %w", link.Op, link.Old, link.New, link.Err)
	}
	return err
}
