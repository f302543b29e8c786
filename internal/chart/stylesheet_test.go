package chart

import (
	"fmt"
	"html/template"
	"math"
	"regexp"
	"strings"
	"testing"
)

// themes returns the variables of the stylesheet in light and in dark.
func themes(t *testing.T) map[string]map[string]string {
	t.Helper()
	roots := regexp.MustCompile(`:root \{([^}]*)\}`).FindAllStringSubmatch(Stylesheet, -1)
	if len(roots) != 2 {
		t.Fatalf("%d sets of colours", len(roots))
	}
	all := map[string]map[string]string{"light": {}, "dark": {}}
	for i, theme := range []string{"light", "dark"} {
		for _, v := range regexp.MustCompile(`(--[a-z0-9-]+): *(#[0-9a-f]{6});`).FindAllStringSubmatch(roots[i][1], -1) {
			all[theme][v[1]] = v[2]
		}
	}
	if len(all["light"]) != len(all["dark"]) || len(all["light"]) != Tones+4 {
		t.Fatalf("%d colours in light, %d in dark", len(all["light"]), len(all["dark"]))
	}
	return all
}

// luminance is the relative luminance of a colour by WCAG 2.2.
func luminance(t *testing.T, colour string) float64 {
	t.Helper()
	var rgb [3]int
	if _, err := fmt.Sscanf(colour, "#%2x%2x%2x", &rgb[0], &rgb[1], &rgb[2]); err != nil {
		t.Fatalf("colour %q: %v", colour, err)
	}
	var linear [3]float64
	for i, v := range rgb {
		c := float64(v) / 255
		if linear[i] = c / 12.92; c > 0.04045 {
			linear[i] = math.Pow((c+0.055)/1.055, 2.4)
		}
	}
	return 0.2126*linear[0] + 0.7152*linear[1] + 0.0722*linear[2]
}

// Text has the contrast that WCAG 2.2 asks for at level AA, 4.5; lines and marks have more than the 3 that it asks of what is no text.
func TestContrast(t *testing.T) {
	for theme, colours := range themes(t) {
		for name, colour := range colours {
			a, b := luminance(t, colour), luminance(t, colours["--chart-ground"])
			ratio := (max(a, b) + 0.05) / (min(a, b) + 0.05)
			if name != "--chart-ground" && name != "--chart-grid" && ratio < 4.5 {
				t.Errorf("%s: %s (%s) has a contrast of %.2f", theme, name, colour, ratio)
			}
		}
	}
}

// Every class that a chart uses is in the stylesheet, and every tone and dash has its look.
func TestClasses(t *testing.T) {
	known := map[string]bool{"series": true, "d0": true, "one": true, "dots": true, "bars": true} // that need no rule of their own
	for _, c := range regexp.MustCompile(`\.([a-z][a-z0-9-]*)`).FindAllStringSubmatch(Stylesheet, -1) {
		known[c[1]] = true
	}
	for _, chart := range []template.HTML{Lines(someLines()), Dots(someDots()), Bars(someBars())} {
		for _, e := range parse(t, chart) {
			for _, class := range strings.Fields(e.attributes["class"]) {
				if !known[class] {
					t.Errorf("the stylesheet has no class %q", class)
				}
			}
			if e.attributes["style"] != "" || e.attributes["fill"] != "" || e.attributes["stroke"] != "" {
				t.Errorf("a look that is not in the stylesheet: %v", e.attributes)
			}
		}
	}
	for i := range Tones {
		if !strings.Contains(Stylesheet, fmt.Sprintf(".s%d {", i)) {
			t.Errorf("tone %d has no colour", i)
		}
		for j := range i {
			if markers[i] == markers[j] {
				t.Errorf("tones %d and %d have one mark", i, j)
			}
		}
	}
	for i := 1; i < Dashes; i++ {
		if !strings.Contains(Stylesheet, fmt.Sprintf(".d%d ", i)) {
			t.Errorf("dash %d has no look", i)
		}
	}
}

// On a telephone of 360 pixels, with 16 on both sides of a page, letters are at least 11 pixels high: so are they in a wide chart where it is first shown.
func TestLetters(t *testing.T) {
	var narrow, wide, other float64
	for pattern, size := range map[string]*float64{`svg\.narrow text \{ font-size: ([0-9.]+)px`: &narrow, `svg\.wide text \{ font-size: ([0-9.]+)px`: &wide, `\.chart text \{[^}]*font-size: ([0-9.]+)px`: &other} {
		m := regexp.MustCompile(pattern).FindStringSubmatch(Stylesheet)
		if m == nil {
			t.Fatalf("no %s", pattern)
		}
		*size = number(t, m[1])
	}
	if narrow != narrowLines.letter || wide != wideLines.letter || other != letter {
		t.Errorf("letters of %v, %v and %v pixels are not those that charts are made for", narrow, wide, other)
	}
	m := regexp.MustCompile(`\(max-width: ([0-9]+)px\)`).FindStringSubmatch(Stylesheet)
	if m == nil {
		t.Fatal("no width at which charts change")
	}
	for name, pixels := range map[string]float64{
		"narrow": narrow * 328 / narrowLines.width, "dots": other * 328 / width, "bars": other * 328 / width,
		"wide": wide * (number(t, m[1]) + 1 - 32) / wideLines.width,
	} {
		if pixels < 11 {
			t.Errorf("%s: letters of %.2f pixels", name, pixels)
		}
	}
}
