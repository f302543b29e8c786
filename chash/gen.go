//go:build ignore

// Gen writes engine_sliced.go, the permutation C-Engine on bit slices.
//
// A round is about 560 operations and a processor does four at a time, so the
// number of operations is what counts, and that there are always four that do not
// wait for each other:
//
//   - M6 works on the interleaved rows i and i+3 as they are. With X_i the word of
//     these rows (a_i in the even bits, b_i in the odd ones) and S = X_0 ^ X_1 ^ X_2,
//     the new a_i is a_(i+1) ^ S_even ^ b_i and the new b_i is
//     b_(i+1) ^ S_even ^ b_i. So X_i becomes X_(i+1) ^ v ^ v<<1 with
//     v = even bits of S ^ X_i>>1, and v ^ v<<1 is 3*v, one LEA on x86.
//   - A circuit of 15 gates that computes the S-box has a complement, too. Other
//     circuits of 15 gates have none, if some of their inputs and outputs are
//     complemented. All other layers let the complement of a whole word pass: the
//     M-layer and M6 have only odd sums. The two circuits are chosen so that
//     complements and column constants together leave 10 operations of a round.
//   - Both halves go through the S-boxes gate by gate, and the four planes through
//     the M-layer step by step: 5 % faster than one after the other.
//
// Tried and found no faster: the whole state in local variables; the words of one
// row pair kept in local variables from one round to the next; L ^ R in place of L.
package main

import (
	"bytes"
	"fmt"
	"go/format"
	"log"
	"os"
	"strings"
)

// columnConstant is that of constants.go.
var columnConstant = [6]int{0xc, 0x9, 0x0, 0x8, 0xb, 0x2}

// circuit computes the S-box. The inputs whose bits are in the number in are taken
// complemented, the outputs whose bits are in out are given complemented. The
// gates are AND, OR and XOR, which every processor has. These circuits come from an
// exhaustive search of those that reach an output with 6 gates, a second one with
// 10, a third one with 13, and the last one with 15; they have a depth of 9.
type circuit struct {
	in, out int
	gates   []string
	outputs string
}

// The circuits for the two layers of S-boxes of a round.
var (
	first = circuit{0xb, 0xf, []string{
		"a = x0 ^ x3", "b = x1 ^ x3", "c = x2 & x3", "d = a ^ c", "e = b | d",
		"f = x2 ^ e", "g = x1 ^ d", "h = x2 ^ g", "i = a & h", "j = x3 ^ i",
		"k = f & j", "m = g ^ k", "n = c ^ j", "o = g | n", "p = d ^ o",
	}, "f m p j"}
	second = circuit{0x7, 0xb, []string{
		"a = x1 | x3", "b = x0 ^ a", "c = x1 | b", "d = x2 | b", "e = x3 & d",
		"f = c ^ e", "g = x2 ^ b", "h = x1 & d", "i = x3 | g", "j = h ^ i",
		"k = f ^ j", "m = i & k", "n = b ^ m", "o = c & m", "p = x2 ^ o",
	}, "p n j f"}
)

type generator struct{ bytes.Buffer }

func (g *generator) line(format string, args ...any) { fmt.Fprintf(g, format+"\n", args...) }

// word is a word of the state: row pair i, half h, plane p.
func word(i, h, p int) string { return fmt.Sprintf("s[%d]", 8*i+4*h+p) }

// local is the local variable for a word of the row pair at work.
func local(h, p int) string { return fmt.Sprintf("%c%d", "lr"[h], p) }

// sbox writes a layer of S-boxes on the local variables.
func (g *generator) sbox(c circuit) {
	variable := func(name string, h int) string { // of half h
		if p, ok := strings.CutPrefix(name, "x"); ok {
			return "lr"[h:h+1] + p
		}
		return fmt.Sprintf("%s%d", name, h)
	}
	g.line("{")
	for _, gate := range c.gates {
		var y, a, op, b string
		if _, err := fmt.Sscanf(gate, "%s = %s %s %s", &y, &a, &op, &b); err != nil {
			log.Fatalf("gate %q: %v", gate, err)
		}
		for h := range 2 {
			g.line("%s := %s %s %s", variable(y, h), variable(a, h), op, variable(b, h))
		}
	}
	for p, y := range strings.Fields(c.outputs) {
		for h := range 2 {
			g.line("%s = %s", local(h, p), variable(y, h))
		}
	}
	g.line("}")
}

