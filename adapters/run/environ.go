package run

import (
	"errors"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/univ-lehavre/nestor/ports/problems"
	"github.com/univ-lehavre/nestor/ports/say"
)

// childEnviron is the parent's environment without what could change a child's target or its commands.
// KUBERC=off: kubectl from 1.33 on can have its commands renamed and re-flagged by a file. What ssh says is read, so it
// says it in English; without the terminal it must not open a window instead.
func childEnviron(parent []string, program string, terminal bool) []string {
	child := make([]string, 0, len(parent)+3)
	for _, entry := range parent {
		name := strings.ToUpper(entry) // Windows ignores case in names
		if !strings.HasPrefix(name, "KUBE") && !strings.HasPrefix(name, "NESTOR_") {
			child = append(child, entry)
		}
	}
	child = append(child, "KUBERC=off")
	if sshLike(program) {
		child = append(child, "LC_ALL=C")
	}
	if sshLike(program) && !terminal {
		child = append(child, "SSH_ASKPASS_REQUIRE=never")
	}
	return child
}

func sshLike(program string) bool { return program == "scp" || program == "ssh" }

// lookUp finds a program on the PATH of the environment given. It never takes one from the current folder.
func lookUp(program string, environ []string) (string, error) {
	for _, dir := range filepath.SplitList(variable(environ, "PATH")) {
		path, err := exec.LookPath(besideDir(dir, program))
		if err != nil && !errors.Is(err, exec.ErrDot) {
			continue
		}
		if !filepath.IsAbs(path) {
			return "", &say.Problem{Code: problems.ProgramRelative, What: say.Textf("%s is only in a relative folder of PATH", program), Why: exec.ErrDot,
				Do: say.Textf("take the relative folder %q out of PATH", dir)}
		}
		return path, nil
	}
	return "", missing(program)
}

// missing is a program that is in no folder of PATH.
func missing(program string) error {
	return problems.Kind(ErrNotFound, &say.Problem{Code: problems.ProgramMissing, What: say.Textf("%s: not found in PATH", program),
		Do: say.Textf("install it, or add its folder to PATH")})
}

// besideDir keeps a separator in the result, so that no second search of PATH begins.
func besideDir(dir, program string) string {
	if filepath.IsAbs(dir) {
		return filepath.Join(dir, program)
	}
	return "." + string(filepath.Separator) + filepath.Join(dir, program)
}

// variable is the last value that the environment gives a name, as the system would take it.
func variable(environ []string, name string) string {
	value := ""
	for _, entry := range environ {
		if key, v, _ := strings.Cut(entry, "="); strings.EqualFold(key, name) {
			value = v
		}
	}
	return value
}
