package yamledit

import "testing"

func TestTheSecondReaderMustAgree(t *testing.T) {
	wanted := change{key: "k", value: "new"}
	for _, c := range []struct {
		name, before, after string
		want                bool
	}{
		{"exchanged", "a: .nan\r\nk: old\r\n", "a: .nan\r\nk: new\r\n", true},
		{"added", "a: 1\n", "a: 1\nk: new\n", true},
		{"another value", "k: old\n", "k: newer\n", false},
		{"a number", "k: old\n", "k: 1\n", false},
		{"no key", "a: 1\n", "a: 1\n", false},
		{"another key changed", "a: 1\nk: old\n", "a: 2\nk: new\n", false},
		{"another kind", "a: 1\nk: old\n", "a: '1'\nk: new\n", false},
		{"a value deep down changed", "a: {b: [1]}\nk: old\n", "a: {b: [2]}\nk: new\n", false},
		{"broken", "k: old\n", "k: new\na: [\n", false},
		{"broken before: it says nothing", "a: 1\na: 2\nk: old\n", "a: 1\na: 2\nk: new\n", true},
	} {
		if got := decodesAlike(splitLines(c.before), splitLines(c.after), wanted); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}

func TestTheFirstReaderMustAgree(t *testing.T) {
	wanted := change{key: "k", value: "new"}
	for _, c := range []struct {
		name, before, after string
		want                bool
	}{
		{"exchanged", "a: 1\nk: old\n", "a: 1\nk: new\n", true},
		{"added", "a: 1\nb: 2\n", "a: 1\nk: new\nb: 2\n", true},
		{"moved", "a: 1\nk: old\n", "k: new\na: 1\n", false},
		{"another value", "k: old\n", "k: newer\n", false},
		{"tagged", "k: old\n", "k: !x new\n", false},
		{"twice", "a: 1\n", "k: new\nk: new\na: 1\n", false},
		{"another order", "a: 1\nb: 2\n", "k: new\nb: 2\na: 1\n", false},
		{"another kind", "a: 1\nk: old\n", "a: '1'\nk: new\n", false},
		{"another tag", "a: !x 1\nk: old\n", "a: !y 1\nk: new\n", false},
		{"a value deep down changed", "a: {b: [1]}\nk: old\n", "a: {b: [2]}\nk: new\n", false},
		{"a list now", "k: old\n", "- k\n", false},
	} {
		before, _ := read([]byte(c.before))
		after, refusal := read([]byte(c.after))
		if got := differsOnly(before, after, wanted); refusal != nil || got != c.want {
			t.Errorf("%s: %v (%v)", c.name, got, refusal)
		}
	}
}
