package inventory_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/univ-lehavre/nestor/domain/inventory"
	"github.com/univ-lehavre/nestor/ports"
)

func scalarsOf(vars map[string]ports.Value) map[string]string {
	texts := map[string]string{}
	for name, v := range vars {
		texts[name] = v.Scalar
	}
	return texts
}

func TestE07VariablesComeFromEveryMention(t *testing.T) {
	inv := valid(t, mapOf(
		"all", mapOf("hosts", mapOf("n1", mapOf("ansible_host", text("10.0.0.1"), "a", text("first"))), "vars", mapOf("v", text("all"), "w", text("all"), "a", text("all"))),
		"control", mapOf("hosts", mapOf("n1", null), "vars", mapOf("v", text("control"), "a", text("control"))),
		"parent", mapOf("children", mapOf("control", null), "vars", mapOf("v", text("parent"), "w", text("parent"), "p", text("parent"))),
		"other", mapOf("hosts", mapOf("n1", mapOf("b", text("second")))),
	))
	want := map[string]string{"ansible_host": "10.0.0.1", "a": "first", "b": "second", "v": "control", "w": "parent", "p": "parent"}
	if diff := cmp.Diff(want, scalarsOf(inv.Variables("n1"))); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"all", "control", "parent", "other"}, inv.Groups()); diff != "" {
		t.Error(diff)
	}
	if inv.Variables("n2") != nil || inv.Members("none") != nil || inv.Has("n2") {
		t.Error("unknown names are known")
	}
}

func TestWhatIsNoInventoryIsRefused(t *testing.T) {
	host := hosts("a")
	for name, c := range map[string]struct {
		root ports.Value
		want string
	}{
		"E14 nothing":               {null, "no hosts in bootstrap/hosts.yaml: nothing is declared"},
		"E14 groups without a host": {mapOf("all", null, "control", mapOf("hosts", null)), "no hosts in bootstrap/hosts.yaml: its groups are empty"},
		"a list":                    {ports.Value{Kind: ports.List}, "is a list"},
		"a text":                    {text("hunter2"), "is a single value"},
		"a tagged map":              {ports.Value{Kind: ports.Map, Tag: "!vault"}, "is a single value"},
		"a plugin":                  {mapOf("plugin", text("aws_ec2"), "regions", null), "configures an inventory plugin"},
		"hosts at the top":          {mapOf("hosts", mapOf("a", null)), "hosts: stands at the top"},
		"vars at the top":           {mapOf("all", host, "vars", mapOf("x", text("hunter2"))), "vars: stands at the top"},
		"children at the top":       {mapOf("children", mapOf("g", host)), "children: stands at the top"},
		"a group that is a text":    {mapOf("all", host, "g", text("hunter2")), "g: must be a map, and is text"},
		"a group that is a list":    {mapOf("all", mapOf("children", mapOf("g", ports.Value{Kind: ports.List}))), "all.children.g: must be a map, and is a list"},
		"hosts that are a list":     {mapOf("all", mapOf("hosts", ports.Value{Kind: ports.List, Items: []ports.Value{text("a")}})), "all.hosts: must be a map, and is a list"},
		"vars that are a text":      {mapOf("all", mapOf("hosts", mapOf("a", null), "vars", text("hunter2"))), "all.vars: must be a map, and is text"},
		"a host that is a text":     {mapOf("all", mapOf("hosts", mapOf("a", text("hunter2")))), "all.hosts.a: must be a map, and is text"},
		"an encrypted section":      {mapOf("all", mapOf("hosts", tagged("!vault", "hunter2"))), "carries the tag !vault"},
		"an encrypted host":         {mapOf("all", mapOf("hosts", mapOf("a", tagged("!vault", "hunter2")))), "all.hosts.a: must be a map, and carries the tag !vault"},
		"a mistyped section":        {mapOf("all", mapOf("host", mapOf("a", null))), "all.host: is no part of a group; did you mean hosts?"},
		"an empty name":             {mapOf("all", mapOf("hosts", mapOf("", null))), "a name is empty"},
		"a name with a newline":     {mapOf("all", mapOf("hosts", mapOf("a\nb", null))), "control characters"},
		"a long name":               {mapOf(strings.Repeat("g", 300), host), "longer than 253"},
		"a range that goes back":    {mapOf("all", mapOf("hosts", mapOf("n[04:01]", null))), "all.hosts.n[04:01]: a range ends before it begins"},
		"a priority that is none":   {mapOf("all", mapOf("hosts", mapOf("a", null), "vars", mapOf("ansible_group_priority", text("hunter2")))), "ansible_group_priority: is no whole number"},
		"an octal priority":         {mapOf("all", mapOf("hosts", mapOf("a", null), "vars", mapOf("ansible_group_priority", number("010")))), "is no whole number"},
		"itself as child":           {mapOf("g", mapOf("hosts", mapOf("a", null), "children", mapOf("g", null))), "groups contain each other: g > g"},
		"a loop":                    {mapOf("all", host, "a", mapOf("children", mapOf("b", mapOf("children", mapOf("c", mapOf("children", mapOf("a", null))))))), "groups contain each other: a > b > c > a"},
		"all as child":              {mapOf("g", mapOf("hosts", mapOf("a", null), "children", mapOf("all", null))), "g.children.all: cannot be in another group"},
		"ungrouped as child":        {mapOf("g", mapOf("hosts", mapOf("a", null), "children", mapOf("ungrouped", null))), "cannot be in another group"},
		"a host called all":         {mapOf("g", hosts("all")), "no host can be called all"},
		"a group twice":             {mapOf("g", host, "g", host), "g: is declared twice (first on line 1)"},
		"a host twice":              {mapOf("all", hosts("a", "b", "a")), "all.hosts.a: is declared twice (first on line 1)"},
		"a variable twice":          {mapOf("all", mapOf("hosts", mapOf("a", mapOf("x", text("1"), "x", text("2"))))), "all.hosts.a.x: is declared twice"},
		"a group's variable twice":  {mapOf("all", mapOf("hosts", mapOf("a", null), "vars", mapOf("x", text("1"), "x", text("2")))), "all.vars.x: is declared twice"},
		"a child twice":             {mapOf("all", mapOf("children", mapOf("g", host, "g", host))), "all.children.g: is declared twice"},
		"a section twice":           {mapOf("all", mapOf("hosts", mapOf("a", null), "hosts", mapOf("b", null))), "all.hosts: is declared twice"},
	} {
		t.Run(name, func(t *testing.T) {
			got := refused(t, c.root)
			if !strings.Contains(got, c.want) || !strings.Contains(got, "; ") {
				t.Error(got)
			}
			if strings.Contains(got, "hunter2") {
				t.Error("a value is shown: " + got)
			}
		})
	}
}

