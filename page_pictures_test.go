package main

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// pagePictures are those of the demo's page, by day and by night.
var pagePictures = map[string]look{"page-light.png": {1000, 1300, false, false}, "page-dark.png": {1000, 1300, true, false}}

const pagePicture = `
## ` + "`nestor preview --demo -o html`" + `

One page for a browser, without anything to fetch: the same report with the graph of layers, and the evidence to unfold. Chromium takes the
pictures; fonts differ from machine to machine, so the test looks at the page itself, and these are only taken anew with -update.

<picture><source media="(prefers-color-scheme: dark)" srcset="page-dark.png"><img src="page-light.png" alt="The page of a preview: the verdict, the graph of layers coloured by what is to do, and the layers."></picture>
`

// TestThePagePictures takes the pictures anew with -update, and else looks whether they are there and small.
func TestThePagePictures(t *testing.T) {
	if *update {
		takePagePictures(t)
	}
	for name, l := range pagePictures {
		data, err := os.ReadFile(filepath.Join(screensDir, name))
		if err != nil {
			t.Fatal(err)
		}
		at, err := png.DecodeConfig(bytes.NewReader(data))
		if err != nil || at.Width != l.width || at.Height != l.height || len(data) > 200_000 {
			t.Errorf("%s: %d by %d, %d bytes, %v", name, at.Width, at.Height, len(data), err)
		}
	}
}

func takePagePictures(t *testing.T) {
	t.Helper()
	b := startBrowser(t)
	file := filepath.Join(t.TempDir(), "page.html")
	if err := os.WriteFile(file, formatted(t, "html", "en", "preview", "--demo"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, l := range pagePictures {
		b.show(fileURL(file), l)
		small, err := fewColours(b.picture(false))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(screensDir, name), small, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// fewColours writes a picture with its 256 most frequent colours: a page has few, and the edges of its letters.
func fewColours(data []byte) ([]byte, error) {
	full, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	count := map[color.RGBA]int{}
	size := full.Bounds()
	at := func(x, y int) color.RGBA { return color.RGBAModel.Convert(full.At(x, y)).(color.RGBA) }
	for y := size.Min.Y; y < size.Max.Y; y++ {
		for x := size.Min.X; x < size.Max.X; x++ {
			count[at(x, y)]++
		}
	}
	var colours []color.RGBA
	for c := range count {
		colours = append(colours, c)
	}
	slices.SortFunc(colours, func(a, b color.RGBA) int {
		if count[a] != count[b] {
			return count[b] - count[a]
		}
		return bytes.Compare([]byte(fmt.Sprint(a)), []byte(fmt.Sprint(b)))
	})
	var palette color.Palette
	for _, c := range colours[:min(256, len(colours))] {
		palette = append(palette, c)
	}
	out := image.NewPaletted(size, palette)
	nearest := map[color.RGBA]uint8{}
	for y := size.Min.Y; y < size.Max.Y; y++ {
		for x := size.Min.X; x < size.Max.X; x++ {
			c := at(x, y)
			if _, known := nearest[c]; !known {
				nearest[c] = uint8(palette.Index(c))
			}
			out.SetColorIndex(x, y, nearest[c])
		}
	}
	var b bytes.Buffer
	err = (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&b, out)
	return b.Bytes(), err
}
