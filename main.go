// Command nestor compares what a stack declares with what really runs. It reads; it never changes a cluster.
package main

import (
	"context"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"

	"golang.org/x/term"

	"github.com/univ-lehavre/nestor/adapters/cli"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	terminal := term.IsTerminal(int(os.Stdout.Fd()))
	width := 0
	if terminal {
		width, _, _ = term.GetSize(int(os.Stdout.Fd())) // without a size, lines are not wrapped
	}
	streams := cli.Streams{
		Out:         os.Stdout,
		Err:         os.Stderr,
		OutTerminal: terminal && os.Getenv("TERM") != "dumb",
		Width:       width,
		NoColour:    os.Getenv("NO_COLOR") != "",
	}
	status := cli.Main(ctx, os.Args, streams, version(), wire)
	stop()
	os.Exit(status)
}

func version() string {
	if info, ok := debug.ReadBuildInfo(); ok {
		return info.Main.Version
	}
	return "unknown"
}
