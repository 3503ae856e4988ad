package kubectl

import (
	"strings"
	"testing"

	"github.com/univ-lehavre/nestor/adapters/run"
	"github.com/univ-lehavre/nestor/internal/effort"
	"github.com/univ-lehavre/nestor/ports"
)

var floods = []string{"y\n", "I\n", "E1130 \n", "Error from server: no\n", get("/api", "200 OK") + "\n"}

// flooded is a stderr of so many bytes of one line, and then a write.
func flooded(line string, size int) []byte {
	return []byte(strings.Repeat(line, size/len(line)) + "I1130 09:45:12.123456   1234 round_trippers.go:553] POST " + storyServer + "/api 201 Created in 3 milliseconds\n")
}

// A kubectl, or a plugin that writes to the same stderr, may flood it to the runner's limit before its deadline.
func TestAWriteInAFloodIsTold(t *testing.T) {
	for _, line := range floods {
		flood := flooded(line, effort.Some(run.DefaultMaxStderr, 1<<18))
		for name, result := range map[string]run.Result{"too much": {Stderr: flood, Truncated: true}, "too late": {Stderr: flood, TimedOut: true}} {
			failure := newReading(result, document{}, ports.Access{Server: storyServer}, 0).stopped()
			if failure == nil || !strings.Contains(failure.Reason.String(), "kubectl sent POST /api") {
				t.Errorf("%q, %s: a write in the flood is not told: %v", line, name, failure)
			}
		}
	}
}

// Taking a flood apart must not take longer than the deadline did.
func BenchmarkFlood(b *testing.B) {
	for _, line := range floods {
		b.Run(strings.TrimSpace(line[:min(len(line), 20)]), func(b *testing.B) {
			flood := flooded(line, run.DefaultMaxStderr)
			b.SetBytes(int64(len(flood)))
			for b.Loop() {
				newReading(run.Result{Stderr: flood, TimedOut: true}, document{}, ports.Access{Server: storyServer}, 0)
			}
		})
	}
}
