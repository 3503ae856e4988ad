package ports

import "testing"

func TestOneClusterAnswersOneUserAlike(t *testing.T) {
	for _, c := range []struct {
		one, other Controls
		want       bool
	}{
		{nil, nil, false},
		{Controls{"get": "u"}, nil, false},
		{Controls{"get": "u"}, Controls{"get": "u"}, false},
		{Controls{"get": ""}, Controls{"get": ""}, false},
		{Controls{"get": "u"}, Controls{"get": "v"}, false}, // two UIDs are compared as such
		{Controls{"get": "u"}, Controls{"list": ""}, false}, // a user may have one right and not the other
		{Controls{"get": "u"}, Controls{"get": ""}, true},
		{Controls{"get": "u", "list": ""}, Controls{"list": "u"}, true},
	} {
		if got := c.one.Contradict(c.other); got != c.want || c.other.Contradict(c.one) != got {
			t.Errorf("%v and %v: %v", c.one, c.other, got)
		}
	}
}
