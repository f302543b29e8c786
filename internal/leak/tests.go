package leak

import (
	"fmt"
	"math"
	"slices"
)

// sample is the time of one call.
type sample struct {
	ticks uint32 // 2^32-1 stands for more
	class uint8  // 0 or 1
}

// A Test compares the times of the two classes in one way.
type Test struct {
	Name       string     `json:"name"`
	Calls      [2]int     `json:"calls"`          // of each class
	Mean       [2]float64 `json:"mean"`           // of each class, in ticks or their squares
	Error      float64    `json:"standard_error"` // of the difference of the means
	T          float64    `json:"t"`              // Welch's t: positive where the first class is slower; 0 with too few calls
	Difference float64    `json:"difference"`     // its size in ticks (see kind.difference)
	Doubt      float64    `json:"doubt"`          // the standard error of Difference
}

// exceeds says whether t alone points to a difference.
func (t *Test) exceeds() bool { return math.Abs(t.T) > Threshold }

// enough is the least number of calls of each class in a test: with fewer, t is too far from normal for the threshold
// to mean what it says.
const enough = 500

// kind is one way to compare: the mean of the fastest calls, or the mean squared distance from the mean of their class, which
// differs where the times of one class are spread wider (the second-order test of dudect).
type kind struct {
	share   float64 // of all calls, the fastest first
	squares bool
}

// battery are the tests of a run. Interrupts and other work make some calls many times as long; such calls hide a
// small difference of the means, and where the time of undisturbed calls differs, it shows best among the
// fast ones. dudect takes a hundred crops; neighbours differ in few calls, so eight find much the same.
// The squares of all calls mostly say which calls were interrupted, hence those of a crop, too.
var battery = []kind{
	{1, false}, {0.1, false}, {0.25, false}, {0.5, false}, {0.75, false}, {0.9, false}, {0.95, false}, {0.99, false}, {0.999, false},
	{1, true}, {0.95, true},
}

// resolved is the test that stands for the time of an undisturbed call, and its standard error for what could have been found.
var resolved = slices.Index(battery, kind{0.9, false})

func (k kind) name() string {
	name := "all calls"
	if k.share < 1 {
		name = fmt.Sprintf("fastest %g %%", 100*k.share)
	}
	if k.squares {
		return "squares of " + name
	}
	return name
}

// compare makes all tests of a run.
func compare(samples []sample) []Test {
	pooled := quantiles(samples)
	var sorted [2][]uint32
	for _, s := range samples {
		sorted[s.class] = append(sorted[s.class], s.ticks)
	}
	slices.Sort(sorted[0])
	slices.Sort(sorted[1])
	var tests []Test
	for i, k := range battery {
		t := k.test(samples, pooled[i])
		t.Difference, t.Doubt = k.difference(&sorted)
		if k.squares && t.T != 0 { // d(s²) = 2 s ds
			t.Doubt = t.Error / max(1, math.Sqrt(t.Mean[0])+math.Sqrt(t.Mean[1]))
		}
		tests = append(tests, t)
	}
	return tests
}

// sortedSamples bounds the calls that the quantiles are taken from; they are spread evenly over the run.
const sortedSamples = 1 << 20

// quantiles returns the largest ticks in the share of each kind. The class plays no part in it: under the hypothesis that
// there is no leak, any assignment of classes to the same times would have been as likely.
func quantiles(samples []sample) []uint32 {
	var ticks []uint32
	for i := 0; i < len(samples); i += len(samples)/sortedSamples + 1 {
		ticks = append(ticks, samples[i].ticks)
	}
	slices.Sort(ticks)
	limits := make([]uint32, len(battery))
	for i, k := range battery {
		limits[i] = math.MaxUint32
		if k.share < 1 && len(ticks) > 0 {
			limits[i] = ticks[first(k.share, len(ticks))-1]
		}
	}
	return limits
}

// first is how many of n calls are a share, at least one.
func first(share float64, n int) int { return max(1, int(math.Ceil(share*float64(n)))) }

// test compares the calls of at most limit ticks.
func (k kind) test(samples []sample, limit uint32) Test {
	var m [2]moments
	for _, s := range samples {
		if s.ticks <= limit {
			m[s.class].add(float64(s.ticks))
		}
	}
	if k.squares {
		center := [2]float64{m[0].mean, m[1].mean}
		m = [2]moments{}
		for _, s := range samples {
			if s.ticks <= limit {
				d := float64(s.ticks) - center[s.class]
				m[s.class].add(d * d)
			}
		}
	}
	t := Test{Name: k.name(), Calls: [2]int{m[0].n, m[1].n}, Mean: [2]float64{m[0].mean, m[1].mean}}
	if m[0].n >= enough && m[1].n >= enough {
		t.T, t.Error = welch(&m[0], &m[1])
	}
	return t
}

// difference is the size of what the test looks at: the difference of the means, or of the standard deviations, of
// the fastest calls of each class by themselves. A limit for both classes together, as in test, may fall on an edge of the
// distribution; then a shift of half a tick moves many calls of one class across it and the
// means differ by much more than the calls do. doubt is its standard error, for means that of Yuen: from the variance of all
// calls of the class with the slower ones cut off at the slowest that counts.
func (k kind) difference(sorted *[2][]uint32) (size, doubt float64) {
	var of [2]float64
	for class, ticks := range sorted {
		if len(ticks) == 0 {
			return 0, 0
		}
		n := first(k.share, len(ticks))
		var counted, cut moments
		for i, v := range ticks {
			if i < n {
				counted.add(float64(v))
			}
			cut.add(float64(min(v, ticks[n-1])))
		}
		of[class] = counted.mean
		if k.squares {
			of[class] = math.Sqrt(counted.variance())
		}
		share := float64(n) / float64(len(ticks))
		doubt += cut.variance() / float64(len(ticks)) / (share * share)
	}
	return of[0] - of[1], math.Sqrt(doubt)
}
