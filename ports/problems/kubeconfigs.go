package problems

import "github.com/univ-lehavre/nestor/ports"

// kubeconfigs are about kubeconfig files (130x).
var kubeconfigs = map[string]ports.Meaning{}
