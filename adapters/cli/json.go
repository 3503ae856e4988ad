package cli

import (
	"io"

	"github.com/univ-lehavre/nestor/adapters/cli/formats"
)

// writeJSON prints a value for machines.
func writeJSON(w io.Writer, value any) error { return formats.JSON(w, value) }
