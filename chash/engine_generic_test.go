package chash

const (
	rows    = 6  // of the state of C-Engine
	columns = 64 // of the state
	half    = 32 // columns of each half of a row
)

// sbox is the S-box of the S-layer.
var sbox = [16]byte{1, 4, 0, 12, 3, 2, 5, 11, 10, 8, 6, 15, 7, 9, 13, 14}

// columnConstant is what the S-layer adds to the six nibbles of a column between
// its two layers of S-boxes. It is hexadecimal digits 12 to 17 of the fraction of
// the square root of 2, counted from 0.
var columnConstant = [rows]byte{0xc, 0x9, 0x0, 0x8, 0xb, 0x2}

// nibbles is the state of C-Engine as the specification describes it: 6 rows of
// 64 nibbles, each a number from 0 to 15.
type nibbles [rows][columns]byte

// engineGeneric is the permutation C-Engine as the specification writes it. It
// is what the fast code is tested against. Its S-box is a table: unlike the fast
// code, it is not for secret data.
func engineGeneric(s *nibbles) {
	for r := range rounds {
		sLayer(s)
		mLayer(s)
		kLayer(s, r)
	}
}

// sLayer is the S-layer: in each column S-boxes, the linear map M6, the column
// constant, and S-boxes again.
func sLayer(s *nibbles) {
	for j := range columns {
		var b [rows]byte
		for i := range b {
			b[i] = sbox[s[i][j]]
		}
		c := [rows]byte{
			b[0] ^ b[2] ^ b[3],
			b[0] ^ b[1] ^ b[4],
			b[1] ^ b[2] ^ b[5],
			b[0] ^ b[1] ^ b[2] ^ b[3] ^ b[4],
			b[0] ^ b[1] ^ b[2] ^ b[4] ^ b[5],
			b[0] ^ b[1] ^ b[2] ^ b[3] ^ b[5],
		}
		for i := range c {
			s[i][j] = sbox[c[i]^columnConstant[i]]
		}
	}
}

// mLayer is the M-layer: each row is mixed by four steps between its halves. To
// rotate to the left is to move nibbles towards column 0 of a half.
func mLayer(s *nibbles) {
	for i := range s {
		l, r := s[i][:half], s[i][half:]
		for _, a := range [4]int{15, 7, 23, 16} {
			var t, u [half]byte
			for k := range half { // L ^ R, rotated to the left by a
				t[k] = l[(k+a)%half] ^ r[(k+a)%half]
			}
			for k := range half {
				l[k] ^= t[k]
				u[k] = r[k] ^ t[k]
			}
			for k := range half { // rotated to the right by one
				r[k] = u[(k+half-1)%half]
			}
		}
	}
}

// kLayer is the K-layer of round r: its constant is added to the first eight
// nibbles of row 0, the most significant digit to column 0.
func kLayer(s *nibbles, r int) {
	for j := range 8 {
		s[0][j] ^= byte(roundConstant[r]>>(28-4*j)) & 15
	}
}
