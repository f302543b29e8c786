package chash

//go:generate go run gen.go
//go:generate go -C ../_asm run ./chash -kernel avx2 -out ../chash/avx2_amd64.s -stubs ../chash/avx2_amd64.go -pkg chash
//go:generate go -C ../_asm run ./chash -kernel avx512-vbmi -out ../chash/avx512_vbmi_amd64.s -stubs ../chash/avx512_vbmi_amd64.go -pkg chash

// slicedConstant is roundConstant for the words of the first half of row 0: bit
// 2j of word p is bit p of hexadecimal digit j, counted from the left.
var slicedConstant = func() (c [rounds][4]uint64) {
	for r, word := range roundConstant {
		for j := range 8 {
			for p := range 4 {
				c[r][p] |= uint64(word>>(28-4*j+p)&1) << (2 * j)
			}
		}
	}
	return c
}()
