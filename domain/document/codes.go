package document

import (
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/say"
)

// The codes of faults that any declared document can have. They never change their meaning.
const (
	CodeEmpty        = "NST-2001"
	CodeWrongType    = "NST-2002"
	CodeDuplicate    = "NST-2003"
	CodeUnknownKey   = "NST-2004"
	CodeIgnoredKey   = "NST-2005"
	CodeMissing      = "NST-2006"
	CodeNotOneOf     = "NST-2007"
	CodeUnresolvable = "NST-2008"
)

// Meanings says what each code of this package stands for.
var Meanings = map[string]ports.Meaning{
	CodeEmpty: {
		Means:   say.Textf("the file declares nothing"),
		Matters: say.Textf("there is nothing to work with, so every command that needs the file stops"),
		Do:      say.Textf("write what is required; for a topology, start from: nestor stack new NAME"),
	},
	CodeWrongType: {
		Means:   say.Textf("a value has another type or form than what is read there"),
		Matters: say.Textf("guessing would change what is declared: without quotes, 1.10 is the number 1.1"),
		Do:      say.Textf("write the value as the message says; put a text that looks like a number or a boolean in quotes"),
	},
	CodeDuplicate: {
		Means:   say.Textf("a key or a name is declared twice"),
		Matters: say.Textf("only one of them would count, and a reader of the file cannot tell which"),
		Do:      say.Textf("keep one of them"),
	},
	CodeUnknownKey: {
		Means:   say.Textf("a key is not known here, and looks like a mistyped one"),
		Matters: say.Textf("what is written under it would silently not count"),
		Do:      say.Textf("correct its spelling; all keys are in: nestor schema topology (or layers)"),
	},
	CodeIgnoredKey: {
		Means:   say.Textf("warning: a key is not known here, and is ignored"),
		Matters: say.Textf("what is written under it does not count"),
		Do:      say.Textf("remove it, or put it where it belongs; all keys are in: nestor schema topology (or layers)"),
	},
	CodeMissing: {
		Means:   say.Textf("something that is required is missing"),
		Matters: say.Textf("nothing is assumed in its place, so the file cannot be used"),
		Do:      say.Textf("write it, as the message says"),
	},
	CodeNotOneOf: {
		Means:   say.Textf("a word is none of those that are known here"),
		Matters: say.Textf("a guess could mean something else than what was meant"),
		Do:      say.Textf("write one of the words that the message lists"),
	},
	CodeUnresolvable: {
		Means:   say.Textf("a value carries a tag, such as !vault, that is not resolved here"),
		Matters: say.Textf("the value behind it is not known, so nothing can rest on it"),
		Do:      say.Textf("write a plain value, or remove the key"),
	},
}
