package evidence

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Float is a float64 that is written in the shortest form that reads back the
// same, in the style of the published files: 2.5, 0.0, 7.794e-05. That style is
// Python's repr, which those files were written with: an exponent of at least
// two digits when the decimal exponent is below -4 or at least 16, and
// otherwise always a decimal point. Infinities and NaN cannot be written.
type Float float64

// String returns the number as it is written.
func (f Float) String() string {
	x := float64(f)
	s := strconv.FormatFloat(x, 'e', -1, 64)
	if math.IsInf(x, 0) || math.IsNaN(x) {
		return s
	}
	// x == 0 has the exponent 0.
	_, exponent, _ := strings.Cut(s, "e")
	if e, err := strconv.Atoi(exponent); err == nil && (e < -4 || e >= 16) {
		return s
	}
	s = strconv.FormatFloat(x, 'f', -1, 64)
	if !strings.Contains(s, ".") {
		s += ".0"
	}
	return s
}

// MarshalJSON writes the number; the error is for infinities and NaN.
func (f Float) MarshalJSON() ([]byte, error) {
	if math.IsInf(float64(f), 0) || math.IsNaN(float64(f)) {
		return nil, fmt.Errorf("%v cannot be written as a JSON number", float64(f))
	}
	return []byte(f.String()), nil
}
