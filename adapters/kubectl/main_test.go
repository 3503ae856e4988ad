package kubectl

import (
	"testing"

	"go.uber.org/goleak"

	"github.com/univ-lehavre/nestor/internal/effort"
)

func TestMain(m *testing.M) {
	effort.Rapid()
	goleak.VerifyTestMain(m)
}
