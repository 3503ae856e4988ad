package ports

import "github.com/univ-lehavre/nestor/ports/say"

// Words are the failure in one line: why, and what to do.
func (f *Failure) Words() say.Text { return say.Join("; ", f.Reason, f.Do) }
