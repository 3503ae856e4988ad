package problems

import (
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/say"
)

// The codes of a command line that cannot be followed, and of a command that stopped half-way.
const (
	UnknownCommand  = "NST-6001"
	UnknownFlag     = "NST-6002"
	BadValue        = "NST-6003" // of a flag
	ValueMissing    = "NST-6004" // a flag stands without its value
	OperandMissing  = "NST-6005"
	TooManyOperands = "NST-6006"
	UnknownOperand  = "NST-6007"
	Excluding       = "NST-6008" // flags or operands that exclude each other
	FlagOutOfPlace  = "NST-6009" // a flag that means nothing here
	Unanswered      = "NST-6010" // to a question
	Interrupted     = "NST-6011"
	NotPrinted      = "NST-6012"
	NotDeclaredYet  = "NST-6013" // a kubeconfig that was kept, and that the topology does not name
	NotTrusted      = "NST-6014" // a cluster that was not remembered, or not exported
)

// commandLine are about the command line itself (60xx).
var commandLine = map[string]ports.Meaning{
	UnknownCommand: {
		Means:   say.Textf("nestor has no command of this name"),
		Matters: say.Textf("Nothing was read, run or written: nestor does not guess which command was meant."),
		Do:      say.Textf("Write one of the commands that nestor --help lists."),
	},
	UnknownFlag: {
		Means:   say.Textf("the command has no option of this name"),
		Matters: say.Textf("Nothing was read, run or written: without the option the command could do something else than was meant."),
		Do:      say.Textf("Write one of the options that nestor COMMAND --help lists."),
	},
	BadValue: {
		Means:   say.Textf("an option was given a value that it does not take"),
		Matters: say.Textf("Nothing was read, run or written: another value, or none, could mean another cluster or another output."),
		Do:      say.Textf("Write a value as nestor COMMAND --help describes it; a time has its unit, such as 15s."),
	},
	ValueMissing: {
		Means:   say.Textf("an option stands without the value that it needs"),
		Matters: say.Textf("Nothing was read, run or written. In a script it often comes from a variable that is empty."),
		Do:      say.Textf("Write the value behind the option, with a space or = between them; quote a variable, and look whether it is set."),
	},
	OperandMissing: {
		Means:   say.Textf("the command needs to be told what it is about, and was not"),
		Matters: say.Textf("Nothing was read, run or written: nestor chooses no layer, schema, shell or name by itself."),
		Do:      say.Textf("Write what the usage line of nestor COMMAND --help asks for."),
	},
	TooManyOperands: {
		Means:   say.Textf("the command was given more names than it takes"),
		Matters: say.Textf("Nothing was read, run or written: to use the first name and forget the others would hide a mistake."),
		Do:      say.Textf("Run the command once for each name; quote a name that holds a space."),
	},
	UnknownOperand: {
		Means:   say.Textf("the command was given a name that it does not know"),
		Matters: say.Textf("Nothing was read, run or written. Names of stacks and layers have codes of their own; this is about schemas, shells and codes."),
		Do:      say.Textf("Write one of the names that the message lists; for codes: nestor explain NST."),
	},
	Excluding: {
		Means:   say.Textf("two parts of the command line exclude each other"),
		Matters: say.Textf("Nothing was read, run or written: whichever of the two won, the other would be ignored without a word."),
		Do:      say.Textf("Leave one of the two out. NESTOR_REPLAY counts as --replay: to be without it, unset NESTOR_REPLAY."),
	},
	FlagOutOfPlace: {
		Means:   say.Textf("an option means nothing without another one"),
		Matters: say.Textf("Nothing was read, run or written: the option would have been ignored without a word."),
		Do:      say.Textf("Add the option that it belongs to, or leave it out."),
	},
	Unanswered: {
		Means:   say.Textf("a question was put, and its answer never came"),
		Matters: say.Textf("Nothing was written: nestor takes no silence for an answer."),
		Do:      say.Textf("Run the command on a terminal and answer, or say it all with options: nestor stack new --help."),
	},
	Interrupted: {
		Means:   say.Textf("the command was ended before it was done, by Ctrl-C or by a signal"),
		Matters: say.Textf("Nothing was changed, and what was read so far was dropped: a report of half a cluster would mislead."),
		Do:      say.Textf("Run it again. If it takes too long, give each wave of reads a deadline: --timeout 15s."),
	},
	NotPrinted: {
		Means:   say.Textf("the result could not be written to where it should go"),
		Matters: say.Textf("What was printed may end half-way: a script must not use it. The cluster is as it was."),
		Do:      say.Textf("Look at what reads the output, and at the space left on the disk; then run it again."),
	},
	NotDeclaredYet: {
		Means:   say.Textf("a kubeconfig was fetched and kept, and the topology does not name it"),
		Matters: say.Textf("On prod a file is used only once its topology names it: until then a preview reads no cluster."),
		Do:      say.Textf("Write the line that the message gives into the topology, then run nestor preview."),
	},
	NotTrusted: {
		Means:   say.Textf("a cluster was not remembered as the stack's, or not exported, for nothing proves that it is"),
		Matters: say.Textf("What runs next in that shell, or the next preview, could be about another cluster."),
		Do:      say.Textf("Look at what was expected and what was seen: nestor target STACK."),
	},
}
