package verify

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/hashassay/assay/internal/evidence"
)

// Figures of sums that were added one by one are taken for what they are, also
// where the mean is that of the other kind of sum by rounding and the operations per
// second are not.
func TestPlainSums(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile(filepath.Join("..", "evidence", "testdata", "golden", "records.json"))
	if err != nil {
		t.Fatal(err)
	}
	var records []json.RawMessage
	if err := json.Unmarshal(data, &records); err != nil {
		t.Fatal(err)
	}
	only := 0 // records whose mean alone is the same
	for _, raw := range records {
		r, err := evidence.DecodeRecord("record", raw)
		if err != nil {
			t.Fatal(err)
		}
		var seconds float64
		for _, trial := range r.Trials {
			seconds += float64(trial.Seconds)
		}
		f, want := *r.Figures, evidence.Derive(r.Trials, r.InputBytes, 0)
		f.MeanSeconds = evidence.Float(seconds / float64(f.Measurements))
		f.OperationsPerSecond = evidence.Float(float64(f.Measurements) / seconds)
		if f.MeanSeconds == want.MeanSeconds && f.OperationsPerSecond != want.OperationsPerSecond {
			only++
		}
		if got := asSummed(&f, want); got.MeanSeconds != f.MeanSeconds || got.OperationsPerSecond != f.OperationsPerSecond {
			t.Errorf("%s at %d bytes: %v and %v, want %v and %v", r.Label, r.InputBytes, got.MeanSeconds, got.OperationsPerSecond, f.MeanSeconds, f.OperationsPerSecond)
		}
		f.MeanSeconds *= 2
		if got := asSummed(&f, want); got != want {
			t.Errorf("%s at %d bytes: a wrong mean is taken for a plain sum", r.Label, r.InputBytes)
		}
	}
	if only == 0 {
		t.Error("no record has only its mean in common")
	}
}
