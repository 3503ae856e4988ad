package target

import (
	"slices"

	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/say"
)

// requestRefusals comes before all others: what sent anything but a GET is no reader, and what it printed tells nothing,
// be the cluster the stack's or not.
func requestRefusals(o ports.Overview, objects ports.ObjectsAnswer) []Reason {
	if text := OtherRequests(o.Requests, objects.Requests); !text.IsZero() {
		return []Reason{{CodeOtherRequest, text}}
	}
	return nil
}

// OtherRequests says which requests of several reads were no GET, and what follows; it is empty when all were.
func OtherRequests(reads ...[]ports.Request) say.Text {
	var sent []string
	for _, q := range slices.Concat(reads...) {
		if !q.Reads() {
			sent = append(sent, q.String())
		}
	}
	if len(sent) == 0 {
		return say.Text{}
	}
	slices.Sort(sent)
	return say.Agree(len(sent),
		"kubectl sent a request other than GET (%s), and nestor only ever reads: nothing of it is believed; find out which program the kubectl in PATH is, and what it changed",
		"kubectl sent requests other than GET (%s), and nestor only ever reads: nothing of it is believed; find out which program the kubectl in PATH is, and what it changed",
		listed(slices.Compact(sent)))
}

// SawOtherRequests reports a judgement that rests on a request other than GET: something may have been changed.
func SawOtherRequests(j Judgement) bool {
	return j.Verdict == Refuse && len(j.Reasons) > 0 && j.Reasons[0].Code == CodeOtherRequest
}
