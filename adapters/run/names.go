package run

import (
	"bytes"
	"encoding/json"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/univ-lehavre/nestor/ports/say"
)

// ObjectName is what kubectl is told of an object that it should get.
type ObjectName struct {
	APIVersion string
	Kind       string
	Namespace  string // empty for kinds that live in none
	Name       string
}

// namedObject is the manifest of an ObjectName.
type namedObject struct {
	APIVersion string `json:"apiVersion"`
	Kind       string `json:"kind"`
	Metadata   struct {
		Name      string `json:"name"`
		Namespace string `json:"namespace,omitempty"`
	} `json:"metadata"`
}

// NameList is the stdin of KubectlNames: a List of manifests that hold a name and nothing else.
func NameList(names []ObjectName) []byte {
	manifests := make([][]byte, len(names))
	for i, n := range names {
		object := namedObject{APIVersion: n.APIVersion, Kind: n.Kind}
		object.Metadata.Name, object.Metadata.Namespace = n.Name, n.Namespace
		manifests[i], _ = json.Marshal(object) // strings only: it cannot fail
	}
	return []byte(`{"apiVersion":"v1","kind":"List","items":[` + "\n" + string(bytes.Join(manifests, []byte(",\n"))) + "]}\n")
}

// checkNames accepts exactly what NameList writes: kubectl and Go may read one JSON differently (a key given twice, or
// in other letters), but not this one.
func checkNames(stdin []byte) error {
	var list struct{ Items []namedObject }
	if err := json.Unmarshal(stdin, &list); err != nil || len(list.Items) == 0 {
		return refuse(say.Textf("kubectl get -f - without a list of names on stdin"))
	}
	names := make([]ObjectName, len(list.Items))
	for i, object := range list.Items {
		names[i] = ObjectName{object.APIVersion, object.Kind, object.Metadata.Namespace, object.Metadata.Name}
		if why := names[i].Refused(); !why.IsZero() {
			return refuse(say.Textf("kubectl get -f - of an object: %s", why))
		}
	}
	if !bytes.Equal(stdin, NameList(names)) {
		return refuse(say.Textf("kubectl get -f - with more than a list of names on stdin"))
	}
	return nil
}

var (
	apiVersion = regexp.MustCompile(`^([A-Za-z0-9.-]+/)?[A-Za-z0-9]+$`)
	kindName   = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9]*$`)
)

// Refused says why an object may not be asked for; it is empty when it may.
func (n ObjectName) Refused() say.Text {
	switch {
	case mayHoldSecrets(n.Kind):
		return say.Textf("Secrets and ConfigMaps are never read")
	case !apiVersion.MatchString(n.APIVersion) || !kindName.MatchString(n.Kind) || !segment(n.Name) || n.Namespace != "" && !segment(n.Namespace):
		return say.Textf("it is no complete name of a Kubernetes object")
	}
	return say.Text{}
}

// segment reports whether a name can stand in a URL path.
func segment(name string) bool {
	return name != "" && name != "." && name != ".." && !strings.ContainsAny(name, "/%") && utf8.ValidString(name)
}