func TestWhatAnsibleOnlyWarnsAboutIsSaid(t *testing.T) {
	for name, c := range map[string]struct {
		root ports.Value
		code string
	}{
		"a host and a group of one name": {mapOf("bastion", hosts("bastion")), inventory.CodeSameName},
		"a key that is no section":       {mapOf("all", mapOf("hosts", mapOf("a", null), "control", hosts("b"))), "NST-2005"},
	} {
		_, faults := inventory.New(document(c.root))
		if len(faults) != 1 || faults[0].Severity != ports.Doubtful || faults[0].Code != c.code {
			t.Errorf("%s: %v", name, faults)
		}
	}
}

func TestHostileInventoriesEndSoonWithALimit(t *testing.T) {
	wide := mapOf()
	for i := range 300 {
		wide.Entries = append(wide.Entries, ports.Entry{Key: fmt.Sprint("v", i), Value: text("x")})
	}
	chain, mentions := mapOf(), mapOf()
	for i := range 30_000 {
		chain.Entries = append(chain.Entries, ports.Entry{Key: fmt.Sprint("g", i), Value: mapOf("children", mapOf(fmt.Sprint("g", i+1), null))})
		mentions.Entries = append(mentions.Entries, ports.Entry{Key: fmt.Sprint("g", i), Value: hosts("a", "b")})
	}
	for name, c := range map[string]struct {
		root ports.Value
		want string
	}{
		"a huge range":           {mapOf("all", hosts("n[0:999999999]")), "more than 10000 hosts"},
		"ranges of ranges":       {mapOf("all", hosts("n[0:999][0:999][0:999]")), "more than 10000 hosts"},
		"many ranges":            {mapOf("all", hosts("a[1:9000]", "b[1:9000]")), "more than 10000 hosts"},
		"variables of a range":   {mapOf("all", mapOf("hosts", mapOf("n[1:9000]", wide))), "200000 mentions and variables"},
		"a long way of groups":   {chain, "its groups are empty"},
		"a host in many groups":  {mentions, ""},
		"a long way that closes": {ports.Value{Kind: ports.Map, Entries: append(slices.Clone(chain.Entries), ports.Entry{Key: "g30000", Value: mapOf("children", mapOf("g0", null))})}, "groups contain each other"},
	} {
		t.Run(name, func(t *testing.T) {
			start := time.Now()
			inv, faults := inventory.New(document(c.root))
			if c.want != "" && (len(faults) == 0 || !strings.Contains(faults[0].What.String(), c.want) || len(faults[0].What.String()) > 500) {
				t.Error(faults)
			}
			if c.want == "" && (ports.AnyWrong(faults) || len(inv.Variables("a")) != 0 || len(inv.Members("all")) != 2) {
				t.Error(faults)
			}
			if took := time.Since(start); took > 5*time.Second {
				t.Error("it took", took)
			}
		})
	}
}

