// Package qsh implements the hash functions QSH-512, QSH-768 and QSH-1024
// (QuantaSylva Hash).
//
// QSH is a submission (hash-24) to round 1 of the NGCC programme: a binary tree
// over chunks of 16 message blocks. The blocks of a chunk are chained by a
// compression function, and the same function joins two chaining values in the
// inner nodes of the tree. It adds a block to one half of a state of 64 words,
// applies a permutation of additions, rotations and XORs, and adds the block to
// the other half. This package computes the version that the submission's
// official test vectors define.
//
//	digest := qsh.Sum512(data)
//
//	h := qsh.New768() // a hash.Hash
//	io.Copy(h, file)
//	digest := h.Sum(nil)
//
// A [Digest] keeps one chaining value for each power of two in the number of
// chunks, so it takes the same 8 KiB for a message of any length.
//
// Large messages can be hashed by several cores ([Digest.WriteParallel]), many
// messages at once by the lanes of one ([Sum512Batch]).
//
// Messages whose length is not a whole number of bytes have functions of their
// own, such as [Sum512Bits].
//
// # Security status
//
// QSH is a young candidate under study, made available to be measured and
// analysed. It is no standard, and this package makes no claim about its
// security. Use a standard hash function to protect anything.
//
// Know in particular:
//
//   - The permutation has no round constants. States whose words do not depend
//     on one of the three coordinates of the cube stay so through all rounds, and
//     the zero state is a fixed point (reported on the public NGCC hash mailing
//     list and in IACR ePrint 2026/2152). The designers answer that the initial
//     value and the way blocks are added keep the hash away from such states; no
//     attack on the hash is known from it. A test of this package shows the
//     property.
//   - The tree has no chunk counter: equal chunks have equal chaining values
//     wherever they are. The places follow from the shape of the tree, which the
//     length in the last block fixes.
//   - QSH-768 and QSH-1024 differ in one word of the initial value and in the
//     length of the output, and in nothing else.
//   - The designers' claims are for plain hashing. There is no key, and nothing
//     is claimed for a key in front of the message.
//
// The running time depends on the length of the message only: there are no
// tables, branches or addresses that depend on its content.
package qsh

// The digest lengths and block lengths in bytes.
const (
	// Size512 is the length of a QSH-512 digest in bytes.
	Size512 = 64
	// Size768 is the length of a QSH-768 digest in bytes.
	Size768 = 96
	// Size1024 is the length of a QSH-1024 digest in bytes.
	Size1024 = 128

	// BlockSize512 is the length of a QSH-512 block in bytes: 32 words of 32
	// bits.
	BlockSize512 = 32 * 4
	// BlockSize768 is the length of a QSH-768 block in bytes: 32 words of 64
	// bits.
	BlockSize768 = 32 * 8
	// BlockSize1024 is the length of a QSH-1024 block in bytes: 32 words of 64
	// bits.
	BlockSize1024 = 32 * 8
)

// New512 returns a new hash that computes QSH-512.
func New512() *Digest { return &Digest{tree: tree{in: qsh512}} }

// New768 returns a new hash that computes QSH-768.
func New768() *Digest { return &Digest{tree: tree{in: qsh768}} }

// New1024 returns a new hash that computes QSH-1024.
func New1024() *Digest { return &Digest{tree: tree{in: qsh1024}} }

// Sum512 returns the QSH-512 digest of data.
func Sum512(data []byte) (digest [Size512]byte) {
	sum(digest[:], data, 0, 0, qsh512)
	return digest
}

// Sum768 returns the QSH-768 digest of data.
func Sum768(data []byte) (digest [Size768]byte) {
	sum(digest[:], data, 0, 0, qsh768)
	return digest
}

// Sum1024 returns the QSH-1024 digest of data.
func Sum1024(data []byte) (digest [Size1024]byte) {
	sum(digest[:], data, 0, 0, qsh1024)
	return digest
}

// Sum512Bits returns the QSH-512 digest of the first bits bits of data. Bits
// count from the most significant bit of each byte; the unused low bits of the
// last byte are ignored. Sum512Bits panics if data is too short.
func Sum512Bits(data []byte, bits uint64) (digest [Size512]byte) {
	sumBits(digest[:], data, bits, qsh512)
	return digest
}

// Sum768Bits returns the QSH-768 digest of the first bits bits of data, which
// are taken as by [Sum512Bits].
func Sum768Bits(data []byte, bits uint64) (digest [Size768]byte) {
	sumBits(digest[:], data, bits, qsh768)
	return digest
}

// Sum1024Bits returns the QSH-1024 digest of the first bits bits of data, which
// are taken as by [Sum512Bits].
func Sum1024Bits(data []byte, bits uint64) (digest [Size1024]byte) {
	sumBits(digest[:], data, bits, qsh1024)
	return digest
}
