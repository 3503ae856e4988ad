package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"
	"time"
)

// browser is a Chromium without a window, spoken to over its DevTools protocol: JSON on two pipes, each message ended by a zero.
type browser struct {
	t        *testing.T
	write    *os.File
	messages chan message
	session  string
	last     int
	events   []message
}

// message is a request to a browser, its answer, or an event.
type message struct {
	ID      int             `json:"id,omitempty"`
	Method  string          `json:"method,omitempty"`
	Params  json.RawMessage `json:"params,omitempty"`
	Session string          `json:"sessionId,omitempty"`
	Result  json.RawMessage `json:"result,omitempty"`
	Error   *struct {
		Message string `json:"message"`
	} `json:"error,omitempty"`
}

// browserPatience is how long a browser may take to answer.
const browserPatience = 60 * time.Second

// startBrowser starts one with a profile of its own, which ends with the test. Without Chromium the test is skipped.
func startBrowser(t *testing.T) *browser {
	t.Helper()
	program, err := exec.LookPath("chromium")
	if err != nil || runtime.GOOS == "windows" { // where no pipes are inherited
		t.Skip("there is no chromium here: apt-get install chromium")
	}
	theirIn, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	read, theirOut, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(program, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars", "--no-first-run",
		"--disable-background-networking", "--disable-component-update", "--disable-sync", "--user-data-dir="+t.TempDir(), "--remote-debugging-pipe", "about:blank")
	cmd.Env = append(os.Environ(), "HOME="+t.TempDir())
	cmd.ExtraFiles = []*os.File{theirIn, theirOut} // 3 and 4
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	_, _ = theirIn.Close(), theirOut.Close()
	b := &browser{t: t, write: write, messages: make(chan message, 1000)}
	go b.listen(read)
	t.Cleanup(func() {
		b.session = ""
		_, _ = b.ask("Browser.close", nil)
		_ = write.Close()
		timer := time.AfterFunc(browserPatience, func() { _ = cmd.Process.Kill() })
		defer timer.Stop()
		_ = cmd.Wait()
		for range b.messages { // until the pipe is closed, and nobody listens any more
		}
	})
	b.open()
	return b
}

func (b *browser) listen(from *os.File) {
	defer close(b.messages)
	defer func() { _ = from.Close() }()
	in := bufio.NewReader(from)
	for {
		text, err := in.ReadBytes(0)
		if err != nil {
			return
		}
		var m message
		if json.Unmarshal(text[:len(text)-1], &m) == nil {
			b.messages <- m
		}
	}
}

// open attaches to the browser's only tab, and listens to what goes wrong there.
func (b *browser) open() {
	var targets struct {
		TargetInfos []struct{ TargetID, Type string }
	}
	b.must("Target.getTargets", nil, &targets)
	for _, target := range targets.TargetInfos {
		if target.Type == "page" {
			var attached struct{ SessionID string }
			b.must("Target.attachToTarget", map[string]any{"targetId": target.TargetID, "flatten": true}, &attached)
			b.session = attached.SessionID
		}
	}
	for _, domain := range []string{"Page", "Network", "Log", "Runtime", "Security"} {
		b.must(domain+".enable", nil, nil)
	}
}

// ask sends a request and waits for its answer; what happens meanwhile is kept.
func (b *browser) ask(method string, params any) (json.RawMessage, error) {
	b.last++
	raw, err := json.Marshal(params)
	if err != nil {
		return nil, err
	}
	if params == nil {
		raw = nil
	}
	text, err := json.Marshal(message{ID: b.last, Method: method, Params: raw, Session: b.session})
	if err != nil {
		return nil, err
	}
	if _, err := b.write.Write(append(text, 0)); err != nil {
		return nil, err
	}
	for {
		m, err := b.next()
		switch {
		case err != nil:
			return nil, fmt.Errorf("%s: %w", method, err)
		case m.ID == b.last && m.Error != nil:
			return nil, fmt.Errorf("%s: %s", method, m.Error.Message)
		case m.ID == b.last:
			return m.Result, nil
		default:
			b.events = append(b.events, m)
		}
	}
}

