package hashtest

import "math/big"

// Pi returns pi = 16 atan(1/5) - 4 atan(1/239) with the given number of bits
// behind the point: the integer part of pi * 2^bits.
func Pi(bits uint) *big.Int {
	const guard = 64 // bits for the rounding errors of the series
	one := new(big.Int).Lsh(big.NewInt(1), bits+guard)
	atan := func(x int64) *big.Int { // of 1/x: 1/x - 1/3x^3 + 1/5x^5 - ...
		sum, power := new(big.Int), new(big.Int).Div(one, big.NewInt(x))
		for k := int64(0); power.Sign() != 0; k++ {
			term := new(big.Int).Div(power, big.NewInt(2*k+1))
			if k%2 == 1 {
				term.Neg(term)
			}
			sum.Add(sum, term)
			power.Div(power, big.NewInt(x*x))
		}
		return sum
	}
	pi := new(big.Int).Mul(atan(5), big.NewInt(16))
	pi.Sub(pi, new(big.Int).Mul(atan(239), big.NewInt(4)))
	return pi.Rsh(pi, guard)
}
