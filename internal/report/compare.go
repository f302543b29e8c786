package report

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/hashassay/assay/internal/candidate"
	"github.com/hashassay/assay/internal/evidence"
)

// PageKind says how a published page differs from the one that follows from
// its dataset.
type PageKind string

// The kinds. Only the first is an error of the page: it says something else
// than its dataset.
const (
	PageDiffers PageKind = "differs" // the text is another
	PageMarkup  PageKind = "markup"  // the same text with other links, code marks or table rules
	PageCPU     PageKind = "cpu"     // the processor row names one CPU; records were timed on others
	PageMissing PageKind = "missing" // the dataset has a candidate without a page
	PageUnknown PageKind = "unknown" // a page without a candidate in the dataset
)

// PageFinding is the first difference of its kind on a page.
type PageFinding struct {
	Page    string   `json:"page"` // slash path below the folder of the pages
	Line    int      `json:"line"` // of the page, from 1; 0: the whole page
	Kind    PageKind `json:"kind"`
	Says    string   `json:"says"`
	Follows string   `json:"follows"` // from the dataset
}

// PageComparison is the result of [ComparePages].
type PageComparison struct {
	Compared []string // pages, as slash paths below the folder
	Findings []PageFinding
}

// Wrong says whether the page says something else than its dataset; the other
// kinds are doubts.
func (f PageFinding) Wrong() bool { return f.Kind == PageDiffers }

// ErrNoPages is wrapped by the error for a folder without any page of the
// dataset's system.
var ErrNoPages = errors.New("no page of the dataset's system")

// ComparePages renders the classic page of every candidate of a dataset and
// compares it, byte for byte, with the page published as CAND/perf_SYSTEM.md
// or CAND.md below dir. Where bytes differ but the text does not (links, code
// marks, table rules), the finding says so: how a publisher links pages
// follows from no dataset. Neither do names of candidates and causes of failed
// vectors; what the catalogue does not know of them is taken from the page.
//
// Pages of candidates that are no hash functions, and summary and method pages,
// are not looked at.
func ComparePages(d *evidence.Dataset, catalogue *candidate.Catalogue, dir string) (*PageComparison, error) {
	system := d.Campaign.SystemID
	if err := checkSystem(system); err != nil {
		return nil, err
	}
	if _, err := os.ReadDir(dir); err != nil {
		return nil, fmt.Errorf("pages: %w", err)
	}
	v := View{dataset: d, catalogue: catalogue}
	c := &PageComparison{}
	ids := v.classicIDs()
	for _, id := range ids {
		if err := checkPageName(id); err != nil {
			return nil, err
		}
		name, text, err := readPage(dir, id, system)
		if errors.Is(err, fs.ErrNotExist) {
			c.Findings = append(c.Findings, PageFinding{Page: classicName(id, system), Kind: PageMissing, Says: "no page", Follows: "a page of " + id})
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("pages: %w", err)
		}
		page, err := render("classic.md", v.classic(id, v.statements(id).orOf(text)))
		if err != nil {
			return nil, fmt.Errorf("page of %s: %w", id, err)
		}
		c.Compared = append(c.Compared, name)
		for _, f := range append(comparePage(text, page), checkCPU(text, v.records(id))...) {
			f.Page = name
			c.Findings = append(c.Findings, f)
		}
	}
	if len(c.Compared) == 0 {
		return nil, fmt.Errorf("pages: %w (%s) in %s: they are named CANDIDATE/perf_%s.md or CANDIDATE.md", ErrNoPages, system, dir, system)
	}
	return c, c.addUnknown(dir, system, ids)
}

// readPage reads the page of a candidate under one of its two names.
func readPage(dir, id, system string) (name string, text []byte, err error) {
	for _, name = range []string{classicName(id, system), pageName(id)} {
		text, err = os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
		if !errors.Is(err, fs.ErrNotExist) {
			return name, text, err
		}
	}
	return name, nil, err
}

// addUnknown finds pages of hash candidates that the dataset does not have.
func (c *PageComparison) addUnknown(dir, system string, ids []string) error {
	names, err := fs.Glob(os.DirFS(dir), "hash-*/perf_"+system+".md")
	if err != nil {
		return fmt.Errorf("pages: %w", err)
	}
	for _, name := range names {
		if !slices.Contains(ids, path.Dir(name)) {
			c.Findings = append(c.Findings, PageFinding{Page: name, Kind: PageUnknown, Says: "a page of " + path.Dir(name), Follows: "no such candidate in the dataset"})
		}
	}
	return nil
}

var (
	titleOfPage = regexp.MustCompile(`^# (\S+)(?: (.*))? — performance on `)
	footnote    = regexp.MustCompile(`^\[(\d+)\] (.+)`)
)

// orOf supplies what s lacks from a page.
func (s statements) orOf(text []byte) statements {
	s.causes = map[int]string{}
	for i, line := range pageLines(text) {
		if m := titleOfPage.FindStringSubmatch(line.raw); i == 0 && m != nil && s.name == "" {
			s.name = plain(m[2])
		}
		if m := footnote.FindStringSubmatch(line.text); m != nil {
			if n, err := strconv.Atoi(m[1]); err == nil {
				s.causes[n] = m[2]
			}
		}
	}
	return s
}

