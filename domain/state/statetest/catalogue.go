// Package statetest builds catalogues, stacks and answers for the tests of the core.
package statetest

import (
	"github.com/univ-lehavre/nestor/domain/layer"
	"github.com/univ-lehavre/nestor/ports"
)

// Catalogue is the documented one, in its order.
func Catalogue() layer.Catalogue {
	return layer.Catalogue{
		Layers: append(base(), services()...),
		Ignored: []string{"default", "kube-system", "kube-public", "kube-node-lease", "cert-manager", "cilium-secrets",
			"cnpg-system", "postgres", "s3", "mail"},
	}
}

func base() []layer.Layer {
	return []layer.Layer{
		{Name: "machines", Sight: layer.ByMachines, Wanted: layer.OnLima, LimaOnly: true, Needs: both()},
		{Name: "kubernetes", Sight: layer.ByNodes, Wanted: layer.Always, Needs: both("machines")},
		{Name: "ceph", Sight: layer.ByProofs, Wanted: layer.OnCeph, Stores: layer.Ceph, Needs: onCeph("kubernetes"),
			Proofs: []layer.Proof{{Ref: CephCluster, Health: layer.HealthCeph, Anywhere: true}},
			Traces: layer.Traces{Namespaces: []string{"rook-ceph"}, Groups: []string{"ceph.rook.io"}}},
		{Name: "sc", Sight: layer.ByProofs, Wanted: layer.OnCeph, Stores: layer.Ceph, Needs: onCeph("ceph"),
			Proofs: []layer.Proof{{Ref: BlockClass, Health: layer.HealthExists}},
			Traces: layer.Traces{Provisioners: []string{"rook-ceph", "rbd.csi.ceph.com", "cephfs.csi.ceph.com"}}},
		{Name: "hardening", Sight: layer.Unseen, Wanted: layer.WhenHardening, Needs: both("kubernetes")},
		{Name: "datalake", Sight: layer.ByProofs, Stores: layer.Ceph, Needs: onCeph("ceph", "sc"),
			Proofs: []layer.Proof{{Ref: ObjectStore, Health: layer.HealthPhase, Phases: []string{"Ready"}, Anywhere: true}},
			Traces: layer.Traces{StorageClasses: []string{"rook-ceph-datalake"}}},
		{Name: "storage-simple", Sight: layer.ByProofs, Stores: layer.LocalPath,
			Needs:  map[layer.Backend][]string{layer.Ceph: nil, layer.LocalPath: {"kubernetes"}},
			Proofs: []layer.Proof{Workload("Deployment", "local-path-storage", "local-path-provisioner")},
			Traces: layer.Traces{Namespaces: []string{"local-path-storage"}, StorageClasses: []string{"local-path"},
				Provisioners: []string{"rancher.io/local-path"}}},
	}
}

func services() []layer.Layer {
	all := []layer.Layer{
		deployed("metrics-server", both("kubernetes"), nil, Workload("Deployment", "kube-system", "metrics-server")),
		deployed("volume-snapshots", onCeph("sc"), nil, CronJob("rook-ceph", "volume-snapshot-daily")),
		deployed("monitoring", each([]string{"sc", "datalake"}, []string{"storage-simple"}), []string{"monitoring"},
			Workload("StatefulSet", "monitoring", "loki")),
		deployed("gitops", each([]string{"sc"}, []string{"storage-simple"}), []string{"argocd", "gitea"},
			Workload("Deployment", "argocd", "argocd-server")),
		deployed("registry", each([]string{"sc"}, []string{"storage-simple"}), []string{"registry"},
			Workload("Deployment", "registry", "registry")),
		deployed("dataops", each([]string{"datalake", "registry", "sc"}, []string{"monitoring", "registry", "storage-simple"}),
			[]string{"dagster", "marquez"},
			Workload("Deployment", "dagster", "dagster-dagster-webserver"), Workload("Deployment", "marquez", "marquez")),
		deployed("gitops-seed", both("gitops"), nil, layer.Proof{Ref: Application, Health: layer.HealthExists}),
		deployed("mlflow", each([]string{"dataops", "datalake", "registry"}, []string{"dataops", "monitoring", "registry"}),
			[]string{"mlflow"}, Workload("Deployment", "mlflow", "mlflow")),
		deployed("buildkit", both("registry"), []string{"buildkit"}, Workload("Deployment", "buildkit", "buildkitd")),
		deployed("portal", both("registry"), []string{"portal"}, Workload("Deployment", "portal", "portal")),
		deployed("gitea-runner", both("gitops", "registry", "buildkit"), []string{"gitea-runner"},
			Workload("Deployment", "gitea-runner", "gitea-runner")),
	}
	for i, l := range all {
		switch l.Name {
		case "monitoring":
			all[i].Traces.Groups = []string{"monitoring.coreos.com"}
		case "gitops":
			all[i].Traces.Groups = []string{"argoproj.io"}
		}
	}
	return all
}

func deployed(name string, needs map[layer.Backend][]string, namespaces []string, proofs ...layer.Proof) layer.Layer {
	return layer.Layer{Name: name, Sight: layer.ByProofs, Needs: needs, Proofs: proofs, Traces: layer.Traces{Namespaces: namespaces}}
}

func both(names ...string) map[layer.Backend][]string { return each(names, names) }

func onCeph(names ...string) map[layer.Backend][]string {
	return map[layer.Backend][]string{layer.Ceph: names}
}

func each(ceph, localPath []string) map[layer.Backend][]string {
	return map[layer.Backend][]string{layer.Ceph: ceph, layer.LocalPath: localPath}
}

// The proofs that tests name.
var (
	CephCluster = ports.ObjectRef{Group: "ceph.rook.io", Version: "v1", Kind: "CephCluster", Resource: "cephclusters",
		Namespace: "rook-ceph", Name: "rook-ceph"}
	ObjectStore = ports.ObjectRef{Group: "ceph.rook.io", Version: "v1", Kind: "CephObjectStore", Resource: "cephobjectstores",
		Namespace: "rook-ceph", Name: "datalake"}
	BlockClass = ports.ObjectRef{Group: "storage.k8s.io", Version: "v1", Kind: "StorageClass", Resource: "storageclasses",
		Name: "rook-ceph-block-replicated"}
	Application = ports.ObjectRef{Group: "argoproj.io", Version: "v1alpha1", Kind: "Application", Resource: "applications",
		Namespace: "argocd", Name: "atlas-workflows"}
)

// Workload is the proof of a Deployment, StatefulSet or DaemonSet that is looked for everywhere.
func Workload(kind, namespace, name string) layer.Proof {
	resource := map[string]string{"Deployment": "deployments", "StatefulSet": "statefulsets", "DaemonSet": "daemonsets"}[kind]
	return layer.Proof{Health: layer.HealthWorkload, Anywhere: true, Ref: ports.ObjectRef{Group: "apps", Version: "v1",
		Kind: kind, Resource: resource, Namespace: namespace, Name: name}}
}

// CronJob is the proof of a cron job that is looked for everywhere.
func CronJob(namespace, name string) layer.Proof {
	return layer.Proof{Health: layer.HealthScheduled, Anywhere: true, Ref: ports.ObjectRef{Group: "batch", Version: "v1",
		Kind: "CronJob", Resource: "cronjobs", Namespace: namespace, Name: name}}
}
