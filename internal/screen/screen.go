// Package screen draws what a command printed on a terminal as a picture, an SVG file that needs nothing else.
package screen

// Screen is a terminal after a command.
type Screen struct {
	Command  string // the command line, shown in the title bar
	About    string // what there is to see, for who cannot see it
	Language string // of what was printed, by its BCP 47 name
	Columns  int    // of the terminal
	Output   string // what was printed, with its ANSI sequences
}

// SVG draws the terminal. What the picture would show wrongly is an error.
func (s Screen) SVG(theme Theme) (string, error) {
	rows, err := read(s.Output, s.Columns)
	if err != nil {
		return "", err
	}
	return draw(s, rows, theme), nil
}
