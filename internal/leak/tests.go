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
	Name  string     `json:"name"`
	Calls [2]int     `json:"calls"`          // of each class
	Mean  [2]float64 `json:"mean"`           // of each class, in ticks or their squares
	Error float64    `json:"standard_error"` // of the difference of the means
	T     float64    `json:"t"`              // Welch's t: positive where the first class is slower; 0 with too few calls
}

// exceeds says whether the test alone points to a leak.
func (t Test) exceeds() bool { return math.Abs(t.T) > Threshold }

// enough is the least number of calls of each class in a test: with fewer, t is too far from normal for the threshold
// to mean what it says.
const enough = 500

// crops are the shares of all calls, the fastest first, that further tests look at. Interrupts and other work make
// some calls many times as long; such calls hide a small difference of the means, and where the time of undisturbed calls
// differs, it shows best among the fast ones. dudect takes a hundred crops; neighbours differ in few calls,
// so eight find much the same.
var crops = []float64{0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99, 0.999}

// Names of tests.
const (
	allCalls     = "all calls"
	squares      = "squares of all calls"
	squaresOf    = "squares of the "
	squaresCrop  = 0.95 // the squares of all calls mostly say which calls were interrupted
	resolvedCrop = 0.9  // whose standard error stands for what could have been found
)

func cropName(share float64) string { return fmt.Sprintf("fastest %g %%", 100*share) }

// TestsPerComparison is how many tests compare makes.
var TestsPerComparison = len(compare(nil))

// compare makes all tests of a run: the means of all calls and of crops of the fastest, whatever their class, and
// the mean squared distance from the mean of the class, which differs where the times of one class are
// spread wider (the second-order test of dudect).
func compare(samples []sample) []Test {
	limits := quantiles(samples)
	tests := []Test{means(allCalls, samples, math.MaxUint32)}
	for i, share := range crops {
		tests = append(tests, means(cropName(share), samples, limits[i]))
	}
	return append(tests,
		spreads(squares, samples, math.MaxUint32),
		spreads(squaresOf+cropName(squaresCrop), samples, limits[slices.Index(crops, squaresCrop)]))
}

// sortedSamples bounds the calls that the quantiles are taken from; they are spread evenly over the run.
const sortedSamples = 1 << 20

// quantiles returns the largest ticks of each crop. The class plays no part in it: under the hypothesis that there is
// no leak, any assignment of classes to the same times would have been as likely.
func quantiles(samples []sample) []uint32 {
	limits := make([]uint32, len(crops))
	if len(samples) == 0 {
		return limits
	}
	var ticks []uint32
	for i := 0; i < len(samples); i += len(samples)/sortedSamples + 1 {
		ticks = append(ticks, samples[i].ticks)
	}
	slices.Sort(ticks)
	for i, share := range crops {
		limits[i] = ticks[max(0, int(math.Ceil(share*float64(len(ticks))))-1)]
	}
	return limits
}

// means compares the mean times of the calls of at most limit ticks.
func means(name string, samples []sample, limit uint32) Test {
	var m [2]moments
	for _, s := range samples {
		if s.ticks <= limit {
			m[s.class].add(float64(s.ticks))
		}
	}
	return newTest(name, &m)
}

// spreads compares the mean squared distances from the mean of the class.
func spreads(name string, samples []sample, limit uint32) Test {
	center := means(name, samples, limit).Mean
	var m [2]moments
	for _, s := range samples {
		if s.ticks <= limit {
			d := float64(s.ticks) - center[s.class]
			m[s.class].add(d * d)
		}
	}
	return newTest(name, &m)
}

func newTest(name string, m *[2]moments) Test {
	t := Test{Name: name, Calls: [2]int{m[0].n, m[1].n}, Mean: [2]float64{m[0].mean, m[1].mean}}
	if m[0].n >= enough && m[1].n >= enough {
		t.T, t.Error = welch(&m[0], &m[1])
	}
	return t
}

// InTicks says whether the test compares times, and not their squares.
func (t Test) InTicks() bool { return t.Name != squares && t.Name != squaresOf+cropName(squaresCrop) }
