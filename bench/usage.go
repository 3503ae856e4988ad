package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// usage is what some processes took: processor seconds, and the most memory that one of them had.
type usage struct {
	CPU float64 `json:"cpuSeconds"`
	MiB float64 `json:"peakMiB"`
}

// counts are the usage of one preview, apart for nestor and for all that it started.
type counts struct {
	Processes int     `json:"processes"`
	Waves     int     `json:"waves"`        // the longest chain of processes that had to wait for each other
	Share     float64 `json:"kubectlShare"` // of the preview's time, while any kubectl ran
	Nestor    usage   `json:"nestor"`
	Children  usage   `json:"children"` // together; the memory is that of the largest
}

// note is a line that bench/kubectl wrote.
type note struct {
	Args         []string
	Began, Ended time.Time
	CPU, OwnCPU  time.Duration
	Peak         int64
}

// countedPreview runs a preview whose kubectl counts. It is slower for it, and not timed.
func (p programs) countedPreview(d declaration) (counts, error) {
	if err := os.Remove(p.record()); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return counts{}, err
	}
	c := p.preview(d)
	c.Env = append(c.Env, "PATH="+p.counted+string(filepath.ListSeparator)+os.Getenv("PATH"))
	var stderr bytes.Buffer
	c.Stderr = &stderr
	began := time.Now()
	if err := c.Start(); err != nil {
		return counts{}, err
	}
	ended, peak := make(chan struct{}), make(chan float64)
	go func() { peak <- watch(c.Process.Pid, ended) }()
	err := c.Wait()
	took := time.Since(began)
	close(ended)
	own := usage{MiB: <-peak}
	if err != nil {
		return counts{}, fmt.Errorf("a counted preview: %w\n%s", err, stderr.Bytes())
	}
	notes, err := p.notes()
	total := c.ProcessState.UserTime() + c.ProcessState.SystemTime() // of all that it waited for, too
	for _, n := range notes {
		total -= n.CPU + n.OwnCPU
	}
	own.CPU = total.Seconds()
	return counts{Processes: len(notes), Waves: waves(notes), Share: busy(notes).Seconds() / took.Seconds(), Nestor: own, Children: together(notes)}, err
}

// countedGet runs `kubectl get nodes` under the same count.
func (p programs) countedGet(d declaration) (usage, error) {
	if err := os.Remove(p.record()); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return usage{}, err
	}
	if _, err := timed(p.get(filepath.Join(p.counted, "kubectl"), d)); err != nil {
		return usage{}, err
	}
	notes, err := p.notes()
	return together(notes), err
}

func (p programs) notes() ([]note, error) {
	f, err := os.Open(p.record())
	if err != nil {
		return nil, fmt.Errorf("no kubectl was counted: %w", err)
	}
	defer func() { _ = f.Close() }()
	var notes []note
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var n note
		if err := json.Unmarshal(lines.Bytes(), &n); err != nil {
			return nil, err
		}
		notes = append(notes, n)
	}
	slices.SortFunc(notes, func(a, b note) int { return a.Began.Compare(b.Began) })
	return notes, nil
}

func together(notes []note) usage {
	var u usage
	for _, n := range notes {
		u.CPU += n.CPU.Seconds()
		u.MiB = max(u.MiB, float64(n.Peak)/(1<<20))
	}
	return u
}

// busy is how long any of the processes ran. They are sorted by their beginning.
func busy(notes []note) time.Duration {
	var total time.Duration
	var until time.Time
	for _, n := range notes {
		if n.Began.After(until) {
			until = n.Began
		}
		if n.Ended.After(until) {
			total += n.Ended.Sub(until)
			until = n.Ended
		}
	}
	return total
}

// waves is the longest chain of processes of which each was started after the one before had ended.
func waves(notes []note) int {
	count, last := 0, time.Time{}
	for _, n := range slices.SortedFunc(slices.Values(notes), func(a, b note) int { return a.Ended.Compare(b.Ended) }) {
		if n.Began.After(last) {
			count, last = count+1, n.Ended
		}
	}
	return count
}

// watch follows the peak of a process's own memory, in MiB, where /proc tells; what wait4 tells is that of its largest
// child. The kernel keeps the peak, so that only growth in the last two milliseconds goes unseen.
func watch(id int, ended <-chan struct{}) float64 {
	peak := 0.0
	for {
		peak = max(peak, highWater(id))
		select {
		case <-ended:
			return peak
		case <-time.After(2 * time.Millisecond):
		}
	}
}

func highWater(id int) float64 {
	status, err := os.ReadFile("/proc/" + strconv.Itoa(id) + "/status")
	if err != nil {
		return 0
	}
	_, after, _ := strings.Cut(string(status), "VmHWM:")
	line, _, _ := strings.Cut(after, "\n")
	kib, _ := strconv.Atoi(strings.TrimSuffix(strings.TrimSpace(line), " kB"))
	return float64(kib) / 1024
}
