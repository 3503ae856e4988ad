package app

import (
	"context"

	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/say"
)

// Record makes a preview and keeps the answers that it rests on, in the file that the operator named.
type Record struct {
	Preview
	Writer ports.RecordingWriter
}

// Run previews, then writes the recording. A preview that cannot be made is not recorded.
func (r Record) Run(ctx context.Context, o StackOptions) (Report, error) {
	report, err := r.Preview.Run(ctx, o)
	if err != nil || ctx.Err() != nil {
		return report, err
	}
	if err := r.Writer.Save(report.Stack.Name); err != nil {
		return report, say.Errorf("writing the recording: %w", err)
	}
	return report, nil
}
