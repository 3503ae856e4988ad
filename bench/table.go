package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
)

// outcome is everything that a run measured.
type outcome struct {
	Machine  machine   `json:"machine"`
	Loads    []string  `json:"loads"` // after each scenario: above the number of cores its times are those of a queue
	Results  []result  `json:"results"`
	PerLayer *spread   `json:"perLayerMs,omitempty"`
	Start    *start    `json:"startUp,omitempty"`
	Verdicts []verdict `json:"verdicts"`
}

// save writes everything to a file, if one is named.
func (o outcome) save(file string) error {
	if file == "" {
		return nil
	}
	content, err := json.MarshalIndent(o, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(file, append(content, '\n'), 0o644)
}

// String is the tables of README.md.
func (o outcome) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\nload at the beginning %s, after each scenario %s\n\n", o.Machine, o.Machine.Load, strings.Join(o.Loads, " "))
	if len(o.Results) > 0 {
		b.WriteString(o.times() + "\n" + o.usages() + "\n")
	}
	if o.PerLayer != nil || o.Start != nil {
		b.WriteString(o.others() + "\n")
	}
	b.WriteString(o.targets())
	return b.String()
}

func (o outcome) times() string {
	rows := [][]string{{"scenario", "pairs", "ratio min", "median", "max", "preview s min", "median", "max", "get nodes s min", "median", "max"}}
	for _, r := range o.Results {
		row := append([]string{r.Scenario, fmt.Sprint(r.Pairs)}, r.Ratio.cells("%.2f")...)
		rows = append(rows, append(append(row, r.Preview.cells("%.3f")...), r.Get.cells("%.3f")...))
	}
	return grid(rows)
}

func (o outcome) usages() string {
	rows := [][]string{{"scenario", "processes", "waves", "requests", "kubectl share", "nestor CPU s", "nestor MiB", "kubectls CPU s", "largest kubectl MiB", "get nodes CPU s", "get nodes MiB", "CPU ratio"}}
	for _, r := range o.Results {
		row := []string{r.Scenario, fmt.Sprint(r.Counts.Processes), fmt.Sprint(r.Counts.Waves), fmt.Sprint(r.Requests), fmt.Sprintf("%.0f %%", 100*r.Counts.Share)}
		row = append(append(append(row, r.Counts.Nestor.cells()...), r.Counts.Children.cells()...), r.GetUsage.cells()...)
		rows = append(rows, append(row, fmt.Sprintf("%.2f", (r.Counts.Nestor.CPU+r.Counts.Children.CPU)/r.GetUsage.CPU)))
	}
	return grid(rows)
}

func (o outcome) others() string {
	rows := [][]string{{"measurement", "min", "median", "max"}}
	if o.PerLayer != nil {
		rows = append(rows, append([]string{"one more layer, ms"}, o.PerLayer.cells("%.2f")...))
	}
	if o.Start != nil {
		rows = append(rows, append([]string{"preview --demo, CPU ms"}, o.Start.CPU.cells("%.1f")...), append([]string{"preview --demo, wall ms"}, o.Start.Wall.cells("%.1f")...))
	}
	return grid(rows)
}

func (o outcome) targets() string {
	rows := [][]string{{"target", "at most", "measured", ""}}
	for _, v := range o.Verdicts {
		word := "miss"
		if v.Pass {
			word = "pass"
		}
		rows = append(rows, []string{v.Scenario + ": " + v.What, fmt.Sprintf("%.1f", v.Most), fmt.Sprintf("%.2f", v.Measured), word})
	}
	return grid(rows)
}

func (s spread) cells(format string) []string {
	return []string{fmt.Sprintf(format, s.Min), fmt.Sprintf(format, s.Median), fmt.Sprintf(format, s.Max)}
}

func (u usage) cells() []string {
	return []string{fmt.Sprintf("%.3f", u.CPU), fmt.Sprintf("%.0f", u.MiB)}
}

// grid writes rows as a table of Markdown that also reads well as it is. The first row is the head.
func grid(rows [][]string) string {
	widths := make([]int, len(rows[0]))
	for _, row := range rows {
		for i, cell := range row {
			widths[i] = max(widths[i], len(cell))
		}
	}
	var b strings.Builder
	for n, row := range rows {
		for i, cell := range row {
			fmt.Fprintf(&b, "| %-*s ", widths[i], cell)
		}
		b.WriteString("|\n")
		if n > 0 {
			continue
		}
		for _, width := range widths {
			b.WriteString("|" + strings.Repeat("-", width+2))
		}
		b.WriteString("|\n")
	}
	return b.String()
}
