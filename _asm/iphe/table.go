package main

import (
	"slices"

	"github.com/mmcloughlin/avo/attr"
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
)

// table is a table of constant vectors. The functions that use it are written
// while it grows, so it comes behind them.
type table struct {
	name    string
	vectors [][]uint64
	size    int // bytes
}

// add appends a vector and returns its place in memory.
func (t *table) add(vector []uint64) operand.Mem {
	at := t.address(t.size)
	t.vectors = append(t.vectors, vector)
	t.size += 8 * len(vector)
	return at
}

// find returns the place of a vector, which it adds if there is none like it.
func (t *table) find(vector []uint64) operand.Mem {
	offset := 0
	for _, v := range t.vectors {
		if slices.Equal(v, vector) {
			return t.address(offset)
		}
		offset += 8 * len(v)
	}
	return t.add(vector)
}

func (t *table) address(offset int) operand.Mem {
	return operand.NewDataAddr(operand.Symbol{Name: t.name, Static: true}, offset)
}

func (t *table) write() {
	build.GLOBL(t.name, attr.RODATA|attr.NOPTR)
	offset := 0
	for _, vector := range t.vectors {
		for _, w := range vector {
			build.DATA(offset, operand.U64(w))
			offset += 8
		}
	}
}

// bytes returns a vector of words whose byte number b is f(b).
func bytes(words int, f func(b int) byte) []uint64 {
	vector := make([]uint64, words)
	for b := range 8 * words {
		vector[b/8] |= uint64(f(b)) << (b % 8 * 8)
	}
	return vector
}

// reversed returns the bits of a byte in the other order. Message bits count
// from the most significant bit of a byte, state bits from the least
// significant one of a word; so the bytes of the message are reversed.
func reversed(b byte) (r byte) {
	for range 8 {
		r = r<<1 | b&1
		b >>= 1
	}
	return r
}
