package main

import (
	"os"

	"golang.org/x/sys/unix"
)

// dropInput forgets what was typed and not yet read: FREAD is the input queue.
func dropInput(tty *os.File) {
	const fread = 1
	_ = unix.IoctlSetPointerInt(int(tty.Fd()), unix.TIOCFLUSH, fread)
}
