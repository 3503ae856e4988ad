package screen

import "fmt"

// rgb is a colour of the picture, such as 0x1f2328.
type rgb uint32

func (c rgb) String() string { return fmt.Sprintf("#%06x", uint32(c)) }

// Theme is the colours of a terminal.
type Theme struct {
	Name             string
	paper, ink       rgb
	bar, border, dot rgb
	ansi             [16]rgb
}

// The colours of each theme can be read on its background: a test measures that.
var (
	Light = Theme{
		Name: "light", paper: 0xffffff, ink: 0x1f2328, bar: 0xf6f8fa, border: 0xd1d9e0, dot: 0xc4ccd4,
		ansi: [16]rgb{
			0x24292f, 0xcf222e, 0x1a7f37, 0x8a5a00, 0x0969da, 0x8250df, 0x1b7c83, 0x6e7781,
			0x57606a, 0xa40e26, 0x116329, 0x633c01, 0x0550ae, 0x6639ba, 0x136061, 0x8c959f,
		},
	}
	Dark = Theme{
		Name: "dark", paper: 0x0d1117, ink: 0xe6edf3, bar: 0x161b22, border: 0x3d444d, dot: 0x484f58,
		ansi: [16]rgb{
			0x484f58, 0xff7b72, 0x3fb950, 0xd29922, 0x58a6ff, 0xbc8cff, 0x39c5cf, 0xb1bac4,
			0x8b949e, 0xffa198, 0x56d364, 0xe3b341, 0x79c0ff, 0xd2a8ff, 0x56d4dd, 0xffffff,
		},
	}
)

// look is the colours of a style; no paper when nothing is painted below the text.
func (t Theme) look(s style) (ink, paper rgb, painted bool) {
	ink, paper = t.of(s.ink, t.ink), t.of(s.paper, t.paper)
	if s.inverse {
		ink, paper = paper, ink
	}
	if s.faint {
		ink = between(ink, paper)
	}
	return ink, paper, s.inverse || s.paper != 0
}

func (t Theme) of(c colour, own rgb) rgb {
	if c == 0 {
		return own
	}
	return t.ansi[c-1]
}

// between is the first colour with a third of the second, as terminals show faint text.
func between(first, second rgb) rgb {
	var mixed rgb
	for shift := 0; shift < 24; shift += 8 {
		mixed |= (2*(first>>shift&0xff) + second>>shift&0xff) / 3 << shift
	}
	return mixed
}
