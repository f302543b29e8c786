//go:build slow

package iccs

import (
	"io"
	"strings"
	"testing"
)

// The one request of KAT_2_33, 1 GiB, to its end. Run with -tags slow.
func TestLongRequest(t *testing.T) {
	checkEnds(t, KAT233, 1<<33, "AE6416F9B6D4C97A", "31B80BC6E737A914")
}

// Size and text of the whole KAT_2_33 with a hash that reads nothing.
func TestGenerate233(t *testing.T) {
	for i, digestBits := range widths {
		var text strings.Builder
		digest := make([]byte, digestBits/8)
		err := Generate(&text, KAT233, digestBits, func(uint64, io.Reader) ([]byte, error) { return digest, nil })
		if err != nil {
			t.Fatal(err)
		}
		if got, want := text.Len(), officialSizes[KAT233][i]; got != want {
			t.Errorf("%d bits: %d bytes, want %d", digestBits, got, want)
		}
		if !strings.Contains(text.String(), "\nMsg_Exp = AE6416F9B6D4C97A .... 31B80BC6E737A914\n") {
			t.Errorf("%d bits: ends of the third message are missing:\n%s", digestBits, text.String())
		}
	}
}
