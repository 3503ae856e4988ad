package kubectl

import (
	"strings"
	"testing"
	"time"

	"github.com/univ-lehavre/nestor/adapters/run"
	"github.com/univ-lehavre/nestor/ports"
)

// A kubectl, or a plugin that writes to the same stderr, may flood it to the runner's limit before its deadline. Taking
// that apart must not take longer than the deadline did: line by line it was half a minute.
func TestAFloodOnStderrIsReadInTime(t *testing.T) {
	for _, text := range []string{"y\n", "I\n", "E1130 \n", "Error from server: no\n", get("/api", "200 OK") + "\n"} {
		flood := []byte(strings.Repeat(text, run.DefaultMaxStderr/len(text)) + "I1130 09:45:12.123456   1234 round_trippers.go:553] POST " + storyServer + "/api 201 Created in 3 milliseconds\n")
		for name, result := range map[string]run.Result{"too much": {Stderr: flood, Truncated: true}, "too late": {Stderr: flood, TimedOut: true}} {
			began := time.Now()
			failure := newReading(result, document{}, ports.Access{Server: storyServer}, 0).stopped()
			if took := time.Since(began); took > 15*time.Second {
				t.Errorf("%q, %s: took %s", text, name, took)
			}
			if failure == nil || !strings.Contains(failure.Reason, "kubectl sent POST /api") {
				t.Errorf("%q, %s: a write in the flood is not told: %v", text, name, failure)
			}
		}
	}
}
