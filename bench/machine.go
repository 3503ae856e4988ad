package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"time"
)

// machine says where numbers come from: those of two machines are not comparable.
type machine struct {
	Date    string `json:"date"`
	CPU     string `json:"cpu"`
	Cores   int    `json:"cores"`
	Kubectl string `json:"kubectl"`
	Go      string `json:"go"`
	Load    string `json:"load"` // before anything was measured
}

func (m machine) String() string {
	return fmt.Sprintf("%s, %s, %d cores, kubectl %s, %s", m.Date, m.CPU, m.Cores, m.Kubectl, m.Go)
}

func thisMachine(kubectl string) machine {
	return machine{Date: time.Now().Format(time.DateOnly), CPU: processor(), Cores: runtime.NumCPU(), Kubectl: versionOf(kubectl), Go: runtime.Version(), Load: load()}
}

func processor() string {
	info, _ := os.ReadFile("/proc/cpuinfo")
	_, after, found := strings.Cut(string(info), "model name")
	if !found {
		return runtime.GOARCH
	}
	line, _, _ := strings.Cut(after, "\n")
	return strings.TrimSpace(strings.TrimLeft(line, " \t:"))
}

func versionOf(kubectl string) string {
	answer, _ := exec.Command(kubectl, "version", "--client", "-o", "json").Output()
	var v struct{ ClientVersion struct{ GitVersion string } }
	_ = json.Unmarshal(answer, &v)
	return v.ClientVersion.GitVersion
}

// load is how many processes wanted a core during the last minute, where /proc tells.
func load() string {
	averages, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return "?"
	}
	return strings.Fields(string(averages))[0]
}
