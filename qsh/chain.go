package qsh

import "encoding/binary"

// The flags of the compression function, combined by OR.
const (
	chunkStart = 1 // the first block of a chunk
	chunkEnd   = 2 // the last block of a chunk
	parent     = 4 // two chaining values
	root       = 8 // the call that makes the digest, always the last
)

// chain is the state H, which all blocks of a chunk pass through. An instance
// uses the array of its word size.
type chain struct {
	words32 [stateWords]uint32
	words64 [stateWords]uint64
}

// The states H(0), which every chunk and every parent starts from. H(0) is E of
// the state whose first word is the instance's iv0, the others being 0.
var (
	start512  = start32(17)
	start768  = start64(1)
	start1024 = start64(7)
)

func start32(iv0 uint32) (h [stateWords]uint32) {
	h[0] = iv0
	permute32(&h)
	return h
}

func start64(iv0 uint64) (h [stateWords]uint64) {
	h[0] = iv0
	permute64(&h)
	return h
}

// start64 returns the state H(0) of an instance with words of 64 bits.
func (in instance) start64() *[stateWords]uint64 {
	if in == qsh768 {
		return &start768
	}
	return &start1024
}

// run takes in blocks, one after the other; at most a chunk. The flags of the
// first are first, and those of the last are last; of a single one both. If the first
// flags begin something, the state before is H(0), otherwise h.
//
// The flags go into word 0 of the state. The submission's text once calls it the
// last word; its formula and the official vectors say word 0.
func (h *chain) run(in instance, blocks []byte, first, last int) {
	from32, from64 := &h.words32, &h.words64
	if first&(chunkStart|parent) != 0 {
		from32, from64 = &start512, in.start64()
	}
	if in == qsh512 {
		run32(&h.words32, from32, blocks, first, last)
	} else {
		run64(&h.words64, from64, blocks, first, last)
	}
}

// run32Portable is run32 for the portable kernel.
func run32Portable(to, from *[stateWords]uint32, blocks []byte, first, last int) {
	*to = *from
	for flags := first; len(blocks) > 0; flags = 0 {
		if len(blocks) == BlockSize512 {
			flags |= last
		}
		compress32(to, (*[BlockSize512]byte)(blocks), uint32(flags))
		blocks = blocks[BlockSize512:]
	}
}

// run64Portable is run64 for the portable kernel.
func run64Portable(to, from *[stateWords]uint64, blocks []byte, first, last int) {
	*to = *from
	for flags := first; len(blocks) > 0; flags = 0 {
		if len(blocks) == BlockSize1024 {
			flags |= last
		}
		compress64(to, (*[BlockSize1024]byte)(blocks), uint64(flags))
		blocks = blocks[BlockSize1024:]
	}
}

// valuesOneByOne is values for kernels without lanes.
func valuesOneByOne(in instance, out []byte, streams [][]byte, first, last int) {
	var h chain
	size := in.cvSize()
	for i, blocks := range streams {
		h.run(in, blocks, first, last)
		h.output(in, out[i*size:(i+1)*size])
	}
}

// output writes the first words of the state, as many as fill out: a chaining
// value or a digest.
func (h *chain) output(in instance, out []byte) {
	if in == qsh512 {
		output32(out, &h.words32)
	} else {
		output64(out, &h.words64)
	}
}

func output32(out []byte, words *[stateWords]uint32) {
	for j := range len(out) / 4 {
		binary.LittleEndian.PutUint32(out[4*j:], words[j])
	}
}

func output64(out []byte, words *[stateWords]uint64) {
	for j := range len(out) / 8 {
		binary.LittleEndian.PutUint64(out[8*j:], words[j])
	}
}

// stateSize returns the length of a state in bytes.
func (in instance) stateSize() int { return stateWords * in.wordSize() }

// appendState appends the whole state to b.
func (h *chain) appendState(in instance, b []byte) []byte {
	n := len(b)
	b = append(b, make([]byte, in.stateSize())...)
	h.output(in, b[n:])
	return b
}

// setState takes the state from its bytes.
func (h *chain) setState(in instance, b []byte) {
	if in == qsh512 {
		for j := range h.words32 {
			h.words32[j] = binary.LittleEndian.Uint32(b[4*j:])
		}
	} else {
		for j := range h.words64 {
			h.words64[j] = binary.LittleEndian.Uint64(b[8*j:])
		}
	}
}
