package report

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hashassay/assay/internal/evidence"
	"github.com/hashassay/assay/internal/stats"
)

// garnet768 is the published operation Garnet_768, 4096 B of arm_1: 9205 calls
// in each of five trials with these cycles per call, one in a bad process.
func garnet768(t *testing.T) *evidence.Dataset {
	t.Helper()
	d := publishedDataset(t)
	template := d.Records[0]
	r := *template
	r.Candidate, r.Label, r.Instance, r.InputBytes = "hash-11", "Garnet_768", "Garnet_768", 4096
	var trials []evidence.Trial
	const calls, hz = 9205, 2.6957e9
	for _, c := range []uint64{377585, 176443, 176538, 176554, 176621} {
		trials = append(trials, evidence.Trial{Measurements: calls, Seconds: evidence.Float(float64(c*calls) / hz), Cycles: c * calls})
	}
	r.Figures = evidence.Derive(trials, 4096, 96)
	d.Records = append(d.Records, &r)
	d.Paths[&r] = "records/hash-11/Garnet_768__hash_4096.json"
	return d
}

// One process of five is 2.14 times slower. The headline is the median of the
// trials; the published mean stands beside it as the guide's figure, with how
// far it is off, and is marked.
func TestHeadlineIsTheMedian(t *testing.T) {
	d := garnet768(t)
	p := View{dataset: d}.CandidatePage("hash-11")
	if len(p.Performance) != 1 {
		t.Fatalf("%d rows", len(p.Performance))
	}
	row := p.Performance[0]
	for what, pair := range map[string][2]string{
		"median cycles":          {row.MedianCycles, "176554"},
		"median cycles per byte": {row.MedianPerByte, "43.1"},
		"guide's mean":           {row.MeanCycles, "216.7 k (+22.8 %)"},
		"guide's cycles/byte":    {row.PerByte, "52.9"},
		"guide's time":           {row.MeanTime, "80.4 µs (+22.8 %)"},
		"calls":                  {row.Calls, "46025 (5 × 9205)"},
		"median time":            {row.MedianTime, "65.5 µs"},
		"interval":               {row.Interval, "65.45 to 140.07 µs (93.75 %)"},
		"spread":                 {row.Spread, "2.140"},
		"marks":                  {strings.Join(row.Marks, ", "), "spread, outlier, mean"},
		"CPU":                    {row.CPUs, "2"},
	} {
		if pair[0] != pair[1] {
			t.Errorf("%s: %q, want %q", what, pair[0], pair[1])
		}
	}
	if len(p.Legends) != 3 || p.Legends[2].Mark != meanOff || !strings.Contains(p.Legends[2].Text, "2 %") {
		t.Errorf("legends %v", p.Legends)
	}
	// In the text of the page the median comes first.
	dir := t.TempDir()
	if _, err := Write(d, nil, dir); err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile(filepath.Join(dir, "hash-11.md"))
	if err != nil {
		t.Fatal(err)
	}
	median, mean := strings.Index(string(page), "| 176554 |"), strings.Index(string(page), "| 216.7 k (+22.8 %) |")
	if median < 0 || mean < median || !strings.Contains(string(page), "| guide: mean cycles |") {
		t.Errorf("median at %d, mean at %d", median, mean)
	}
}

func TestOffMedian(t *testing.T) {
	for _, test := range []struct {
		mean, median float64
		want         string
	}{{1.0199, 1, ""}, {1.021, 1, "+2.1 %"}, {0.97, 1, "−3.0 %"}, {1, 0, ""}} {
		if got := offMedian(&test.mean, &test.median); got != test.want {
			t.Errorf("%v of %v: %q, want %q", test.mean, test.median, got, test.want)
		}
	}
	if x := 1.0; offMedian(nil, &x) != "" || offMedian(&x, nil) != "" {
		t.Error("a figure that is missing is off")
	}
}

func TestHeadline(t *testing.T) {
	x := func(c float64) *float64 { return &c }
	for want, f := range map[string]figures{
		"176554":    {medianCycles: x(176554.4)},
		"≈ 176.6 k": {medianCycles: x(176554), estimated: true},
		"75.29 M":   {medianCycles: x(75290000)},
		missing:     {},
	} {
		if got := f.headline(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestRelativeInterval(t *testing.T) {
	m := 100e-6
	f := figures{medianSeconds: &m, interval: stats.Interval{Lo: 99.9e-6, Hi: 142e-6, Level: 0.9375}}
	if got := f.relativeInterval(); got != "−0.1 to +42.0 % (93.75 %)" {
		t.Errorf("%q", got)
	}
	if got := (figures{medianSeconds: &m}).relativeInterval(); got != missing {
		t.Errorf("one trial: %q", got)
	}
}

// Which of the four files were checked comes from the build entry or, in a
// published dataset, from the log.
func TestCoverage(t *testing.T) {
	d := publishedDataset(t)
	e := d.Build.Instances["hash-03/CHash_512"]
	if got := coverage(CheckedFiles(d, e)); got != missing {
		t.Errorf("without a log: %q", got)
	}
	log := filepath.Join(d.Dir, "kat/hash-03/CHash_512.log")
	if err := os.MkdirAll(filepath.Dir(log), 0o777); err != nil {
		t.Fatal(err)
	}
	text := "timing  KAT_2_12 1 s\nwrote  kat/KAT_2_12_CHash_512.txt (1 bytes)\nmanifest 00 strict KAT_2_12_CHash_512.txt\n" +
		"timing  KAT_2_33 1 s\nmanifest 00 nolen:3 KAT_2_23_CHash_512.txt\nRESULT hash-03 CHash_512 PASS\n"
	if err := os.WriteFile(log, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	if got := coverage(CheckedFiles(d, e)); got != "2 of 4: KAT_2_12, KAT_2_23" {
		t.Errorf("from the log: %q", got)
	}
	e.KATLog = "../kat.log"
	if got := CheckedFiles(d, e); got != nil {
		t.Errorf("log outside of the dataset: %q", got)
	}
	e.Assay = &evidence.BuildAssay{KATFiles: []string{"KAT_2_12", "KAT_2_23", "KAT_Loop"}}
	if got := coverage(CheckedFiles(d, e)); got != "3 of 4: KAT_2_12, KAT_2_23, KAT_Loop" {
		t.Errorf("from the entry: %q", got)
	}
	if got := coverage([]string{"self-test"}); got != "self-test" {
		t.Errorf("self-test: %q", got)
	}
}
