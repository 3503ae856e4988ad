package problems

// Kind marks an error as one of a kind, for errors.Is. It adds no word to what people read.
func Kind(kind, err error) error { return ofKind{err, kind} }

type ofKind struct {
	error
	kind error
}

func (k ofKind) Is(target error) bool { return target == k.kind }

func (k ofKind) Unwrap() error { return k.error }
