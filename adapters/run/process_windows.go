package run

import (
	"os"
	"os/exec"
)

// ownGroup does nothing here: Windows has no process groups that can be ended as one.
func ownGroup(*exec.Cmd) {}

// ownSession does nothing here either.
func ownSession(*exec.Cmd) {}

// interrupted is not told from another end here.
func interrupted(*os.ProcessState) bool { return false }

// killGroup ends the child; what it started is cut off when its pipes are closed.
func killGroup(cmd *exec.Cmd) error { return cmd.Process.Kill() }
