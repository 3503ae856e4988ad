package app

import (
	"testing"

	"github.com/univ-lehavre/nestor/ports"
)

func TestTheCommandCanBePasted(t *testing.T) {
	marquez := ports.ObjectRef{Group: "apps", Version: "v1", Kind: "Deployment", Resource: "deployments", Namespace: "marquez", Name: "marquez"}
	kubeSystem := ports.ObjectRef{Version: "v1", Kind: "Namespace", Resource: "namespaces", Name: "kube-system"}
	cephCluster := ports.ObjectRef{Group: "ceph.rook.io", Version: "v1", Kind: "CephCluster", Resource: "cephclusters", Namespace: "rook-ceph", Name: "rook-ceph"}
	nodes := ports.ObjectRef{Version: "v1", Kind: "Node", Resource: "nodes"}
	for _, c := range []struct {
		files   []string
		context string
		ref     ports.ObjectRef
		want    string
	}{
		{[]string{"/home/op/k"}, "ctx", marquez, "kubectl --kubeconfig /home/op/k --context ctx -n marquez get deployments.apps marquez"},
		{[]string{"/home/op/k"}, "kubernetes-admin@kubernetes", kubeSystem, "kubectl --kubeconfig /home/op/k --context kubernetes-admin@kubernetes get namespaces kube-system"},
		{[]string{"/a", "/b c"}, "ctx", cephCluster, "KUBECONFIG='/a:/b c' kubectl --context ctx -n rook-ceph get cephclusters.ceph.rook.io rook-ceph"},
		{[]string{"/home/op/it's"}, "$(id)", nodes, `kubectl --kubeconfig '/home/op/it'\''s' --context '$(id)' get nodes`},
		{nil, "", nodes, "kubectl get nodes"},
		{[]string{"/a"}, "ctx", ports.ObjectRef{}, ""},
	} {
		if got := command(ports.Access{Files: c.files, Context: c.context}, c.ref); got != c.want {
			t.Errorf("%s\nwant %s", got, c.want)
		}
	}
}
