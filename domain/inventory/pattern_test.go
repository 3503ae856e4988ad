package inventory

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestE01RangesStandForTheirHosts(t *testing.T) {
	for key, want := range map[string]string{
		"node[01:04]":          "node01 node02 node03 node04",
		"rack[a:c]-n[1:2]":     "racka-n1 racka-n2 rackb-n1 rackb-n2 rackc-n1 rackc-n2",
		"n[1:9:2].example.org": "n1.example.org n3.example.org n5.example.org n7.example.org n9.example.org",
		"n[098:101]":           "n098 n099 n100 n101",
		"n[:2]":                "n0 n1 n2",
		"n[8:11]":              "n8 n9 n10 n11",
		"n[y:B]":               "ny nz nA nB",
		"n[1:1]":               "n1",
		"n1":                   "n1",
		"2001:db8::[1:2]":      "2001:db8::1 2001:db8::2",
		"n[1:2]:2222":          "n1 n2 port 2222",
		"n1:22":                "n1 port 22",
		"[2001:db8::1]:22":     "2001:db8::1 port 22",
		"[n1]:22":              "n1 port 22",
	} {
		names, port, err := expand(key, 100)
		got := strings.Join(names, " ")
		if port > 0 {
			got += fmt.Sprint(" port ", port)
		}
		if err != nil || got != want {
			t.Errorf("%s stands for %q (%v), want %q", key, got, err, want)
		}
	}
}

func TestE01RangesThatCannotBeFollowedAreRefused(t *testing.T) {
	for key, want := range map[string]string{
		"n[04:01]":           "ends before it begins",
		"n[c:a]":             "ends before it begins",
		"n[01:100]":          "of the same length",
		"n[1:3":              "not closed",
		"n1:3]":              "closed that was not opened",
		"n[1,3]":             "begin:end or begin:end:step",
		"n[1:2:3:4]":         "begin:end or begin:end:step",
		"n[1-3]":             "begin:end or begin:end:step",
		"n[1:]":              "number to number",
		"n[a:3]":             "number to number",
		"n[aa:cc]":           "number to number",
		"n[-1:3]":            "number to number",
		"n[1:9:0]":           "step is a whole number",
		"n[1:9:-1]":          "step is a whole number",
		"n[1:9:x]":           "step is a whole number",
		"n[0:999999999]":     "more than 100 hosts",
		"n[0:9][0:9][0:9]":   "more than 100 hosts",
		"n[0:9999999999999]": "number to number",
		"n1:":                "no port",
		"n1:ssh":             "no port",
		"n1:0":               "no port",
		"n1:70000":           "no port",
		"[::1]":              "number to number",
		"a:b:c":              "neither before a port nor in an IPv6 address",
		"[1:3]:22":           "no address",
	} {
		if names, _, err := expand(key, 100); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v (%v), want %q", key, names, err, want)
		}
	}
}

func TestRangesCountTheirHosts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		first := rapid.IntRange(0, 300).Draw(t, "first")
		last := first + rapid.IntRange(0, 300).Draw(t, "more")
		step := rapid.IntRange(1, 9).Draw(t, "step")
		width := rapid.IntRange(1, 5).Draw(t, "width")
		begin, end := fmt.Sprintf("%0*d", width, first), fmt.Sprintf("%0*d", width, last)
		var want []string
		for n := first; n <= last; n += step {
			want = append(want, fmt.Sprintf("n%0*d.x", width, n))
		}
		names, _, err := expand(fmt.Sprintf("n[%s:%s:%d].x", begin, end, step), 1000)
		if len(begin) > 1 && begin[0] == '0' && len(begin) != len(end) {
			if err == nil {
				t.Fatal("zeros before a begin that is shorter than the end are accepted")
			}
			return
		}
		if len(begin) == 1 || begin[0] != '0' { // nothing is padded
			for i := range want {
				want[i] = fmt.Sprintf("n%d.x", first+i*step)
			}
		}
		if diff := cmp.Diff(want, names); err != nil || diff != "" {
			t.Fatalf("%v %s", err, diff)
		}
	})
}

func TestNoKeyStandsForMoreThanTheLimit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		key := rapid.StringOf(rapid.SampledFrom([]rune("n019[[]]::ac."))).Draw(t, "key")
		names, port, err := expand(key, 50)
		if len(names) > 50 || port < 0 || port > 65535 || err != nil && names != nil || err == nil && len(names) == 0 {
			t.Fatal(len(names), port, err)
		}
		if slices.ContainsFunc(names, func(n string) bool { return strings.ContainsAny(n, "[]") }) {
			t.Fatalf("%q stands for %q", key, names)
		}
	})
}
