package report

import (
	"cmp"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hashassay/assay/internal/candidate"
	"github.com/hashassay/assay/internal/evidence"
	"github.com/hashassay/assay/internal/host"
	"github.com/hashassay/assay/published"
)

// The classic layout is that of the pages that the independent NGCC
// measurements publish, section by section, so that a page of theirs can be
// made again from its dataset and compared. It shows the guide's figures only:
// means over all calls, memory as maxima over the processes, one CPU for the
// whole campaign. [Write]'s pages show more.
//
// Rules of the summary and method pages are known in part only, so there is no
// classic layout of those.

// classicCPU is the CPU whose first complete record, in the order of paths,
// describes the environment on every published page.
const classicCPU = 2

// classicPage is what the template of the classic layout shows.
type classicPage struct {
	CandidatePage
	Title, Algorithm string
	ParameterSets    []string
}

// statements are what a published page says that no dataset holds: the names
// of candidates, and why instances did not pass their vectors.
type statements struct {
	name, address string
	causes        map[int]string // by the number of the footnote
}

// WriteClassic writes the classic pages of a dataset's candidates as
// CAND/perf_SYSTEM.md below dir, as they are published. catalogue may be nil.
// The programme's helper functions and the yardsticks have no such pages. It
// returns the paths written.
func WriteClassic(d *evidence.Dataset, catalogue *candidate.Catalogue, dir string) ([]string, error) {
	if err := checkSystem(d.Campaign.SystemID); err != nil {
		return nil, err
	}
	v := View{dataset: d, catalogue: catalogue}
	var written []string
	for _, id := range v.classicIDs() {
		if err := checkPageName(id); err != nil {
			return written, err
		}
		text, err := render("classic.md", v.classic(id, v.statements(id)))
		if err != nil {
			return written, fmt.Errorf("page of %s: %w", id, err)
		}
		file := filepath.Join(dir, filepath.FromSlash(classicName(id, d.Campaign.SystemID)))
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			return written, fmt.Errorf("pages: %w", err)
		}
		if err := writePage(file, text); err != nil {
			return written, err
		}
		written = append(written, file)
	}
	return written, nil
}

// classicName is the slash path of a published page.
func classicName(id, system string) string { return path.Join(id, "perf_"+system+".md") }

func checkSystem(id string) error {
	if !safeName.MatchString(id) {
		return fmt.Errorf("campaign.json: field system_id: %q cannot be part of a page's name (letters, digits, '.', '_' and '-')", id)
	}
	return nil
}

// classicIDs are the candidates that have a page: submissions, not what others
// are compared with.
func (v View) classicIDs() []string {
	return slices.DeleteFunc(v.dataset.CandidateIDs(), func(id string) bool {
		if c := v.candidate(id); c != nil {
			return c.Role == candidate.Baseline || c.Role == candidate.Yardstick
		}
		return slices.ContainsFunc(v.dataset.Entries(id), func(e *evidence.BuildEntry) bool { return e.Variant == "iccs-baseline" })
	})
}

// statements returns what the catalogue says of a candidate.
func (v View) statements(id string) statements {
	var s statements
	if c := v.candidate(id); c != nil {
		s.name, s.address = c.Name, c.Page
	}
	return s
}

// classic makes the classic page of a candidate.
func (v View) classic(id string, says statements) classicPage {
	d, entries := v.dataset, v.dataset.Entries(id)
	p := classicPage{Title: id, Algorithm: cmp.Or(says.name, id)}
	p.ID, p.System, p.Ours, p.Address = id, known(d.Campaign.SystemID), d.Campaign.Assay != nil, says.address
	p.Manifest = id + "/kat.sha256"
	if says.name != "" {
		p.Title += " " + says.name
	}
	p.Guide, p.Architecture = architecture(d.Campaign.EnvironmentAtStart.Architecture)
	for _, e := range entries {
		p.Versions = append(p.Versions, e.Variant)
		p.ParameterSets = append(p.ParameterSets, e.Instance)
	}
	p.Versions, p.ParameterSets = distinct(p.Versions), distinct(p.ParameterSets)
	p.Environment = classicEnvironment(d)

	records := v.records(id)
	p.Functional, p.Footnotes = v.classicFunctional(id, entries, records, says)
	complete := slices.DeleteFunc(slices.Clone(records), func(r *evidence.Record) bool { return r.Status != evidence.Complete })
	for _, r := range complete {
		f := figuresOf(r)
		f.baselineRSS, f.peakRSS, f.medianRSS = r.BaselineRSSBytes, r.PeakRSSBytes, true // as they are
		p.Performance = append(p.Performance, v.guideRow(f))
		p.Resources = append(p.Resources, v.resources(f))
	}
	p.Evidence = v.evidence(entries, records)
	if p.Ours {
		p.Notices = append(notices(d, complete, entries), guideOnly(complete))
		if n := len(records) - len(complete); n > 0 {
			p.Notices = append(p.Notices, notice("Not finished:", words(fmt.Sprintf("operations: %d; they are in section 7 only.", n))))
		}
	}
	return p
}

