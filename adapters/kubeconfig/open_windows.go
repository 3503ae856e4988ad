package kubeconfig

import "os"

// openNow opens a file.
func openNow(file string) (*os.File, error) { return os.Open(file) }
