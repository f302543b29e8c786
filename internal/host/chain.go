package host

// The two loops whose speed gives the core clock. Their bodies must be nothing
// but a chain of dependent register-to-register instructions:
//
//   - additions: one cycle each on every core that Assay knows. An addition of
//     a constant must not be used: recent cores fold such additions away when
//     they rename registers, and the clock then looks several times too high.
//   - multiplications by a variable: a whole number of cycles each, by which
//     the additions are cross-checked.
//
// The sum goes round three variables because with two (a += b; b += a, the
// Fibonacci numbers) the compiler for amd64 computes b + (a + b) as
// LEAQ (a)(b*2), which leaves out a link of the chain. The numbers come and go
// through memory and the loops test at their ends because otherwise the first
// and last additions of a round become LEAQ as well.
//
// Checked with `go tool objdump -s 'host\.(addChain|mulChain)'` of Go 1.26: on
// amd64 a round is 60 ADDQ (or IMULQ) register, register, on arm64 60 ADD (or
// MUL) of registers, each with the result of the one before as an operand; no
// constant, no memory operand, no move in between. TestChainCode repeats that
// check, TestChainValues checks the results.

// chainSteps is the number of dependent instructions in one round of either loop.
const chainSteps = 60

// addChain runs rounds×chainSteps dependent additions, s(n) = s(n-1) + s(n-3)
// modulo 2^64, and leaves the last three numbers in s. Starting from 1, 1, 1
// they are Narayana's cow numbers, OEIS A000930. rounds must be at least 1.
//
//go:noinline
func addChain(rounds int, s *[3]uint64) {
	a, b, c := s[0], s[1], s[2]
	for {
		a += c
		b += a
		c += b
		a += c
		b += a
		c += b
		a += c
		b += a
		c += b
		a += c
		b += a
		c += b
		a += c
		b += a
		c += b
		a += c
		b += a
		c += b
		a += c
		b += a
		c += b
		a += c
		b += a
		c += b
		a += c
		b += a
		c += b
		a += c
		b += a
		c += b
		a += c
		b += a
		c += b
		a += c
		b += a
		c += b
		a += c
		b += a
		c += b
		a += c
		b += a
		c += b
		a += c
		b += a
		c += b
		a += c
		b += a
		c += b
		a += c
		b += a
		c += b
		a += c
		b += a
		c += b
		a += c
		b += a
		c += b
		a += c
		b += a
		c += b

		rounds--
		if rounds <= 0 {
			break
		}
	}
	s[0], s[1], s[2] = a, b, c
}

// mulChain runs rounds×chainSteps dependent multiplications: it returns
// x·y^(rounds×chainSteps) modulo 2^64. rounds must be at least 1.
//
//go:noinline
func mulChain(rounds int, x, y uint64) uint64 {
	for {
		x = x * y * y * y * y * y * y * y * y * y * y * y * y * y * y * y
		x = x * y * y * y * y * y * y * y * y * y * y * y * y * y * y * y
		x = x * y * y * y * y * y * y * y * y * y * y * y * y * y * y * y
		x = x * y * y * y * y * y * y * y * y * y * y * y * y * y * y * y

		rounds--
		if rounds <= 0 {
			break
		}
	}
	return x
}
