package main

// substitute is SC: the S-box on the rows a to e of any number of columns.
func (p *program) substitute(a, b, c, d, e *value, complement complement) [5]*value {
	if p.set.ternary {
		return p.substituteTernary(a, b, c, d, e)
	}
	return p.substituteBinary(a, b, c, d, e, complement)
}

// substituteTernary is the S-box in 12 functions of three inputs, of depth 3. A
// search found it; the tests of the package compare it with the table.
func (p *program) substituteTernary(a, b, c, d, e *value) [5]*value {
	u := p.logic(0x96, a, c, e)
	g := p.logic(0x96, b, d, e)
	m := p.logic(0xe8, c, d, e)
	w := p.logic(0x72, b, d, u)
	q := p.logic(0x8e, d, u, g)
	r := p.logic(0x2e, a, c, g)
	s := p.logic(0xd8, a, u, g)
	y0 := p.logic(0x4b, b, u, m)
	y2 := p.logic(0x78, a, c, q)
	y1 := p.logic(0x4b, b, d, r)
	y3 := p.logic(0x87, b, c, s)
	y4 := p.logic(0x78, a, e, w)
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
