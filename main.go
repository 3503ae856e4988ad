// Command nestor compares what a stack declares with what really runs. It reads; it never changes a cluster.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
	"time"

	"golang.org/x/term"

	"github.com/univ-lehavre/nestor/adapters/cli"
	"github.com/univ-lehavre/nestor/adapters/cli/languages"
)

// grace is how long the work that was interrupted may take to end by itself, its children included.
const grace = 2 * time.Second

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT)
	defer stop()
	context.AfterFunc(ctx, func() {
		stop() // a second Ctrl-C ends nestor at once
		time.AfterFunc(grace, func() { os.Exit(1) })
	})
	outTerminal, width := terminal(os.Stdout)
	errTerminal, errWidth := terminal(os.Stderr)
	language, variable := languages.From(os.Getenv)
	home, _ := os.UserHomeDir() // without one, paths are shown in full
	streams := cli.Streams{
		In:          os.Stdin,
		Interactive: term.IsTerminal(int(os.Stdin.Fd())) && errTerminal && inForeground(os.Stdin),
		DropInput:   func() { dropInput(os.Stdin) },
		Language:    language,
		LanguageVar: variable,
		Home:        home,
		Out:         os.Stdout,
		Err:         os.Stderr,
		OutTerminal: outTerminal,
		Width:       width,
		ErrTerminal: errTerminal,
		ErrWidth:    errWidth,
		Variable:    os.Getenv,
	}
	status := cli.Main(ctx, os.Args, streams, build(), cli.Wiring{Read: reading, Write: writing})
	stop()
	os.Exit(status)
}

// terminal reports whether a stream is one, and its columns: 0 when it does not say, and lines are not wrapped.
func terminal(stream *os.File) (is bool, width int) {
	if !term.IsTerminal(int(stream.Fd())) {
		return false, 0
	}
	width, _, _ = term.GetSize(int(stream.Fd()))
	return true, width
}
