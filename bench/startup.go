package main

// starts is how often a start is measured.
const starts = 30

// start is what the shortest useful run of nestor costs: a replay, without any other process.
type start struct {
	CPU  spread `json:"cpuMs"`
	Wall spread `json:"wallMs"`
}

func (p programs) startUp() (start, error) {
	var cpu, wall []float64
	for range starts {
		c := p.command(p.nestor, "preview", "--demo")
		took, err := timed(c)
		if err != nil {
			return start{}, err
		}
		used := c.ProcessState.UserTime() + c.ProcessState.SystemTime()
		cpu, wall = append(cpu, used.Seconds()*1000), append(wall, took.Seconds()*1000)
	}
	return start{CPU: spreadOf(cpu), Wall: spreadOf(wall)}, nil
}
