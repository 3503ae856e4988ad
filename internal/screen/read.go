package screen

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/width"
)

// cell is a character with what is put over it, such as an accent.
type cell struct {
	text    string
	columns int
	style   style
}

var (
	sgr  = regexp.MustCompile(`^\x1b\[([0-9;]*)m`)
	link = regexp.MustCompile(`^\x1b\]8;[^\x1b\x07]*(?:\x1b\\|\x07)`)
)

// read puts what was printed on the rows of a terminal, which breaks lines that are too long for it.
func read(output string, columns int) ([][]cell, error) {
	p := paper{columns: columns, rows: [][]cell{nil}}
	var now style
	for rest := strings.TrimSuffix(output, "\n"); rest != ""; {
		if found := sgr.FindStringSubmatch(rest); found != nil {
			next, err := now.after(found[1])
			if err != nil {
				return nil, err
			}
			now, rest = next, rest[len(found[0]):]
			continue
		}
		if found := link.FindString(rest); found != "" { // its text is what is seen
			rest = rest[len(found):]
			continue
		}
		r, size := utf8.DecodeRuneInString(rest)
		if unicode.IsControl(r) && r != '\n' {
			return nil, fmt.Errorf("a terminal obeys %.12q, and a picture cannot show it", rest)
		}
		p.put(r, now)
		rest = rest[size:]
	}
	return p.rows, nil
}

// paper is what was printed so far.
type paper struct {
	columns, used int
	rows          [][]cell
}

func (p *paper) put(r rune, s style) {
	if r == '\n' {
		p.feed()
		return
	}
	last := &p.rows[len(p.rows)-1]
	n := columnsOf(r)
	if n == 0 {
		if len(*last) > 0 {
			(*last)[len(*last)-1].text += string(r)
		}
		return
	}
	if p.columns > 0 && p.used+n > p.columns {
		p.feed()
		last = &p.rows[len(p.rows)-1]
	}
	*last = append(*last, cell{text: string(r), columns: n, style: s})
	p.used += n
}

func (p *paper) feed() { p.rows, p.used = append(p.rows, nil), 0 }

// columnsOf is how many columns of a terminal a character takes.
func columnsOf(r rune) int {
	if unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf) {
		return 0
	}
	switch width.LookupRune(r).Kind() {
	case width.EastAsianWide, width.EastAsianFullwidth:
		return 2
	}
	return 1
}

// colour is 0 for the terminal's own, or 1 more than one of the 16 of ANSI.
type colour uint8

// style is how characters look.
type style struct {
	ink, paper                              colour
	bold, faint, italic, underline, inverse bool
}

// after is the style behind an SGR sequence, given by its numbers.
func (s style) after(numbers string) (style, error) {
	for _, number := range strings.Split(numbers, ";") {
		n := 0
		if number != "" {
			var err error
			if n, err = strconv.Atoi(number); err != nil {
				return s, err
			}
		}
		if !s.turn(n) {
			return s, fmt.Errorf("the sequence ESC[%sm has no place in a picture: %d is not drawn", numbers, n)
		}
	}
	return s, nil
}

// turn changes the style; false for what is not drawn, such as colours out of 256.
func (s *style) turn(n int) bool {
	switch {
	case n == 0:
		*s = style{}
	case n == 1:
		s.bold = true
	case n == 2:
		s.faint = true
	case n == 3, n == 23:
		s.italic = n == 3
	case n == 4, n == 24:
		s.underline = n == 4
	case n == 7, n == 27:
		s.inverse = n == 7
	case n == 22:
		s.bold, s.faint = false, false
	case n >= 30 && n <= 37:
		s.ink = colour(n - 30 + 1)
	case n >= 90 && n <= 97:
		s.ink = colour(n - 90 + 9)
	case n == 39:
		s.ink = 0
	case n >= 40 && n <= 47:
		s.paper = colour(n - 40 + 1)
	case n >= 100 && n <= 107:
		s.paper = colour(n - 100 + 9)
	case n == 49:
		s.paper = 0
	default:
		return false
	}
	return true
}
