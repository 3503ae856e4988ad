// Package cli is what a person meets: commands, flags, and how results look.
package cli

import (
	"context"
	"errors"
	"io"
	"time"

	"github.com/rs/zerolog"
	"github.com/urfave/cli/v2"

	"github.com/univ-lehavre/nestor/adapters/cli/languages"
	"github.com/univ-lehavre/nestor/app"
	"github.com/univ-lehavre/nestor/domain/doctor"
	"github.com/univ-lehavre/nestor/domain/target"
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/say"
)

// Streams are the process's own. Out is the result; Err is for people and logs.
type Streams struct {
	In          io.Reader
	Out, Err    io.Writer
	DropInput   func() // drops what was typed and not yet read; nil where that cannot be done
	Interactive bool   // whether a question on Err is seen, and answered on In: both are terminals
	Language    string // the operator's, by its name; --lang goes before it
	LanguageVar string // the variable that chose it; empty: none did
	OutTerminal bool   // whether Out is a terminal
	Width       int    // its columns; 0 when it is none, or does not say
	ErrTerminal bool   // the same of Err
	ErrWidth    int
	Home        string // shown as ~

	Variable func(name string) string // of the environment, for colours; nil: none is set
}

// Settings are the flags that decide how the world is reached.
type Settings struct {
	Dir       string          // where searches start
	Timeout   time.Duration   // for each wave of reads
	Replay    string          // answers come from this recording
	Demo      bool            // answers come from the embedded recording
	Record    string          // answers are also written here
	Asking    target.Asking   // whether a question can be put
	Confirmer ports.Confirmer // puts it
	Log       zerolog.Logger

	EditExamples bool // an example may be edited: the operator said so
}

// World is the adapters that a use case reads with.
type World struct {
	app.Readers
	app.Surroundings
	Reports   ports.ReportReader
	Drafter   ports.Drafter
	Recording ports.RecordingWriter // nil unless a recording was asked for
}

// Declared is the reading of declared files, for commands that ask no cluster.
func (w World) Declared() app.Declared {
	return app.Declared{Documents: w.Documents, Home: w.Environment.Home}
}

// Writers is the adapters that a use case writes with, each to a local file.
type Writers struct {
	Known    ports.KnownWriter
	Nowhere  ports.NowhereWriter
	Editor   ports.TopologyEditor
	Active   ports.ActiveStackWriter
	Creator  ports.TopologyWriter
	Files    ports.FileCreator
	Reports  ports.ReportWriter
	Fetching Fetching
}

// Fetching is what a fetch needs besides reading the cluster.
type Fetching struct {
	Inventory ports.InventoryReader
	Fetcher   ports.KubeconfigFetcher
	Rewriter  ports.KubeconfigRewriter
	Installer ports.KubeconfigInstaller
	LimaHome  string
}

// Wiring builds the adapters for one command: what writes apart from what reads, so that a command that reads never
// comes near the former.
type Wiring struct {
	Read  func(Settings) (World, error)
	Write func(Settings) Writers
}

// Main runs one command line and gives its exit status.
func Main(ctx context.Context, args []string, streams Streams, build ports.Build, wiring Wiring) int {
	given := len(args)
	args, name, err := takeLanguage(args, streams.Language)
	if streams.Variable == nil {
		streams.Variable = func(string) string { return "" }
	}
	streams.Out = result{streams.Out}
	foot := &screen{out: streams.Err, width: streams.ErrWidth}
	streams.Err = foot
	t := tool{streams: streams, wire: wiring.Read, writers: wiring.Write, words: args, lang: asCalled(args, languages.Load(name)), build: build, spoken: doctor.Spoken{Name: name, From: streams.LanguageVar}}
	t.progress = &progress{screen: foot, lang: t.lang, clock: realClock(), told: streams.ErrTerminal && streams.Variable("TERM") != "dumb"}
	if len(args) < given {
		t.spoken.From = "--" + langName
	}
	if err != nil {
		return t.report(err)
	}
	root := t.root(programName(args))
	if words, asked := helpAsked(args[min(1, len(args)):]); asked && !completing(args) {
		return t.report(t.help(root, words, args))
	}
	err = root.RunContext(ctx, t.arrange(root, args))
	if ctx.Err() != nil && err != nil && !told(err) {
		err = &exit{app.Failed, t.progress.interruption()}
	}
	return t.report(err)
}

// told reports an end that was already put in words: Ctrl-C at a question is a no, and what came before it may be done.
func told(err error) bool {
	var coded *exit
	return errors.As(err, &coded)
}

// tool is one run of the command line.
type tool struct {
	streams Streams
	wire    func(Settings) (World, error)
	writers func(Settings) Writers
	words   []string // the command line, without --lang
	lang    say.Language
	spoken  doctor.Spoken // which language that is, and what chose it

	build    ports.Build
	progress *progress
	choices  choices // of the commands that root makes
}

func (t tool) root(name string) *cli.App {
	t.choices = choices{}
	root := &cli.App{
		Name:           name,
		Usage:          t.in(say.Textf("compare what a stack declares with what really runs; it reads, and never changes a cluster")),
		Version:        t.build.Version,
		HideHelp:       true,
		Writer:         t.streams.Out,
		ErrWriter:      t.streams.Err,
		Commands:       []*cli.Command{t.previewCommand(), t.targetCommand(), t.kubeconfigCommand(), t.stackCommand(), t.discoverCommand(), t.layersCommand(), t.explainCommand(), t.doctorCommand(), t.rbacCommand(), t.schemaCommand(), t.completionCommand(), t.versionCommand()},
		OnUsageError:   usageError,
		ExitErrHandler: func(*cli.Context, error) {},
		Action:         t.noCommand,
	}
	for _, c := range root.Commands {
		c.OnUsageError, c.HideHelp = usageError, true
		for _, sub := range c.Subcommands {
			sub.OnUsageError, sub.HideHelp = usageError, true
		}
	}
	t.completeAll(root)
	return root
}

// arrange puts a command's operands behind its flags.
func (t tool) arrange(root *cli.App, args []string) []string {
	if completing(args) {
		return toComplete(args)
	}
	if len(args) < 2 {
		return args
	}
	cmd := root.Command(args[1])
	if cmd == nil {
		return args
	}
	names, rest := args[:2:2], args[2:]
	if sub, without := subcommand(cmd, rest); sub != nil {
		cmd, names, rest = sub, append(names, sub.Name), without
	}
	return append(names, flagsFirst(rest, cmd.Flags)...)
}

// exit is an error with the exit status that it calls for.
type exit struct {
	status int
	cause  error // nil: everything was said already
}

func (e *exit) Error() string {
	if e.cause == nil {
		return ""
	}
	return e.cause.Error()
}

func (e *exit) Unwrap() error { return e.cause }

// report says what went wrong and gives the exit status.
func (t tool) report(err error) int {
	if err == nil {
		return app.Done
	}
	status := app.ErrorStatus(err)
	if coded := (*exit)(nil); errors.As(err, &coded) {
		status = coded.status
	}
	if coded, ok := err.(*exit); ok { // what it wraps keeps its parts
		err = coded.cause
	}
	if err != nil {
		t.stderr().problem(err)
	}
	return status
}
