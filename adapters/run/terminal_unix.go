//go:build linux || darwin

package run

import (
	"os/exec"
	"os/signal"
	"syscall"

	"golang.org/x/sys/unix"
)

// terminal is the one that nestor runs on, lent to a child for as long as that runs.
type terminal struct {
	fd    int
	group int // nestor's own
	modes *unix.Termios
}

// openTerminal gives nil when there is none, or when another program is in its foreground: it must not be taken from that.
func openTerminal() *terminal {
	fd, err := unix.Open("/dev/tty", unix.O_RDWR|unix.O_CLOEXEC|unix.O_NOCTTY, 0)
	if err != nil {
		return nil
	}
	group, err := unix.IoctlGetInt(fd, unix.TIOCGPGRP)
	if err != nil || group != unix.Getpgrp() {
		_ = unix.Close(fd)
		return nil
	}
	modes, err := unix.IoctlGetTermios(fd, getModes)
	if err != nil {
		_ = unix.Close(fd)
		return nil
	}
	return &terminal{fd, group, modes}
}

// lend makes the child's own group the foreground one. From then on nestor is in the background: taking the terminal back
// would stop it, were the signal for that not ignored.
func (t *terminal) lend(cmd *exec.Cmd) {
	signal.Ignore(syscall.SIGTTOU)
	cmd.SysProcAttr = &syscall.SysProcAttr{Foreground: true, Ctty: t.fd}
}

// takeBack ends the loan. A child that was killed while it asked has left the terminal without echo, and perhaps half a
// passphrase in it that the next reader would get: the first is set right, the second thrown away.
func (t *terminal) takeBack() {
	_ = unix.IoctlSetPointerInt(t.fd, unix.TIOCSPGRP, t.group)
	_ = unix.IoctlSetTermios(t.fd, setModesAndFlush, t.modes)
	signal.Reset(syscall.SIGTTOU)
	_ = unix.Close(t.fd)
}
