package problems

import "github.com/univ-lehavre/nestor/ports"

// cluster are about reading a cluster through kubectl (120x).
var cluster = map[string]ports.Meaning{}
