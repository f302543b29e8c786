package garnet_test

import (
	"fmt"
	"io"
	"strings"

	"github.com/hashassay/assay/garnet"
)

func ExampleSum512Cap1024() {
	digest := garnet.Sum512Cap1024([]byte("abc"))
	fmt.Printf("%x\n", digest[:16])
	// Output: ad0c8db71a109d8d45ab018c903bd610
}

func ExampleNew768() {
	h := garnet.New768()
	io.Copy(h, strings.NewReader("abc"))
	fmt.Printf("%x\n", h.Sum(nil)[:16])
	// Output: 5ffb9474967637af4c2256072ac0c8ee
}

// Only the first three bits of the byte belong to the message.
func ExampleSum1024Bits() {
	a := garnet.Sum1024Bits([]byte{0b101_00000}, 3)
	b := garnet.Sum1024Bits([]byte{0b101_11111}, 3)
	fmt.Println(a == b)
	// Output: true
}
