package schema_test

import (
	"net/netip"
	"os"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/univ-lehavre/nestor/adapters/files"
	"github.com/univ-lehavre/nestor/ports"
)

// each is how many documents one check compares: rapid's own count is of checks.
const each = 5

// TestRandomDocuments changes documents that have every key, in ways that writers slip, and compares what both say.
func TestRandomDocuments(t *testing.T) {
	for kind, j := range judges(t) {
		t.Run(kind, func(t *testing.T) {
			base := wholeDocument(t, kind)
			compared, accepted := 0, 0
			rapid.Check(t, func(rt *rapid.T) {
				for range each {
					doc := base
					doc.Root = clone(base.Root)
					for range rapid.IntRange(0, 3).Draw(rt, "changes") {
						change(rt, &doc.Root)
					}
					if how := j.disagree(doc); how != "" {
						rt.Fatalf("%s\n%#v", how, instance(doc.Root))
					}
					compared++
					if j.schema.Validate(instance(doc.Root)) == nil {
						accepted++
					}
				}
			})
			t.Logf("%d documents compared, %d accepted", compared, accepted)
			if accepted*10 < compared || accepted*10 > 9*compared {
				t.Errorf("%d of %d accepted: too lopsided to mean something", accepted, compared)
			}
		})
	}
}

// TestRandomTexts puts strange text where its form counts, into a topology that has nothing else to refuse.
func TestRandomTexts(t *testing.T) {
	j := judges(t)["topology"]
	plain, err := files.Parse("/r/s.yaml", "s.yaml", []byte(`{nodes: [{name: n, roles: [control], ansible_host: h}], network: {control_plane_endpoint: h},
kubeconfig: /k, context: c, identity: {cluster_uid: 0a1b2c3d-0000-4000-8000-000000000001, ca_sha256: "`+strings.Repeat("0a", 32)+`"}}`))
	if err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(rt *rapid.T) {
		for key, form := range forms {
			for range each {
				doc, text := plain, form.Draw(rt, key)
				doc.Root = clone(plain.Root)
				for _, place := range places(&doc.Root) {
					if place.key == key {
						place.value.Scalar = text
					}
				}
				if how := j.disagree(doc); how != "" {
					rt.Fatalf("%s: %q: %s", key, text, how)
				}
			}
		}
	})
}

