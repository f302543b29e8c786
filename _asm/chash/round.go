package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
)

// sbox is the S-box.
var sbox = [16]byte{1, 4, 0, 12, 3, 2, 5, 11, 10, 8, 6, 15, 7, 9, 13, 14}

// columnConstant is what the S-layer adds to the six rows between its S-boxes: the
// tables of the second S-boxes contain it.
var columnConstant = [6]byte{0xc, 0x9, 0x0, 0x8, 0xb, 0x2}

var roundConstant = [28]uint32{
	0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344, 0xa4093822, 0x299f31d0, 0x082efa98,
	0xec4e6c89, 0x452821e6, 0x38d01377, 0xbe5466cf, 0x34e90c6c, 0xc0ac29b7, 0xc97c50dd,
	0x3f84d5b5, 0xb5470917, 0x9216d5d9, 0x8979fb1b, 0xd1310ba6, 0x98dfb5ac, 0x2ffd72db,
	0xd01adfb7, 0xb8e1afed, 0x6a267e96, 0xba7c9045, 0xf12c7f99, 0x24a19947, 0xb3916cf7,
}

// firstTable is the table of the first S-boxes, the same for all rows.
func firstTable(lane) [16]byte { return sbox }

// secondTables are the tables of the second S-boxes of a pair: for row i, and for row
// i+3, whose nibbles they put into the high half of the byte.
var secondTables = [2]func(lane) [16]byte{
	func(l lane) (table [16]byte) {
		for x := range table {
			table[x] = sbox[byte(x)^columnConstant[l.pair]]
		}
		return table
	},
	func(l lane) (table [16]byte) {
		for x := range table {
			table[x] = sbox[byte(x)^columnConstant[l.pair+3]] << 4
		}
		return table
	},
}

// roundConstants returns the place of the constants as they are added in the K-layer:
// for each round 16 bytes for the kind Le of pair 0 and 16 for Lo. Digits of the constant
// take turns between the two.
func (m *machine) roundConstants() Mem {
	var data []byte
	for _, c := range roundConstant {
		for parity := range 2 {
			var b [16]byte
			for j := range 4 {
				b[j] = byte(c>>(28-8*j-4*parity)) & 0x0f
			}
			data = append(data, b[:]...)
		}
	}
	return m.data("roundConstants", data)
}

// prepare loads the constants that stay in registers.
func (m *machine) prepare() {
	if !m.avx512 {
		return
	}
	g := m.groups[0]
	w := g.width()
	load := func(from Mem) vector {
		v := m.take(w)
		m.move(v, from)
		return v
	}
	m.low = load(m.nibbles(0x0f, w))
	m.matrix = load(m.constant(g, "highToLow", func(lane) (b [16]byte) {
		copy(b[:8], highToLow[:])
		copy(b[8:], highToLow[:])
		return b
	}))
	m.first = load(m.firstTable())
	for _, g := range m.groups {
		m.tables = append(m.tables, [2]vector{load(m.secondTable(g, 0)), load(m.secondTable(g, 1))})
	}
	if m.wide {
		m.prepareRotations()
	}
}

// secondTable returns the place of the tables of the second S-boxes: for rows i or for
// rows i+3 of the group.
func (m *machine) secondTable(g *group, half int) Mem {
	return m.constant(g, [2]string{"secondLow", "secondHigh"}[half], secondTables[half])
}

// permute writes C-Engine on the state.
func (m *machine) permute() {
	constant, count := GP64(), GP64()
	LEAQ(m.roundConstants(), constant)
	MOVQ(U32(len(roundConstant)), count)
	Label("round")
	m.substitute(m)
	m.mix(m, constant)
	ADDQ(Imm(32), constant)
	DECQ(count)
	JNZ(LabelRef("round"))
}
