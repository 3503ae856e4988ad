package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode"
)

var (
	aLink    = regexp.MustCompile(`\]\(([^()\s]+)\)`)
	anImage  = regexp.MustCompile(`(?:src|srcset|href)="([^"]+)"`)
	aScheme  = regexp.MustCompile(`^[a-z]+:`)
	aHeading = regexp.MustCompile(`(?m)^#{1,6} +(.*?) *$`)
	linkText = regexp.MustCompile(`\[([^\]]*)\]\([^)]*\)`)
)

// TestEveryLinkLeadsSomewhere follows each relative link of each page to its file, and to its heading when it names one.
func TestEveryLinkLeadsSomewhere(t *testing.T) {
	checked, anchors := 0, 0
	for _, page := range pages(t) {
		for _, link := range linksIn(textOf(t, page)) {
			file, anchor, named := strings.Cut(link, "#")
			to := page
			if file != "" {
				to = filepath.ToSlash(filepath.Join(filepath.Dir(page), file))
			}
			checked++
			if _, err := os.Stat(filepath.FromSlash(to)); err != nil {
				t.Errorf("%s: %s leads to no file", page, link)
				continue
			}
			if !named {
				continue
			}
			anchors++
			if !strings.HasSuffix(to, ".md") || !anchorsOf(textOf(t, to))[anchor] {
				t.Errorf("%s: %s leads to no heading of %s", page, link, to)
			}
		}
	}
	if checked < 100 || anchors < 20 {
		t.Errorf("only %d links and %d anchors were followed", checked, anchors)
	}
}

// pages gives every page of the tree, less what tests bring.
func pages(t *testing.T) []string {
	t.Helper()
	var found []string
	err := filepath.WalkDir(".", func(file string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() && (d.Name() == ".git" || d.Name() == "testdata") {
			return fs.SkipDir
		}
		if err == nil && strings.HasSuffix(file, ".md") {
			found = append(found, filepath.ToSlash(file))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// linksIn gives the relative links of a page and of its pictures.
func linksIn(page string) []string {
	prose := fence.ReplaceAllString(page, "")
	found := anImage.FindAllStringSubmatch(prose, -1)
	found = append(found, aLink.FindAllStringSubmatch(quoted.ReplaceAllString(prose, "code"), -1)...)
	var links []string
	for _, m := range found {
		if !aScheme.MatchString(m[1]) {
			links = append(links, m[1])
		}
	}
	return links
}

// anchorsOf gives the anchors that GitHub makes of a page's headings.
func anchorsOf(page string) map[string]bool {
	found := map[string]bool{}
	for _, m := range aHeading.FindAllStringSubmatch(fence.ReplaceAllString(page, ""), -1) {
		found[slug(linkText.ReplaceAllString(m[1], "$1"))] = true
	}
	return found
}

func slug(heading string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case unicode.IsLetter(r), unicode.IsNumber(r), r == '-', r == '_':
			return unicode.ToLower(r)
		}
		return -1
	}, heading)
}
