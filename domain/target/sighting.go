package target

import (
	"fmt"

	"github.com/univ-lehavre/nestor/ports"
)

// Sighting is what one read showed of which cluster answered it.
type Sighting struct {
	UID      string // empty when it showed none
	Controls ports.Controls
}

const whatAnswers = "find out what answers at this address (a balancer, a tunnel, a cluster being replaced)"

// TwoClusters says that the reads of one run saw two clusters, and what to do; it is empty when nothing tells them apart.
func TwoClusters(reads ...Sighting) string {
	for i, one := range reads {
		for _, other := range reads[:i] {
			switch {
			case other.Controls.Contradict(one.Controls):
				return "one read was shown namespace kube-system and another was refused it, so two clusters may answer; " + whatAnswers
			case other.UID != "" && one.UID != "" && other.UID != one.UID:
				return fmt.Sprintf("two reads saw two clusters, %s and %s; %s", other.UID, one.UID, whatAnswers)
			}
		}
	}
	return ""
}
