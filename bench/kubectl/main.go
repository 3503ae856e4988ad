// Command kubectl stands before the real one in PATH while a benchmark counts: it runs it, and notes what it used.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"time"
)

// note is one line of the file that BENCH_RECORD names. The benchmark reads the same fields.
type note struct {
	Args   []string
	Began  time.Time
	Ended  time.Time
	CPU    time.Duration // user and system, of kubectl and what it started
	OwnCPU time.Duration // of this program, so that it can be taken off
	Peak   int64         // bytes
}

func main() {
	n := note{Args: os.Args[1:], Began: time.Now()}
	state, err := run(os.Getenv("BENCH_KUBECTL"))
	if err != nil {
		fmt.Fprintln(os.Stderr, "the benchmark's kubectl:", err)
		os.Exit(1)
	}
	n.Ended, n.CPU, n.Peak, n.OwnCPU = time.Now(), state.UserTime()+state.SystemTime(), peak(state), ownCPU()
	if err := keep(n, os.Getenv("BENCH_RECORD")); err != nil {
		fmt.Fprintln(os.Stderr, "the benchmark's kubectl:", err)
		os.Exit(1)
	}
	os.Exit(state.ExitCode())
}

// run gives the program what this one was given, the kubeconfig's descriptor too.
func run(program string) (*os.ProcessState, error) {
	files := []*os.File{os.Stdin, os.Stdout, os.Stderr}
	if slices.Contains(os.Args, "/dev/fd/3") {
		files = append(files, os.NewFile(3, "kubeconfig"))
	}
	child, err := os.StartProcess(program, append([]string{program}, os.Args[1:]...), &os.ProcAttr{Files: files})
	if err != nil {
		return nil, err
	}
	return child.Wait()
}

// keep appends one line in one write: two of these programs may run at once.
func keep(n note, file string) error {
	line, err := json.Marshal(n)
	if err != nil {
		return err
	}
	f, err := os.OpenFile(file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(append(line, '\n'))
	return err
}
