// Command bench measures one preview against one `kubectl get nodes -o json`, in pairs, on a real API server.
// Only the ratio means something: the machines are noisy.
package main

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"time"
)

func main() {
	nestor := flag.String("nestor", "", "the nestor binary")
	topology := flag.String("topology", "", "a stack's file")
	kubeconfig := flag.String("kubeconfig", "", "the same cluster's kubeconfig")
	pairs := flag.Int("pairs", 25, "how many pairs to run")
	most := flag.Float64("most", 0, "fail above this median ratio; 0: only print")
	flag.Parse()

	var ratios, previews, gets []float64
	for range *pairs {
		get := seconds("kubectl", "--kubeconfig", *kubeconfig, "get", "nodes", "-o", "json")
		preview := seconds(*nestor, "preview", "-f", *topology)
		gets, previews, ratios = append(gets, get), append(previews, preview), append(ratios, preview/get)
	}
	fmt.Printf("%d pairs           min  median     max\n", *pairs)
	row("kubectl get nodes", gets, " s")
	row("nestor preview", previews, " s")
	row("ratio", ratios, "")
	if m := median(ratios); *most > 0 && m > *most {
		fmt.Printf("the median ratio %.2f is above %.2f\n", m, *most)
		os.Exit(1)
	}
}

// seconds runs a program to its end; a failure ends the benchmark, for it would measure nothing.
func seconds(name string, args ...string) float64 {
	began := time.Now()
	if out, err := exec.Command(name, args...).CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "%s: %v\n%s", name, err, out)
		os.Exit(1)
	}
	return time.Since(began).Seconds()
}

func row(name string, values []float64, unit string) {
	fmt.Printf("%-18s %5.3f   %5.3f   %5.3f%s\n", name, slices.Min(values), median(values), slices.Max(values), unit)
}

func median(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	return sorted[len(sorted)/2]
}