// pageLine is a line that says something.
type pageLine struct {
	number    int // from 1
	raw, text string
}

var tableRule = regexp.MustCompile(`^[|\s:-]*-[|\s:-]*$`)

// pageLines leaves out blank lines and the rules below table headings.
func pageLines(page []byte) []pageLine {
	var lines []pageLine
	n := 0
	for raw := range strings.SplitSeq(string(page), "\n") {
		n++
		if text := plain(raw); text != "" && !tableRule.MatchString(raw) {
			lines = append(lines, pageLine{n, raw, text})
		}
	}
	return lines
}

var (
	lineMark   = regexp.MustCompile(`^\s*(#+|[-*>])\s+`)
	linkMark   = regexp.MustCompile(`\[((?:[^\[\]\\]|\\.)*)\]\([^()\s]*\)`)
	escapeMark = regexp.MustCompile(`\\([!-/:-@\[-` + "`" + `{-~])`)
)

// escapedBar stands for a bar that divides no cells.
const escapedBar = "\x00"

// plain is the text of a line of Markdown as a reader sees it: without the
// marks of headings, lists, tables, links and code.
func plain(line string) string {
	line = lineMark.ReplaceAllString(line, "")
	if strings.HasPrefix(strings.TrimSpace(line), "|") {
		line = strings.ReplaceAll(line, `\|`, escapedBar)
		line = strings.ReplaceAll(line, "|", " ")
		line = strings.ReplaceAll(line, escapedBar, "|")
	}
	line = linkMark.ReplaceAllString(line, "$1")
	line = strings.ReplaceAll(line, "`", "")
	line = escapeMark.ReplaceAllString(line, "$1")
	return strings.Join(strings.Fields(line), " ")
}

var cpuOfPage = regexp.MustCompile(`^processor .*\(CPU (\d+), one core\)$`)

// comparePage finds the first difference of a page from the one that follows.
// Which CPU the processor row names is checkCPU's to judge.
func comparePage(page, follows []byte) []PageFinding {
	if bytes.Equal(page, follows) {
		return nil
	}
	says, want := pageLines(page), pageLines(follows)
	withoutCPU := func(text string) string {
		if m := cpuOfPage.FindStringSubmatchIndex(text); m != nil {
			return text[:m[2]] + text[m[3]:]
		}
		return text
	}
	otherCPU := false
	for i := range max(len(says), len(want)) {
		switch {
		case i >= len(want):
			return []PageFinding{{Line: says[i].number, Kind: PageDiffers, Says: says[i].text, Follows: "nothing more"}}
		case i >= len(says):
			return []PageFinding{{Line: 1 + bytes.Count(bytes.TrimRight(page, "\n"), []byte("\n")), Kind: PageDiffers, Says: "nothing more", Follows: want[i].text}}
		case says[i].text == want[i].text:
		case withoutCPU(says[i].text) == withoutCPU(want[i].text):
			otherCPU = true
		default:
			return []PageFinding{{Line: says[i].number, Kind: PageDiffers, Says: says[i].text, Follows: want[i].text}}
		}
	}
	a, b := bytes.Split(page, []byte("\n")), bytes.Split(follows, []byte("\n"))
	for i := range max(len(a), len(b)) {
		switch {
		case i >= len(a):
			return []PageFinding{{Line: len(a), Kind: PageMarkup, Says: "nothing more", Follows: "more lines of markup"}}
		case i >= len(b):
			return []PageFinding{{Line: i + 1, Kind: PageMarkup, Says: string(a[i]), Follows: "nothing more"}}
		case !bytes.Equal(a[i], b[i]) && !(otherCPU && withoutCPU(plain(string(a[i]))) == withoutCPU(plain(string(b[i])))):
			return []PageFinding{{Line: i + 1, Kind: PageMarkup, Says: string(a[i]), Follows: string(b[i])}}
		}
	}
	return nil // but for the CPU
}

// checkCPU doubts a page that names one CPU for records of others.
func checkCPU(page []byte, records []*evidence.Record) []PageFinding {
	for _, line := range pageLines(page) {
		m := cpuOfPage.FindStringSubmatch(line.text)
		if m == nil {
			continue
		}
		cpus := map[int][]string{} // the labels timed on each CPU
		var order []int
		for _, r := range records {
			if r.Status != evidence.Complete {
				continue
			}
			for _, n := range r.CPUs() {
				if cpus[n] == nil {
					order = append(order, n)
				}
				cpus[n] = append(cpus[n], r.Label)
			}
		}
		slices.Sort(order)
		var texts []string
		other := false
		for _, n := range order {
			other = other || strconv.Itoa(n) != m[1]
			texts = append(texts, fmt.Sprintf("CPU %d (%s)", n, strings.Join(distinct(cpus[n]), ", ")))
		}
		if !other {
			return nil
		}
		return []PageFinding{{Line: line.number, Kind: PageCPU, Says: "CPU " + m[1], Follows: "timed on " + strings.Join(texts, " and ")}}
	}
	return nil
}