func (b *browser) next() (message, error) {
	timer := time.NewTimer(browserPatience)
	defer timer.Stop()
	select {
	case m, open := <-b.messages:
		if !open {
			return m, errors.New("the browser has ended")
		}
		return m, nil
	case <-timer.C:
		return message{}, errors.New("no answer")
	}
}

func (b *browser) must(method string, params, into any) {
	b.t.Helper()
	result, err := b.ask(method, params)
	if err == nil && into != nil {
		err = json.Unmarshal(result, into)
	}
	if err != nil {
		b.t.Fatal(err)
	}
}

// await reads events until one of this name.
func (b *browser) await(method string) {
	b.t.Helper()
	for i := 0; ; i++ {
		if i == len(b.events) {
			m, err := b.next()
			if err != nil {
				b.t.Fatalf("waiting for %s: %v", method, err)
			}
			b.events = append(b.events, m)
		}
		if b.events[i].Method == method {
			return
		}
	}
}

// look is how a page is looked at.
type look struct {
	width, height int
	dark          bool
	print         bool
}

func (l look) String() string {
	scheme := "light"
	if l.dark {
		scheme = "dark"
	}
	if l.print {
		scheme = "print"
	}
	return fmt.Sprintf("%s, %d wide", scheme, l.width)
}

// show loads a page, and forgets what happened before.
func (b *browser) show(url string, l look) {
	b.t.Helper()
	scheme, media := "light", ""
	if l.dark {
		scheme = "dark"
	}
	if l.print {
		media = "print"
	}
	b.must("Emulation.setDeviceMetricsOverride", map[string]any{"width": l.width, "height": l.height, "deviceScaleFactor": 1, "mobile": false}, nil)
	b.must("Emulation.setEmulatedMedia", map[string]any{"media": media, "features": []map[string]string{{"name": "prefers-color-scheme", "value": scheme}}}, nil)
	b.events = nil
	b.must("Page.navigate", map[string]any{"url": url}, nil)
	b.await("Page.loadEventFired")
}

// run evaluates an expression in the page, and reads its value.
func (b *browser) run(expression string, into any) {
	b.t.Helper()
	var evaluated struct {
		Result           struct{ Value json.RawMessage }
		ExceptionDetails *struct{ Exception struct{ Description string } }
	}
	b.must("Runtime.evaluate", map[string]any{"expression": expression, "returnByValue": true}, &evaluated)
	if evaluated.ExceptionDetails != nil {
		b.t.Fatal(evaluated.ExceptionDetails.Exception.Description)
	}
	if err := json.Unmarshal(evaluated.Result.Value, into); err != nil {
		b.t.Fatal(err)
	}
}

// requests gives what the page asked for, and complaints what the browser has against it.
func (b *browser) requests() (urls, complaints []string) {
	for _, m := range b.events {
		switch m.Method {
		case "Network.requestWillBeSent":
			var sent struct{ Request struct{ URL string } }
			_ = json.Unmarshal(m.Params, &sent)
			urls = append(urls, sent.Request.URL)
		case "Log.entryAdded", "Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Network.loadingFailed":
			complaints = append(complaints, m.Method+" "+string(m.Params))
		}
	}
	return urls, complaints
}

// picture takes a PNG of the window, or of the whole page.
func (b *browser) picture(whole bool) []byte {
	b.t.Helper()
	var shot struct{ Data []byte }
	b.must("Page.captureScreenshot", map[string]any{"format": "png", "captureBeyondViewport": whole}, &shot)
	return shot.Data
}

// fileURL is a file's address.
func fileURL(path string) string { return "file://" + strings.ReplaceAll(path, " ", "%20") }
