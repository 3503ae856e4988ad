// Command bench measures `nestor preview` against one `kubectl get nodes -o json` of the same kubectl, in alternating
// pairs, on a real API server that bench/run starts. Only ratios mean something: the machines are noisy.
package main

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

// options are the flags.
type options struct {
	controlPlane, only, json string
	pairs                    int
	big, list, strict        bool
	programs                 programs
}

func flags() options {
	var o options
	flag.StringVar(&o.programs.nestor, "nestor", "", "the nestor binary")
	flag.StringVar(&o.programs.counted, "counted", "", "the folder with the kubectl that counts, built from bench/kubectl")
	flag.StringVar(&o.programs.work, "work", "", "a folder for stacks and kubeconfigs")
	flag.StringVar(&o.controlPlane, "controlplane", "", "the folder that e2e/controlplane/up.sh filled, seeded by seed.py")
	flag.StringVar(&o.only, "only", "", "the scenarios to run, with commas; empty: all but the big ones")
	flag.StringVar(&o.json, "json", "", "also write everything to this file")
	flag.IntVar(&o.pairs, "pairs", 15, "how many pairs to run; a slow scenario runs a fifth of them")
	flag.BoolVar(&o.big, "big", false, "also run 5000 nodes, which take a minute to seed")
	flag.BoolVar(&o.strict, "strict", false, "fail when a target is missed; without it only what could not be measured fails")
	flag.BoolVar(&o.list, "list", false, "name the scenarios, and end")
	flag.Parse()
	return o
}

func main() {
	o := flags()
	if o.list {
		for _, s := range scenarios {
			fmt.Println(s.name)
		}
		fmt.Println(startUpName)
		return
	}
	failed, err := o.run()
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
	}
	if failed || err != nil {
		os.Exit(1)
	}
}

// run measures what was chosen, prints it, and reports whether a scenario failed, or in strict runs missed its target.
func (o options) run() (failed bool, err error) {
	some, startUp, err := chosen(o.only, o.big)
	if err != nil {
		return false, err
	}
	if o.programs.kubectl, err = exec.LookPath("kubectl"); err != nil {
		return false, err
	}
	if err := os.MkdirAll(filepath.Join(o.programs.work, "home"), 0o700); err != nil {
		return false, err
	}
	out := outcome{Machine: thisMachine(o.programs.kubectl)}
	if startUp {
		if err := out.addStart(o.programs); err != nil {
			return false, err
		}
	}
	if len(some) > 0 {
		c, err := openCluster(o.controlPlane)
		if err != nil {
			return false, err
		}
		if failed, err = out.addAll(bench{o.programs, c, o.pairs}, some, o.json); err != nil {
			return false, err
		}
	}
	fmt.Print(out)
	return failed || o.strict && out.missed(), out.save(o.json)
}

func (o *outcome) addStart(p programs) error {
	progress("%s", startUpName)
	s, err := p.startUp()
	if err != nil {
		return err
	}
	o.Start = &s
	o.Verdicts = append(o.Verdicts, judged(startUpName, "median CPU ms of preview --demo", mostStartCPU.Seconds()*1000, s.CPU.Median))
	return nil
}

// addAll runs the scenarios. One that fails is told at once, and the others still run. What was measured is saved after
// each: on a busy machine a run takes long, and may be ended.
func (o *outcome) addAll(b bench, some []scenario, file string) (failed bool, err error) {
	for _, s := range some {
		progress("%s %s", time.Now().Format(time.TimeOnly), s.name)
		if err := o.add(b, s); err != nil {
			progress("bench: %s: %v", s.name, err)
			failed = true
		}
		o.Loads = append(o.Loads, load())
		if err := o.save(file); err != nil {
			return failed, err
		}
	}
	return failed, nil
}

func (o *outcome) add(b bench, s scenario) error {
	if s.name == perLayerName {
		cost, err := b.perLayer(s)
		if err == nil {
			o.PerLayer = &cost
			o.Verdicts = append(o.Verdicts, judged(s.name, "median ms of one more layer", mostPerLayer.Seconds()*1000, cost.Median))
		}
		return err
	}
	r, err := b.measure(s)
	if err == nil {
		o.Results = append(o.Results, r)
		o.Verdicts = append(o.Verdicts, r.Verdicts...)
	}
	return err
}

func (o *outcome) missed() bool {
	for _, v := range o.Verdicts {
		if !v.Pass {
			return true
		}
	}
	return false
}
