package problems

import "github.com/univ-lehavre/nestor/ports"

// usage are about the command line and its operands (50xx and 60xx).
var usage = map[string]ports.Meaning{}
