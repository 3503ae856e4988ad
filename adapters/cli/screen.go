package cli

import (
	"io"
	"sync"
)

// screen is stderr. On a terminal it has a foot: a line that says what is going on, and is gone before anything else is written.
type screen struct {
	out   io.Writer
	width int

	mutex   sync.Mutex
	foot    bool // it is shown
	unended bool // the last line has no end: somebody is asked
}

// erase moves to the start of the line, and clears it.
const erase = "\r\x1b[K"

// Write implements io.Writer.
func (s *screen) Write(text []byte) (int, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.hide()
	if len(text) > 0 {
		s.unended = text[len(text)-1] != '\n'
	}
	return s.out.Write(text)
}

// show writes the foot in one line: what is going on, cut where it must be, and for how long.
func (s *screen) show(what, taken string) {
	const unknown = 80 // columns, of a terminal that does not say
	const spare = 3    // for the ^C that a terminal shows: a line that goes on below could not be erased
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.unended {
		return
	}
	width := s.width
	if width == 0 {
		width = unknown
	}
	s.foot = true
	room := width - spare - columns(taken)
	line := clean(what) + " …"
	if columns(line) > room {
		line = fit(clean(what), room)
	}
	_, _ = io.WriteString(s.out, erase+line+taken)
}

// clear takes the foot away.
func (s *screen) clear() {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.hide()
}

func (s *screen) hide() {
	if s.foot {
		_, _ = io.WriteString(s.out, erase)
	}
	s.foot = false
}

// answered says that the operator has ended the line.
func (s *screen) answered() {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.unended = false
}

// cleaning keeps what is logged from steering the terminal.
type cleaning struct{ out io.Writer }

// Write implements io.Writer.
func (c cleaning) Write(text []byte) (int, error) {
	if _, err := io.WriteString(c.out, cleanLines(string(text))); err != nil {
		return 0, err
	}
	return len(text), nil
}
