package duet

// The round constants are consecutive 64-bit words of the fractional part of pi
// for f-960 and of e for f-1920, from its first bit on: word k of pi is
// floor(pi * 2^(64*(k+1))) mod 2^64. The first half belongs to f1, the second
// to f2. They are all that f1 and f2 differ in.
var (
	constants960 = [2][rounds960]uint64{
		{
			0x243f6a8885a308d3, 0x13198a2e03707344, 0xa4093822299f31d0, 0x082efa98ec4e6c89,
			0x452821e638d01377, 0xbe5466cf34e90c6c, 0xc0ac29b7c97c50dd, 0x3f84d5b5b5470917,
			0x9216d5d98979fb1b, 0xd1310ba698dfb5ac, 0x2ffd72dbd01adfb7, 0xb8e1afed6a267e96,
		}, {
			0xba7c9045f12c7f99, 0x24a19947b3916cf7, 0x0801f2e2858efc16, 0x636920d871574e69,
			0xa458fea3f4933d7e, 0x0d95748f728eb658, 0x718bcd5882154aee, 0x7b54a41dc25a59b5,
			0x9c30d5392af26013, 0xc5d1b023286085f0, 0xca417918b8db38ef, 0x8e79dcb0603a180e,
		},
	}
	constants1920 = [2][rounds1920]uint64{
		{
			0xb7e151628aed2a6a, 0xbf7158809cf4f3c7, 0x62e7160f38b4da56, 0xa784d9045190cfef,
			0x324e7738926cfbe5, 0xf4bf8d8d8c31d763, 0xda06c80abb1185eb, 0x4f7c7b5757f59584,
			0x90cfd47d7c19bb42, 0x158d9554f7b46bce, 0xd55c4d79fd5f24d6, 0x613c31c3839a2ddf,
			0x8a9a276bcfbfa1c8, 0x77c56284dab79cd4, 0xc2b3293d20e9e5ea, 0xf02ac60acc93ed87,
			0x4422a52ecb238fee, 0xe5ab6add835fd1a0,
		}, {
			0x753d0a8f78e537d2, 0xb95bb79d8dcaec64, 0x2c1e9f23b829b5c2, 0x780bf38737df8bb3,
			0x00d01334a0d0bd86, 0x45cbfa73a6160ffe, 0x393c48cbbbca060f, 0x0ff8ec6d31beb5cc,
			0xeed7f2f0bb088017, 0x163bc60df45a0ecb, 0x1bcd289b06cbbfea, 0x21ad08e1847f3f73,
			0x78d56ced94640d6e, 0xf0d3d37be67008e1, 0x86d1bf275b9b241d, 0xeb64749a47dfdfb9,
			0x6632c3eb061b6472, 0xbbf84c26144e49c2,
		},
	}
)
