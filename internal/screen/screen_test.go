package screen

import (
	"encoding/xml"
	"errors"
	"io"
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// span is a tspan as a reader of the file finds it.
type span struct {
	Text   string  `xml:",chardata"`
	X      float64 `xml:"x,attr"`
	Length float64 `xml:"textLength,attr"`
	Fill   string  `xml:"fill,attr"`
	Weight string  `xml:"font-weight,attr"`
}

type file struct {
	Title string `xml:"title"`
	About string `xml:"desc"`
	Lines []struct {
		Text  string  `xml:",chardata"`
		Y     float64 `xml:"y,attr"`
		Spans []span  `xml:"tspan"`
	} `xml:"g>text"`
	Papers []struct {
		Width  float64 `xml:"width,attr"`
		Height float64 `xml:"height,attr"`
		Fill   string  `xml:"fill,attr"`
	} `xml:"g>rect"`
}

func drawn(t *testing.T, s Screen) file {
	t.Helper()
	svg, err := s.SVG(Light)
	if err != nil {
		t.Fatal(err)
	}
	var f file
	if err := xml.Unmarshal([]byte(svg), &f); err != nil {
		t.Fatalf("%v in\n%s", err, svg)
	}
	return f
}

// lines gives the drawn text; the first text of a file is the title bar's.
func lines(t *testing.T, output string, columns int) []string {
	t.Helper()
	var all []string
	for _, line := range drawn(t, Screen{Output: output, Columns: columns}).Lines[1:] {
		text := ""
		for _, s := range line.Spans {
			text += s.Text
		}
		all = append(all, text)
	}
	return all
}

func TestTextIsKept(t *testing.T) {
	for _, c := range []struct {
		output string
		want   []string
	}{
		{"  a   b\nc\n", []string{"  a   b", "c"}},
		{"\x1b[1m<a & \"b\">\x1b[0m", []string{`<a & "b">`}},
		{"0123456789\nnext", []string{"0123456789", "next"}},
		{"0123456789ab", []string{"0123456789", "ab"}},
		{"123456789世", []string{"123456789", "世"}},
		{"e\u0301te\u0301", []string{"e\u0301te\u0301"}},
		{"\x1b]8;;https://example.org\x1b\\link\x1b]8;;\x1b\\", []string{"link"}},
	} {
		if diff := cmp.Diff(c.want, lines(t, c.output, 10)); diff != "" {
			t.Errorf("%q: %s", c.output, diff)
		}
	}
}

func TestCharactersStandInTheirColumns(t *testing.T) {
	at := func(column int) float64 { return math.Round((margin+float64(column)*advance)*100) / 100 }
	long := func(columns int) float64 { return math.Round(float64(columns)*advance*100) / 100 }
	got := drawn(t, Screen{Output: "a世b✓ c", Columns: 80}).Lines[1].Spans
	want := []span{{Text: "a", X: at(0), Length: long(1)}, {Text: "世", X: at(1), Length: long(2)}, {Text: "b", X: at(3), Length: long(1)},
		{Text: "✓", X: at(4), Length: long(1)}, {Text: " c", X: at(5), Length: long(2)}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestStyles(t *testing.T) {
	fill := func(sequence string) span {
		return drawn(t, Screen{Output: "\x1b[" + sequence + "mx", Columns: 80}).Lines[1].Spans[0]
	}
	faint := between(Light.ink, Light.paper)
	for sequence, want := range map[string]span{
		"0": {}, "": {}, "1": {Weight: "700"}, "2": {Fill: faint.String()}, "1;22": {}, "31": {Fill: Light.ansi[1].String()},
		"1;91": {Fill: Light.ansi[9].String(), Weight: "700"}, "31;39": {}, "31;0": {}, "7": {Fill: Light.paper.String()},
		"2;31": {Fill: between(Light.ansi[1], Light.paper).String()},
	} {
		got := fill(sequence)
		if got.Fill != want.Fill || got.Weight != want.Weight {
			t.Errorf("%s: %q %q instead of %q %q", sequence, got.Fill, got.Weight, want.Fill, want.Weight)
		}
	}
	papers := drawn(t, Screen{Output: "a\x1b[41mbc\x1b[7md\x1b[0m", Columns: 80}).Papers[2:] // behind the two of the window
	if len(papers) != 2 || papers[0].Width != 2*advance || papers[0].Fill != Light.ansi[1].String() || papers[1].Fill != Light.ink.String() {
		t.Errorf("below the text: %v", papers)
	}
	if between(0xffffff, 0x000000) != 0xaaaaaa || between(0x300000, 0x0000ff) != 0x200055 {
		t.Errorf("mixed wrongly: %v, %v", between(0xffffff, 0x000000), between(0x300000, 0x0000ff))
	}
}

func TestTheWindowHasABar(t *testing.T) {
	got := drawn(t, Screen{Output: "a\nb\n", Columns: 10}).Papers
	if len(got) != 2 || got[0].Width != 116 || got[0].Height != bar+2*margin+2*height || got[0].Fill != Light.paper.String() ||
		got[1].Width != 116 || got[1].Height != bar || got[1].Fill != Light.bar.String() {
		t.Errorf("%v", got)
	}
}

func TestWhatCannotBeDrawnIsAnError(t *testing.T) {
	for _, output := range []string{"\x1b[2J", "a\rb", "a\tb", "\x1b[38;5;1m", "\x1b[5m", "\x07", "\x1b"} {
		if svg, err := (Screen{Output: output, Columns: 80}).SVG(Dark); err == nil {
			t.Errorf("%q is drawn: %s", output, svg)
		}
	}
}

func TestWhoCannotSeeItIsTold(t *testing.T) {
	f := drawn(t, Screen{Command: "nestor preview <x>", About: "a & b", Columns: 80})
	if f.Title != "nestor preview <x>" || f.About != "a & b" || f.Lines[0].Text != f.Title {
		t.Errorf("title %q, description %q, bar %q", f.Title, f.About, f.Lines[0].Text)
	}
	if bar := drawn(t, Screen{Command: strings.Repeat("x", 50), Columns: 40}).Lines[0].Text; len([]rune(bar)) > 34 || !strings.HasSuffix(bar, "…") {
		t.Errorf("a command that does not fit is %q", bar)
	}
}

// A picture is shown by itself: it must not ask for another file.
func TestNothingElseIsNeeded(t *testing.T) {
	svg, err := Screen{Command: "x", Output: "\x1b]8;;https://example.org\x07x\x1b]8;;\x07", Columns: 80}.SVG(Light)
	if err != nil {
		t.Fatal(err)
	}
	decoder := xml.NewDecoder(strings.NewReader(svg))
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		start, _ := token.(xml.StartElement)
		for _, a := range start.Attr {
			if a.Name.Local == "href" || a.Name.Local == "src" || strings.Contains(a.Value, "url(h") || a.Name.Local != "xmlns" && strings.Contains(a.Value, "//") {
				t.Errorf("<%s %s=%q>", start.Name.Local, a.Name.Local, a.Value)
			}
		}
	}
}

// What a person must read has the contrast that WCAG asks of text, in both themes. Black and white are for the other one; bright black is a grey.
func TestColoursCanBeRead(t *testing.T) {
	const enough = 4.5
	for _, theme := range []Theme{Light, Dark} {
		inks := map[string]rgb{"text": theme.ink, "faint": between(theme.ink, theme.paper)}
		for i, ink := range theme.ansi {
			if i == 8 || i%8 != 0 && i%8 != 7 {
				inks["colour "+strconv.Itoa(i)] = ink
			}
		}
		for name, ink := range inks {
			if c := contrast(ink, theme.paper); c < enough {
				t.Errorf("%s, %s: %v on %v has contrast %.1f", theme.Name, name, ink, theme.paper, c)
			}
		}
		if c := contrast(between(theme.ink, theme.bar), theme.bar); c < enough {
			t.Errorf("%s: the title bar has contrast %.1f", theme.Name, c)
		}
	}
}

// contrast is WCAG's ratio of two colours.
func contrast(a, b rgb) float64 {
	high, low := luminance(a), luminance(b)
	return (max(high, low) + 0.05) / (min(high, low) + 0.05)
}

func luminance(c rgb) float64 {
	part := func(shift int, weight float64) float64 {
		v := float64(c>>shift&0xff) / 255
		if v <= 0.04045 {
			return weight * v / 12.92
		}
		return weight * math.Pow((v+0.055)/1.055, 2.4)
	}
	return part(16, 0.2126) + part(8, 0.7152) + part(0, 0.0722)
}
