package chart

import (
	"math"
	"strconv"
)

// Tick is a place of an axis that has a line and a text.
type Tick struct {
	Value float64
	Text  string
}

// scale maps values onto coordinates, linearly or by their logarithms.
type scale struct {
	logarithmic bool
	lo, hi      float64 // values
	from, to    float64 // coordinates of lo and hi
}

func (s scale) at(x float64) float64 {
	lo, hi := s.lo, s.hi
	if s.logarithmic {
		x, lo, hi = math.Log(x), math.Log(lo), math.Log(hi)
	}
	share := (x - lo) / (hi - lo)
	return s.from + float64(share*(s.to-s.from)) // a conversion forbids a fused product and sum, which not every CPU has
}

// round125 are the steps of a logarithmic axis: each is about twice the one before.
var round125 = [...]float64{1, 2, 5}

// value125 is step i of the series ... 0.5, 1, 2, 5, 10, 20 ...; step 0 is 1.
func value125(i int) float64 {
	decade := floorDiv(i, 3)
	v, err := strconv.ParseFloat(strconv.FormatFloat(round125[i-3*decade], 'f', 0, 64)+"e"+strconv.Itoa(decade), 64)
	if err != nil {
		panic("chart: a tick beyond all numbers: " + err.Error())
	}
	return v
}

func floorDiv(a, b int) int { return int(math.Floor(float64(a) / float64(b))) }

// logTicks returns an axis that encloses lo to hi, both positive: its ends are steps, and it has at least two. Where the steps 1, 2, 5 are
// more than most, only powers of ten have a text, and where these are, not all of them.
func logTicks(lo, hi float64, most int) (ticks []Tick) {
	first := 3*int(math.Floor(math.Log10(lo))) - 3
	for value125(first+1) <= lo {
		first++
	}
	last := first + 1
	for value125(last) < hi {
		last++
	}
	every := 1 // which steps have a text
	for (last-first)/every+1 > most {
		every += 3 - every%3 // 3, 6, 9: powers of ten
	}
	for i := first; i <= last; i++ {
		t := Tick{Value: value125(i)}
		if i-every*floorDiv(i, every) == 0 {
			t.Text = plain(t.Value, -1)
		}
		ticks = append(ticks, t)
	}
	return ticks
}

// plain writes a value with a number of decimals (-1: as many as it needs), and only what is huge or tiny with an exponent.
func plain(v float64, decimals int) string {
	if v != 0 && (v >= 1e7 || v < 1e-4) {
		return strconv.FormatFloat(v, 'g', -1, 64)
	}
	return strconv.FormatFloat(v, 'f', decimals, 64)
}

// linearTicks returns multiples of a round step (1, 2 or 5 times a power of ten) within lo to hi, most at the most, and the step.
func linearTicks(lo, hi float64, most int) (values []float64, step float64) {
	i := 3*int(math.Floor(math.Log10(hi-lo))) - 6
	for step = value125(i); math.Floor(hi/step)-math.Ceil(lo/step)+1 > float64(most); step = value125(i) {
		i++
	}
	for k := math.Ceil(lo / step); k <= math.Floor(hi/step); k++ {
		values = append(values, k*step)
	}
	return values, step
}
