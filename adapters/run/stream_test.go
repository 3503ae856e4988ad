//go:build unix

package run

import (
	"bytes"
	"io"
	"testing"
	"time"
)

// streaming makes a call whose stdout is read by read.
func streaming(read func(io.Reader), args ...string) Call {
	return Call{Program: helper, Args: args, Stream: read}
}

func TestAStreamIsReadToItsEndBeforeRunReturns(t *testing.T) {
	stdin := bytes.Repeat([]byte("markers"), 100_000) // more than a pipe holds
	var got []byte
	call := streaming(func(r io.Reader) { got, _ = io.ReadAll(r) }, "talk")
	call.Stdin = stdin
	result := runner(t, nil).Run(t.Context(), call)
	if !bytes.Equal(got, stdin) || result.Size != len(stdin) {
		t.Errorf("%d bytes were streamed, %d counted, want %d", len(got), result.Size, len(stdin))
	}
	equal(t, result, Result{Stderr: []byte("noise"), Exit: 3})
}

func TestAReaderThatHasSeenEnoughDoesNotStopTheChild(t *testing.T) {
	call := streaming(func(r io.Reader) { _, _ = r.Read(make([]byte, 1)) }, "talk")
	call.Stdin = bytes.Repeat([]byte("x"), 1<<20)
	equal(t, runner(t, nil).Run(t.Context(), call), Result{Stderr: []byte("noise"), Exit: 3})
}

func TestAStreamedFloodIsCutAndEnded(t *testing.T) {
	const limit = 1 << 20
	var n int64
	r := runner(t, func(o *Options) { o.MaxStdout = limit })
	result := r.Run(t.Context(), streaming(func(r io.Reader) { n, _ = io.Copy(io.Discard, r) }, "flood"))
	if n != limit {
		t.Errorf("%d bytes were streamed, want %d", n, limit)
	}
	equal(t, result, Result{Exit: -1, Truncated: true})
}

func TestAProcessThatOutlivesTheChildCannotHoldTheStream(t *testing.T) {
	home := newHousehold(t)
	done := make(chan string, 1)
	go func() {
		var got []byte
		runner(t, nil).Run(t.Context(), streaming(func(r io.Reader) { got, _ = io.ReadAll(r) }, "leave", home.socket))
		done <- string(got)
	}()
	conns := home.accept(t, 1)
	select {
	case got := <-done:
		if got != "done" {
			t.Errorf("streamed %q", got)
		}
	case <-time.After(20 * pipeGrace):
		t.Error("the result waits for the process that holds the pipes")
	}
	_ = conns[0].Close()
}

func TestAStreamOfAProgramThatDoesNotStartIsNotOpened(t *testing.T) {
	result := runner(t, func(o *Options) { o.Allow = Readers() }).Run(t.Context(), streaming(func(io.Reader) { t.Error("it was read") }, "talk"))
	if result.Err == nil {
		t.Error("it was started")
	}
}
