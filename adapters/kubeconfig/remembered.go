package kubeconfig

import "github.com/univ-lehavre/nestor/ports"

// Remembered passes kubeconfigs through and remembers what may be shown of the last one, for a recording.
type Remembered struct {
	ports.KubeconfigReader
	view ports.KubeconfigView
}

// NewRemembered remembers what inner reads.
func NewRemembered(inner ports.KubeconfigReader) *Remembered {
	return &Remembered{KubeconfigReader: inner}
}

// Read implements ports.KubeconfigReader.
func (r *Remembered) Read(files []string, context string) ports.Kubeconfig {
	k := r.KubeconfigReader.Read(files, context)
	r.view = k.View
	return k
}

// View is what may be shown of the kubeconfig that was read; zero when none was.
func (r *Remembered) View() ports.KubeconfigView { return r.view }
