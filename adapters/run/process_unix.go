//go:build unix

package run

import (
	"os/exec"
	"syscall"
)

// ownGroup puts the child in a process group of its own: Ctrl-C on the terminal does not reach it behind our back,
// and everything it starts can be ended with it.
func ownGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
}

// killGroup ends the child and all that it started. A reader has nothing to save, so it is not asked first.
func killGroup(cmd *exec.Cmd) error {
	return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
}