func wholeDocument(t *testing.T, kind string) ports.Document {
	t.Helper()
	name := "testdata/whole-" + kind + ".yaml"
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	doc, err := files.Parse(name, name, text)
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

// forms are texts that are nearly right, by key.
var forms = map[string]*rapid.Generator[string]{
	"ansible_host":           rapid.OneOf(hosts, letters("[]:/.%a1@- ", 6)),
	"control_plane_endpoint": rapid.OneOf(urls, hosts),
	"kubeconfig":             letters("~/.a$: \t\n\u00a0\u0085\u2028\u0000\u007f", 7),
	"context":                letters("a \t\v\u00a0\u0085\u2028\u3000\ufeff", 3),
	"cluster_uid":            rapid.StringMatching(`[0-9a-fA-Fg]{7,8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-fA-F]{4}-[0-9a-f]{12}\n?`),
	"ca_sha256":              rapid.StringMatching(`([sS]ha256:?)?:?([0-9a-fA-F]:?){63,65}\n?`),
	"name":                   letters("-a_.9 A\n", 4),
}

var (
	hosts = rapid.OneOf(rapid.StringMatching(`[-A-Za-z0-9_.]{0,6}\.?`), ipv6s, letters("0127af:.%", 12), rapid.StringMatching(`([0-9a-f]{1,5}:){1,7}[0-9a-f]{0,4}`),
		rapid.StringMatching(`([0-9a-f]{1,4}:){0,6}:([0-9a-f]{1,4}:){0,6}([0-9a-f]{0,4}|[0-9]{1,3}(\.[0-2]?[0-9]{1,2}){3})`))
	ipv6s = rapid.Custom(func(t *rapid.T) string {
		var a [16]byte
		for i := range a {
			a[i] = rapid.SampledFrom([]byte{0, 0, 0, 1, 10, 255}).Draw(t, "byte")
		}
		return netip.AddrFrom16(a).String() + rapid.SampledFrom([]string{"", "", "%eth0", "%", "%a b"}).Draw(t, "zone")
	})
	urls = rapid.Custom(func(t *rapid.T) string {
		of := func(what string, texts ...string) string { return rapid.SampledFrom(texts).Draw(t, what) }
		host := hosts.Draw(t, "host")
		if strings.Contains(host, ":") && rapid.IntRange(0, 9).Draw(t, "brackets") > 0 {
			address, zone, _ := strings.Cut(host, "%")
			host = "[" + address + of("zone", "", "", "%25"+strings.ReplaceAll(zone, " ", ""), "%") + "]"
		}
		return of("scheme", "https", "https", "HTTPS", "http", "ftp", "", "a/https") + of("colon", "://", "://", "://", ":/", ":") +
			of("user", "", "", "", "u@", "u:p@", "@") + host + of("port", "", "", ":", ":6443", ":99999", ":x") +
			of("path", "", "/", "/a b/é", "/k8s/%41", "/%zz", "/a:b@c", "/\x7f") + of("query", "", "", "", "?", "?q") + of("fragment", "", "", "#", "#f", "##")
	})
)

func letters(alphabet string, most int) *rapid.Generator[string] {
	return rapid.StringOfN(rapid.SampledFrom([]rune(alphabet)), 0, most, -1)
}

// words are texts that mean something somewhere, and scalars of other kinds.
var (
	words = []string{"", " ", "a", "n", "control", "worker", "storage", "ceph", "local-path", "lima", "prod", "local", "gateway", "none", "external", "nope",
		"gitops", "metrics", "datalake", "base", "always", "machines", "nodes", "nothing", "proofs", "exists", "phase", "Deployment", "Secret", "StorageClass", "Service", "Job", "Thing",
		"v1", "apps/v1", "/v1", "batch/v1", "storage.k8s.io/v1", "example.org/v1", "apps", "../x", "UPPER", "no", "cp1", "CP1"}
	numbers = []string{"0", "1", "-1", "6443", "65535", "65536", "6443.0", "6443.5", "1e3", "0x1f", "0o17", "007", "+5", ".inf", ".nan", "99999999999999999999", "1e30"}
	names   = []string{"x", "colour_of_the_rack", "apiVersion", "kind", "layers", "nodes", "name", "roles", "mode", "ip", "backend", "profile", "terrain", "network", "control_plane_lb",
		"ceph", "local-path", "seen", "proofs", "traces", "namespaces", "namespace", "needs", "label", "en", "de", "aliases", "profiles", "gitea", "health", "anywhere", "context", "enabled"}
)

func anything(rt *rapid.T, depth int) ports.Value {
	v := ports.Value{Kind: ports.Kind(rapid.IntRange(0, int(ports.Map)).Draw(rt, "kind"))}
	if depth > 2 {
		v.Kind = ports.Text
	}
	switch v.Kind {
	case ports.Text:
		v.Scalar = rapid.SampledFrom(words).Draw(rt, "text")
	case ports.Number:
		v.Scalar = rapid.SampledFrom(numbers).Draw(rt, "number")
	case ports.Bool:
		v.Scalar = rapid.SampledFrom([]string{"true", "false", "TRUE"}).Draw(rt, "boolean")
	case ports.List:
		for range rapid.IntRange(0, 2).Draw(rt, "items") {
			v.Items = append(v.Items, anything(rt, depth+1))
		}
	case ports.Map:
		for range rapid.IntRange(0, 2).Draw(rt, "entries") {
			v.Entries = append(v.Entries, ports.Entry{Key: rapid.SampledFrom(names).Draw(rt, "key"), Value: anything(rt, depth+1)})
		}
	}
	return v
}

// place is a value within a document, with the key that it stands under.
type place struct {
	key   string
	value *ports.Value
}

func places(v *ports.Value) []place {
	var all []place
	for i := range v.Items {
		all = append(append(all, place{"", &v.Items[i]}), places(&v.Items[i])...)
	}
	for i := range v.Entries {
		e := &v.Entries[i]
		all = append(append(all, place{e.Key, &e.Value}), places(&e.Value)...)
	}
	return all
}

func clone(v ports.Value) ports.Value {
	v.Items, v.Entries = slices.Clone(v.Items), slices.Clone(v.Entries)
	for i := range v.Items {
		v.Items[i] = clone(v.Items[i])
	}
	for i := range v.Entries {
		v.Entries[i].Value = clone(v.Entries[i].Value)
	}
	return v
}

// change makes one change somewhere.
func change(rt *rapid.T, root *ports.Value) {
	all := append(places(root), place{"", root})
	at := all[rapid.IntRange(0, len(all)-1).Draw(rt, "place")]
	v := at.value
	pick := func(n int) int { return rapid.IntRange(0, n-1).Draw(rt, "which") }
	switch how := rapid.IntRange(0, 9).Draw(rt, "how"); {
	case how < 5 && v.Kind == ports.Map && len(v.Entries) > 0:
		i := pick(len(v.Entries))
		v.Entries = slices.Delete(v.Entries, i, i+1)
	case how < 4 && v.Kind == ports.List && len(v.Items) > 0:
		i := pick(len(v.Items))
		v.Items = slices.Delete(v.Items, i, i+1)
	case how < 6 && v.Kind == ports.List && len(v.Items) > 0:
		v.Items = append(v.Items, clone(v.Items[pick(len(v.Items))]))
	case how < 6 && v.Kind == ports.Text:
		v.Scalar = rapid.SampledFrom(words).Draw(rt, "word")
	case how == 6 && v.Kind == ports.Map && len(v.Entries) > 0:
		e := &v.Entries[pick(len(v.Entries))]
		i := pick(len(e.Key))
		e.Key = rapid.SampledFrom([]string{e.Key[:i] + e.Key[i+1:], e.Key + "s", strings.ToUpper(e.Key[:1]) + e.Key[1:]}).Draw(rt, "misspelt")
	case how == 7 && v.Kind == ports.Map:
		v.Entries = append(v.Entries, ports.Entry{Key: rapid.SampledFrom(names).Draw(rt, "key"), Value: anything(rt, 1)})
	case how == 8:
		v.Tag = rapid.SampledFrom([]string{"!vault", "!!str"}).Draw(rt, "tag")
	case how == 9:
		*v = clone(*all[pick(len(all))].value)
	default:
		*v = anything(rt, 1)
	}
}
