package doctor

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/say"
)

// The versions of kubectl with which nestor was tried, by their second number.
const (
	firstKubectl = 27
	lastKubectl  = 33
)

// Kubectl judges the program that every read of a cluster needs.
func Kubectl(p ports.Program) Finding {
	f := program(p, Fault, say.Textf("no cluster can be read: preview, target, discover and kubeconfig fetch fail"), say.Textf("install kubectl 1.%d to 1.%d, or add its folder to PATH", firstKubectl, lastKubectl))
	minor, known := kubectlMinor(p.Version)
	switch {
	case f.State != Fine:
		return f
	case !known:
		f.Code, f.State, f.Do = CodeVersionUnread, Doubt, say.Textf("compare with: kubectl version --client")
	case minor < firstKubectl:
		f.Code, f.State, f.Do = CodeVersionNew, Doubt, say.Textf("it is older than 1.%d, the first with which nestor was tried; what it cannot answer is shown as unknown", firstKubectl)
	case minor > lastKubectl:
		f.Code, f.State, f.Do = CodeVersionNew, Doubt, say.Textf("it is newer than 1.%d, the last with which nestor was tried; what cannot be understood is shown as unknown", lastKubectl)
	}
	return f
}

var kubectlRelease = regexp.MustCompile(`^v?1\.(\d+)\b`)

func kubectlMinor(version string) (minor int, known bool) {
	m := kubectlRelease.FindStringSubmatch(version)
	if m == nil {
		return 0, false
	}
	minor, err := strconv.Atoi(m[1])
	return minor, err == nil
}

// Limactl judges the program that lists the VMs of benches: it is needed when there is one.
func Limactl(p ports.Program, benches []string) Finding {
	if len(benches) == 0 {
		return program(p, Fine, say.Textf("only a bench needs it, and none is looked at here"), say.Text{})
	}
	return program(p, Fault, say.Textf("the VMs of %s cannot be seen: preview, target and discover do not know whether they run", strings.Join(benches, ", ")),
		say.Textf("install Lima, or add its folder to PATH"))
}

// Copier judges scp or ssh, which fetching a kubeconfig needs.
func Copier(p ports.Program) Finding {
	return program(p, Doubt, say.Textf("kubeconfig fetch cannot copy a kubeconfig from a node"), say.Textf("install the OpenSSH client, or copy the kubeconfig by hand"))
}

// program is what is the same of all: severe is how bad it is when it cannot be used, suffers what then fails.
func program(p ports.Program, severe State, suffers, do say.Text) Finding {
	found := topic(say.Verbatim(p.Name))
	switch p.State {
	case ports.ProgramAnswers:
		return found(CodeProgram, Fine, say.Join(" · ", say.Verbatim(p.Version), said(p), say.Verbatim(p.Path)), say.Text{})
	case ports.ProgramHangs:
		return found(CodeProgramHangs, worse(severe), say.Textf("%s hangs (%v): %s", p.Path, p.Problem, suffers), say.Textf("run it by hand, and find out what it waits for: %s", asked(p)))
	case ports.ProgramFails:
		return found(CodeProgramFails, worse(severe), say.Textf("it does not work (%v): %s", p.Problem, suffers), say.Textf("run it by hand: %s", asked(p)))
	}
	code := CodeProgramMissing
	if severe != Fault {
		code = CodeProgramUnused
	}
	if severe == Fine {
		return found(code, severe, say.Textf("not needed here, and not in PATH: %s", suffers), do)
	}
	return found(code, severe, say.Textf("not in PATH: %s", suffers), do)
}

// worse keeps what hangs or fails from being called fine.
func worse(severe State) State {
	if severe == Fine {
		return Doubt
	}
	return severe
}

// said is why a program that works has no version to show.
func said(p ports.Program) say.Text {
	if p.Problem == nil {
		return say.Text{}
	}
	return say.Textf("%v", p.Problem)
}

// asked is the command that asks for a version.
func asked(p ports.Program) string {
	switch p.Name {
	case "kubectl":
		return "kubectl version --client"
	case "limactl":
		return "limactl --version"
	}
	return p.Name + " -V"
}
