package lanes

import (
	"slices"
	"testing"
)

func TestByLength(t *testing.T) {
	var msgs [][]byte
	for _, n := range []int{3, 5, 0, 5, 9, 3} {
		msgs = append(msgs, make([]byte, n))
	}
	if got, want := ByLength(msgs), []int{4, 1, 3, 0, 5, 2}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if got := ByLength(nil); len(got) != 0 {
		t.Errorf("no messages: got %v", got)
	}
}
