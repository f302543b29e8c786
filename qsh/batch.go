package qsh

// Sum512Batch writes the QSH-512 digest of each message to the digest of the same
// number. It panics if there are not as many digests as messages.
//
// The messages may have any lengths and order. Those of similar length are
// hashed together, in the lanes of vectors, so 16 messages or more that are shorter
// than 4 KiB take less time than one after the other: about half of it with AVX-512,
// three quarters with AVX2. Messages of 32 KiB or more fill the lanes by themselves and
// gain nothing, nor does anything where there is no vector kernel.
func Sum512Batch(digests [][Size512]byte, msgs [][]byte) {
	sumBatch(qsh512, len(digests), msgs, func(i int) []byte { return digests[i][:] })
}

// Sum768Batch writes the QSH-768 digest of each message to the digest of the same
// number, as [Sum512Batch] does. There are half as many lanes, and the time is about
// three quarters.
func Sum768Batch(digests [][Size768]byte, msgs [][]byte) {
	sumBatch(qsh768, len(digests), msgs, func(i int) []byte { return digests[i][:] })
}

// Sum1024Batch writes the QSH-1024 digest of each message to the digest of the
// same number, as [Sum512Batch] does. There are half as many lanes, and the time is about
// three quarters.
func Sum1024Batch(digests [][Size1024]byte, msgs [][]byte) {
	sumBatch(qsh1024, len(digests), msgs, func(i int) []byte { return digests[i][:] })
}

func sumBatch(in instance, digests int, msgs [][]byte, digest func(i int) []byte) {
	if digests != len(msgs) {
		panic("qsh: not as many digests as messages")
	}
	if kernel := kernels.Current(); in.lanes(kernel) > 1 {
		sumLanes(in, kernel, msgs, digest)
		return
	}
	for i, msg := range msgs {
		sum(digest(i), msg, 0, 0, in)
	}
}
