package run

import "golang.org/x/sys/unix"

const (
	getModes         = unix.TCGETS
	setModesAndFlush = unix.TCSETSF
)
