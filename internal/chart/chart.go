// Package chart draws charts as SVG for the pages of the web site: lines over two logarithmic axes, every trial as a dot, and
// bars. Data goes in and bytes come out, the same bytes for the same data: coordinates have one decimal, and nothing depends on
// the order of a map. The package knows nothing of records; numbers are worded by whoever calls it, so that a chart and a table
// say the same.
//
// All text is escaped here, by the one function that writes text and the one that writes attributes. That is why the result may
// be a template.HTML, and this is the only place of the program that makes one of data.
//
// A chart has no colour, width of a line or size of a letter in it, only classes that [Stylesheet] gives them: s0 to s7 for a tone, which
// also chooses the shape of a series' marks, and d0 to d5 for a dash. So nothing is told by colour alone, and a page that has the
// stylesheet shows charts in light, in dark and on paper. A series is
//
//	<g class="series s3 d1" data-series="KEY">
//
// which in a chart of lines is also an item of a list, has a name, and can be reached by the keyboard; the others hold ordinary text. A script may set the class "on" on it and "has-on" on the chart around it (class "chart") to bring it to the front.
package chart

import (
	_ "embed"
	"html/template"
	"math"
	"net/url"
	"strconv"
	"strings"
	"unicode"
)

// Stylesheet is the part of a page's stylesheet that charts need.
//
//go:embed chart.css
var Stylesheet string

// Tones and Dashes are how many looks a series can have: a tone (class s0 to s7) and a dash (class d0 to d5). Higher numbers begin again.
const (
	Tones  = 8
	Dashes = 6
)

// Charts of dots and bars are drawn once, for a telephone, and a page puts several side by side: their width and the size of their
// text, in pixels.
const width, letter = 340, 11.5

// canvas collects the text of a chart.
type canvas struct{ strings.Builder }

// open writes a start tag. attributes are names and values by turns; values may be any text.
func (c *canvas) open(name string, attributes ...string) {
	c.tag(name, attributes)
	c.WriteByte('>')
}

// empty writes an element without content.
func (c *canvas) empty(name string, attributes ...string) {
	c.tag(name, attributes)
	c.WriteString("/>")
}

func (c *canvas) tag(name string, attributes []string) {
	c.WriteByte('<')
	c.WriteString(name)
	for i := 0; i+1 < len(attributes); i += 2 {
		c.WriteByte(' ')
		c.WriteString(attributes[i])
		c.WriteString(`="`)
		c.WriteString(escape(attributes[i+1]))
		c.WriteByte('"')
	}
}

func (c *canvas) close(name string) {
	c.WriteString("</")
	c.WriteString(name)
	c.WriteByte('>')
}

// element writes an element that holds text.
func (c *canvas) element(name, text string, attributes ...string) {
	c.open(name, attributes...)
	c.WriteString(escape(text))
	c.close(name)
}

// html is what was written.
func (c *canvas) html() template.HTML { return template.HTML(c.String()) }

// figure opens the SVG of a chart. It is a group and no image, because what is in an image cannot be reached by itself.
func (c *canvas) figure(class string, across, down float64, title, description string) {
	c.open("svg", "class", class, "viewBox", "0 0 "+num(across)+" "+num(down), "role", "group", "aria-label", sentence(title, description))
}

// sentence joins a title and what is said of it.
func sentence(title, more string) string {
	if more == "" {
		return title
	}
	return title + ": " + more
}

// linked writes what draw draws, as a link where there is one. The link is none for the Tab key: a chart can have hundreds, and
// the table beside it has the same ones.
func (c *canvas) linked(link string, draw func()) {
	if link = relative(link); link == "" {
		draw()
		return
	}
	c.open("a", "href", link, "tabindex", "-1")
	draw()
	c.close("a")
}

// relative returns a link if it stays within the site: it has neither scheme nor host. Otherwise it is "".
func relative(link string) string {
	u, err := url.Parse(link)
	if err != nil || u.Scheme != "" || u.Host != "" || u.User != nil || strings.HasPrefix(link, "/") || strings.Contains(link, `\`) {
		return ""
	}
	return link
}

// escape makes any text safe in HTML and XML, within an element and within double quotes. What cannot be in XML at all (control
// characters, bytes that are no UTF-8) becomes U+FFFD.
func escape(s string) string {
	var b strings.Builder
	for _, r := range s {
		switch {
		case r == '&':
			b.WriteString("&amp;")
		case r == '<':
			b.WriteString("&lt;")
		case r == '>':
			b.WriteString("&gt;")
		case r == '"':
			b.WriteString("&#34;")
		case r == '\'':
			b.WriteString("&#39;")
		case r == '\n' || r == '\t' || r == '\r':
			b.WriteByte(' ')
		case unicode.IsControl(r) || r == 0xfffe || r == 0xffff: // a byte that is no UTF-8 is U+FFFD in the loop
			b.WriteRune(unicode.ReplacementChar)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// num writes a coordinate with one decimal, without it where it is 0.
func num(x float64) string {
	s := strconv.FormatFloat(x, 'f', 1, 64)
	s = strings.TrimSuffix(s, ".0")
	if s == "-0" {
		return "0"
	}
	return s
}

// finite says whether x can be drawn at all.
func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }

// look is the class of a series.
func look(tone, dash int) string {
	return "series s" + strconv.Itoa(wrap(tone, Tones)) + " d" + strconv.Itoa(wrap(dash, Dashes))
}

func wrap(i, n int) int { return ((i % n) + n) % n }
