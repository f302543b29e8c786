package qsh_test

import (
	"fmt"
	"io"
	"strings"

	"github.com/hashassay/assay/qsh"
)

func ExampleSum512() {
	digest := qsh.Sum512([]byte("abc"))
	fmt.Printf("%x\n", digest[:16])
	// Output: db0125b771f1374b0e29d1a3324f48b8
}

func ExampleNew768() {
	h := qsh.New768()
	io.Copy(h, strings.NewReader("abc"))
	fmt.Printf("%x\n", h.Sum(nil)[:16])
	// Output: e77de2e91e2bad80ade14c45911d2e52
}

// Only the first three bits of the byte belong to the message.
func ExampleSum1024Bits() {
	a := qsh.Sum1024Bits([]byte{0b101_00000}, 3)
	b := qsh.Sum1024Bits([]byte{0b101_11111}, 3)
	fmt.Println(a == b)
	// Output: true
}
