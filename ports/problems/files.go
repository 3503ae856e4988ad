package problems

import "github.com/univ-lehavre/nestor/ports"

// files are about declared files, remembered clusters and recordings (25xx to 27xx).
var files = map[string]ports.Meaning{}
