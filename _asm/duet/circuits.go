package main

// substitute is SC: the S-box on the rows a to e of any number of columns.
func (p *program) substitute(a, b, c, d, e *value, complement complement) [5]*value {
	if p.set.ternary {
		return p.substituteTernary(a, b, c, d, e)
	}
	return p.substituteBinary(a, b, c, d, e, complement)
}

// substituteTernary is the S-box in 14 instructions of two or three inputs. The instruction
// for three inputs overwrites one of them, and a copy costs about as much as an operation. Here
// each has an input that is not needed any more. (There is a circuit of 12 functions of three inputs,
// and of depth 3 instead of 4, but it needs 6 copies.)
func (p *program) substituteTernary(a, b, c, d, e *value) [5]*value {
	t := p.xor(c, e)
	q := p.xor(b, e)
	u := p.xor(t, a)
	g := p.xor(q, d)
	m := p.logic(0xca, e, d, t)  // e if t is 0, else d
	q = p.logic(0xca, u, d, q)   // u if q is 0, else d
	s := p.logic(0xd8, a, u, g)  // g if a is 0, else u
	y0 := p.logic(0x4b, b, u, m) // ~(m + u ~b)
	w := p.logic(0x72, b, d, u)  // u if b is 0, else ~d
	y2 := p.logic(0x78, a, c, q) // q + a c
	y3 := p.logic(0x87, b, c, s) // ~(s + b c)
	y4 := p.logic(0x78, a, e, w) // w + a e
	r := p.logic(0x4e, c, a, g)  // a if c is 0, else ~g
	y1 := p.logic(0x4b, b, d, r) // ~(r + d ~b)
	return [5]*value{y0, y1, y2, y3, y4}
}

// complement says which rows are held complemented, so that the S-box needs no
// NOT: MS and ML keep a complement of a whole row. Rows 1 and 2 are; row 3 only
// if MS mixes the rows so that the complements come back the same.
type complement struct{ row3 bool }

// rows lists the complemented rows.
func (c complement) rows() []int {
	if c.row3 {
		return []int{1, 2, 3}
	}
	return []int{1, 2}
}

// substituteBinary is the S-box in 28 instructions of two inputs.
func (p *program) substituteBinary(a, b, c, d, e *value, complement complement) [5]*value {
	t := p.xor(c, e)
	u := p.xor(t, a)
	q := p.xor(b, e)
	g := p.xor(q, d)
	r := p.andNot(b, u)
	de := p.xor(d, e)
	if complement.row3 {
		y0 := p.xor(p.xor(p.or(t, de), e), r)
		y1 := p.xor(p.xor(a, p.or(c, p.xor(a, g))), p.andNot(b, d))
		y2 := p.xor(p.xor(p.and(q, p.xor(d, u)), d), p.andNot(a, c))
		y3 := p.xor(p.xor(p.andNot(a, p.xor(u, g)), g), p.or(b, c))
		y4 := p.xor(p.xor(r, p.andNot(d, b)), p.and(a, e))
		return [5]*value{y0, y1, y2, y3, y4}
	}
	y0 := p.xor(p.xor(p.andNot(de, t), e), r)
	y1 := p.xor(p.xor(a, p.andNot(p.xor(a, g), c)), p.and(d, b))
	y2 := p.xor(p.xor(p.andNot(q, p.xor(d, u)), d), p.andNot(a, c))
	y3 := p.xor(p.xor(p.and(p.xor(u, g), a), g), p.or(b, c))
	y4 := p.xor(p.xor(r, p.or(b, d)), p.and(a, e))
	return [5]*value{y0, y1, y2, y3, y4}
}
