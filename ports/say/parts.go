package say

// Parts are the code of an error, why it is one, and what to do, for those who keep them apart. They can be said in any language.
func Parts(err error) (code string, reason, do Text) {
	return Tell(nil, err).Code, part(err, Told.reason), part(err, func(t Told) string { return t.Do })
}

func (t Told) reason() string { return Told{What: t.What, Why: t.Why}.line() }

func part(err error, pick func(Told) string) Text {
	spoken := partOf{err, pick}
	if spoken.String() == "" {
		return Text{}
	}
	return Textf("%s", spoken)
}

// partOf is a part of an error, in the language that is asked for.
type partOf struct {
	err  error
	pick func(Told) string
}

func (p partOf) In(l Language) string { return p.pick(Tell(l, p.err)) }

// String is the part in English.
func (p partOf) String() string { return p.In(nil) }
