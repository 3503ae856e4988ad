package say

// Parts are the code of an error, why it is one, and what to do, for those who keep them apart. They can be said in any language.
func Parts(err error) (code string, reason, do Text) {
	return Tell(nil, err).Code, textOf(partOf{err: err}), textOf(partOf{err: err, advice: true})
}

func textOf(part partOf) Text {
	if part.String() == "" {
		return Text{}
	}
	return Textf("%s", part)
}

// partOf is a part of an error, in the language that is asked for: what and why, or the advice.
type partOf struct {
	err    error
	advice bool
}

func (p partOf) In(l Language) string {
	told := Tell(l, p.err)
	if p.advice {
		return told.Do
	}
	return Told{What: told.What, Why: told.Why}.line(l)
}

// String is the part in English.
func (p partOf) String() string { return p.In(nil) }
