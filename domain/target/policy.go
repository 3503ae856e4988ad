package target

// evidence is what speaks for a target when nothing speaks against it.
type evidence struct {
	named      Source // who named the kubeconfig
	pinnedCA   bool   // the pinned CA, and no other, vouches for the server
	pinnedUID  string // the pinned UID, when it was seen
	unverified bool   // the server's certificate was not checked
}

// confirm is the identity policy: what is enough to go on. Today a kubeconfig that somebody named is; asking, known
// clusters and declared endpoints belong here. Refusals are made before it, from contradictions alone.
func confirm(e evidence) Judgement {
	return Judgement{Verdict: Confirmed, Reasons: []Reason{grounds(e)}}
}

// grounds names the strongest evidence.
func grounds(e evidence) Reason {
	switch {
	case e.pinnedUID != "" && e.unverified:
		return Reason{CodePinnedUID, "pinned cluster UID matches (" + e.pinnedUID + "), on a connection whose certificate is not verified"}
	case e.pinnedUID != "":
		return Reason{CodePinnedUID, "pinned cluster UID matches (" + e.pinnedUID + ")"}
	case e.pinnedCA:
		return Reason{CodePinnedCA, "pinned CA matches"}
	case e.named == FromEnvironment:
		return Reason{CodeNamed, "the exported KUBECONFIG names this kubeconfig"}
	case e.named == FromConvention:
		return Reason{CodeNamed, "this is the stack's conventional kubeconfig"}
	}
	return Reason{CodeNamed, "the topology names this kubeconfig"}
}
