package iphe

// The 26 constants of the round function are consecutive 64-bit words of the
// fractional part of pi, from its first bit on: word k is
// floor(pi * 2^(64*(k+1))) mod 2^64. Words 0 to 15 are alpha, 16 to 20 beta, 21
// to 25 gamma.
var (
	alpha = [16]uint64{
		0x243f6a8885a308d3, 0x13198a2e03707344, 0xa4093822299f31d0, 0x082efa98ec4e6c89,
		0x452821e638d01377, 0xbe5466cf34e90c6c, 0xc0ac29b7c97c50dd, 0x3f84d5b5b5470917,
		0x9216d5d98979fb1b, 0xd1310ba698dfb5ac, 0x2ffd72dbd01adfb7, 0xb8e1afed6a267e96,
		0xba7c9045f12c7f99, 0x24a19947b3916cf7, 0x0801f2e2858efc16, 0x636920d871574e69,
	}
	beta = [5]uint64{
		0xa458fea3f4933d7e, 0x0d95748f728eb658, 0x718bcd5882154aee, 0x7b54a41dc25a59b5,
		0x9c30d5392af26013,
	}
	gamma = [5]uint64{
		0xc5d1b023286085f0, 0xca417918b8db38ef, 0x8e79dcb0603a180e, 0x6c9e0e8bb01e8a3e,
		0xd71577c1bd314b27,
	}
)
