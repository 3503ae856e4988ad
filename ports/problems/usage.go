package problems

import "github.com/univ-lehavre/nestor/ports"

// usage are about the operands and options of use cases (50xx).
var usage = map[string]ports.Meaning{}