// A random inventory: groups of level n hold groups of deeper levels, so that there is no loop.
func randomGroup(t *rapid.T, level int) ports.Value {
	section := func(what, prefix string, value func() ports.Value) ports.Value {
		m := mapOf()
		for _, n := range rapid.SliceOfNDistinct(rapid.IntRange(1, 4), 0, 3, rapid.ID[int]).Draw(t, what) {
			m.Entries = append(m.Entries, ports.Entry{Key: fmt.Sprint(prefix, n), Value: value()})
		}
		return m
	}
	vars := func() ports.Value {
		return section("vars", "v", func() ports.Value { return text(fmt.Sprint(rapid.IntRange(0, 99).Draw(t, "value"))) })
	}
	g := mapOf("hosts", section("hosts", "h", vars), "vars", vars())
	if level < 4 {
		g.Entries = append(g.Entries, ports.Entry{Key: "children", Value: section("children", fmt.Sprintf("g%d_", level+1), func() ports.Value { return randomGroup(t, level+1) })})
	}
	return g
}

func TestEveryInventoryKeepsThePromises(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		root := mapOf("all", randomGroup(t, 0), "g2_1", randomGroup(t, 2), "g1_3", randomGroup(t, 1))
		inv, faults := inventory.New(document(root))
		again, _ := inventory.New(document(root))
		if ports.AnyWrong(faults) {
			if faults[0].Code != inventory.CodeNoHost {
				t.Fatal(faults)
			}
			return
		}
		if !slices.Equal(inv.Hosts(), again.Hosts()) || !slices.Equal(inv.Groups(), again.Groups()) {
			t.Fatal("the order changes from one reading to the next")
		}
		every := inv.Members("all")
		if slices.Sort(every); !slices.Equal(every, slices.Sorted(slices.Values(inv.Hosts()))) {
			t.Fatal("all does not hold all", every, inv.Hosts())
		}
		checkGroup(t, inv, "all", root.Entries[0].Value)
		for _, h := range inv.Hosts() {
			for name, v := range ownVariables(root, h) {
				if got := inv.Variables(h)[name].Scalar; got != v {
					t.Fatalf("%s of %s is %s, and the host itself says %s", name, h, got, v)
				}
			}
		}
	})
}

// checkGroup looks whether what a group writes is found again: its hosts, those of its children, its variables.
func checkGroup(t *rapid.T, inv inventory.Inventory, name string, g ports.Value) {
	members := inv.Members(name)
	for _, section := range g.Entries {
		for _, e := range section.Value.Entries {
			switch section.Key {
			case "hosts":
				if !slices.Contains(members, e.Key) {
					t.Fatalf("%s is not in %s", e.Key, name)
				}
			case "vars":
				for _, h := range members {
					if _, ok := inv.Variables(h)[e.Key]; !ok {
						t.Fatalf("%s of group %s does not reach %s", e.Key, name, h)
					}
				}
			case "children":
				for _, h := range inv.Members(e.Key) {
					if !slices.Contains(members, h) {
						t.Fatalf("%s is in %s, and not in %s around it", h, e.Key, name)
					}
				}
				checkGroup(t, inv, e.Key, e.Value)
			}
		}
	}
}

// ownVariables are those that a host itself gets, the last mention last.
func ownVariables(v ports.Value, host string) map[string]string {
	vars := map[string]string{}
	for _, e := range v.Entries {
		if e.Key == "hosts" {
			for _, h := range e.Value.Entries {
				if h.Key == host {
					for _, x := range h.Value.Entries {
						vars[x.Key] = x.Value.Scalar
					}
				}
			}
			continue
		}
		for name, value := range ownVariables(e.Value, host) {
			vars[name] = value
		}
	}
	return vars
}

// Values of any shape and tag, in any place, never panic, and no fault shows a value.
func TestNoDocumentBreaksTheReader(t *testing.T) {
	const secret = "hunter2"
	rapid.Check(t, func(t *rapid.T) {
		var value func(depth int) ports.Value
		value = func(depth int) ports.Value {
			v := ports.Value{Kind: ports.Kind(rapid.IntRange(0, 5).Draw(t, "kind")), Tag: rapid.SampledFrom([]string{"", "", "", "!vault", "!!str"}).Draw(t, "tag")}
			switch {
			case v.Kind == ports.Map && depth < 5:
				for _, key := range rapid.SliceOfN(rapid.SampledFrom([]string{"all", "hosts", "vars", "children", "g", "h[1:2]", "h:22", "ungrouped", "", "ansible_group_priority", "plugin"}), 0, 4).Draw(t, "keys") {
					v.Entries = append(v.Entries, ports.Entry{Key: key, Value: value(depth + 1)})
				}
			case v.Kind == ports.Text, v.Kind == ports.Number, v.Kind == ports.Bool:
				v.Scalar = "x" // a text in the place of names is a name
				if v.Tag == "!vault" {
					v.Scalar = secret
				}
			}
			return v
		}
		_, faults := inventory.New(document(value(0)))
		for _, f := range faults {
			if strings.Contains(f.Error(), secret) || f.What.IsZero() || f.Instead.IsZero() || !f.KeyOnly {
				t.Fatalf("%+v", f)
			}
		}
	})
}
