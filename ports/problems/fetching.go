package problems

import "github.com/univ-lehavre/nestor/ports"

// fetching are about fetching a kubeconfig over ssh (40xx).
var fetching = map[string]ports.Meaning{}
