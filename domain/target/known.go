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
		if k.Of(c.Stack.Name, c.Stack.File) {
			return &k
		}
	}
	return nil
}

// ofOthers names the other stacks whose cluster this is, by its UID or by its CA: confirmed, or pinned by their topologies.
func ofOthers(c Case, uid, ca string) string {
	var names []string
	for _, k := range slices.Concat(c.Known, c.Pinned) {
		matches := uid != "" && k.UID == uid || ca != "" && k.CASHA256 == ca
		if matches && !c.own(k) && !slices.Contains(names, k.Stack) {
			names = append(names, k.Stack)
		}
	}
	return strings.Join(names, ", ")
}

// own reports an entry of the stack itself. A production stack of the same name may have moved to another folder; a bench of
// the same name is another one.
func (c Case) own(k ports.KnownCluster) bool {
	return k.Stack == c.Stack.Name && (k.File == c.Stack.File || c.Stack.Kind != stack.Lima)
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
