package report

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/hashassay/assay/internal/candidate"
	"github.com/hashassay/assay/internal/evidence"
	"github.com/hashassay/assay/internal/gate"
)

// CandidatePage is what the templates of a candidate's page show.
type CandidatePage struct {
	ID, Name, Address string
	System            string
	Guide             string // which of the two guides: ARM or x86
	Architecture      string
	Ours              bool // written by assay, not by the published harness
	Notices           []Notice
	Notes             []string
	Versions          []string // which code was measured
	Instances         []string
	Manifest          string // name of the digest manifest
	SelfTested        bool   // a self-test stands for the known-answer files
	Environment       []Item
	Functional        []FunctionalRow
	Footnotes         []string
	Performance       []PerformanceRow
	XOF, SHA          bool   // section 4 has the ratios
	RatioOf           string // what they compare
	Published         PublishedTable
	Legends           []Legend
	Failures          []FailureRow
	Resources         []ResourceRow
	Memory            MemoryPart
	GoRows            bool // a Go implementation is among the rows
	Evidence          []EvidenceRow
	Files             []EvidenceRow // campaign.json and build.json
}

// FunctionalRow is a row of section 3.
type FunctionalRow struct {
	Label, Code, Flags, KAT, Files string
	Log                            string // link target of the log; "": there is none
	Footnote                       int    // 0: none
	NotTimed                       bool
}

// PerformanceRow is a row of section 4.
type PerformanceRow struct {
	Label, Code, Message                             string
	MeanCycles, PerByte, MeanTime, Throughput, Calls string // the guide's figures
	MedianCycles, MedianPerByte, MedianTime          string
	MedianThroughput, Interval, Spread, CPUs         string
	XOF, SHA                                         string // ratios to pseudoXOF and SHA-512
	Marks                                            []string
	Record                                           string // link target
	Instance, Kind                                   string
	Digest                                           int // bits; 0: not known
	Values                                           Values
}

// FailureRow tells why an operation did not finish.
type FailureRow struct {
	Label, Message string
	Details        []string
	Record         string
}

// ResourceRow is a row of section 5.
type ResourceRow struct {
	Label, Operation, Static string
	Baseline, Peak, Highest  string // medians over the processes, and the highest peak
	Record                   string
	Values                   MemoryValues
}

// EvidenceRow is a row of section 7.
type EvidenceRow struct {
	Label, Item  string
	Digest       string // of the file, or its first digits; "" where it is not shown
	Path, Target string
	Span         int // rows from here on of the same label; 0: the row before has it, too
}

// View makes pages out of a dataset: the strings that they show, the values
// behind them, and the links between them. It only reads, so several pages can be
// made at once.
type View struct {
	dataset   *evidence.Dataset
	catalogue *candidate.Catalogue
	links     Links
	short     bool // message lengths as in headings

	references references    // what operations are compared with
	once       func() []line // lines of the dataset, made once
}

// Links says where the links of pages lead.
type Links struct {
	File func(path string) string // to a file of the dataset, by its slash path; nil: relative to the dataset
	Page func(id string) string   // to the page of a candidate; nil: to <id>.md
}

// NewView makes the view of a dataset. catalogue supplies names, page addresses
// and notes; it may be nil, and a candidate it does not know is shown by its
// identifier.
func NewView(d *evidence.Dataset, catalogue *candidate.Catalogue, links Links) View {
	return View{dataset: d, catalogue: catalogue, links: links, references: newReferences(d), once: sync.OnceValue(func() []line { return lines(d) })}
}

// Short returns the view with message lengths in whole KiB where they are that,
// "1 KiB" everywhere. Without it the rows of tables say "1024 B", as those of the
// published pages do, and only headings are short.
func (v View) Short() View {
	v.short = true
	return v
}

// message writes a message length for rows of tables.
func (v View) message(bytes int) string {
	if v.short {
		return formatShort(bytes)
	}
	return formatMessage(bytes)
}

// lines lists all implementations, for several pages.
func (v View) lines() []line {
	if v.once == nil {
		return lines(v.dataset)
	}
	return v.once()
}

// link is the target of a link to a file of the dataset; "" for no file.
func (v View) link(file string) string {
	switch {
	case file == "":
		return ""
	case v.links.File == nil:
		return paths{}.to(file)
	}
	return v.links.File(file)
}

