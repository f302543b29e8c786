package garnet

import "github.com/hashassay/assay/internal/lanes"

// Sum512Cap512Batch writes the Garnet_512_Cap512 digest of each message to the
// digest of the same index. The messages can have any lengths, in any order.
// Sum512Cap512Batch panics if there are not as many digests as messages.
//
// Kernels with VAES compute two messages at a time, those nearest in length. With
// AVX-512 this takes two thirds of the time of [Sum512Cap512] for each of them, at
// all lengths, provided that there are several messages and none is much longer
// than all others. With AVX2 the gain is small, and other kernels compute one
// message after the other.
func Sum512Cap512Batch(digests [][Size512]byte, msgs [][]byte) {
	sumBatch(len(digests), msgs, garnet512Cap512, func(i int) []byte { return digests[i][:] })
}

// Sum512Cap640Batch writes the Garnet_512_Cap640 digest of each message to the
// digest of the same index. It is like [Sum512Cap512Batch].
func Sum512Cap640Batch(digests [][Size512]byte, msgs [][]byte) {
	sumBatch(len(digests), msgs, garnet512Cap640, func(i int) []byte { return digests[i][:] })
}

// Sum512Cap768Batch writes the Garnet_512_Cap768 digest of each message to the
// digest of the same index. It is like [Sum512Cap512Batch].
func Sum512Cap768Batch(digests [][Size512]byte, msgs [][]byte) {
	sumBatch(len(digests), msgs, garnet512Cap768, func(i int) []byte { return digests[i][:] })
}

// Sum512Cap896Batch writes the Garnet_512_Cap896 digest of each message to the
// digest of the same index. It is like [Sum512Cap512Batch].
func Sum512Cap896Batch(digests [][Size512]byte, msgs [][]byte) {
	sumBatch(len(digests), msgs, garnet512Cap896, func(i int) []byte { return digests[i][:] })
}

// Sum512Cap1024Batch writes the Garnet_512_Cap1024 digest of each message to the
// digest of the same index. It is like [Sum512Cap512Batch].
func Sum512Cap1024Batch(digests [][Size512]byte, msgs [][]byte) {
	sumBatch(len(digests), msgs, garnet512Cap1024, func(i int) []byte { return digests[i][:] })
}

// Sum768Batch writes the Garnet_768 digest of each message to the
// digest of the same index. It is like [Sum512Cap512Batch].
func Sum768Batch(digests [][Size768]byte, msgs [][]byte) {
	sumBatch(len(digests), msgs, garnet768, func(i int) []byte { return digests[i][:] })
}

// Sum1024Batch writes the Garnet_1024 digest of each message to the
// digest of the same index. It is like [Sum512Cap512Batch].
func Sum1024Batch(digests [][Size1024]byte, msgs [][]byte) {
	sumBatch(len(digests), msgs, garnet1024, func(i int) []byte { return digests[i][:] })
}

// Sum1024DM4x4Batch writes the Garnet_1024_DM4x4 digest of each message to the
// digest of the same index. It is like [Sum512Cap512Batch].
func Sum1024DM4x4Batch(digests [][Size1024]byte, msgs [][]byte) {
	sumBatch(len(digests), msgs, garnet1024DM4x4, func(i int) []byte { return digests[i][:] })
}

// sumBatch writes the digests of msgs, of which there must be n.
func sumBatch(n int, msgs [][]byte, in instance, digest func(i int) []byte) {
	if n != len(msgs) {
		panic("garnet: digests and messages of a batch differ in number")
	}
	if n < 2 || !canPair() {
		for i, msg := range msgs {
			sum(digest(i), msg, 0, 0, in)
		}
		return
	}
	order := lanes.ByLength(msgs)
	for ; len(order) >= 2; order = order[2:] {
		a, b := order[0], order[1]
		sumTwo(digest(a), digest(b), msgs[a], msgs[b], in)
	}
	for _, i := range order {
		sum(digest(i), msgs[i], 0, 0, in)
	}
}
