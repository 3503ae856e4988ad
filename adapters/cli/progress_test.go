package cli

import (
	"bytes"
	"context"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/univ-lehavre/nestor/adapters/cli/languages"
	"github.com/univ-lehavre/nestor/ports"
	"github.com/univ-lehavre/nestor/ports/say"
)

// handClock is moved by a test. Each move is heard by one who waits, which has then done all of the move before.
type handClock struct {
	now    time.Time
	rings  chan time.Time
	waited chan time.Duration
}

func newHandClock() *handClock {
	return &handClock{time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC), make(chan time.Time), make(chan time.Duration, 16)}
}

func (h *handClock) clock() clock {
	return clock{func() time.Time { return h.now }, func(d time.Duration) (<-chan time.Time, func() bool) {
		h.waited <- d
		return h.rings, func() bool { return true }
	}}
}

// passes lets as much time pass as is waited for.
func (h *handClock) passes() {
	h.now = h.now.Add(<-h.waited)
	h.rings <- h.now
}

func watching(width int) (*progress, *handClock, *bytes.Buffer) {
	var out bytes.Buffer
	h := newHandClock()
	return &progress{screen: &screen{out: &out, width: width}, clock: h.clock(), told: true}, h, &out
}

func TestWhatTakesLongIsTold(t *testing.T) {
	p, h, out := watching(80)
	stop := p.start(t.Context(), say.Textf("reading %s as %s", "https://10.0.0.11:6443", "admin"))
	for range 3 {
		h.passes()
	}
	stop()
	const line = "\r\x1b[Kreading https://10.0.0.11:6443 as admin …"
	if want := line + line + " 1 s" + line + " 2 s\r\x1b[K"; out.String() != want {
		t.Errorf("%q, want %q", out, want)
	}
}

func TestWhatIsQuickIsNotTold(t *testing.T) {
	p, h, out := watching(80)
	p.start(t.Context(), say.Textf("reading"))()
	if wait := <-h.waited; out.Len() > 0 || wait != patience {
		t.Errorf("%q after %s", out, wait)
	}
}

func TestNothingIsToldWhereNobodySeesIt(t *testing.T) {
	p, h, out := watching(80)
	p.hush()
	p.start(t.Context(), say.Textf("reading"))()
	p.announce(t.Context(), say.Textf("copying"))()
	if out.Len() > 0 || len(h.waited) > 0 {
		t.Errorf("%q", out)
	}
}

func TestTheLineIsGoneBeforeAnythingElseIsWritten(t *testing.T) {
	p, h, out := watching(80)
	stop := p.start(t.Context(), say.Textf("reading"))
	h.passes()
	<-h.waited // it has been written, and waits again
	page := &page{out: p.screen}
	page.line("a note")
	page.ask(say.Verbatim("a question?"))
	p.show()
	stop()
	if want := "\r\x1b[Kreading …\r\x1b[Ka note\na question? "; out.String() != want {
		t.Errorf("%q, want %q", out, want)
	}
	page.answered()
	p.screen.show("reading", "")
	if !strings.HasSuffix(out.String(), "a question? \r\x1b[Kreading …") {
		t.Errorf("%q", out)
	}
}

func TestTheLineFitsAndCannotSteer(t *testing.T) {
	p, h, out := watching(20)
	stop := p.start(t.Context(), say.Textf("reading %s as %s", "https://10.0.0.11:6443", "\x1b[2J\u009b\u202e"))
	h.passes()
	h.passes()
	stop()
	if want := "\r\x1b[Kreading https://…\r\x1b[Kreading http… 1 s\r\x1b[K"; out.String() != want {
		t.Errorf("%q, want %q", out, want)
	}
	p, _, out = watching(0)
	p.screen.show("\x1b[2J\a\r\u009b\u202e", "")
	if want := "\r\x1b[K�[2J���� …"; out.String() != want {
		t.Errorf("%q, want %q", out, want)
	}
}

func TestSeveralAreToldInOneLine(t *testing.T) {
	p, h, out := watching(80)
	p.lang = languages.Load(languages.French)
	for _, what := range []string{"a", "a", "b"} {
		defer p.start(t.Context(), say.Textf("reading %s as %s", what, "x"))()
	}
	for range 3 {
		<-h.waited
	}
	h.now = h.now.Add(2 * time.Second)
	p.show()
	if want := "\r\x1b[Klecture de a en tant que x, et 1 autre … 2 s"; out.String() != want {
		t.Errorf("%q, want %q", out, want)
	}
}

func TestAnInterruptionSaysWhatItCutShort(t *testing.T) {
	p, h, out := watching(80)
	ctx, interrupt := context.WithCancel(t.Context())
	stop := p.start(ctx, say.Textf("reading %s as %s", "https://10.0.0.11:6443", "admin"))
	h.passes()
	<-h.waited
	interrupt()
	stop()
	if !strings.HasSuffix(out.String(), "…\r\x1b[K") {
		t.Errorf("%q", out)
	}
	if got, want := p.interruption().Error(), "interrupted while reading https://10.0.0.11:6443 as admin; run it again; nothing was changed"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	late, cancel := context.WithDeadline(t.Context(), time.Unix(0, 0))
	defer cancel()
	p, _, _ = watching(80)
	p.start(late, say.Textf("reading"))()
	if got := p.interruption().Error(); strings.Contains(got, "while") {
		t.Errorf("the deadline is an interruption: %s", got)
	}
}

// fetcher copies nothing.
type fetcher struct{ ports.KubeconfigFetcher }

func (fetcher) Fetch(context.Context, ports.FetchSource, string) (ports.Secret, *ports.FetchFailure) {
	return ports.Secret{}, nil
}

func TestAFetchSaysWhichProgramRuns(t *testing.T) {
	for _, sudo := range []bool{false, true} {
		p, _, out := watching(80)
		source := ports.FetchSource{Host: "10.0.0.11", Path: "/admin.conf", Sudo: sudo, Ask: true}
		watchedFetcher{fetcher{}, p}.Fetch(t.Context(), source, "")
		want := "copying /admin.conf from 10.0.0.11 with scp …\n"
		if sudo {
			want = "copying /admin.conf from 10.0.0.11 with ssh …\n"
		}
		if out.String() != want {
			t.Errorf("%q, want %q", out, want)
		}
	}
}

func TestAnAddressShowsNoPassword(t *testing.T) {
	if got := address("https://root:hunter2@10.0.0.11:6443/k8s?token=hunter2"); got != "https://10.0.0.11:6443/k8s" {
		t.Error(got)
	}
}

func TestALogLineCannotSteer(t *testing.T) {
	var out bytes.Buffer
	if _, err := io.WriteString(cleaning{&out}, "a\x1b[2J\u009b\nb\u202e\n"); err != nil || out.String() != "a�[2J�\nb�\n" {
		t.Errorf("%q, %v", out.String(), err)
	}
}
