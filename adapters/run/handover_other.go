//go:build !linux

package run

// handOver uses a file: an inherited descriptor can be read only once here, and kubectl reads its kubeconfig several times.
func handOver(content []byte, tempDir string, _ bool) (handover, error) {
	return handOverFile(content, tempDir)
}
