package ports

import (
	"context"
	"time"
)

// Clock tells the time, and lets it pass.
type Clock interface {
	Now() time.Time
	// Wait lets so much time pass. It is false when ctx ended before.
	Wait(ctx context.Context, d time.Duration) bool
}
