//go:build unix

package run

import (
	"os"
	"os/exec"
	"syscall"
)

// ownGroup puts the child in a process group of its own: Ctrl-C on the terminal does not reach it behind our back,
// and everything it starts can be ended with it.
func ownGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
}

// ownSession puts the child in a session of its own, which has no terminal: a program that would ask there fails at once,
// where in a background group it would be stopped until the deadline. A session is a group too.
func ownSession(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
}

// interrupted reports whether Ctrl-C ended a child.
func interrupted(state *os.ProcessState) bool {
	status, ok := state.Sys().(syscall.WaitStatus)
	return ok && status.Signaled() && status.Signal() == syscall.SIGINT
}

// killGroup ends the child and all that it started. A reader has nothing to save, so it is not asked first.
func killGroup(cmd *exec.Cmd) error {
	return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
}
