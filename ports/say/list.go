package say

import "strings"

// Names is "a, b, c".
func Names(names []string) Text { return Verbatim(strings.Join(names, ", ")) }

// And is "a, b and c".
func And(names []string) Text {
	if len(names) < 2 {
		return Names(names)
	}
	last := len(names) - 1
	return Textf("%s and %s", strings.Join(names[:last], ", "), names[last])
}

// Or is "a, b or c".
func Or(names []string) Text {
	if len(names) < 2 {
		return Names(names)
	}
	last := len(names) - 1
	return Textf("%s or %s", strings.Join(names[:last], ", "), names[last])
}

// Few names the first ones with a separator, and counts the others.
func Few(names []string, most int, separator string) Text {
	if len(names) <= most {
		return Verbatim(strings.Join(names, separator))
	}
	return Textf("%s and %d more", strings.Join(names[:most], separator), len(names)-most)
}
