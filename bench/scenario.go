package main

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// scenario is one cluster, one catalogue and one line to it.
type scenario struct {
	name        string
	nodes       int
	layers      int
	deployments int
	roundTrip   time.Duration
	slow        bool // a fifth of the pairs
	big         bool // only with -big
	most        targets
}

// targets are what a scenario must not exceed; zero: nothing is asked of it.
type targets struct {
	ratio  float64 // median
	memory float64 // MiB, of nestor itself
}

// The cost of one more layer on loopback, and of a start.
const (
	mostPerLayer = 6 * time.Millisecond
	mostStartCPU = 30 * time.Millisecond
)

// The two measurements that are not made in pairs.
const (
	perLayerName = "per-layer"
	startUpName  = "start-up"
)

const far = 50 * time.Millisecond

// scenarios stand in the order in which their clusters grow out of each other.
var scenarios = []scenario{
	{name: "4-nodes", nodes: 4, layers: embedded, most: targets{ratio: 2.2}},
	{name: "4-nodes-50ms", nodes: 4, layers: embedded, roundTrip: far, slow: true},
	{name: "100-nodes", nodes: 100, layers: embedded},
	{name: "1000-nodes", nodes: 1000, layers: embedded, most: targets{ratio: 1.6, memory: 60}},
	{name: "1000-nodes-50ms", nodes: 1000, layers: embedded, roundTrip: far, slow: true},
	{name: "5000-nodes", nodes: 5000, layers: embedded, slow: true, big: true},
	{name: "170-layers", nodes: 4, layers: 170},
	{name: "400-layers", nodes: 4, layers: 400},
	{name: "400-layers-50ms", nodes: 4, layers: 400, roundTrip: far, slow: true},
	{name: perLayerName, nodes: 4, layers: 400},
	{name: "2000-deployments", nodes: 4, layers: embedded, deployments: 2000, slow: true},
}

// chosen gives the scenarios that are named, or all but the big ones.
func chosen(only string, big bool) ([]scenario, bool, error) {
	names := strings.FieldsFunc(only, func(r rune) bool { return r == ',' })
	var some []scenario
	for _, s := range scenarios {
		if slices.Contains(names, s.name) || len(names) == 0 && (big || !s.big) {
			some = append(some, s)
		}
	}
	startUp := len(names) == 0 || slices.Contains(names, startUpName)
	for _, name := range names {
		known := func(s scenario) bool { return s.name == name }
		if name != startUpName && !slices.ContainsFunc(scenarios, known) {
			return nil, false, fmt.Errorf("there is no scenario %q; -list names them", name)
		}
	}
	return some, startUp, nil
}
