package chash

// sbox is the S-box of the S-layer.
var sbox = [16]byte{1, 4, 0, 12, 3, 2, 5, 11, 10, 8, 6, 15, 7, 9, 13, 14}

// columnConstant is what the S-layer adds to the six nibbles of a column between
// its two layers of S-boxes. It is hexadecimal digits 12 to 17 of the fraction of
// the square root of 2, counted from 0.
var columnConstant = [rows]byte{0xc, 0x9, 0x0, 0x8, 0xb, 0x2}

// roundConstant is the fraction of pi, from its first bit on, in words of 32 bits:
// one for the K-layer of each round.
var roundConstant = [rounds]uint32{
	0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344, 0xa4093822, 0x299f31d0, 0x082efa98,
	0xec4e6c89, 0x452821e6, 0x38d01377, 0xbe5466cf, 0x34e90c6c, 0xc0ac29b7, 0xc97c50dd,
	0x3f84d5b5, 0xb5470917, 0x9216d5d9, 0x8979fb1b, 0xd1310ba6, 0x98dfb5ac, 0x2ffd72db,
	0xd01adfb7, 0xb8e1afed, 0x6a267e96, 0xba7c9045, 0xf12c7f99, 0x24a19947, 0xb3916cf7,
}

// initialValue is the chaining value h_0 after the call of C-Engine that starts a
// long message. A test derives it.
var initialValue = [2]state{
	chash512: {
		0x236f7167f87952ca, 0xd29f01fe6ce34bab, 0x92e873d579cee291, 0xe571186788fac6dc,
		0x1b7521eca90d83e6, 0x17e4ac868bf013a7, 0xe4bfb8124742f2aa, 0xede98039f8fc50a0,
		0x22e63a49ee581839, 0x17d93736424f78ac, 0x5285fc980fc17e8d, 0x503f4d7b011280e6,
		0x67632852c2e931c9, 0x0e3758d515340e9d, 0x69fa63cadddaa569, 0x486f2a93db60069f,
		0x2ef8c44a511a92ed, 0x37062dab971be139, 0x4f0afb2befba25be, 0xa85d033144fff18c,
		0x51441144632c64a0, 0x05010501896ae1e3, 0x110041401c4b3f66, 0x545155517fb81e28,
	},
	chash1024: {
		0xead54dedc1db5503, 0x110e2e2f643fd7d8, 0xfb82f8267fdfeb52, 0xfa9215283ed890f5,
		0xccc3609cf96e84a0, 0xe1f293ec6af5d8cd, 0xd35d16038b7a53cf, 0xa13da57766c0b759,
		0x984b58215da3a43d, 0xf14deafcfb7719d3, 0xce7e21b6738dde06, 0xe10ab56bdedc1cc1,
		0xcf42112bb029ed7f, 0x034ada7b773bda67, 0xfe67b85d48bc3e4f, 0x32d9894f8a43ea66,
		0xfae400034bc56cc4, 0xf8dd4a52fd5354ed, 0x9f94f2671c0cd6ef, 0xa6dabcf9aca02e41,
		0x5454415158c8e3de, 0x0105000516d4a75a, 0x4441045539b8cb72, 0x45155451a99089df,
	},
}