// mix writes M6 and the column constant.
func (g *generator) mix() {
	g.line("\n// M6 and the column constant.")
	for p := range 4 {
		for h := range 2 {
			g.line("{")
			g.line("x0, x1, x2 := %s, %s, %s", word(0, h, p), word(1, h, p), word(2, h, p))
			g.line("sum := x0 ^ x1 ^ x2")
			for i := range 3 {
				complement := first.out ^ second.in
				constants := [2]int{columnConstant[i], columnConstant[i+3]} // of even and odd bits
				for row := range constants {
					constants[row] = (constants[row] ^ complement) >> p & 1
				}
				mixed := fmt.Sprintf("x%d ^ 3*((sum ^ x%d>>1)&firstRows)", (i+1)%3, i)
				switch constants {
				case [2]int{1, 1}:
					mixed = "^(" + mixed + ")"
				case [2]int{1, 0}:
					mixed += " ^ firstRows"
				case [2]int{0, 1}:
					mixed += " ^ secondRows"
				}
				g.line("%s = %s", word(i, h, p), mixed)
			}
			g.line("}")
		}
	}
}

// pair writes what a round does with a row pair after M6 and, if there is a next
// round, what that does before M6.
func (g *generator) pair(i int, last bool) {
	g.line("\n// Rows %d and %d.", i, i+3)
	g.line("{")
	g.load(i)
	g.sbox(second)
	for _, a := range []int{15, 7, 23, 16} {
		g.line("{")
		for p := range 4 {
			l, r := local(0, p), local(1, p)
			// To rotate columns to the left is to rotate bits to the right.
			g.line("t%d := bits.RotateLeft64(%s^%s, %d)", p, l, r, 64-2*a&63)
			g.line("%s ^= t%d", l, p)
			g.line("%s = bits.RotateLeft64(%s^t%d, 2)", r, r, p)
		}
		g.line("}")
	}
	if i == 0 {
		for p := range 4 {
			g.line("%s ^= constant[%d]", local(0, p), p)
		}
	}
	if last {
		g.complement()
	} else {
		g.sbox(first)
	}
	g.store(i)
	g.line("}")
}

// complement turns the words at hand into what a round takes, or back.
func (g *generator) complement() {
	for h := range 2 {
		for p := range 4 {
			if first.in>>p&1 == 1 {
				g.line("%s = ^%s", local(h, p), local(h, p))
			}
		}
	}
}

func (g *generator) load(i int) {
	for h := range 2 {
		for p := range 4 {
			g.line("%s := %s", local(h, p), word(i, h, p))
		}
	}
}

func (g *generator) store(i int) {
	for h := range 2 {
		for p := range 4 {
			g.line("%s = %s", word(i, h, p), local(h, p))
		}
	}
}

func main() {
	log.SetFlags(0)
	log.SetPrefix("gen: ")
	if first.in != second.out {
		log.Fatalf("complement %x before a round and %x after it", first.in, second.out)
	}
	var g generator
	g.line("// Code generated by gen.go; DO NOT EDIT.\n")
	g.line("package chash\n")
	g.line("import \"math/bits\"\n")
	g.line("// engine is the permutation C-Engine. The first layer of S-boxes of each round is")
	g.line("// done at the end of the round before, while the words are at hand. Some words")
	g.line("// are complemented from then on; gen.go says why.")
	g.line("func engine(s *state) {")
	g.line("// The first layer of S-boxes of round 0.")
	for i := range 3 {
		g.line("{")
		g.load(i)
		g.complement()
		g.sbox(first)
		g.store(i)
		g.line("}")
	}
	g.line("\nfor r := range rounds - 1 {")
	g.line("constant := &slicedConstant[r]")
	g.mix()
	for i := range 3 {
		g.pair(i, false)
	}
	g.line("}")
	g.line("\n// The last round.")
	g.line("constant := &slicedConstant[rounds-1]")
	g.mix()
	for i := range 3 {
		g.pair(i, true)
	}
	g.line("}")
	text, err := format.Source(g.Bytes())
	if err != nil {
		log.Fatalf("%v\n%s", err, g.Bytes())
	}
	if err := os.WriteFile("engine_sliced.go", text, 0o644); err != nil {
		log.Fatal(err)
	}
}
