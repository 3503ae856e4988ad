package atomicfile

import (
	"errors"
	"io/fs"
	"os"
)

// Cause is what the system said, without the advice around it, for callers that give their own.
func Cause(err error) error {
	var path *fs.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &path):
		return path
	case errors.As(err, &link): // the same words, in the one form that is said in every language
		return &fs.PathError{Op: link.Op, Path: link.Old + " " + link.New, Err: link.Err}
	}
	return err
}
