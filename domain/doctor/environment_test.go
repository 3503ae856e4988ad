package doctor_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/univ-lehavre/nestor/domain/doctor"
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/say"
)

func TestNoPasswordOfAProxyIsShown(t *testing.T) {
	for given, want := range map[string]string{
		"http://proxy:3128":                   "http://proxy:3128",
		"http://me:pass@proxy:3128/path?q=1":  "http://proxy:3128",
		"http://me:p@ss/word#@proxy":          "http://proxy",
		"http://me:p%40ss@[::1]:3128":         "http://[::1]:3128",
		"me:pass@proxy:3128":                  "proxy:3128",
		"http://me:pass":                      "[not an address]",
		"http://me:pass/word":                 "[not an address]",
		"me:pass":                             "[not an address]",
		"me:pa://ss@proxy":                    "proxy",
		"a secret":                            "[not an address]",
		"http://proxy\x1b[31m":                "[not an address]",
		"":                                    "[not an address]",
		".svc":                                ".svc",
		"*":                                   "*",
		"*.example.org":                       "*.example.org",
		"10.0.0.0/8":                          "10.0.0.0/8",
		"::1":                                 "::1",
		"fe80::/10":                           "fe80::/10",
		"localhost":                           "localhost",
		"http://10.0.0.1:3128#me:pass@other":  "http://other",
		"socks5://user:secret@127.0.0.1:1080": "socks5://127.0.0.1:1080",
	} {
		if got := doctor.WithoutUser(given).String(); got != want {
			t.Errorf("%q: %q, want %q", given, got, want)
		}
	}
}

func TestVariablesAreNamedAndStrangersAreNotQuoted(t *testing.T) {
	got := lines(doctor.Variables([]ports.Variable{
		{Name: "HTTPS_PROXY", Value: "http://u:hunter2@proxy:3128"}, {Name: "https_proxy", Value: "http://other"}, {Name: "no_proxy", Value: ".svc, u:hunter2@h"},
		{Name: "KUBERC", Value: "/k"}, {Name: "NESTOR_LANG", Value: "fr"}, {Name: "NESTOR_PASSWORD", Value: "hunter2"}, {Name: "NESTOR_REPLAY", Value: "r.txtar"},
		{Name: "NO_COLOR", Value: "1"}, {Name: "XDG_STATE_HOME", Value: "state"},
	}))
	want := [][]string{
		{"NST-7023", "fine", "NESTOR_LANG", "fr", ""},
		{"NST-7024", "doubt", "NESTOR_PASSWORD", "nestor has no such variable", "nestor reads NESTOR_LANG, NESTOR_REPLAY"},
		{"NST-7025", "doubt", "NESTOR_REPLAY", "commands answer from the recording r.txtar, and read no cluster", "unset NESTOR_REPLAY, unless it is meant"},
		{"NST-7023", "fine", "KUBERC", "/k: nestor's own kubectl does without it", ""},
		{"NST-7023", "fine", "NO_COLOR", "set: no colours, unless --color always asks for them", ""},
		{"NST-7026", "fine", "HTTPS_PROXY", "http://proxy:3128", ""},
		{"NST-7026", "fine", "no_proxy", ".svc, h", ""},
		{"NST-7028", "doubt", "XDG_STATE_HOME", "state is not an absolute path, and is ignored", "write the whole path, or unset it"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if quiet := doctor.Variables([]ports.Variable{{Name: "NO_COLOR"}, {Name: "KUBERC", Value: "off"}, {Name: "NESTOR_X"}, {Name: "XDG_STATE_HOME", Value: "/s"}}); quiet != nil {
		t.Errorf("%q", lines(quiet))
	}
}

func TestWhatIsExported(t *testing.T) {
	for name, c := range map[string]struct {
		files, missing []string
		fault          string
		want           string
	}{
		"nothing":           {nil, nil, "", "NST-7020 fine"},
		"two, one missing":  {[]string{"/a", "/b"}, []string{"/b"}, "", "NST-7021 doubt NST-7022 doubt"},
		"what is not a way": {nil, nil, "the shell did not expand the ~", "NST-7022 doubt"},
	} {
		var got []string
		for _, f := range doctor.Exported(c.files, c.missing, say.Verbatim(c.fault)) {
			got = append(got, f.Code, string(f.State))
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: %q", name, got)
		}
	}
}

func TestWhatIsRemembered(t *testing.T) {
	there := ports.FileFacts{There: true}
	for name, c := range map[string]struct {
		memory doctor.Memory
		want   [][]string
	}{
		"no home":   {doctor.Memory{}, [][]string{{"NST-7027", "doubt", "HOME", "not set: ~ leads nowhere, and no cluster that you confirm is remembered", "set HOME, or XDG_STATE_HOME, to an absolute path"}}},
		"nothing":   {doctor.Memory{File: "/k"}, [][]string{{"NST-7030", "fine", "confirmed", "no cluster was confirmed yet; kept in /k", ""}}},
		"one":       {doctor.Memory{File: "/k", Facts: there, Stacks: 1}, [][]string{{"NST-7030", "fine", "confirmed", "1 cluster is remembered in /k", ""}}},
		"not read":  {doctor.Memory{File: "/k", Facts: there, Problem: say.Errorf("broken")}, [][]string{{"NST-7031", "fault", "confirmed", "broken", ""}}},
		"not alone": {doctor.Memory{File: "/k", Facts: ports.FileFacts{There: true, Shared: true}, Stacks: 2}, [][]string{{"NST-7030", "fine", "confirmed", "2 clusters are remembered in /k", ""}, {"NST-7032", "doubt", "confirmed", "other users of this machine may read /k", "chmod 600 /k"}}},
	} {
		if diff := cmp.Diff(c.want, lines(doctor.Remembered(c.memory))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}
