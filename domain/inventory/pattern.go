package inventory

import (
	"fmt"
	"net/netip"
	"regexp"
	"strconv"
	"strings"

	"github.com/univ-lehavre/nestor/ports/say"
)

const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

var (
	bracketedPort = regexp.MustCompile(`^\[([^\[\]]+)\]:([0-9]+)$`)
	portBehind    = regexp.MustCompile(`^([^:]+):([0-9]+)$`)
	digits        = regexp.MustCompile(`^[0-9]{1,9}$`)
)

// expand gives the hosts that a key stands for, and the port behind it (0 without one): "n[01:03]", "n[1:9:2]", "r[a:c]-n[1:2]:22",
// "[2001:db8::1]:22". A key that stands for more than limit hosts is refused before any is made.
func expand(key string, limit int) (names []string, port int, err error) {
	if m := bracketedPort.FindStringSubmatch(key); m != nil {
		if !isIP(m[1]) && strings.Contains(m[1], ":") {
			return nil, 0, say.Errorf("what stands in brackets before the port is no address")
		}
		port, err = portOf(m[2])
		return []string{m[1]}, port, err
	}
	parts, err := split(key)
	if err != nil {
		return nil, 0, err
	}
	if port, err = parts.cutPort(); err != nil {
		return nil, 0, err
	}
	if names, err = parts.names(limit); err != nil {
		return nil, 0, err
	}
	for _, name := range names {
		if strings.Contains(name, ":") && !isIP(name) {
			return nil, 0, say.Errorf("a colon stands neither before a port nor in an IPv6 address")
		}
		if name == "" || len(name) > maxName {
			return nil, 0, say.Errorf("it stands for a name that is empty or longer than %d bytes", maxName)
		}
	}
	return names, port, nil
}

func isIP(s string) bool { _, err := netip.ParseAddr(s); return err == nil }

func portOf(s string) (int, error) {
	n, err := strconv.Atoi(s)
	if err != nil || n < 1 || n > 65535 {
		return 0, say.Errorf("the number behind the name is no port from 1 to 65535")
	}
	return n, nil
}

// pieces is a key cut at its ranges: text, range, text, range, …, text.
type pieces struct {
	texts  []string
	ranges []sequence
}

func split(key string) (*pieces, error) {
	p := &pieces{}
	for {
		text, rest, found := strings.Cut(key, "[")
		if strings.Contains(text, "]") {
			return nil, say.Errorf("a bracket is closed that was not opened")
		}
		p.texts = append(p.texts, text)
		if !found {
			return p, nil
		}
		inner, after, closed := strings.Cut(rest, "]")
		if !closed {
			return nil, say.Errorf("a range is not closed")
		}
		s, err := readRange(inner)
		if err != nil {
			return nil, err
		}
		p.ranges = append(p.ranges, s)
		key = after
	}
}

// cutPort takes a port off the end. An IPv6 address has more than one colon, and its port must stand behind brackets.
func (p *pieces) cutPort() (int, error) {
	written := strings.Join(p.texts, "[]")
	if strings.Count(written, ":") != 1 {
		return 0, nil
	}
	m := portBehind.FindStringSubmatch(written)
	if m == nil {
		return 0, say.Errorf("what stands behind the colon is no port")
	}
	last := len(p.texts) - 1
	p.texts[last] = p.texts[last][:strings.Index(p.texts[last], ":")]
	return portOf(m[2])
}

func (p *pieces) names(limit int) ([]string, error) {
	count := 1
	for _, s := range p.ranges {
		if s.count > limit/count {
			return nil, say.Errorf("it stands for more than %d hosts", limit)
		}
		count *= s.count
	}
	names := []string{p.texts[0]}
	for i, s := range p.ranges {
		longer := make([]string, 0, len(names)*s.count)
		for _, name := range names {
			for n := range s.count {
				longer = append(longer, name+s.at(n)+p.texts[i+1])
			}
		}
		names = longer
	}
	return names, nil
}

// sequence is a range: numbers of at least so many digits, or letters.
type sequence struct {
	first, step, count int
	width              int
	letters            bool
}

func (s sequence) at(n int) string {
	value := s.first + n*s.step
	if s.letters {
		return letters[value : value+1]
	}
	return fmt.Sprintf("%0*d", s.width, value)
}

// readRange reads begin:end or begin:end:step. Both ends are inclusive; zeros before begin are kept; no begin is 0.
func readRange(s string) (sequence, error) {
	bounds := strings.Split(s, ":")
	if len(bounds) != 2 && len(bounds) != 3 {
		return sequence{}, say.Errorf("a range is begin:end or begin:end:step")
	}
	begin, end, step := bounds[0], bounds[1], 1
	if begin == "" {
		begin = "0"
	}
	if len(bounds) == 3 {
		n, err := strconv.Atoi(bounds[2])
		if !digits.MatchString(bounds[2]) || err != nil || n < 1 {
			return sequence{}, say.Errorf("a range's step is a whole number from 1 up")
		}
		step = n
	}
	r := sequence{step: step}
	last := 0
	switch {
	case digits.MatchString(begin) && digits.MatchString(end):
		if len(begin) > 1 && begin[0] == '0' {
			if r.width = len(begin); r.width != len(end) {
				return sequence{}, say.Errorf("a range with zeros before its begin must have an end of the same length")
			}
		}
		r.first, _ = strconv.Atoi(begin)
		last, _ = strconv.Atoi(end)
	case len(begin) == 1 && len(end) == 1 && strings.Contains(letters, begin) && strings.Contains(letters, end):
		r.letters, r.first, last = true, strings.Index(letters, begin), strings.Index(letters, end)
	default:
		return sequence{}, say.Errorf("a range goes from number to number (of up to 9 digits), or from letter to letter")
	}
	if r.first > last {
		return sequence{}, say.Errorf("a range ends before it begins")
	}
	r.count = (last-r.first)/step + 1
	return r, nil
}
