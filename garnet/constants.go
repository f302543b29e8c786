package garnet

// pi is the first 512 bits of pi, with its integer part 3 = binary 11:
// floor(pi * 2^510). The words stand in the diagonal of the matrix of which the
// starting states are made.
var pi = [4]word{
	{0xc90fdaa22168c234, 0xc4c6628b80dc1cd1}, {0x29024e088a67cc74, 0x020bbea63b139b22},
	{0x514a08798e3404dd, 0xef9519b3cd3a431b}, {0x302b0a6df25f1437, 0x4fe1356d6d51c245},
}

// thetaConstants returns the three constants of a round, counted from 1: the
// next three Fibonacci numbers. They start again in every call of the
// permutation.
func thetaConstants(round int) (c [3]uint64) {
	f, g := uint64(1), uint64(1)
	for i := range 3 * round {
		c[i%3] = f
		f, g = g, f+g
	}
	return c
}

// startingStates are the states before the first block: the permutation of the
// matrix of pi and of two numbers that encode the parameters. They depend on
// nothing else, and a test computes them.
var startingStates = [...]state{
	{ // Garnet_512_Cap512
		{0xde30d1b89ddaa011, 0x782b1463e5b448c2}, {0x634ee0b3bf88f484, 0xd92183bde01eaf39},
		{0x149d3ee603859d70, 0xf8fb07c0f0d96f62}, {0xf48dce216aa60cac, 0x4c92e211237707ef},
		{0x7396d12e4c6dbbb7, 0xd2543469c3db12b7}, {0x8a6a75f1e6bbc959, 0x6d127c0b76361e62},
		{0x530cf1efa5661a70, 0x833bfb64f3bce994}, {0xb0389a5d5e9c9970, 0x0e267b18c6f6db4c},
		{0x67117fbd723084d2, 0x05239d1166b906cb}, {0xcbbac776493d5c27, 0xe907c5dd6ca25474},
		{0xaff5e27600e5bc3f, 0x6d0064b8f5707068}, {0x9b1ac6e440a1ef11, 0xc58584622d4b401e},
		{0x92918651c356f4b8, 0x42e77c2f23ac28fb}, {0x7e5c987ec3973036, 0x09e68e582255f277},
		{0x8b07f08ed4e24d6c, 0x87947a0718e95f65}, {0xfa7f68f3b89fc0c7, 0xf742ee05141a3f41},
	},
	{ // Garnet_512_Cap640
		{0xffdfea80e8157eb4, 0x311cceecf76770f1}, {0x486dae24482aa00a, 0xa9af0b6d22d121bd},
		{0x306eda4994baba9c, 0x9f2fe6c33ab00be5}, {0x5c2173082db5ddea, 0x190a811b2f39580e},
		{0xc4f59e2ab098316c, 0xf6818434230a38a3}, {0x8452307e9b13b8ae, 0xb2f34e3108b93899},
		{0xd6559e703c0ffad4, 0x8cd00f5e6f965b39}, {0xf4139d666be07b74, 0xb9bc125c20abb2a6},
		{0xf1c65f707fb1d7a7, 0xb9e97c07cb92a584}, {0xa217af9dc3b9c169, 0x0c8649adbb445f7b},
		{0x0dc0cdb2822afe55, 0xe33cd10720739e0a}, {0xe060d07351d77ec8, 0x728e9fc267980396},
		{0x8cc7e03f0c09af90, 0xe900478b90718d8f}, {0x80dd4e1f759fa6b9, 0x533a33dac888ed08},
		{0x454bf20854edf819, 0xd626dbde1d3bbe21}, {0xa8dd28acb21d7197, 0x1a9fe56ae1482d24},
	},
	{ // Garnet_512_Cap768
		{0xbaa89618b47c4eee, 0x2ebf3abde3fb6116}, {0xbe0b0c92abdb3cda, 0x077ad97232ad617b},
		{0x7e9b096bd65a5249, 0x5950cdfba838e796}, {0x83b61edc223526ee, 0xaf4541046e765fac},
		{0xbca55cfac429c860, 0x5c62cda23fe20d1e}, {0x05881a1f883f16ff, 0x7f579965691de336},
		{0xf38538686ae0eb4e, 0x9c15f5b5b93ff854}, {0xd9c35429b75fe28a, 0xfd0a7691efac606a},
		{0xcab740a879db30cd, 0x292b1d791af6aec8}, {0x417579fcb695694e, 0xd3b38b44b3c9d1eb},
		{0xf727a8e7871d5fb9, 0x46538867280ecd92}, {0x36b161e3e03a98e7, 0xf673c20f669d63ac},
		{0x6eefd4f36d1bd0a0, 0x566cc32dd61c5169}, {0x0e3adafb2f9ad32e, 0xb095703d0d4e2db5},
		{0x25ec1ece9c94d6b5, 0x8a5c72a07dd7088e}, {0x616156ebe4b971e6, 0x1e79e0199d994a74},
	},
	{ // Garnet_512_Cap896
		{0x1b71dce00e40b424, 0xd1d22a3f4aa75a20}, {0x314be1c5b9e8a563, 0x5581ac2728f164b8},
		{0xbb81c51d35e99877, 0x64fc5ecb7b6692e3}, {0x58858dc92c74f6fc, 0x5f698d2be061907c},
		{0x998e7bc1d9162e8d, 0xb9d3cb972aff6aeb}, {0x89c421090dbb2912, 0xf26c4bf35ad8fdd2},
		{0x28c09b38e704db42, 0xaaaa25b5b302ff3a}, {0x1d66f67cad5dd335, 0x0ea9d84402f9ac85},
		{0x2021b612913c9fd9, 0x9d3b80acfdced1d2}, {0xd64db88cd67650bd, 0xbe44220a3cce4bca},
		{0x56ee5b87799345f2, 0x0862a4e1ee82c2d0}, {0xe438c2932439ce59, 0x181c6b55876bed3a},
		{0x92f2db933348b7b1, 0xe1bdfaa580c622d7}, {0xcf876eb66883cf9b, 0x93ac5cb01862ed75},
		{0x9ac1852305b140af, 0x5b80980b7654ae96}, {0x246f7e7391080492, 0x9b89523fa05230c5},
	},
	{ // Garnet_512_Cap1024
		{0xa4b8433d99d491ed, 0xce4f49d38fe0830a}, {0x73317b70d2b67ab3, 0x4ca1daedfbff54fa},
		{0xb9dbff2ff29f4466, 0xa70e9223fbb3de14}, {0x01df8af21eceedf5, 0x43cd103aecc958c5},
		{0x6a32489ae800f834, 0x4d165d1cd86cc8d4}, {0x2224c4159c4951cc, 0x05f9522bf88d6a96},
		{0x6db6b4e6b6337716, 0xa1d714b1ac3c0e6c}, {0x681866d4c5ca710d, 0x661d5963f16a276a},
		{0xf68990ae9cf6618e, 0x57133677381d8b01}, {0xfee8f188dc038a49, 0x4ce6b5a186f5b5ce},
		{0x577a951517e7a95a, 0x5e9cf253dcd91cfd}, {0x40dfc12faa2d68d5, 0x92de402ccb02f387},
		{0xd82968bd47091988, 0xab13fd4cbb26505d}, {0x5d459579a983f285, 0xf72e1a744a39c552},
		{0xcae4079778f0af79, 0x3a8a941b569abc22}, {0xe45f3a0f93bdfaa6, 0x6fe36fc7a21df058},
	},
	{ // Garnet_768
		{0x900e7220fbc0a2a9, 0xa81adffbd7e4ecc5}, {0xb2c6cf5cb985a343, 0x452112cbd38f687b},
		{0x02532ef420b221ba, 0x6f32196521006231}, {0x8c0aa10a77562b54, 0x554af4c708f01b5b},
		{0x3d9b8469af4e2f62, 0x253b2aa5752073ee}, {0x9cc56b68c0bf330d, 0xfb759b1e991915e9},
		{0x87d6ad22e0991acf, 0x1944e4f280f0f9d6}, {0x915e00c3ed564903, 0x4d6c7fdeb90a1d16},
		{0xba2bc2c6d97c6bd8, 0x7d345c648773c306}, {0x08b97165f30fa389, 0x0fc33894dffdd793},
		{0x39051f12faaa087e, 0xa75d9c9cbc8de0df}, {0xc4eeddfb4281a22e, 0x8d7bea10122be937},
		{0x7c1e61fd2cb3f569, 0x9b6b038a7b8787bc}, {0xffc1cf7b127b4c8d, 0xdd9fc604e7f3f995},
		{0x1ab40f1cc68e821d, 0x2abeb5fa34dec371}, {0xf69fd9975760832e, 0x3b29e17602a41b9f},
	},
	{ // Garnet_1024 and Garnet_1024_DM4x4
		{0xae3e63c412c399c7, 0x6d6794b2b44ce079}, {0x4ba73a9694578b7b, 0x3313b546b6b97c6a},
		{0xf1732c187b567448, 0x1ffe7cde7b97f757}, {0xf306671bb4c3825d, 0x3ca91ae242531b1b},
		{0xfb30f2348484e130, 0x7f93197cdf02b501}, {0xfabc1c4d4fc43e64, 0xea2ca2425a036ee4},
		{0x706de8c85e5c85ef, 0x11d429de5a6f596c}, {0xf768093617b362bd, 0x0c62de986f621216},
		{0xcb8d620f0de9ab02, 0xe9bb5cabecfdc033}, {0xda3f7bac0b8a4288, 0xf3786fd62accae7f},
		{0x29c38914c6d95522, 0x5025d51190f4aef1}, {0xd35f234f7bb89d5c, 0xfa559a587be6b290},
		{0x9b5e142fb1b033fb, 0x0e7454120469cf3c}, {0xc5b11c6410d4ed09, 0xe259137329632770},
		{0x9cf6fefd3c9cf33b, 0x33616a45fa80ee0b}, {0xf90e95fde810f135, 0x194ea6997ef891f9},
	},
}
