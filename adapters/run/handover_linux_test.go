package run

import (
	"os"
	"testing"
)

func TestAKubeconfigInMemoryCannotBeChangedByTheChild(t *testing.T) {
	memory, err := sealedMemory([]byte("judged"))
	if err != nil {
		t.Skip(err)
	}
	defer func() { _ = memory.Close() }()
	if _, err := memory.WriteAt([]byte("J"), 0); err == nil {
		t.Error("it can be written")
	}
	if err := memory.Truncate(0); err == nil {
		t.Error("it can be cut")
	}
	if content, err := os.ReadFile(memory.Name()); err == nil {
		t.Errorf("it has a name in the file system: %q", content)
	}
}
