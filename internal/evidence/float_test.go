package evidence

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"testing"
)

// Expected texts are Python's repr of the same numbers.
func TestFloat(t *testing.T) {
	tests := []struct {
		x    float64
		want string
	}{
		{0, "0.0"},
		{math.Copysign(0, -1), "-0.0"},
		{1, "1.0"},
		{2.5, "2.5"},
		{300, "300.0"},
		{0.5, "0.5"},
		{0.1, "0.1"},
		{0.0001, "0.0001"},
		{0.00012345, "0.00012345"},
		{0.00001, "1e-05"},
		{7.794168576678445e-05, "7.794168576678445e-05"},
		{-1.5e-9, "-1.5e-09"},
		{1e-100, "1e-100"},
		{5e-324, "5e-324"},
		{123456789012345, "123456789012345.0"},
		{9999999999999998, "9999999999999998.0"},
		{1e15, "1000000000000000.0"},
		{1e16, "1e+16"},
		{12345678901234567890, "1.2345678901234567e+19"},
		{1e22, "1e+22"},
		{1.7976931348623157e308, "1.7976931348623157e+308"},
		{210028.89650883392, "210028.89650883392"},
	}
	for _, test := range tests {
		b, err := json.Marshal(Float(test.x))
		if err != nil || string(b) != test.want {
			t.Errorf("%v: %s (%v), want %s", test.x, b, err, test.want)
		}
	}
	for _, x := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		if b, err := json.Marshal(Float(x)); err == nil {
			t.Errorf("%v was written: %s", x, b)
		}
	}
}

func TestFloatRoundTrip(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 20000 {
		x := math.Float64frombits(r.Uint64())
		if math.IsNaN(x) || math.IsInf(x, 0) {
			continue
		}
		b, err := json.Marshal(Float(x))
		if err != nil {
			t.Fatal(err)
		}
		var back Float
		if err := json.Unmarshal(b, &back); err != nil || float64(back) != x {
			t.Fatalf("%v was written as %s and read as %v (%v)", x, b, float64(back), err)
		}
	}
}

func TestFloatPointer(t *testing.T) {
	var v struct{ A, B *Float }
	if err := json.Unmarshal([]byte(`{"A":null,"B":7.5}`), &v); err != nil || v.A != nil || v.B == nil || *v.B != 7.5 {
		t.Errorf("%v %v %v", v.A, v.B, err)
	}
	if b, err := json.Marshal(v); err != nil || string(b) != `{"A":null,"B":7.5}` {
		t.Errorf("%s %v", b, err)
	}
}
