package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// cluster is the benchmark's own, and what it has been given so far.
type cluster struct {
	api          *api
	controlPlane string // the folder that up.sh filled
	uid          string

	nodes, layers, deployments int
}

func openCluster(controlPlane string) (*cluster, error) {
	a, err := newAPI(controlPlane)
	if err != nil {
		return nil, err
	}
	uid, err := a.uid()
	return &cluster{api: a, controlPlane: controlPlane, uid: uid, layers: embedded}, err
}

// shape makes the cluster what a scenario needs. Layers and deployments are only added: the order of the scenarios
// takes care that none meets more than it asked for, but for the generated layers' few.
func (c *cluster) shape(s scenario) error {
	began := time.Now()
	if err := c.add(s); err != nil {
		return fmt.Errorf("seeding: %w", err)
	}
	if spent := time.Since(began); spent > time.Second {
		fmt.Fprintf(os.Stderr, "  seeded in %s\n", spent.Round(time.Second))
	}
	c.settle()
	return nil
}

func (c *cluster) add(s scenario) error {
	if s.nodes > c.nodes {
		if err := c.api.addNodes(c.nodes+1, s.nodes); err != nil {
			return err
		}
	} else if err := c.api.removeNodes(s.nodes+1, c.nodes); err != nil {
		return err
	}
	c.nodes = s.nodes
	if s.layers > c.layers {
		if err := c.addLayers(s.layers); err != nil {
			return err
		}
	}
	if s.deployments > c.deployments {
		c.deployments = s.deployments
		return c.api.addDeployments(s.deployments)
	}
	return nil
}

// addLayers waits for the kinds of the custom resources before it makes any: they are served a moment later.
func (c *cluster) addLayers(layers int) error {
	if c.layers == embedded {
		if err := c.api.addKits(); err != nil {
			return err
		}
		c.settle()
	}
	first := c.layers - embedded
	c.layers = layers
	return c.api.addLayers(first, layers-embedded-1)
}

// settle waits until the API server has digested what it was given: it makes its schemas again after each new kind.
// It is quiet after two seconds of hardly any work, and waited for no longer than a minute.
func (c *cluster) settle() {
	const busy = 10 // hundredths of a second in each second
	before, ok := c.spent()
	if !ok {
		time.Sleep(5 * time.Second)
		return
	}
	for quiet, waited := 0, 0; quiet < 2 && waited < 60; quiet, waited = quiet+1, waited+1 {
		time.Sleep(time.Second)
		after, _ := c.spent()
		if after-before > busy {
			quiet = -1
		}
		before = after
	}
}

// spent is the processor time of the control plane, in hundredths of a second, where /proc tells.
func (c *cluster) spent() (int, bool) {
	ids, err := os.ReadFile(filepath.Join(c.controlPlane, "pids"))
	if err != nil {
		return 0, false
	}
	total := 0
	for id := range strings.FieldsSeq(string(ids)) {
		stat, err := os.ReadFile("/proc/" + id + "/stat")
		if err != nil {
			return 0, false
		}
		fields := strings.Fields(string(stat[strings.LastIndexByte(string(stat), ')')+1:]))
		user, _ := strconv.Atoi(fields[11])
		system, _ := strconv.Atoi(fields[12])
		total += user + system
	}
	return total, true
}
