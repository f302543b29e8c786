package site

import (
	"crypto/sha256"
	"embed"
	"fmt"
	"html/template"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/hashassay/assay/internal/chart"
	"github.com/hashassay/assay/internal/report"
)

// What surrounds a page, and the templates.

//go:embed templates/*.html
var templateFiles embed.FS

//go:embed assets
var assets embed.FS

// Paths of the assets in the site.
const (
	stylesheet = "assets/site.css"
	icon       = "assets/icon.svg"
	script     = "assets/site.js"
)

// joined returns assets one after the other.
func joined(names ...string) ([]byte, error) {
	var all []byte
	for _, name := range names {
		text, err := assets.ReadFile(name)
		if err != nil {
			return nil, err
		}
		all = append(all, text...)
	}
	return all, nil
}

// styles makes the one stylesheet: that of pages, that of charts, and that of the
// compare page.
func styles() ([]byte, error) {
	css, err := joined(stylesheet)
	if err != nil {
		return nil, err
	}
	compare, err := joined("assets/compare.css")
	return append(append(css, chart.Stylesheet...), compare...), err
}

// scripts makes the one script: site.js, then the parts of the compare page in
// the order of compareScripts, which have names of their own.
func scripts() ([]byte, error) {
	var parts []string
	for _, name := range compareScripts {
		parts = append(parts, "assets/compare/"+name+".js")
	}
	compare, err := joined(parts...)
	if err != nil {
		return nil, err
	}
	js, err := joined(script)
	if err != nil {
		return nil, err
	}
	return slices.Concat(js, []byte("\n(function () {\n'use strict';\n\n"), compare, []byte("})();\n")), nil
}

// frame is what every page has.
type frame struct {
	Root    string // "", "../", ...: the way to the root of the site
	Title   string
	Crumbs  []crumb // the way from the landing page; the page itself is not among them
	Version string
}

// titled returns the frame with the title of its page.
func (f frame) titled(format string, args ...any) frame {
	f.Title = report.OneLine(fmt.Sprintf(format, args...))
	return f
}

// crumb is a page on the way.
type crumb struct{ Name, Target string }

// templates are parsed when first used.
var templates = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("").Funcs(template.FuncMap{
		"line":    report.OneLine,
		"label":   label,
		"lines":   func(s []string, separator string) string { return report.OneLine(strings.Join(s, separator)) },
		"value":   value,
		"inc":     func(i int) int { return i + 1 },
		"seconds": report.WholeSeconds,
		"markID":  markID,
		"dict":    dict,
		"web":     report.IsWebAddress,
		"count":   count,
		"length":  report.ShortLength,
	}).ParseFS(templateFiles, "templates/*.html"))
})

// value writes a number for a data-value attribute, to sort by: eight digits,
// nothing for what is not there.
func value(x any) (string, error) {
	switch x := x.(type) {
	case *float64:
		if x == nil {
			return "", nil
		}
		return strconv.FormatFloat(*x, 'g', 8, 64), nil
	case float64:
		return strconv.FormatFloat(x, 'g', 8, 64), nil
	case int:
		return strconv.Itoa(x), nil
	case int64:
		return strconv.FormatInt(x, 10), nil
	}
	return "", fmt.Errorf("no value: %T", x)
}

// count writes a number of things.
func count(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return strconv.Itoa(n) + " " + noun
}

// markID is the id of the explanation of a mark on its page. Marks are words of
// ours, or a warning sign with a status; a dataset from elsewhere can hold any.
func markID(mark string) string {
	const plain = "abcdefghijklmnopqrstuvwxyz "
	switch {
	case strings.HasPrefix(mark, "⚠"):
		return "mark-kat"
	case strings.Trim(mark, plain) != "" || mark == "":
		return fmt.Sprintf("mark-%x", sha256.Sum256([]byte(mark)))[:13]
	}
	return "mark-" + strings.ReplaceAll(mark, " ", "-")
}

// dict passes several values to a template.
func dict(pairs ...any) (map[string]any, error) {
	if len(pairs)%2 != 0 {
		return nil, fmt.Errorf("dict: %d values", len(pairs))
	}
	m := map[string]any{}
	for i := 0; i < len(pairs); i += 2 {
		key, ok := pairs[i].(string)
		if !ok {
			return nil, fmt.Errorf("dict: key %d is a %T", i, pairs[i])
		}
		m[key] = pairs[i+1]
	}
	return m, nil
}

// longestLabel is how much of a name is shown, in characters. Names of real
// implementations are far shorter.
const longestLabel = 120

// label writes a name. One that is too long to be read is cut, and says so; the
// record has all of it.
func label(s string) string {
	s = report.OneLine(s)
	if runes := []rune(s); len(runes) > longestLabel {
		return fmt.Sprintf("%s… (%d characters)", string(runes[:longestLabel]), len(runes))
	}
	return s
}
