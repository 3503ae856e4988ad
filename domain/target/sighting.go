package target

import (
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/say"
)

// Sighting is what one read showed of which cluster answered it.
type Sighting struct {
	UID      string // empty when it showed none
	Controls ports.Controls
}

func whatAnswers() say.Text {
	return say.Textf("find out what answers at this address (a balancer, a tunnel, a cluster being replaced)")
}

// TwoClusters says that the reads of one run saw two clusters, and what to do; it is empty when nothing tells them apart.
func TwoClusters(reads ...Sighting) say.Text {
	for i, one := range reads {
		for _, other := range reads[:i] {
			switch {
			case other.Controls.Contradict(one.Controls):
				return say.Textf("one read was shown namespace kube-system and another was refused it, so two clusters may answer; %s", whatAnswers())
			case other.UID != "" && one.UID != "" && other.UID != one.UID:
				return say.Textf("two reads saw two clusters, %s and %s; %s", other.UID, one.UID, whatAnswers())
			}
		}
	}
	return say.Text{}
}