// guideOnly says what this layout leaves out, and how many of its means are to
// be doubted.
func guideOnly(records []*evidence.Record) Notice {
	doubtful := 0
	for _, r := range records {
		if len(figuresOf(r).marks) > 0 {
			doubtful++
		}
	}
	return notice("The guide's figures only:", words(fmt.Sprintf("means over all calls and the highest memory of any process, which one bad process moves. %d of %d operations have a mark that says so; medians, intervals and marks are on this run's other pages (assay report).", doubtful, len(records))))
}

// guideRow makes a row of section 4 with the guide's figures.
func (v View) guideRow(f figures) PerformanceRow {
	return PerformanceRow{
		Label: f.record.Label, Message: formatMessage(f.record.InputBytes),
		MeanCycles: f.cycles(f.meanCycles), PerByte: f.perByte(f.meanCycles),
		MeanTime: optional(f.meanSeconds, formatTime), Throughput: optional(f.throughput, formatTenths),
		Calls: formatCalls(f.trials),
	}
}

// classicFunctional makes section 3 and its footnotes.
func (v View) classicFunctional(id string, entries []*evidence.BuildEntry, records []*evidence.Record, says statements) (rows []FunctionalRow, notes []string) {
	for _, e := range entries {
		row := FunctionalRow{Label: e.Label, Flags: known(e.Flags), KAT: known(e.KAT)}
		if e.KAT != "PASS" {
			cause, notTimed, found := published.Cause(id, e.Label)
			if e.Assay != nil {
				cause, notTimed = e.Assay.Detail, !e.Assay.Timed
			} else if !found {
				cause = says.causes[len(notes)+1]
				notTimed = !slices.ContainsFunc(records, func(r *evidence.Record) bool { return r.Label == e.Label })
			}
			notes = append(notes, cmp.Or(cause, "no cause was recorded"))
			row.Footnote, row.NotTimed = len(notes), notTimed
		}
		rows = append(rows, row)
	}
	return rows, notes
}

// classicEnvironment makes section 2: one record's environment stands for all.
func classicEnvironment(d *evidence.Dataset) []Item {
	start := d.Campaign.EnvironmentAtStart
	e, cpu := start, ""
	if r := classicRecord(d); r != nil {
		e, cpu = filledIn(r.Environment, d.Campaign), cpuPhrase(r.Environment.CPUNumber)
	}
	model := known(orString(e.CPUModel, start.CPUModel)) + cpu
	if d.Campaign.Assay != nil { // one record need not stand for all of ours
		e, model = withMeasuredClock(e, d.Records), processor(d.Campaign, d.Records)
	}
	items := []Item{{"processor", model}}
	if m := orText(e.Machine, start.Machine); m != "" {
		items = append(items, Item{"machine", m})
	}
	return append(items,
		Item{"clock", clockText(e, orString(e.Architecture, start.Architecture))},
		Item{"memory", memory(orNumber(e.MemoryTotalKiB, start.MemoryTotalKiB))},
		Item{"OS / kernel", known(orString(e.OS, start.OS)) + " / " + known(orString(e.Kernel, start.Kernel))},
		Item{"compiler / build tool", known(orText(e.Compiler, start.Compiler)) + " / " + buildTool(d, e, start)},
		Item{"campaign start / end (UTC)", campaignTimes(d.Campaign)})
}

func cpuPhrase(cpu int) string { return fmt.Sprintf(" (CPU %d, one core)", cpu) }

func buildTool(d *evidence.Dataset, e, start host.Environment) string {
	if d.Campaign.Assay != nil {
		return "assay " + known(d.Campaign.Assay.Version)
	}
	return known(orText(e.CMake, start.CMake))
}

// classicRecord is the record whose environment is shown; nil if none is
// complete.
func classicRecord(d *evidence.Dataset) *evidence.Record {
	var first, chosen *evidence.Record
	before := func(a, b *evidence.Record) bool { return b == nil || strings.Compare(d.Paths[a], d.Paths[b]) < 0 }
	for _, r := range d.Records {
		if r.Status != evidence.Complete {
			continue
		}
		if before(r, first) {
			first = r
		}
		if r.Environment.CPUNumber == classicCPU && before(r, chosen) {
			chosen = r
		}
	}
	if chosen != nil {
		return chosen
	}
	return first
}
