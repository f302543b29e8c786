package main

// goal is what the kernels of an instance are meant to reach, in ticks of the
// time-stamp counter: per byte for messages of 65536 bytes, and in all for
// 32 bytes. They come from kernels in C that were measured once on a server CPU
// with a counter of 2.3 GHz, together with the submissions' own reference code
// (built with -O2).
type goal struct {
	Instance  string
	Reference float64 // ticks/byte of the submission's own code, there
	AVX2      string  // the kernel with vectors of 256 bits
	AVX2Goal  float64
	AVX512    string // the kernel with AVX-512
	Goal512   float64
	Short     float64 // ticks for a message of 32 bytes with the best kernel; 0: see ShortTimes
	// ShortTimes is how many times as fast as the C reference a message of 32
	// bytes must be.
	ShortTimes float64
}

// within is how far above its goal a figure may be and still counts as there: the machine is no more precise.
const within = 1.1

var goals = []goal{
	{"Garnet_512_Cap1024", 19, "vaes-avx2", 4.0, "vaes-avx512", 2.2, 1000, 0},
	{"Garnet_768", 37, "vaes-avx2", 8.0, "vaes-avx512", 4.6, 1150, 0},
	{"Garnet_1024", 24, "vaes-avx2", 5.5, "vaes-avx512", 3.1, 1250, 0},
	{"Iphe-512", 61, "avx2", 3.6, "avx512", 2.5, 620, 0},
	{"Iphe-1024", 94, "avx2", 5.6, "avx512", 4.0, 620, 0},
	{"QSH-512", 190, "avx2", 3.5, "avx512", 1.75, 850, 0},
	{"QSH-1024", 187, "avx2", 6.5, "avx512", 3.3, 2300, 0},
	{"CHash_512", 810, "avx2", 17, "avx512-vbmi", 12, 2400, 0},
	{"Duet-512", 99, "avx2", 26, "avx512", 11.5, 0, 7},
	{"Duet-768", 166, "avx2", 22, "avx512", 11.3, 0, 13},
	{"Duet-1024", 228, "avx2", 30, "avx512", 15.5, 0, 13},
}

// batchGoal is the goal of a batch function, in ticks/byte.
type batchGoal struct {
	Instance string
	Lanes    int // messages that its widest kernel computes side by side
	Goal     float64
}

var batchGoals = []batchGoal{
	{"Iphe-512", 8, 1.7},
	{"QSH-512", 16, 1.75},
	{"CHash_512", 4, 6.5},
	{"Garnet_512_Cap1024", 2, 1.8},
	{"Duet-512", 8, 3.6},
}

// parallelGoal is how many times as fast two CPUs must hash a message of
// parallelBytes with QSH-512 as one.
const (
	parallelInstance = "QSH-512"
	parallelBytes    = 16 << 20
	parallelGoal     = 1.8
)