// pageLink is the target of a link to a candidate's page.
func (v View) pageLink(id string) string {
	if v.links.Page == nil {
		return pageName(id)
	}
	return v.links.Page(id)
}

// candidate returns what the catalogue knows of a candidate, nil for nothing.
func (v View) candidate(id string) *candidate.Candidate {
	if v.catalogue == nil {
		return nil
	}
	for _, c := range v.catalogue.Candidates {
		if c.ID == id {
			return c
		}
	}
	return nil
}

// CandidateName is the identifier of a candidate with the name that the
// catalogue has for it: "hash-12 Iphe".
func (v View) CandidateName(id string) string {
	if c := v.candidate(id); c != nil && c.Name != "" {
		return id + " " + c.Name
	}
	return id
}

// records are those of one candidate, in the order of the dataset.
func (v View) records(id string) []*evidence.Record {
	var rs []*evidence.Record
	for _, r := range v.dataset.Records {
		if r.Candidate == id {
			rs = append(rs, r)
		}
	}
	return rs
}

// page makes the page of a candidate.
func (v View) CandidatePage(id string) CandidatePage {
	d, records, entries := v.dataset, v.records(id), v.dataset.Entries(id)
	p := CandidatePage{
		ID: id, System: known(d.Campaign.SystemID), Ours: d.Campaign.Assay != nil,
		Manifest:    id + "/kat.sha256",
		Notices:     notices(d, records, entries),
		Environment: environmentItems(d.Campaign, records),
		XOF:         len(v.references.xof) > 0, SHA: len(v.references.sha) > 0, RatioOf: v.references.basis(records),
		Published: v.publishedBeside(id, records),
	}
	p.Guide, p.Architecture = architecture(d.Campaign.EnvironmentAtStart.Architecture)
	if c := v.candidate(id); c != nil {
		p.Name, p.Address, p.Notes = c.Name, c.Page, c.Notes
	}
	for _, e := range entries {
		if !slices.Contains(p.Instances, e.Instance) {
			p.Instances = append(p.Instances, e.Instance)
		}
		if c := v.codeOf(e) + ofArchive(e); !slices.Contains(p.Versions, c) {
			p.Versions = append(p.Versions, c)
		}
		p.GoRows = p.GoRows || isGo(e)
	}
	p.SelfTested = len(entries) > 0 && !slices.ContainsFunc(entries, func(e *evidence.BuildEntry) bool {
		return e.Assay == nil || !slices.Equal(e.Assay.KATFiles, []string{gate.SelfTestName})
	})
	p.Functional, p.Footnotes = v.functional(id, entries, records)
	var marks []string
	for _, r := range records {
		f := figuresOf(r)
		row := v.performance(f)
		marks = append(marks, row.Marks...)
		p.Performance = append(p.Performance, row)
		p.Resources = append(p.Resources, v.resources(f))
		if row, failed := v.failure(r); failed {
			p.Failures = append(p.Failures, row)
		}
	}
	p.Legends = legends(marks)
	p.Memory = v.memory(entries)
	p.Evidence = v.evidence(entries, records)
	p.Files = v.files()
	return p
}

// files are the files of the whole dataset that a page rests on.
func (v View) files() []EvidenceRow {
	rows := []EvidenceRow{
		{Item: "settings of the run and host checks", Path: "campaign.json", Target: v.link("campaign.json")},
		{Item: "builds and known-answer results", Path: "build.json", Target: v.link("build.json")},
	}
	if v.dataset.Memory != nil {
		rows = append(rows, EvidenceRow{Item: "memory of single calls", Path: evidence.MemoryFile, Target: v.link(evidence.MemoryFile)})
	}
	return rows
}

// architecture names the guide and the architecture for headings.
func architecture(machine string) (guide, name string) {
	switch machine {
	case "aarch64", "arm64":
		return "ARM", "AArch64"
	case "x86_64", "amd64":
		return "x86", "x86-64"
	}
	return "x86 and ARM", known(machine)
}

// kindOf is the kind of implementation of a build entry, by the names of
// candidate.toml.
func kindOf(e *evidence.BuildEntry) string {
	if e.Assay != nil && e.Assay.Implementation != "" {
		return e.Assay.Implementation
	}
	return kindOfVariant(e.Variant)
}

