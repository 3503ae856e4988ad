package formats

import (
	"cmp"
	"encoding/xml"
	"io"
	"strings"
	"time"

	"github.com/univ-lehavre/nestor/app"
	"github.com/univ-lehavre/nestor/domain/plan"
	"github.com/univ-lehavre/nestor/domain/state"
	"github.com/univ-lehavre/nestor/ports/say"
)

// JUnit writes previews as test results, for CI servers: a suite for each stack, a case for each wanted layer, declared node
// and VM. What must be done is a failure, what could not be read an error, what no API shows is skipped. It is in English.
func JUnit(w io.Writer, all app.Previews) error {
	report := suites{Name: "nestor preview"}
	for _, s := range all.Stacks {
		report.add(suiteOf(s))
	}
	text, err := xml.MarshalIndent(report, "", "  ")
	if err != nil {
		return err
	}
	_, err = io.WriteString(w, xml.Header+string(text)+"\n")
	return err
}

type suites struct {
	XMLName  xml.Name `xml:"testsuites"`
	Name     string   `xml:"name,attr"`
	Tests    int      `xml:"tests,attr"`
	Failures int      `xml:"failures,attr"`
	Errors   int      `xml:"errors,attr"`
	Suites   []suite  `xml:"testsuite"`
}

type suite struct {
	Name       string     `xml:"name,attr"`
	Tests      int        `xml:"tests,attr"`
	Failures   int        `xml:"failures,attr"`
	Errors     int        `xml:"errors,attr"`
	Skipped    int        `xml:"skipped,attr"`
	Timestamp  string     `xml:"timestamp,attr,omitempty"`
	Properties []property `xml:"properties>property,omitempty"`
	Cases      []testcase `xml:"testcase"`
}

type property struct {
	Name  string `xml:"name,attr"`
	Value string `xml:"value,attr"`
}

type testcase struct {
	Name    string   `xml:"name,attr"`
	Class   string   `xml:"classname,attr"`
	Skipped *outcome `xml:"skipped"`
	Error   *outcome `xml:"error"`
	Failure *outcome `xml:"failure"`
	Output  *output  `xml:"system-out"`
}

type outcome struct {
	Message string `xml:"message,attr,omitempty"`
	Type    string `xml:"type,attr,omitempty"`
	Text    string `xml:",cdata"`
}

type output struct {
	Text string `xml:",cdata"`
}

func (r *suites) add(s suite) {
	r.Suites = append(r.Suites, s)
	r.Tests, r.Failures, r.Errors = r.Tests+s.Tests, r.Failures+s.Failures, r.Errors+s.Errors
}

func (s *suite) add(c testcase) {
	s.Cases = append(s.Cases, c)
	s.Tests++
	switch {
	case c.Error != nil:
		s.Errors++
	case c.Failure != nil:
		s.Failures++
	case c.Skipped != nil:
		s.Skipped++
	}
}

func suiteOf(s app.StackPreview) suite {
	made := suite{Name: plainText(s.Name)}
	if s.Report == nil {
		made.add(testcase{Name: "preview", Class: plainText(s.Name), Error: &outcome{Message: plainText(s.Error.String()), Type: "invalid"}})
		return made
	}
	r := *s.Report
	made.Timestamp = r.Taken.UTC().Format("2006-01-02T15:04:05")
	made.properties(r)
	made.add(targetCase(r))
	for _, m := range r.Machines {
		if m.Declared {
			made.add(machineCase(r, m))
		}
	}
	for _, n := range r.Nodes {
		if n.Declared {
			made.add(nodeCase(r, n))
		}
	}
	for _, l := range r.Layers {
		made.add(layerCase(r, l))
	}
	return made
}

