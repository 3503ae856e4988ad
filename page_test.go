package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/univ-lehavre/nestor/internal/effort"
)

// looks are how the page of a report is looked at: as on a telephone and on a desk, by day and by night.
var looks = []look{{360, 800, false, false}, {360, 800, true, false}, {1280, 900, false, false}, {1280, 900, true, false}, {794, 1123, false, true}}

// reportPages are the reports that are looked at: in trouble, half read, of a bench, in French, and with names as long as they may be.
var reportPages = []struct{ fixture, language, name, instead string }{
	{"dirqual", "en", "", ""}, {"dirqual", "fr", "", ""}, {"degraded", "en", "", ""}, {"bench-orphan", "en", "", ""}, {"half-readable", "en", "", ""},
	{"degraded", "en", "dagster-dagster-webserver", strings.Repeat("x", 253)},
}

// TestThePageOfAReport looks at pages in a real browser: nothing is asked for, nothing is out of place, all can be read.
func TestThePageOfAReport(t *testing.T) {
	if effort.Race {
		t.Skip("a browser shows no race of nestor")
	}
	b := startBrowser(t)
	for i, page := range reportPages {
		text := string(formatted(t, "html", page.language, "preview", "--replay", "fixtures/"+page.fixture+".txtar"))
		if page.name != "" {
			text = strings.ReplaceAll(text, page.name, page.instead)
		}
		file := filepath.Join(t.TempDir(), "page.html")
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		for _, l := range looks {
			b.show(fileURL(file), l)
			name := fmt.Sprintf("%d-%s-%s, %s", i, page.fixture, page.language, l)
			if folder := os.Getenv("PAGE_PICTURES"); folder != "" { // for whoever changes the page, to look at
				if err := os.WriteFile(filepath.Join(folder, name+".png"), b.picture(true), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			b.inspect(name, fileURL(file))
		}
	}
}

// inspect checks the page that is shown.
func (b *browser) inspect(name, url string) {
	b.t.Helper()
	urls, complaints := b.requests()
	if diff := cmp.Diff([]string{url}, urls); diff != "" {
		b.t.Errorf("%s: more is asked for than the file (-want +got):\n%s", name, diff)
	}
	for _, c := range complaints {
		b.t.Errorf("%s: %s", name, c)
	}
	for what, script := range faultsOfPage {
		var faults []string
		b.run(script, &faults)
		for _, f := range faults {
			b.t.Errorf("%s: %s: %s", name, what, f)
		}
	}
}

// faultsOfPage find what is wrong with a page, each in its own way. A closed <details> is opened first.
var faultsOfPage = map[string]string{
	"not as wide as the window": `(() => {
		document.querySelectorAll("details").forEach(d => d.open = true);
		const e = document.scrollingElement;
		return e.scrollWidth > innerWidth ? [e.scrollWidth + " > " + innerWidth] : [] })()`,
	"outside the window": `(() => {
		document.querySelectorAll("details").forEach(d => d.open = true);
		const out = [];
		for (const e of document.body.querySelectorAll("*")) {
			if (e.closest("thead") && matchMedia("(max-width:48rem)").matches) continue; // for screen readers alone
			const r = e.getBoundingClientRect();
			if (r.width && (r.left < -0.5 || r.right > innerWidth + 0.5)) out.push(e.tagName + " " + e.textContent.slice(0, 40) + " " + r.left + ".." + r.right);
		}
		return out })()`,
	"text wider than its box": `[...document.querySelectorAll("svg")].filter(s => s.getBoundingClientRect().width).flatMap(s => [...s.querySelectorAll("g")])
		.flatMap(g => [...g.querySelectorAll("text")].filter(t => t.getBBox().width > g.querySelector("rect").getBBox().width - 4).map(t => t.textContent))`,
	"too small to read": `(() => {
		const small = new Set();
		for (const t of document.querySelectorAll("svg text")) {
			const svg = t.ownerSVGElement, r = svg.getBoundingClientRect();
			if (!r.width) continue;
			const size = parseFloat(getComputedStyle(t).fontSize) * r.width / svg.viewBox.baseVal.width;
			if (size < 10.5) small.add(t.textContent + " " + size);
		}
		return [...small] })()`,
	"too little contrast": `(() => {
		const number = c => c.match(/[\d.]+/g).map(Number);
		const light = c => { const [r, g, b] = number(c).slice(0, 3).map(v => { v /= 255; return v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4 }); return 0.2126 * r + 0.7152 * g + 0.0722 * b };
		const opaque = c => { const n = number(c); return n.length < 4 || n[3] > 0 };
		const behind = e => { for (; e; e = e.parentElement) {
			if (e.tagName == "g") return getComputedStyle(e.querySelector("rect")).fill;
			const c = getComputedStyle(e).backgroundColor; if (opaque(c)) return c } return "rgb(255,255,255)" };
		const bad = new Set();
		const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
		for (let n = walk.nextNode(); n; n = walk.nextNode()) {
			const e = n.parentElement;
			if (!n.data.trim() || e.tagName == "title" || !e.getBoundingClientRect().width) continue;
			const front = e.closest("svg") ? getComputedStyle(e).fill : getComputedStyle(e).color;
			const [a, b] = [light(front), light(behind(e))].sort((x, y) => y - x);
			if ((a + 0.05) / (b + 0.05) < 4.5) bad.add(n.data.trim().slice(0, 30) + " " + front + " on " + behind(e));
		}
		return [...bad] })()`,
	"without a heading, a name or a language": `(() => {
		const out = [];
		if (document.querySelectorAll("h1").length != 1) out.push("not one h1");
		if (!document.documentElement.lang) out.push("no lang");
		document.querySelectorAll("section").forEach(s => { const h = document.getElementById(s.getAttribute("aria-labelledby")); if (!h || h.tagName != "H2" || !h.textContent.trim()) out.push("section " + s.getAttribute("aria-labelledby")) });
		document.querySelectorAll("table").forEach(t => { if (!t.querySelector("thead th[scope=col]") || !t.querySelector("tbody th[scope=row]")) out.push("table without headers") });
		document.querySelectorAll("svg").forEach(s => { if (s.getAttribute("role") != "img" || !s.getAttribute("aria-label")) out.push("svg without a name") });
		const ids = [...document.querySelectorAll("[id]")].map(e => e.id);
		if (new Set(ids).size != ids.length) out.push("an id twice");
		if (document.querySelector("script,img,link,iframe,object,[onclick],[onload]")) out.push("something active");
		return out })()`,
	"not styled": `getComputedStyle(document.querySelector("h1 .mark")).display == "inline-block" ? [] : ["the policy blocks the page's own style"]`,
}