func kindOfRecord(r *evidence.Record) string {
	if r.Assay != nil && r.Assay.Implementation != "" {
		return r.Assay.Implementation
	}
	return kindOfVariant(r.Variant)
}

// kindOfVariant translates schema 2's name for a submission's reference code.
func kindOfVariant(variant string) string {
	if variant == "reference" {
		return candidate.Submitted
	}
	return variant
}

// kernelOf and kernelOfRecord name the kernel of a Go package that computed; ""
// if it was not recorded.
func kernelOf(e *evidence.BuildEntry) string {
	if e.Assay == nil {
		return ""
	}
	return e.Assay.Kernel
}

func kernelOfRecord(r *evidence.Record) string {
	if r.Assay == nil {
		return ""
	}
	return r.Assay.Kernel
}

// code says which code an implementation is.
func (v View) code(id, kind, kernel string) string {
	c := v.candidate(id)
	switch {
	case kind == candidate.Submitted:
		return "submitted reference code"
	case kind == "c99" && c != nil && c.Role == candidate.Baseline:
		return "our own C99 library"
	case kind == "c99" && c != nil && c.Origin == "built in":
		return "our own C99 reference"
	case kind == "c99":
		return "C99 reference"
	case kind == "go" && c != nil && c.Role == candidate.Yardstick:
		return "Go, as published by others"
	case kind == "go" && kernel != "" && c != nil && c.Role == candidate.Submission:
		return "Go package (kernel " + kernel + ")"
	case kind == "go":
		return "Go package"
	case strings.HasPrefix(kind, "go-"):
		return "Go package, kernel " + strings.TrimPrefix(kind, "go-")
	case strings.HasPrefix(kind, "optimized-"):
		return "submitted optimised code (" + strings.TrimPrefix(kind, "optimized-") + ")"
	case kind == "iccs-baseline":
		return "programme's helper function"
	}
	return known(kind)
}

func isGo(e *evidence.BuildEntry) bool {
	return e.Assay != nil && e.Assay.Language == string(candidate.Go)
}

// functional makes section 3 and its footnotes.
func (v View) functional(id string, entries []*evidence.BuildEntry, records []*evidence.Record) (rows []FunctionalRow, notes []string) {
	for _, e := range entries {
		timed := slices.ContainsFunc(records, func(r *evidence.Record) bool { return r.Label == e.Label })
		row := FunctionalRow{Label: e.Label, Code: v.codeOf(e), Flags: known(e.Flags), KAT: katText(e.KAT), Log: v.link(e.KATLog), Files: coverage(CheckedFiles(v.dataset, e))}
		var causes []string
		if a := e.Assay; a != nil {
			timed = a.Timed
			switch {
			case e.KAT != "PASS" && a.Detail != "":
				causes = append(causes, a.Detail)
				causes = append(causes, v.foreseen(e)...)
			case a.Detail != "": // how many cases of a self-test passed
				row.Files += " " + a.Detail
			}
		}
		if e.KAT != "PASS" && len(causes) == 0 {
			causes = append(causes, "no cause was recorded")
		}
		if e.GuideResult != "" {
			causes = append(causes, fmt.Sprintf("built with %s flags because the build with the guide's flags gave %s", known(e.Flags), e.GuideResult))
		}
		row.NotTimed = e.KAT != "PASS" && !timed
		if len(causes) > 0 {
			notes = append(notes, strings.Join(causes, "; "))
			row.Footnote = len(notes)
		}
		rows = append(rows, row)
	}
	return rows, notes
}

