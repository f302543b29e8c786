package site

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/hashassay/assay/internal/candidate"
	"github.com/hashassay/assay/internal/compare"
	"github.com/hashassay/assay/internal/report"
)

// The compare page is one table of all figures, a row for each implementation
// of each system. It is complete as it is; the parts of the script in
// assets/compare read it and set any rows beside each other. What they need
// beyond the text stands in attributes, as short as it can be: the page is to
// stay small with thousands of figures.

// compareScripts are the parts of the script of the compare page, in the order
// that they need each other.
var compareScripts = []string{"figures", "rule", "address", "choose", "view", "ratios", "start"}

// comparePage is what its template shows.
type comparePage struct {
	frame
	Systems   []compareSystem
	Lengths   []compareLength
	Rows      []compareRow
	Marks     []letteredMark
	Estimated bool // there are estimated cycles
}

// compareSystem is a run, a dataset or a published system.
type compareSystem struct {
	Key, Name, Target string // Key: in addresses, unique
	Run               string // folder of the run, for commands
	Machine           int    // systems of one machine have one number
	Published, Pair   bool
	Processor         string
	Measured          string
	Compiler, Go      string
	Flags             string // that the guide wants
	Clock             string // core clock in gigahertz, "" if not known
	Notices           []report.Notice
	Source            string // of published figures
}

// compareLength is a column of figures.
type compareLength struct {
	Bytes int
	Text  string
}

// compareRow is an implementation in a system.
type compareRow struct {
	System *compareSystem
	report.BesideRow
	Number  int    // of the system
	Page    string // link target of the candidate's page
	Records string // what links to records begin with, if that does not follow from the names
	Named   bool   // the instance follows from label and kind
	Plain   bool   // the candidate's identifier is the first word of its name
	Library string // where another system has the label, too
	Figures string // numbers of the cells: see readFigure in assets/compare/figures.js
	Cells   []compareCell
}

// compareCell is a figure; the zero value is none.
type compareCell struct {
	There bool
	Text  string
	Doubt string // how far its interval reaches, and the letters of its marks
	Value string // median cycles per byte, or of the call with an empty message
}

// letteredMark is a mark with the letter that stands for it in the table.
type letteredMark struct{ Letter, Name, Text string }

// compareSource is a system with its rows; set is nil for a published one.
type compareSource struct {
	system *compareSystem
	rows   []report.BesideRow
	set    *set
}

// compareSources lists the systems of the site, newest first, then the published
// ones.
func (b *builder) compareSources() []compareSource {
	var sources []compareSource
	sets := b.newest()
	for i, s := range sets {
		view := s.view("")
		o := view.Overview()
		c := s.data.Campaign
		system := &compareSystem{
			Key: s.folder, Name: s.name, Target: escapePath(s.folder) + "/index.html", Run: s.base, Machine: i,
			Processor: o.Processor, Measured: o.Started, Flags: c.ArchConfig.Reference, Notices: view.SummaryPage().Notices,
		}
		if k := slices.IndexFunc(sets[:i], func(other *set) bool { return compare.SameMachine(s.data, other.data) }); k >= 0 {
			system.Machine = sources[k].system.Machine
		}
		if hz := compare.CoreClock(s.data); hz > 0 {
			system.Clock = fmt.Sprintf("%.3f", hz/1e9)
		}
		if text := c.EnvironmentAtStart.Compiler; text != nil {
			system.Compiler = *text
		}
		if c.Assay != nil {
			system.Go, system.Pair = c.Assay.GoVersion, c.Assay.Pair != nil
		}
		sources = append(sources, compareSource{system, view.Beside(), s})
	}
	for _, s := range report.BesidePublished(b.catalogue) {
		sources = append(sources, compareSource{&compareSystem{
			Key: "published:" + s.ID, Name: s.ID + ", published means", Machine: len(sources), Published: true,
			Processor: s.Processor, Source: s.Source,
		}, s.Rows, nil})
	}
	return sources
}

func (b *builder) compare(f frame) comparePage {
	p := comparePage{frame: f.titled("Compare")}
	sources := b.compareSources()
	lengths, labels := map[int]bool{}, map[[2]string]int{}
	for _, src := range sources {
		p.Systems = append(p.Systems, *src.system)
		for _, row := range src.rows {
			labels[[2]string{row.ID, row.Label}]++
			for n, c := range row.Cells {
				lengths[n] = true
				p.Estimated = p.Estimated || c.Estimated
			}
		}
	}
	for _, n := range slices.Sorted(maps.Keys(lengths)) {
		p.Lengths = append(p.Lengths, compareLength{n, report.ShortLength(n)})
	}
	letters := &markLetters{}
	for i, src := range sources {
		for _, r := range src.rows {
			row := p.row(src, r, letters)
			row.Number = i
			if labels[[2]string{r.ID, r.Label}] > 1 {
				row.Library = r.Library
			}
			p.Rows = append(p.Rows, row)
		}
	}
	p.Marks = letters.marks
	// What can be set beside each other stands together.
	slices.SortStableFunc(p.Rows, func(x, y compareRow) int {
		return cmp.Or(natural(x.ID, y.ID), natural(x.Label, y.Label))
	})
	return p
}

