package layer

import (
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/univ-lehavre/nestor/domain/document"
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/say"
)

var consonantY = regexp.MustCompile(`[^aeiou]y$`) // policies, but gateways

// BuiltIn reports an API group whose kinds are Kubernetes' own, so that no definition of them is stored.
func BuiltIn(group string) bool {
	_, known := builtIn[group]
	return known || group == ""
}

// parsed is one catalogue file, read and not yet checked against the others.
type parsed struct {
	layers   []parsedLayer
	aliases  []parsedAlias
	profiles []Profile
	ignored  []string
}

type parsedLayer struct {
	Layer
	name  document.Field
	needs document.Field
}

type parsedAlias struct {
	Alias
	field document.Field
}

func parse(r *document.Reader, doc ports.Document) parsed {
	root := r.Root(doc, &shape)
	root.Keys()
	p := parsed{ignored: root.At("ignoredNamespaces").Texts()}
	for _, f := range root.At("layers").Items() {
		if f.Map() {
			p.layers = append(p.layers, parseLayer(f))
		}
	}
	p.aliases = parseAliases(root.At("aliases"))
	for _, f := range root.At("profiles").Items() {
		if f.Map() {
			f.Keys()
			p.profiles = append(p.profiles, Profile{Name: required(f.At("name")), Members: f.At("layers").Texts()})
		}
	}
	return p
}

func parseLayer(f document.Field) parsedLayer {
	f.Keys()
	l := parsedLayer{name: f.At("name"), needs: f.At("needs")}
	l.Name = required(l.name)
	if l.Name != "" && !validName.MatchString(l.Name) {
		l.name.Fault(document.CodeWrongType, say.Textf("%q is no layer name", l.Name), say.Textf("use small letters, digits and dashes"))
	}
	l.Label = parseLabel(f.At("label"))
	l.How = f.At("how").Text()
	l.Wanted = When(f.At("wanted").Word(""))
	l.LimaOnly = f.At("only").Word("") != ""
	l.Stores = Backend(f.At("stores").Word(""))
	l.Sight = Sight(f.At("seen").Word(string(ByProofs)))
	l.Needs = parseNeeds(l.needs)
	for _, p := range f.At("proofs").Items() {
		if p.Map() {
			l.Proofs = append(l.Proofs, parseProof(p))
		}
	}
	l.Traces = parseTraces(f.At("traces"))
	if l.Sight == ByProofs && len(l.Proofs) == 0 && len(l.Traces.Namespaces) == 0 {
		f.Fault(CodeNoProof, say.Textf("nothing would show layer %q", l.Name), say.Textf("give it `proofs:`, or say `seen: nothing`"))
	}
	return l
}

// parseNeeds takes no needs as none on any backend. A map that names no backend allows the layer nowhere.
func parseNeeds(f document.Field) map[Backend][]string {
	if !f.Present {
		return map[Backend][]string{Ceph: nil, LocalPath: nil}
	}
	needs := byBackend(f)
	if len(needs) == 0 && f.Value.Kind == ports.Map {
		f.Fault(CodeNotAllowed, say.Textf("the layer is allowed on no backend"), say.Textf("write a list for every backend, or a list under each: %s", strings.Join(BackendNames(), ", ")))
	}
	return needs
}

// parseLabel takes one text for every language, or a text by language.
func parseLabel(f document.Field) map[string]string {
	if !f.Present {
		return nil
	}
	if f.Value.Kind == ports.Text {
		return map[string]string{"en": f.Text()}
	}
	label := map[string]string{}
	if f.Map() {
		f.Keys()
		for _, e := range f.Value.Entries {
			label[e.Key] = f.At(e.Key).Text()
		}
	}
	return label
}

// byBackend takes one list for both backends, or a list by backend; a backend left out is not allowed.
func byBackend(f document.Field) map[Backend][]string {
	if !f.Present {
		return nil
	}
	if f.Value.Kind == ports.List {
		names := f.Texts()
		return map[Backend][]string{Ceph: names, LocalPath: names}
	}
	lists := map[Backend][]string{}
	if f.Map() {
		f.Keys()
		for _, b := range Backends {
			if own := f.At(string(b)); own.Present {
				lists[b] = own.Texts()
			}
		}
	}
	return lists
}

