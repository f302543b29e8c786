package report

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"strings"
	"testing"

	"github.com/hashassay/assay/internal/compare"
	"github.com/hashassay/assay/internal/evidence"
)

// twoDatasets are the published records of hash-03, and the same with CHash_512
// 5 % slower in cycles, with one operation missing.
func twoDatasets(t *testing.T) (a, b *evidence.Dataset) {
	a, b = publishedDataset(t), publishedDataset(t)
	a.Dir, b.Dir = "before", "after"
	for _, r := range b.Records {
		if r.Label != "CHash_512" {
			continue
		}
		r.LibrarySHA256 = "another"
		for i := range r.Trials {
			r.Trials[i].Cycles += r.Trials[i].Cycles / 20
		}
	}
	b.Records = b.Records[1:]
	return a, b
}

func mustDatasets(t *testing.T, a, b *evidence.Dataset) *compare.Result {
	t.Helper()
	limit := 0.02
	r, err := compare.Datasets(a, b, compare.Options{Regression: &limit})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestComparison(t *testing.T) {
	a, b := twoDatasets(t)
	r := mustDatasets(t, a, b)
	var text, markdown, table bytes.Buffer
	for _, err := range []error{ComparisonText(&text, r), ComparisonMarkdown(&markdown, r), r.WriteCSV(&table)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	golden(t, "comparison.txt", text.Bytes())
	golden(t, "comparison.md", markdown.Bytes())
	golden(t, "comparison.csv", table.Bytes())

	rows, err := csv.NewReader(&table).ReadAll()
	if err != nil || len(rows) != 1+r.Size() {
		t.Errorf("CSV of %d rows (%v)", len(rows), err)
	}
	data, err := json.Marshal(r)
	if err != nil || strings.Contains(string(data), "null,") && !strings.Contains(string(data), `"ratio_lo":null`) {
		t.Errorf("JSON %s (%v)", data, err)
	}
}

func TestComparisonOfMachines(t *testing.T) {
	a, b := twoDatasets(t)
	b.Campaign.EnvironmentAtStart.Hostname, b.Campaign.EnvironmentAtStart.CPUModel = "other", "Another | CPU"
	r := mustDatasets(t, a, b)
	var text bytes.Buffer
	if err := ComparisonText(&text, r); err != nil {
		t.Fatal(err)
	}
	golden(t, "comparison_machines.txt", text.Bytes())
}

func TestComparisonWithin(t *testing.T) {
	a, _ := twoDatasets(t)
	r, err := compare.Within(a, compare.Instances, compare.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if err := ComparisonText(&text, r); err != nil {
		t.Fatal(err)
	}
	golden(t, "comparison_instances.txt", text.Bytes())
}

// The ends of an interval have the decimals of their ratio, and a lower end is never
// written as 0 that is not.
func TestFormatRange(t *testing.T) {
	for _, c := range []struct {
		lo, hi, ratio float64
		want          string
	}{
		{0.08614, 0.133, 0.127, "0.086 to 0.133"}, {0.98, 12.3456, 1, "0.980 to 12.346"}, {0.02522, 0.1, 0.03203, "0.02522 to 0.10000"},
		{0.0004, 9, 1, "0.0004 to 9.0000"}, {0.0006, 9, 1, "0.001 to 9.000"}, {0, 1, 0.5, "0.000 to 1.000"},
	} {
		if got := formatRange(c.lo, c.hi, c.ratio); got != c.want {
			t.Errorf("%g to %g around %g is written %s, want %s", c.lo, c.hi, c.ratio, got, c.want)
		}
	}
}

func TestFourDigits(t *testing.T) {
	for x, want := range map[float64]string{
		0: "0.000", 0.001234: "0.001234", 0.98765: "0.9877", 1: "1.000", 43.123: "43.12", 999.96: "1000.0", 1234.5: "1234", 123456: "123456",
	} {
		if got := fourDigits(x); got != want {
			t.Errorf("%g is written %s, want %s", x, got, want)
		}
	}
}
