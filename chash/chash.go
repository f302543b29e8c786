// Package chash implements the hash functions CHash_512 and CHash_1024.
//
// C Hash is a submission (hash-03) to round 1 of the NGCC programme: a 1536-bit
// permutation of 4-bit S-boxes and rotations, called C-Engine, inside a wide-pipe
// iteration with a counter in every call. Messages of less than 1472 bits have a
// mode of their own. This package computes the version that the submission and
// its official test vectors define.
//
//	digest := chash.Sum512(data)
//
//	h := chash.New1024() // a hash.Hash
//	io.Copy(h, file)
//	digest := h.Sum(nil)
//
// Messages whose length is not a whole number of bytes have functions of their
// own, such as [Sum512Bits].
//
// # Security status
//
// C Hash is a young candidate under study, made available to be measured and
// analysed. It is no standard, and this package makes no claim about its
// security. Use a standard hash function to protect anything.
//
// Know in particular:
//
//   - An analysis published in autumn 2026 describes second preimages of
//     CHash_1024 for messages of at least four blocks (2944 bits) in about 2^983
//     calls of the permutation and 2^491 stored states, where the designers claim
//     2^1024. It concerns the mode, was checked on small models, and is rated
//     probable, not confirmed. Its authors say that collisions, preimages, short
//     messages and CHash_512 are not affected.
//   - The designers' note of 22 September 2026 lowers the bound for the
//     indifferentiability of the mode of CHash_512 from about 538 to 512 bits. The
//     algorithm and the test vectors are unchanged.
//   - The two instances have the same permutation. They are told apart by the
//     initial value and by the first byte of the counter.
//
// The running time depends on the length of the message only: there are no
// tables, branches or addresses that depend on its content.
package chash

// The digest lengths and the block length in bytes.
const (
	// Size512 is the length of a CHash_512 digest in bytes.
	Size512 = 64
	// Size1024 is the length of a CHash_1024 digest in bytes.
	Size1024 = 128

	// BlockSize is the length of a block of both instances in bytes: what one
	// call of the permutation takes in, half of the chaining value of 1472 bits.
	// Of a message that is shorter than two blocks, two calls take in everything.
	BlockSize = blockSize
)

// New512 returns a new hash that computes CHash_512.
func New512() *Digest { return &Digest{instance: chash512} }

// New1024 returns a new hash that computes CHash_1024.
func New1024() *Digest { return &Digest{instance: chash1024} }

// Sum512 returns the CHash_512 digest of data.
func Sum512(data []byte) (digest [Size512]byte) {
	sum(digest[:], data, 0, 0, chash512)
	return digest
}

// Sum1024 returns the CHash_1024 digest of data.
func Sum1024(data []byte) (digest [Size1024]byte) {
	sum(digest[:], data, 0, 0, chash1024)
	return digest
}

// Sum512Bits returns the CHash_512 digest of the first bits bits of data. Bits
// count from the most significant bit of each byte; the unused low bits of the
// last byte are ignored. Sum512Bits panics if data is too short.
func Sum512Bits(data []byte, bits uint64) (digest [Size512]byte) {
	sumBits(digest[:], data, bits, chash512)
	return digest
}

// Sum1024Bits returns the CHash_1024 digest of the first bits bits of data, which
// are taken as by [Sum512Bits].
func Sum1024Bits(data []byte, bits uint64) (digest [Size1024]byte) {
	sumBits(digest[:], data, bits, chash1024)
	return digest
}
