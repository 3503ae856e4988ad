package run

import "golang.org/x/sys/unix"

const (
	getModes         = unix.TIOCGETA
	setModesAndFlush = unix.TIOCSETAF
)
