package files

import (
	"regexp"

	"github.com/univ-lehavre/nestor/ports"
)

// The core schema of YAML 1.2: `no`, `on`, `0b1` and `1_000` are text.
var (
	nullText   = regexp.MustCompile(`^(~|null|Null|NULL)?$`)
	boolText   = regexp.MustCompile(`^(true|True|TRUE|false|False|FALSE)$`)
	numberText = regexp.MustCompile(`^([-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+|[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?|[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN))$`)
)

// plain gives an unquoted scalar its kind.
func plain(text string, at ports.Position) ports.Value {
	return ports.Value{Kind: kindOf(text), Scalar: scalarOf(text), At: at}
}

func kindOf(text string) ports.Kind {
	switch {
	case nullText.MatchString(text):
		return ports.Null
	case boolText.MatchString(text):
		return ports.Bool
	case numberText.MatchString(text):
		return ports.Number
	}
	return ports.Text
}

func scalarOf(text string) string {
	if nullText.MatchString(text) {
		return ""
	}
	return text
}

// retag gives a scalar the kind that its tag asks for. Tags of programs (`!vault`) leave the text as it is.
func retag(v ports.Value, tag, written string) (ports.Value, bool) {
	if v.Kind == ports.List || v.Kind == ports.Map {
		return v, true
	}
	switch tag {
	case "!!str", "!":
		return ports.Value{Kind: ports.Text, Scalar: written, At: v.At}, true
	case "!!null":
		return ports.Value{At: v.At}, nullText.MatchString(written)
	case "!!bool":
		return ports.Value{Kind: ports.Bool, Scalar: written, At: v.At}, boolText.MatchString(written)
	case "!!int", "!!float":
		return ports.Value{Kind: ports.Number, Scalar: written, At: v.At}, numberText.MatchString(written)
	}
	return v, true
}
