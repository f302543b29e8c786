package report

import (
	"testing"

	"github.com/hashassay/assay/internal/evidence"
)

func TestFormatCycles(t *testing.T) {
	for x, want := range map[float64]string{
		0: "0", 0.4: "0", 269.4: "269", 8931: "8931", 9999.4: "9999", 10000: "10.0 k", 10708.8: "10.7 k",
		999949: "999.9 k", 1e6: "1.00 M", 1474560: "1.47 M", 75290000: "75.29 M", 1e9: "1.00 G", 12345678901: "12.35 G",
	} {
		if got := formatCycles(x); got != want {
			t.Errorf("%v: %q, want %q", x, got, want)
		}
	}
}

func TestFormatTime(t *testing.T) {
	for x, want := range map[float64]string{
		11e-6: "11 µs", 3.3e-6: "3.3 µs", 123e-6: "123 µs", 77.94e-6: "77.9 µs", 78.02e-6: "78 µs", 1.836e-3: "1.84 ms",
		1: "1 s", 1.5: "1.5 s", 12.345: "12.3 s", 1234: "1234 s", 0.05: "50 ms", 1e-9: "1 ns", 5e-10: "0.5 ns", 1.234e-9: "1.23 ns",
		0.9996e-3: "1 ms", 999.4e-6: "999 µs", 0: "0 ns",
	} {
		if got := formatTime(x); got != want {
			t.Errorf("%v: %q, want %q", x, got, want)
		}
	}
}

func TestFormatInterval(t *testing.T) {
	tests := []struct {
		lo, hi, middle, level float64
		want                  string
	}{
		{77.90037e-6, 78.01459e-6, 77.94152e-6, 0.9375, "77.90 to 78.01 µs (93.75 %)"},
		{3.3051e-6, 6.61e-6, 3.3093e-6, 0.96875, "3.305 to 6.610 µs (96.88 %)"},
		{0.9998e-3, 1.0002e-3, 1e-3, 0.95, "1.000 to 1.000 ms (95 %)"},
		{123.4e-9, 125.6e-9, 124.5e-9, 0.5, "123.4 to 125.6 ns (50 %)"},
		{1, 1, 1, 0, "–"},
	}
	for _, test := range tests {
		if got := formatInterval(test.lo, test.hi, test.middle, test.level); got != test.want {
			t.Errorf("%q, want %q", got, test.want)
		}
	}
}

func TestFormatCalls(t *testing.T) {
	trials := func(calls ...int) (ts []evidence.Trial) {
		for _, n := range calls {
			ts = append(ts, evidence.Trial{Measurements: n})
		}
		return ts
	}
	for _, test := range []struct {
		trials []evidence.Trial
		want   string
	}{
		{nil, "–"},
		{trials(7075, 7075, 7075, 7075, 7075), "35375 (5 × 7075)"},
		{trials(7), "7 (1 × 7)"},
		{trials(100, 50, 100), "250 (3 trials of 50 to 100 calls)"},
	} {
		if got := formatCalls(test.trials); got != test.want {
			t.Errorf("%q, want %q", got, test.want)
		}
	}
}

func TestFormatMemoryAndSizes(t *testing.T) {
	for bytes, want := range map[int64]string{1437696: "1404 KiB", 1024: "1 KiB", 2047: "1 KiB", 0: "–", -1: "–"} {
		if got := formatKiB(bytes); got != want {
			t.Errorf("%d: %q, want %q", bytes, got, want)
		}
	}
	for bytes, want := range map[int]string{32: "32 B", 1000: "1000 B", 1024: "1 KiB", 65536: "64 KiB", 1025: "1025 B", 0: "0 B"} {
		if got := formatShort(bytes); got != want {
			t.Errorf("%d: %q, want %q", bytes, got, want)
		}
	}
}
