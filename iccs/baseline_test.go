package iccs

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"hash"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/hashassay/assay/internal/hashtest"
)

// newBaseline returns the helper function of a label such as pseudoXOF-512.
func newBaseline(t testing.TB, label string) hash.Hash {
	t.Helper()
	name, width, _ := strings.Cut(label, "-")
	bits, err := strconv.Atoi(width)
	if err != nil {
		t.Fatal(err)
	}
	switch name {
	case "sm3hash":
		return NewSM3()
	case "pseudohash":
		return NewPseudoHash(bits)
	case "pseudoXOF":
		return NewPseudoXOF(bits)
	}
	t.Fatalf("no helper function %s", label)
	return nil
}

type baselineFile struct {
	HMACKey string              `json:"hmac_key_hex"`
	Lengths []int               `json:"lengths"`
	Vectors map[string][]string `json:"vectors"`
}

func readBaseline(t testing.TB) (f baselineFile) {
	t.Helper()
	data, err := os.ReadFile("testdata/iccs.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, &f); err != nil {
		t.Fatal(err)
	}
	if len(f.Lengths) != 18 || len(f.Vectors) != 12 {
		t.Fatalf("%d lengths, %d functions", len(f.Lengths), len(f.Vectors))
	}
	return f
}

func TestBaselineVectors(t *testing.T) {
	f := readBaseline(t)
	if got := hex.EncodeToString(macKey[:]); got != f.HMACKey {
		t.Errorf("HMAC key %s, want %s", got, f.HMACKey)
	}
	for label, digests := range f.Vectors {
		h := newBaseline(t, label)
		for i, n := range f.Lengths {
			h.Reset()
			m := make([]byte, n)
			for k := range m {
				m[k] = byte(7*k + 1)
			}
			h.Write(m)
			if got := hex.EncodeToString(h.Sum(nil)); got != digests[i] {
				t.Errorf("%s of %d bytes: %s, want %s", label, n, got, digests[i])
			}
		}
	}
}

func TestBaselineIsAHash(t *testing.T) {
	for _, label := range []string{"pseudohash-512", "pseudohash-768", "pseudohash-1024", "pseudoXOF-512", "pseudoXOF-384"} {
		t.Run(label, func(t *testing.T) {
			hashtest.TestHash(t, func() hash.Hash { return newBaseline(t, label) })
			h := newBaseline(t, label)
			digest := make([]byte, 0, h.Size())
			m := make([]byte, 1000)
			if n := testing.AllocsPerRun(20, func() {
				h.Reset()
				h.Write(m)
				h.Sum(digest)
			}); n != 0 {
				t.Errorf("%v allocations", n)
			}
		})
	}
}

func TestBaselineWidths(t *testing.T) {
	for _, f := range []func(){
		func() { NewPseudoHash(256) },
		func() { NewPseudoXOF(0) },
		func() { NewPseudoXOF(-8) },
		func() { NewPseudoXOF(12) },
	} {
		func() {
			defer func() {
				if r := recover(); r == nil || !strings.HasPrefix(fmt.Sprint(r), "iccs: ") {
					t.Errorf("recovered %v", r)
				}
			}()
			f()
		}()
	}
}
