package report

import (
	"github.com/hashassay/assay/internal/candidate"
	"github.com/hashassay/assay/internal/evidence"
)

// Values are the numbers behind the strings of an operation, as they are in
// its record, for sorting and for charts. What is nil has no value; the string
// is a dash then.
type Values struct {
	Bytes    int      // length of the message
	Cycles   *float64 // of one call, median over the trials
	PerByte  *float64 // median cycles per byte of the message
	Seconds  *float64 // of one call, median over the trials
	MBs      *float64 // 10^6 bytes a second by the median
	Lo, Hi   float64  // interval of Seconds
	Level    float64  // of the interval; 0: there is none
	Spread   *float64
	XOF, SHA *float64  // ratios to pseudoXOF and SHA-512
	Trials   []float64 // seconds per call of each trial, in order
}

// MemoryValues are the bytes behind a row of section 5; 0: not known.
type MemoryValues struct {
	Bytes                   int // length of the message
	Static                  int64
	Baseline, Peak, Highest int64
}

func (v View) values(f figures) Values {
	r := f.record
	x := Values{
		Bytes:  r.InputBytes,
		Cycles: f.medianCycles, Seconds: f.medianSeconds, MBs: f.medianThroughput(),
		Lo: f.interval.Lo, Hi: f.interval.Hi, Level: f.interval.Level, Spread: f.spread,
		XOF: ratio(r, v.references.xofOf(r)), SHA: ratio(r, v.references.shaOf(r)),
	}
	if x.Cycles != nil && r.InputBytes > 0 {
		perByte := *x.Cycles / float64(r.InputBytes)
		x.PerByte = &perByte
	}
	for _, t := range f.trials {
		x.Trials = append(x.Trials, float64(t.Seconds)/float64(t.Measurements))
	}
	return x
}

// digestBits is the width of a record's digest, 0 where it does not tell.
func digestBits(r *evidence.Record) int {
	if r.Figures == nil {
		return 0
	}
	return 8 * r.Sizes.Digest
}

// width is the width in bits of the digests of a line: by its records, else by
// the digests that were checked, else by the catalogue; 0: nothing tells.
func (v View) width(l line) int {
	bits := 0
	for _, f := range l.figures {
		bits = max(bits, digestBits(f.record))
	}
	if a := l.entry.Assay; a != nil && bits == 0 {
		for _, digest := range a.Digests {
			bits = max(bits, 4*len(digest))
		}
	}
	if c := v.candidate(l.entry.Candidate); c != nil && bits == 0 {
		bits = c.DigestBits(l.entry.Instance)
	}
	return bits
}

// role says whether an entry is a candidate's or something to compare with.
func (v View) role(e *evidence.BuildEntry) candidate.Role {
	switch c := v.candidate(e.Candidate); {
	case c != nil && c.Role != "":
		return c.Role
	case e.Assay != nil && e.Assay.Role != "":
		return candidate.Role(e.Assay.Role)
	case e.Variant == "iccs-baseline":
		return candidate.Baseline
	}
	return candidate.Submission
}
