package iphe_test

import (
	"fmt"
	"io"
	"strings"

	"github.com/hashassay/assay/iphe"
)

func ExampleSum512() {
	digest := iphe.Sum512([]byte("abc"))
	fmt.Printf("%x\n", digest[:16])
	// Output: 1a3d5a827e01652e26fd14b65e04053a
}

func ExampleNew768() {
	h := iphe.New768()
	io.Copy(h, strings.NewReader("abc"))
	fmt.Printf("%x\n", h.Sum(nil)[:16])
	// Output: 32fd5229830c53fba0fa622d0da20132
}

// Only the first three bits of the byte belong to the message.
func ExampleSum1024Bits() {
	a := iphe.Sum1024Bits([]byte{0b101_00000}, 3)
	b := iphe.Sum1024Bits([]byte{0b101_11111}, 3)
	fmt.Println(a == b)
	// Output: true
}
