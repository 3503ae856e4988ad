package cli

import (
	"bytes"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/univ-lehavre/nestor/adapters/cli/formats"
	"github.com/univ-lehavre/nestor/app"
)

// views is where one preview goes: the terminal, and the files that were asked for.
type views struct {
	terminal format
	files    []reportFile
}

// reportFile is a file beside the terminal's output, with the format that its extension names.
type reportFile struct {
	path string
	format
}

// views reads --output and --report, before anything else is read. A view that the format does not have is a misuse.
func (t tool) views(c *cli.Context, of formats.Kind, has func(format) bool) (views, error) {
	i := slices.IndexFunc(outputs, func(f format) bool { return f.name == c.String("output") })
	v := views{terminal: outputs[max(i, 0)]} // the flag takes no other name
	var able []string
	for _, f := range outputs {
		if has(f) {
			able = append(able, f.name)
		}
	}
	if !has(v.terminal) {
		return v, &exit{app.Usage, formats.NoView(v.terminal.name, of, able)}
	}
	for _, path := range c.StringSlice("report") {
		f, known := formatOf(path)
		switch {
		case !known:
			return v, &exit{app.Usage, formats.UnknownExtension(path, extensions())}
		case !has(f):
			return v, &exit{app.Usage, formats.NoView(f.name, of, able)}
		case slices.ContainsFunc(v.files, func(r reportFile) bool { return filepath.Clean(r.path) == filepath.Clean(path) }):
			return v, &exit{app.Usage, formats.TwiceTheFile(path)}
		}
		v.files = append(v.files, reportFile{path, f})
	}
	return v, nil
}

// formatOf finds the format whose extension a file has, in any letter case.
func formatOf(path string) (format, bool) {
	ending := strings.ToLower(filepath.Ext(path))
	i := slices.IndexFunc(outputs, func(f format) bool { return slices.Contains(f.extensions, ending) })
	if i < 0 {
		return format{}, false
	}
	return outputs[i], true
}

func extensions() []string {
	var all []string
	for _, f := range outputs {
		all = append(all, f.extensions...)
	}
	return all
}

// delivered is what was found, on a page of its own for each format.
type delivered func(format, *page) error

// deliver prints a result, then writes the files that were asked for beside it: both, whatever becomes of the other.
func (t tool) deliver(s Settings, v views, on *page, show delivered) (saved bool, err error) {
	err = show(v.terminal, on)
	return len(v.files) == 0 || t.saveReports(s, v.files, *on, show), err
}

// saveReports writes the files, each whole or not at all, and says which could not be written.
func (t tool) saveReports(s Settings, files []reportFile, on page, show delivered) (saved bool) {
	saved = true
	to := t.writers(s).Reports
	for _, f := range files {
		var content bytes.Buffer
		on.out, on.ink, on.width, on.err = &content, false, 0, nil
		err := show(f.format, &on)
		if err == nil {
			err = to.Write(f.path, content.Bytes())
		}
		if err != nil {
			saved = false
			t.stderr().problem(formats.NotWritten(f.path, err))
		}
	}
	return saved
}

// ended gives the exit status of a result. A file that was not written hides neither a refusal nor an invalid topology.
func ended(status int, saved bool) error {
	if !saved && status != app.Refused && status != app.Usage {
		status = app.Failed
	}
	return statusOf(status)
}

func (t tool) reportFlag() cli.Flag {
	return &cli.StringSliceFlag{Name: "report", Usage: t.in(formats.FlagUsage(extensions()))}
}
