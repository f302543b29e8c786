package main

// quad is the registers of four words to be mixed, and scratch registers.
type quad struct {
	v        [4]int
	u, carry [3]int
}

// quads returns two quads, those of words cell(row, 0) and cell(row, 1), with
// scratch registers for each.
func quads(cell func(row, k int) int) (list []quad) {
	for k := range 2 {
		var q quad
		for row := range q.v {
			q.v[row] = cell(row, k)
		}
		for i := range 3 {
			q.u[i] = scratch + 6*k + i
			q.carry[i] = scratch + 6*k + 3 + i
		}
		list = append(list, q)
	}
	return list
}

// sums writes the sums of neighbours, their doubles, the masks of the bits
// carried out of their halves, each in the other half, and A+B+C+D, which takes
// the place of D.
func (g *generator) sums(quads []quad) {
	for _, q := range quads {
		for i := range 3 {
			g.line("VEOR V%d.B16, V%d.B16, V%d.B16", q.v[i], q.v[i+1], q.u[i])
		}
	}
	for _, q := range quads {
		for i := range 3 {
			g.line("VCMTST V%d.D2, V%d.D2, V%d.D2", topBits, q.u[i], q.carry[i])
		}
		g.line("VEOR V%d.B16, V%d.B16, V%d.B16", q.u[0], q.u[2], q.v[3])
	}
	for _, q := range quads {
		for i := range 3 {
			g.line("VADD V%d.D2, V%d.D2, V%d.D2", q.u[i], q.u[i], q.u[i])
		}
	}
	for _, q := range quads {
		for i := range 3 {
			g.line("VEXT $8, V%d.B16, V%d.B16, V%d.B16", q.carry[i], q.carry[i], q.carry[i])
		}
	}
}

// mixPlain is a mix in 28 instructions.
func (g *generator) mixPlain(quads []quad, reduce int) {
	g.sums(quads)
	for _, q := range quads {
		for i := range 3 {
			g.line("VEOR V%d.B16, V%d.B16, V%d.B16", q.v[3], q.v[i], q.v[i])
			g.line("VAND V%d.B16, V%d.B16, V%d.B16", reduce, q.carry[i], q.carry[i])
		}
	}
	for _, q := range quads {
		for i := range 3 {
			g.line("VEOR V%d.B16, V%d.B16, V%d.B16", q.u[i], q.v[i], q.v[i])
		}
	}
	for _, q := range quads {
		for i := range 3 {
			g.line("VEOR V%d.B16, V%d.B16, V%d.B16", q.carry[i], q.v[i], q.v[i])
		}
	}
	for _, q := range quads {
		for i := range 3 {
			g.line("VEOR V%d.B16, V%d.B16, V%d.B16", q.v[i], q.v[3], q.v[3])
		}
	}
}

// mixSHA3 is a mix in 21 instructions. It adds the reduction where there is no
// carry instead of where there is one, and so its results are those of the mix
// plus the reduction, in all four words. Later mixes leave it there, since four
// equal words stay as they are. After a round all words have rho's and zeta's
// added; it is part of the keys to take them off.
func (g *generator) mixSHA3(quads []quad, reduce int) {
	g.sums(quads)
	for _, q := range quads {
		for i := range 3 {
			g.line("VEOR3 V%d.B16, V%d.B16, V%d.B16, V%d.B16", q.u[i], q.v[3], q.v[i], q.v[i])
		}
	}
	for _, q := range quads {
		for i := range 3 {
			g.line("VBCAX V%d.B16, V%d.B16, V%d.B16, V%d.B16", q.carry[i], reduce, q.v[i], q.v[i])
		}
	}
	for _, q := range quads {
		g.line("VEOR V%d.B16, V%d.B16, V%d.B16", q.v[0], q.v[3], q.v[3])
		g.line("VEOR3 V%d.B16, V%d.B16, V%d.B16, V%d.B16", q.v[1], q.v[2], q.v[3], q.v[3])
	}
}