func parseProof(f document.Field) Proof {
	f.Keys()
	p := Proof{Anywhere: f.At("anywhere").Bool(false), AnyName: f.At("anyName").Bool(false), Phases: f.At("phase").Texts(), Condition: f.At("condition").Text()}
	group, version := splitAPIVersion(required(f.At("apiVersion")))
	kind := required(f.At("kind"))
	p.Ref = ports.ObjectRef{Group: group, Version: version, Kind: kind, Resource: f.At("resource").Text(),
		Namespace: f.At("namespace").Text(), Name: required(f.At("name"))}
	if p.Ref.Resource == "" {
		p.Ref.Resource = plural(kind)
	}
	switch {
	case slices.Contains(secretKinds, kind):
		f.At("kind").Fault(CodeForbidden, say.Textf("%s may hold secrets and is never read", kind), say.Textf("choose a workload or a custom resource"))
	case group == "" && kind != "" && !slices.Contains(coreKinds, kind):
		f.At("apiVersion").Fault(CodeNoGroup, say.Textf("%s needs its API group", kind), say.Textf("write `apiVersion: GROUP/VERSION`, as in its manifest"))
	}
	checkBuiltIn(f, p.Ref)
	health := f.At("health").Word("")
	p.Health = healthOf(Health(health), p)
	return p
}

// checkBuiltIn finds what would only show as an absent layer later: a kind that no cluster has, a namespace left out.
func checkBuiltIn(f document.Field, ref ports.ObjectRef) {
	kinds, known := builtIn[ref.Group]
	if !known || ref.Kind == "" {
		return
	}
	namespaced, is := kinds[ref.Kind]
	switch {
	case !is:
		f.At("kind").Fault(document.CodeNotOneOf, say.Textf("API group %s has no kind %q", ref.Group, ref.Kind), document.Suggest(ref.Kind, slices.Sorted(maps.Keys(kinds))))
	case namespaced && ref.Namespace == "":
		f.Fault(document.CodeMissing, say.Textf("a %s lives in a namespace, and none is named", ref.Kind), say.Textf("write `namespace:`"))
	case !namespaced && ref.Namespace != "":
		f.At("namespace").Fault(document.CodeWrongType, say.Textf("a %s lives in no namespace", ref.Kind), say.Textf("remove the key"))
	}
}

// healthOf completes the health of a proof by what is declared, then by its kind.
func healthOf(declared Health, p Proof) Health {
	switch {
	case declared != "":
		return declared
	case len(p.Phases) > 0:
		return HealthPhase
	case p.Condition != "":
		return HealthCondition
	}
	switch p.Ref.Kind {
	case "Deployment", "StatefulSet", "DaemonSet":
		return HealthWorkload
	case "CephCluster":
		return HealthCeph
	case "CronJob":
		return HealthScheduled
	}
	return HealthExists
}

func parseTraces(f document.Field) Traces {
	if !f.Present || !f.Map() {
		return Traces{}
	}
	f.Keys()
	return Traces{
		Namespaces:     f.At("namespaces").Texts(),
		Groups:         f.At("groups").Texts(),
		Provisioners:   f.At("provisioners").Texts(),
		StorageClasses: f.At("storageClasses").Texts(),
	}
}

func parseAliases(f document.Field) []parsedAlias {
	if !f.Present || !f.Map() {
		return nil
	}
	var aliases []parsedAlias
	f.Keys()
	for _, e := range f.Value.Entries {
		field := f.At(e.Key)
		aliases = append(aliases, parsedAlias{Alias{Name: e.Key, Members: byBackend(field)}, field})
	}
	return aliases
}

// required gives the text of a key that must be there.
func required(f document.Field) string {
	if !f.Present {
		f.Fault(document.CodeMissing, say.Textf("is missing"), say.Text{})
		return ""
	}
	text := f.Text()
	if text == "" && f.Value.Kind == ports.Text {
		f.Fault(document.CodeMissing, say.Textf("is empty"), say.Textf("write a name"))
	}
	return text
}

func splitAPIVersion(text string) (group, version string) {
	if group, version, ok := strings.Cut(text, "/"); ok {
		return group, version
	}
	return "", text
}

// plural guesses the resource of a kind; `resource:` says otherwise.
func plural(kind string) string {
	name := strings.ToLower(kind)
	switch {
	case name == "endpoints":
		return name
	case strings.HasSuffix(name, "s"):
		return name + "es"
	case consonantY.MatchString(name):
		return strings.TrimSuffix(name, "y") + "ies"
	}
	return name + "s"
}
