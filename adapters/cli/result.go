package cli

import (
	"io"

	"github.com/univ-lehavre/nestor/ports/problems"
	"github.com/univ-lehavre/nestor/ports/say"
)

// result is stdout: what cannot be written there is a problem like any other.
type result struct{ out io.Writer }

// Write implements io.Writer.
func (r result) Write(text []byte) (int, error) {
	n, err := r.out.Write(text)
	if err != nil {
		return n, &say.Problem{Code: problems.NotPrinted, What: say.Textf("the result could not be printed"), Why: err}
	}
	return n, nil
}
