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
	streams := cli.Streams{
		Out:         os.Stdout,
		Err:         os.Stderr,
		OutTerminal: term.IsTerminal(int(os.Stdout.Fd())) && os.Getenv("TERM") != "dumb",
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
