package cli

import "github.com/univ-lehavre/nestor/domain/access"

const (
	rbacGroup   = "rbac.authorization.k8s.io"
	rbacVersion = rbacGroup + "/v1"
)

// manifest is a ClusterRole, a ClusterRoleBinding or a List of both.
type manifest struct {
	APIVersion string        `json:"apiVersion"`
	Kind       string        `json:"kind"`
	Metadata   *metadata     `json:"metadata,omitempty"`
	Rules      []ruleJSON    `json:"rules,omitempty"`
	RoleRef    *roleRef      `json:"roleRef,omitempty"`
	Subjects   []subjectJSON `json:"subjects,omitempty"`
	Items      []manifest    `json:"items,omitempty"`
}

type metadata struct {
	Name string `json:"name"`
}

type ruleJSON struct {
	APIGroups       []string `json:"apiGroups,omitempty"`
	Resources       []string `json:"resources,omitempty"`
	ResourceNames   []string `json:"resourceNames,omitempty"`
	NonResourceURLs []string `json:"nonResourceURLs,omitempty"`
	Verbs           []string `json:"verbs"`
}

type roleRef struct {
	APIGroup string `json:"apiGroup"`
	Kind     string `json:"kind"`
	Name     string `json:"name"`
}

type subjectJSON struct {
	APIGroup  string `json:"apiGroup,omitempty"`
	Kind      string `json:"kind"`
	Name      string `json:"name"`
	Namespace string `json:"namespace,omitempty"`
}

func roleJSON(role access.Role) manifest {
	m := manifest{APIVersion: rbacVersion, Kind: "ClusterRole", Metadata: &metadata{role.Name}}
	for _, r := range role.Rules {
		j := ruleJSON{Resources: r.Resources, ResourceNames: r.Names, NonResourceURLs: r.Paths, Verbs: r.Verbs}
		if len(r.Paths) == 0 {
			j.APIGroups = []string{r.Group}
		}
		m.Rules = append(m.Rules, j)
	}
	if len(role.Subjects) == 0 {
		return m
	}
	b := manifest{APIVersion: rbacVersion, Kind: "ClusterRoleBinding", Metadata: &metadata{role.Name}, RoleRef: &roleRef{rbacGroup, "ClusterRole", role.Name}}
	for _, s := range role.Subjects {
		j := subjectJSON{Kind: s.Kind, Name: s.Name, Namespace: s.Namespace}
		if s.Kind != access.ServiceAccount {
			j.APIGroup = rbacGroup
		}
		b.Subjects = append(b.Subjects, j)
	}
	return manifest{APIVersion: "v1", Kind: "List", Items: []manifest{m, b}}
}
