package app

import (
	"errors"
	"testing"
)

func (w *world) explain(t *testing.T, name string) Explanation {
	t.Helper()
	x, err := Explain{Preview{w.readers()}}.Run(t.Context(), name, StackOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return x
}