func (s *suite) properties(r app.Report) {
	recorded := ""
	if r.Source.Recorded != nil {
		recorded = r.Source.Recorded.UTC().Format(time.RFC3339)
	}
	for _, p := range []property{
		{"source", r.Source.Kind}, {"recording", r.Source.File}, {"recorded", recorded}, {"topology", r.Stack.Shown}, {"server", r.Target.Server},
		{"context", r.Target.Context}, {"clusterUid", r.Target.ClusterUID}, {"digest", r.Digest}, {"summary", r.Summary.Sentence.String()},
	} {
		if p.Value != "" {
			s.Properties = append(s.Properties, property{p.Name, plainText(p.Value)})
		}
	}
}

// targetCase says whether it was the stack's cluster that was read.
func targetCase(r app.Report) testcase {
	c := testcase{Name: "target", Class: class(r, "target")}
	reason := ""
	if len(r.Target.Reasons) > 0 {
		reason = plainText(r.Target.Reasons[0].Text.String())
	}
	found := outcome{Message: cmp.Or(plainText(r.Cluster.Reason.String()), reason), Type: plainText(r.Target.Judgement)}
	switch {
	case r.Summary.Refused, !r.Cluster.Read && r.Summary.Unread > 0:
		c.Error = &found
	case !r.Cluster.Read: // and nothing is unknown for that: a bench of which no VM is there
		c.Skipped = &outcome{Message: found.Message}
	default:
		c.Output = &output{reason}
	}
	return c
}

func layerCase(r app.Report, l app.LayerReport) testcase {
	c := testcase{Name: plainText(l.Name), Class: class(r, "layers")}
	found := outcome{Message: plainText(l.Detail.String()), Type: plainText(l.Action), Text: evidence(l)}
	switch {
	case l.Verdict == string(state.Unobservable):
		c.Skipped = &outcome{Message: found.Message}
	case l.Verdict == string(state.Unknown):
		found.Type = l.Verdict
		c.Error = &found
	case l.Action == string(plan.None):
		c.Output = &output{found.Text}
	default:
		found.Message = l.Action + ": " + found.Message
		c.Failure = &found
	}
	return c
}

// evidence is what a verdict rests on, an object a line, with the command that shows it.
func evidence(l app.LayerReport) string {
	var lines []string
	if len(l.BlockedBy) > 0 {
		lines = append(lines, "blocked by: "+plainText(strings.Join(l.BlockedBy, ", ")))
	}
	for _, e := range l.Evidence {
		if e.Decides {
			lines = append(lines, plainText(strings.TrimSpace(e.Object+" "+e.Detail.String())))
			if e.Command != "" {
				lines = append(lines, "  "+plainText(e.Command))
			}
		}
	}
	for _, n := range l.Notes {
		lines = append(lines, plainText(n.Code+" "+n.Text.String()))
	}
	return strings.Join(lines, "\n")
}

func nodeCase(r app.Report, n app.NodeReport) testcase {
	c := testcase{Name: plainText(n.Name), Class: class(r, "nodes")}
	found := outcome{Message: plainText(say.Join(": ", say.Verbatim(n.Status), n.Reason).String()), Type: plainText(n.Status)}
	switch {
	case n.Status == state.NodeUnknown:
		c.Error = &found
	case n.Status != state.NodeReady:
		c.Failure = &found
	case n.Cordoned:
		c.Output = &output{"cordoned"}
	}
	return c
}

func machineCase(r app.Report, m app.MachineReport) testcase {
	c := testcase{Name: plainText(m.Name), Class: class(r, "machines")}
	found := outcome{Message: plainText(strings.Join(append([]string{m.State}, m.Errors...), ": ")), Type: plainText(m.State)}
	switch m.State {
	case state.MachineRunning:
	case state.MachineUnknown:
		c.Error = &found
	default:
		c.Failure = &found
	}
	return c
}

func class(r app.Report, what string) string { return plainText(r.Stack.Name) + "." + what }

// plainText is one line, with nothing in it that XML cannot hold or that steers what shows it.
func plainText(text string) string { return Clean(strings.Join(strings.Fields(text), " ")) }
