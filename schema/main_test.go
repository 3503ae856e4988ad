package schema_test

import (
	"os"
	"testing"

	"github.com/univ-lehavre/nestor/internal/effort"
)

func TestMain(m *testing.M) {
	effort.Rapid()
	os.Exit(m.Run())
}
