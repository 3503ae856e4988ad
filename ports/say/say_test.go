package say

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// shouting is a language of capitals, with a plural for none.
type shouting map[string]string

func (s shouting) Format(english string) string {
	if other, ok := s[english]; ok {
		return other
	}
	return english
}

func (s shouting) Plural(one, many string, n int) string {
	if n < 2 {
		return s.Format(one)
	}
	return s.Format(many)
}

var loud = shouting{
	"%s leads to %s":         "TO %[2]s LEADS %[1]s",
	"no file":                "NO FILE",
	"%d layer":               "%d LAYER",
	"%d layers":              "%d LAYERS",
	"reading %s: %w":         "READING %s: %w",
	"permission denied":      "DENIED",
	"the stack %s is broken": "BROKEN: %s",
	"mend it":                "MEND IT",
	"printing: %w":           "PRINTING: %w",
}

func TestATextIsSaidInItsLanguage(t *testing.T) {
	for name, c := range map[string]struct {
		text           Text
		english, other string
	}{
		"a sentence":                 {Textf("%s leads to %s", "a", "b"), "a leads to b", "TO b LEADS a"},
		"a sentence within another":  {Textf("%s leads to %s", Textf("no file"), "b"), "no file leads to b", "TO b LEADS NO FILE"},
		"what no language has":       {Textf("odd %s", "a"), "odd a", "odd a"},
		"what is in none":            {Verbatim("no file"), "no file", "no file"},
		"none":                       {Plural(0, "%d layer", "%d layers"), "0 layers", "0 LAYER"},
		"several":                    {Plural(3, "%d layer", "%d layers"), "3 layers", "3 LAYERS"},
		"several texts":              {Join("; ", Textf("no file"), Text{}, Verbatim("x")), "no file; x", "NO FILE; x"},
		"what an error says":         {Of(Errorf("no file")), "no file", "NO FILE"},
		"nothing":                    {},
		"a per cent sign and no gap": {Textf("100%%"), "100%", "100%"},
		"an error within":            {Textf("reading %s: %v", "a", Errorf("no file")), "reading a: no file", "reading a: NO FILE"},
	} {
		if got := c.text.In(nil); got != c.english || c.text.String() != got {
			t.Errorf("%s: %q, want %q", name, got, c.english)
		}
		if got := c.text.In(loud); got != c.other {
			t.Errorf("%s: %q, want %q", name, got, c.other)
		}
	}
}

func TestMachineFormatsAreEnglish(t *testing.T) {
	type report struct {
		Text  Text `json:"text"`
		Empty Text `json:"empty,omitzero"`
	}
	out, err := json.Marshal(report{Text: Textf("no file")})
	if err != nil || string(out) != `{"text":"no file"}` {
		t.Errorf("%s, %v", out, err)
	}
	var back report
	if err := json.Unmarshal(out, &back); err != nil || !cmp.Equal(back, report{Text: Textf("no file")}) {
		t.Errorf("%+v, %v", back, err)
	}
}

func TestAnErrorIsSaidInItsParts(t *testing.T) {
	denied := &fs.PathError{Op: "open", Path: "x", Err: fs.ErrPermission}
	problem := &Problem{Code: "NST-1", What: Textf("the stack %s is broken", "prod"), Why: denied, Do: Textf("mend it")}
	for name, c := range map[string]struct {
		err     error
		english string
		told    Told
	}{
		"a problem":           {problem, "the stack prod is broken: open x: permission denied; mend it", Told{"NST-1", "BROKEN: prod", "open x: DENIED", "MEND IT"}},
		"one that is wrapped": {Errorf("printing: %w", problem), "printing: the stack prod is broken: open x: permission denied; mend it", Told{"NST-1", "PRINTING: BROKEN: prod", "open x: DENIED", "MEND IT"}},
		"a wrapping":          {Errorf("reading %s: %w", "a", errors.New("no file")), "reading a: no file", Told{What: "READING a: NO FILE"}},
		"a cause with advice": {&Problem{What: Textf("no file"), Why: problem}, "no file: the stack prod is broken: open x: permission denied; mend it", Told{"NST-1", "NO FILE", "BROKEN: prod: open x: DENIED", "MEND IT"}},
		"one that is marked":  {marked{problem}, problem.Error(), Told{"NST-1", "BROKEN: prod", "open x: DENIED", "MEND IT"}},
		"a marked one within": {Errorf("printing: %w", marked{problem}), "printing: the stack prod is broken: open x: permission denied; mend it", Told{"NST-1", "PRINTING: BROKEN: prod", "open x: DENIED", "MEND IT"}},
		"a mark with a line":  {spoken{marked{problem}}, problem.Error(), Told{"NST-1", "BROKEN: prod", "open x: DENIED", "MEND IT"}},
		"another's":           {errors.New("odd"), "odd", Told{What: "odd"}},
	} {
		if c.err.Error() != c.english {
			t.Errorf("%s: %q, want %q", name, c.err, c.english)
		}
		if diff := cmp.Diff(c.told, Tell(loud, c.err)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
	if !errors.Is(Errorf("a %w", fmt.Errorf("b %w", problem)), fs.ErrPermission) {
		t.Error("the cause is lost")
	}
}

func TestThePartsOfAnErrorAreSaidInAnyLanguage(t *testing.T) {
	problem := &Problem{Code: "NST-1", What: Textf("the stack %s is broken", "prod"), Why: Errorf("no file"), Do: Textf("mend it")}
	code, reason, do := Parts(Errorf("printing: %w", problem))
	got := []string{code, reason.String(), do.String(), reason.In(loud), do.In(loud)}
	want := []string{"NST-1", "printing: the stack prod is broken: no file", "mend it", "PRINTING: BROKEN: prod: NO FILE", "MEND IT"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if _, reason, do := Parts(errors.New("odd")); reason.String() != "odd" || !do.IsZero() {
		t.Errorf("%q, %q", reason, do)
	}
}

// marked only says what kind of error another one is.
type marked struct{ error }

func (m marked) Unwrap() error { return m.error }

// spoken is a mark that can also be said in one line.
type spoken struct{ marked }

func (s spoken) In(l Language) string { return In(l, s.error) }
