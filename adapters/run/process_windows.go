package run

import "os/exec"

// ownGroup does nothing here: Windows has no process groups that can be ended as one.
func ownGroup(*exec.Cmd) {}

// killGroup ends the child; what it started is cut off when its pipes are closed.
func killGroup(cmd *exec.Cmd) error { return cmd.Process.Kill() }