// row makes a row with a cell for each of the page's lengths.
func (p *comparePage) row(src compareSource, r report.BesideRow, letters *markLetters) compareRow {
	row := compareRow{System: src.system, BesideRow: r, Named: r.Label == r.Instance || r.Label == r.Instance+"-"+r.Kind}
	first, _, _ := strings.Cut(label(r.Candidate), " ")
	row.Plain = first == r.ID
	if src.set != nil {
		row.Page = escapePath(src.set.folder) + "/" + r.CandidatePage
	}
	var figures []string
	for _, n := range p.Lengths {
		c, ok := r.Cells[n.Bytes]
		if !ok {
			figures = append(figures, "")
			row.Cells = append(row.Cells, compareCell{})
			continue
		}
		if c.Record != "" && row.Records == "" {
			row.Records = escapePath(src.set.folder) + "/" + strings.TrimSuffix(c.Record, fmt.Sprintf("%d.html", n.Bytes))
		}
		figures = append(figures, figuresText(c, n.Bytes))
		row.Cells = append(row.Cells, compareCell{
			There: true, Text: c.Text, Doubt: strings.TrimSpace(strings.TrimSuffix(c.Reach, " %") + " " + letters.of(c.Marks)),
			Value: digits(c.Cycles.Median / float64(max(n.Bytes, 1))),
		})
	}
	row.Figures = strings.Join(figures, ";")
	if row.Records == src.system.Key+"/records/"+r.ID+"/"+r.Label+"__hash_" {
		row.Records = ""
	}
	return row
}

func natural(x, y string) int {
	switch {
	case candidate.NaturalLess(x, y):
		return -1
	case candidate.NaturalLess(y, x):
		return 1
	}
	return 0
}

// figuresText writes the numbers of a cell for the script; what is missing at
// the end is left out, but never all.
func figuresText(c report.BesideCell, bytes int) string {
	per := 1e9 / float64(max(bytes, 1)) // nanoseconds
	cycles, time := away(c.Cycles), away(c.Time)
	texts := []string{cycles[0], cycles[1], cmp.Or(digits(c.Time.Median*per), "-"), time[0], time[1]}
	for len(texts) > 1 && texts[len(texts)-1] == "-" {
		texts = texts[:len(texts)-1]
	}
	if c.Wall && c.Time.Median > 0 {
		texts = append(texts, "w")
	}
	if !c.Complete {
		texts = append(texts, "p")
	}
	return strings.Join(texts, " ")
}

// away writes how far the ends of an interval are from its middle, in per cent
// with two decimals; "-" for no interval.
func away(m report.Middle) [2]string {
	if m.Lo == 0 || m.Median == 0 {
		return [2]string{"-", "-"}
	}
	share := func(x float64) string {
		text := strconv.FormatFloat(math.Round(1e4*x/m.Median)/100, 'f', -1, 64)
		return cmp.Or(strings.TrimPrefix(text, "0"), "0")
	}
	return [2]string{share(m.Median - m.Lo), share(m.Hi - m.Median)}
}

// digits writes a positive number with six significant digits, or all of those
// before the point; "" for none.
func digits(x float64) string {
	if !(x > 0) {
		return ""
	}
	exponent := int(math.Floor(math.Log10(x)))
	return strconv.FormatFloat(x, 'f', max(5-exponent, 0), 64)
}

// markLetters gives letters to marks: a to z, then aa and so on.
type markLetters struct{ marks []letteredMark }

// of returns the letters of marks, with blanks between them.
func (l *markLetters) of(marks []string) string {
	var letters []string
	for _, m := range marks {
		i := slices.IndexFunc(l.marks, func(k letteredMark) bool { return k.Name == m })
		if i < 0 {
			i = len(l.marks)
			l.marks = append(l.marks, letteredMark{letterOf(i), m, report.LegendOf(m)})
		}
		letters = append(letters, l.marks[i].Letter)
	}
	return strings.Join(letters, " ")
}

func letterOf(i int) string {
	if i < 26 {
		return string(rune('a' + i))
	}
	return letterOf(i/26-1) + letterOf(i%26)
}

// mostBeside is how many rows the compare page shows at once.
const mostBeside = 6

// besideKey names a row in the address of the compare page.
func besideKey(system, candidate, label string) string {
	escape := func(s string) string { return strings.ReplaceAll(url.QueryEscape(s), "+", "%20") }
	return escape(system) + "/" + escape(candidate) + "/" + escape(label)
}

// besideAddress is what the address of the compare page has behind its #: the
// first row is the one that others are set beside.
func besideAddress(keys []string) string {
	return "a=" + strings.Join(keys, "&b=")
}
