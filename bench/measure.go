package main

import (
	"fmt"
	"os"
	"os/exec"
	"slices"
	"time"
)

// spread is how measurements lie. Without all three a ratio on a shared machine says little.
type spread struct {
	Min    float64 `json:"min"`
	Median float64 `json:"median"`
	Max    float64 `json:"max"`
}

func spreadOf(values []float64) spread {
	sorted := slices.Sorted(slices.Values(values))
	return spread{sorted[0], sorted[len(sorted)/2], sorted[len(sorted)-1]}
}

// result is what one scenario gave.
type result struct {
	Scenario    string    `json:"scenario"`
	Nodes       int       `json:"nodes"`
	Layers      int       `json:"layers"`
	Deployments int       `json:"deployments"`
	RoundTripMS int64     `json:"roundTripMs"`
	Pairs       int       `json:"pairs"`
	Ratio       spread    `json:"ratio"`
	Preview     spread    `json:"previewSeconds"`
	Get         spread    `json:"getSeconds"`
	Requests    int       `json:"requests"`
	Counts      counts    `json:"counts"`
	GetUsage    usage     `json:"getUsage"`
	Verdicts    []verdict `json:"verdicts"`
}

// verdict is a target beside what was measured.
type verdict struct {
	Scenario string  `json:"scenario"`
	What     string  `json:"what"`
	Most     float64 `json:"most"`
	Measured float64 `json:"measured"`
	Pass     bool    `json:"pass"`
}

func judged(scenario, what string, most, measured float64) verdict {
	return verdict{scenario, what, most, measured, measured <= most}
}

// bench is one run of the whole.
type bench struct {
	programs
	cluster *cluster
	pairs   int
}

// slowPairs is how many pairs a slow scenario gets at least.
const slowPairs = 3

func (b bench) measure(s scenario) (result, error) {
	r := result{Scenario: s.name, Nodes: s.nodes, Layers: s.layers, Deployments: s.deployments, RoundTripMS: s.roundTrip.Milliseconds(), Pairs: b.pairs}
	if s.slow {
		r.Pairs = max(slowPairs, b.pairs/5)
	}
	d, err := b.prepare(s)
	defer d.end()
	if err != nil {
		return r, err
	}
	seen, err := b.checked(s, d)
	if err != nil {
		return r, err
	}
	r.Requests = seen.Cluster.Requests.Total
	if _, err := timed(b.get(b.kubectl, d)); err != nil { // fills kubectl's cache, as any earlier use of it would
		return r, err
	}
	if err := b.alternate(&r, d); err != nil {
		return r, err
	}
	if err := b.count(&r, d); err != nil {
		return r, err
	}
	r.Verdicts = s.judge(r)
	return r, nil
}

func (b bench) prepare(s scenario) (declaration, error) {
	if err := b.cluster.shape(s); err != nil {
		return declaration{}, err
	}
	return declare(b.cluster, s, b.work)
}

// alternate runs the pairs; every other one begins with the preview.
func (b bench) alternate(r *result, d declaration) error {
	var gets, previews, ratios []float64
	for i := range r.Pairs {
		get, preview, err := inTurn(i%2 == 1, b.get(b.kubectl, d), b.preview(d))
		if err != nil {
			return err
		}
		gets, previews, ratios = append(gets, get.Seconds()), append(previews, preview.Seconds()), append(ratios, preview.Seconds()/get.Seconds())
	}
	r.Get, r.Preview, r.Ratio = spreadOf(gets), spreadOf(previews), spreadOf(ratios)
	return nil
}

// inTurn times two commands one after the other, the second one first when turned.
func inTurn(turned bool, one, other *exec.Cmd) (first, second time.Duration, err error) {
	if turned {
		second, first, err = inTurn(false, other, one)
		return first, second, err
	}
	if first, err = timed(one); err != nil {
		return 0, 0, err
	}
	second, err = timed(other)
	return first, second, err
}

// countings is how often usage is counted; the middle one in processor time is shown, and the largest memory.
const countings = 3

func (b bench) count(r *result, d declaration) error {
	var all []counts
	var gets []usage
	for range countings {
		c, err := b.countedPreview(d)
		if err != nil {
			return err
		}
		get, err := b.countedGet(d)
		if err != nil {
			return err
		}
		all, gets = append(all, c), append(gets, get)
	}
	r.Counts = all[len(all)-1]
	r.Counts.Nestor = middle(all, func(c counts) usage { return c.Nestor })
	r.Counts.Children = middle(all, func(c counts) usage { return c.Children })
	r.GetUsage = middle(gets, func(u usage) usage { return u })
	return nil
}

func middle[T any](all []T, of func(T) usage) usage {
	var cpu, memory []float64
	for _, one := range all {
		cpu, memory = append(cpu, of(one).CPU), append(memory, of(one).MiB)
	}
	return usage{CPU: spreadOf(cpu).Median, MiB: slices.Max(memory)}
}

func (s scenario) judge(r result) []verdict {
	var all []verdict
	if s.most.ratio > 0 {
		all = append(all, judged(s.name, "median ratio", s.most.ratio, r.Ratio.Median))
	}
	if s.most.memory > 0 {
		all = append(all, judged(s.name, "MiB of nestor itself", s.most.memory, r.Counts.Nestor.MiB))
	}
	return all
}

// perLayer gives the milliseconds that a layer adds: previews of one cluster with all layers and with nestor's own, in turn.
func (b bench) perLayer(s scenario) (spread, error) {
	all, err := b.prepare(s)
	defer all.end()
	if err != nil {
		return spread{}, err
	}
	few := s
	few.layers = embedded
	own, err := declare(b.cluster, few, b.work)
	defer own.end()
	if err != nil {
		return spread{}, err
	}
	if _, err := b.checked(few, own); err != nil {
		return spread{}, err
	}
	if _, err := b.checked(s, all); err != nil {
		return spread{}, err
	}
	var costs []float64
	for i := range b.pairs {
		with, without, err := inTurn(i%2 == 1, b.preview(all), b.preview(own))
		if err != nil {
			return spread{}, err
		}
		costs = append(costs, (with-without).Seconds()*1000/float64(s.layers-embedded))
	}
	return spreadOf(costs), nil
}

func progress(format string, what ...any) { fmt.Fprintf(os.Stderr, format+"\n", what...) }