// performance makes a row of section 4.
func (v View) performance(f figures) PerformanceRow {
	r := f.record
	row := PerformanceRow{
		Label: r.Label, Code: v.codeOfRecord(r), Message: v.message(r.InputBytes),
		MeanCycles: marked(f.cycles(f.meanCycles), offMedian(f.meanCycles, f.medianCycles)), PerByte: f.perByte(f.meanCycles),
		MeanTime: marked(optional(f.meanSeconds, formatTime), offMedian(f.meanSeconds, f.medianSeconds)), Throughput: optional(f.throughput, formatTenths),
		Calls:        formatCalls(f.trials),
		MedianCycles: f.headline(), MedianPerByte: f.perByte(f.medianCycles),
		MedianTime: optional(f.medianSeconds, formatTime), MedianThroughput: optional(f.medianThroughput(), formatTenths),
		Interval: missing, Spread: missing, CPUs: cpuNumbers(r),
		Marks: f.allMarks(), Record: v.link(v.dataset.Paths[r]),
		Instance: r.Instance, Kind: kindOfRecord(r), Digest: digestBits(r), Values: v.values(f),
	}
	row.XOF, row.SHA = v.references.ratios(r)
	if f.medianSeconds != nil {
		row.Interval = formatInterval(f.interval.Lo, f.interval.Hi, *f.medianSeconds, f.interval.Level)
		row.Spread = fmt.Sprintf("%.3f", *f.spread)
	}
	return row
}

// failure tells what happened to an operation that did not finish.
func (v View) failure(r *evidence.Record) (FailureRow, bool) {
	if r.Status == evidence.Complete {
		return FailureRow{}, false
	}
	row := FailureRow{Label: r.Label, Message: v.message(r.InputBytes), Record: v.link(v.dataset.Paths[r])}
	if r.Assay != nil {
		for _, a := range r.Assay.Failures {
			if a.Failure != nil {
				row.Details = append(row.Details, fmt.Sprintf("round %d: %s: %s", a.Round+1, a.Failure.Status, a.Failure.Detail))
			}
		}
	}
	if len(row.Details) == 0 {
		row.Details = []string{"the record says no more"}
	}
	return row, true
}

// resources makes a row of section 5.
func (v View) resources(f figures) ResourceRow {
	r := f.record
	row := ResourceRow{
		Label: r.Label, Operation: operationName(r), Static: missing,
		Baseline: formatKiB(f.baselineRSS), Peak: formatKiB(f.peakRSS), Highest: formatKiB(f.highestRSS), Record: v.link(v.dataset.Paths[r]),
		Values: MemoryValues{Bytes: r.InputBytes, Baseline: f.baselineRSS, Peak: f.peakRSS, Highest: f.highestRSS},
	}
	if !f.medianRSS && f.peakRSS > 0 {
		row.Baseline, row.Peak = row.Baseline+" (max)", row.Peak+" (max)"
	}
	if e := v.dataset.EntryOf(r); e != nil && e.ELFLoadBytes != nil {
		row.Static, row.Values.Static = fmt.Sprint(*e.ELFLoadBytes), *e.ELFLoadBytes
	}
	return row
}

// cpuNumbers writes the CPUs that the trials ran on.
func cpuNumbers(r *evidence.Record) string {
	var texts []string
	for _, n := range r.CPUs() {
		texts = append(texts, fmt.Sprint(n))
	}
	return known(strings.Join(texts, ", "))
}

func operationName(r *evidence.Record) string { return fmt.Sprintf("%s_%d", r.Operation, r.InputBytes) }

// evidence makes section 7: for each label its log, then its records in the
// order of their names as strings.
func (v View) evidence(entries []*evidence.BuildEntry, records []*evidence.Record) []EvidenceRow {
	var rows []EvidenceRow
	for _, e := range entries {
		if e.KATLog != "" {
			rows = append(rows, EvidenceRow{
				e.Label, "KAT log", firstDigits(e.KATLogSHA256), e.KATLog, v.link(e.KATLog), 0,
			})
		}
		var timings []EvidenceRow
		for _, r := range records {
			if r.Label == e.Label {
				timings = append(timings, EvidenceRow{r.Label, "timing " + operationName(r), "", v.dataset.Paths[r], v.link(v.dataset.Paths[r]), 0})
			}
		}
		slices.SortFunc(timings, func(a, b EvidenceRow) int { return strings.Compare(a.Item, b.Item) })
		rows = append(rows, timings...)
	}
	for i := range rows {
		if i == 0 || rows[i].Label != rows[i-1].Label {
			n := 1
			for i+n < len(rows) && rows[i+n].Label == rows[i].Label {
				n++
			}
			rows[i].Span = n
		}
	}
	return rows
}

// firstDigits shortens a digest to 16 digits.
func firstDigits(digest string) string {
	if len(digest) > 16 {
		return digest[:16] + "…"
	}
	return known(digest)
}
