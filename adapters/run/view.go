package run

import (
	"encoding/json"

	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/say"
)

// ViewWithoutHome writes ~ for the home folder, wherever a kubeconfig's view names it.
func ViewWithoutHome(view ports.KubeconfigView, home string) ports.KubeconfigView {
	var clean ports.KubeconfigView
	if err := json.Unmarshal([]byte(withoutHome(string(jsonBody(view)), home)), &clean); err != nil {
		return ports.KubeconfigView{Problem: say.Textf("the kubeconfig's view could not be kept")}
	}
	return clean
}
