package chash

// Sum512Batch sets digests[i] to the CHash_512 digest of msgs[i]. It panics if
// the lengths differ. Order and lengths of the messages do not matter.
//
// With a vector kernel it works on several messages at once, on four with AVX-512
// and on two with AVX2. For many messages that takes about 0.55 and 0.6 of the time that
// calls of [Sum512] take, measured on a Zen 4. As Sum512 works on the two calls of a
// message of less than two blocks at once, such messages gain only 0.1 with
// AVX-512 and nothing with AVX2. Nor is there a gain for two longer messages with
// AVX-512, or without a vector kernel.
func Sum512Batch(digests [][Size512]byte, msgs [][]byte) {
	if len(digests) != len(msgs) {
		panic("chash: numbers of digests and messages differ")
	}
	sumBatch(func(i int) []byte { return digests[i][:] }, msgs, chash512)
}

// Sum1024Batch is [Sum512Batch] for CHash_1024 and [Sum1024].
func Sum1024Batch(digests [][Size1024]byte, msgs [][]byte) {
	if len(digests) != len(msgs) {
		panic("chash: numbers of digests and messages differ")
	}
	sumBatch(func(i int) []byte { return digests[i][:] }, msgs, chash1024)
}

// sumEach hashes one message after the other.
func sumEach(digest func(i int) []byte, msgs [][]byte, in instance) {
	for i, msg := range msgs {
		sum(digest(i), msg, 0, 0, in)
	}
}
