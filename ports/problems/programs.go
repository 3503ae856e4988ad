package problems

import "github.com/univ-lehavre/nestor/ports"

// programs are about programs that are run, and limactl (28xx and 29xx).
var programs = map[string]ports.Meaning{}
