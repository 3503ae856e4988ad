package target

import (
	"slices"
	"strings"
	"time"

	"github.com/univ-lehavre/nestor/domain/stack"
	"github.com/univ-lehavre/nestor/ports"
)

// known is what was remembered, seen from one stack.
type known struct {
	entry  *ports.KnownCluster // of this stack; nil when it was never confirmed
	others string              // the other stacks that the cluster seen was confirmed as; empty when there are none
}

// remembered finds what was confirmed for the stack.
func remembered(c Case) *ports.KnownCluster {
	for _, k := range c.Known {
		if k.Stack == c.Stack.Name && k.File == c.Stack.File {
			return &k
		}
	}
	return nil
}

// confirmedAs names the other stacks that a cluster was confirmed as, by its UID or by its CA.
func confirmedAs(c Case, uid, ca string) string {
	var names []string
	for _, k := range c.Known {
		matches := uid != "" && k.UID == uid || ca != "" && k.CASHA256 == ca
		if matches && k.Stack != c.Stack.Name && !slices.Contains(names, k.Stack) {
			names = append(names, k.Stack)
		}
	}
	return strings.Join(names, ", ")
}

// verifiedCA is the CA that alone vouches for the server; empty when there is no such one.
func verifiedCA(v ports.KubeconfigView) string {
	if v.Insecure || v.CACount != 1 {
		return ""
	}
	return strings.ToLower(v.CASHA256)
}

// Remember gives what is worth remembering of a cluster that the operator confirmed. Without a UID and without a CA there
// is nothing by which it could be known again: ok is false.
func Remember(s stack.Stack, v ports.KubeconfigView, uid string, now time.Time) (k ports.KnownCluster, ok bool) {
	k = ports.KnownCluster{Stack: s.Name, File: s.File, Endpoint: v.Server, CASHA256: verifiedCA(v), UID: uid, Confirmed: now}
	return k, k.UID != "" || k.CASHA256 != ""
}

// Identity gives what to write under identity: of a topology to pin the cluster that was seen; empty values cannot be pinned.
func Identity(v ports.KubeconfigView, uid string) stack.Identity {
	return stack.Identity{ClusterUID: uid, CASHA256: verifiedCA(v)}
}
