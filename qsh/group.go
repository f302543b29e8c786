package qsh

import "math/bits"

// A group is a complete subtree of up to 32 chunks, which is computed at once:
// first the chunks, then each level of their parents. All nodes of a level are
// independent, so kernels can compute several in the lanes of their vectors.
const (
	maxGroupLevel = 5
	maxGroup      = 1 << maxGroupLevel
)

// groupLevel returns the level of the largest group that can follow the given
// number of chunks, with n chunks at hand.
func groupLevel(chunks uint64, n int) int {
	return min(bits.TrailingZeros64(chunks), bits.Len(uint(n))-1, maxGroupLevel)
}

// groupValue returns the chaining value of a group: a power of two of whole chunks
// of message.
func groupValue(in instance, chunks []byte) (v cv) {
	var streams [maxGroup][]byte
	var nodes [maxGroup * len(cv{})]byte
	size := in.cvSize()
	chunkSize := chunkBlocks * in.blockSize()
	n := len(chunks) / chunkSize
	for i := range n {
		streams[i] = chunks[i*chunkSize : (i+1)*chunkSize]
	}
	values(in, nodes[:n*size], streams[:n], chunkStart, chunkEnd)
	for n /= 2; n > 0; n /= 2 {
		for i := range n {
			streams[i] = nodes[2*i*size : 2*(i+1)*size] // left and right are a block
		}
		values(in, nodes[:n*size], streams[:n], parent, 0)
	}
	copy(v[:size], nodes[:])
	return v
}
