package stack

// The keys of a topology. Foreign ones belong to neighbouring tools and pass.
var (
	topKeys = []string{"catalog", "layers", "nodes", "network", "exposition", "storage", "hardening", "resources",
		"target_kind", "kubeconfig", "context", "identity"}
	foreignKeys = []string{"access", "persistence", "ceph", "cilium", "ha", "gitea", "atlas", "portal"}

	catalogKeys      = []string{"arch", "terrain", "topology", "status", "profile"}
	nodeKeys         = []string{"name", "roles", "ansible_host", "disks"}
	networkKeys      = []string{"control_plane_endpoint", "control_plane_port", "control_plane_ip", "control_plane_lb"}
	loadBalancerKeys = []string{"mode", "ip"}
	expositionKeys   = []string{"mode"}
	storageKeys      = []string{"backend", "osd_expected", "metadata_device", "disks_per_node"}
	hardeningKeys    = []string{"enabled"}
	resourceKeys     = []string{"cpus", "memory", "disk"}
	identityKeys     = []string{"cluster_uid", "ca_sha256"}
)
