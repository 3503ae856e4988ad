package main

import (
	"os"

	"golang.org/x/sys/unix"
)

// dropInput forgets what was typed and not yet read.
func dropInput(tty *os.File) { _ = unix.IoctlSetInt(int(tty.Fd()), unix.TCFLSH, unix.TCIFLUSH) }
