package iccs

import (
	"bytes"
	"crypto/sha512"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
)

// officialSizes are the sizes in bytes of the official files for digests of 512, 768 and 1024 bits.
var officialSizes = map[File][3]int{
	KAT212:  {2804822, 3067030, 3333335},
	KAT223:  {815, 1007, 1202},
	KAT233:  {824, 1016, 1211},
	KATLoop: {2220, 2284, 2349},
}

var widths = [3]int{512, 768, 1024}

// stretched is a hash for tests: SHA-512 of length and message, repeated to the digest length.
func stretched(digestBits int) Hasher {
	return func(bits uint64, msg io.Reader) ([]byte, error) {
		h := sha512.New()
		fmt.Fprintf(h, "%d:", bits)
		if _, err := io.Copy(h, msg); err != nil {
			return nil, err
		}
		sum := h.Sum(nil)
		return append(sum, sum...)[:digestBits/8], nil
	}
}

// folded is a quick hash for the million rounds of KAT_Loop: the
// message's beginning XORed with thrice its end in reverse.
func folded(digestBits int) Hasher {
	digest := make([]byte, digestBits/8)
	var msg [loopBits / 8]byte
	return func(bits uint64, r io.Reader) ([]byte, error) {
		if _, err := io.ReadFull(r, msg[:]); err != nil {
			return nil, err
		}
		for i := range digest {
			digest[i] = msg[i] ^ msg[len(msg)-1-i]*3
		}
		return digest, nil
	}
}

func TestGenerateSizes(t *testing.T) {
	for i, digestBits := range widths {
		for _, f := range Files() {
			if f == KAT233 || f == KATLoop {
				continue // TestGenerate233 (with -tags slow), TestGenerateLoop
			}
			var text bytes.Buffer
			if err := Generate(&text, f, digestBits, stretched(digestBits)); err != nil {
				t.Fatalf("%s, %d bits: %v", f, digestBits, err)
			}
			if got, want := text.Len(), officialSizes[f][i]; got != want {
				t.Errorf("%s, %d bits: %d bytes, want %d", f, digestBits, got, want)
			}
			if !bytes.HasSuffix(text.Bytes(), []byte("\n\n")) || bytes.ContainsRune(text.Bytes(), '\r') {
				t.Errorf("%s, %d bits: wrong line ends", f, digestBits)
			}
		}
	}
}

func TestGenerateText(t *testing.T) {
	zeros := func(bits uint64, msg io.Reader) ([]byte, error) {
		return make([]byte, 2), nil
	}
	var text strings.Builder
	if err := Generate(&text, KAT212, 16, zeros); err != nil {
		t.Fatal(err)
	}
	const want212 = "Msg_Len = 0\nMsg = \nDst_Len = 16\nDst = 0000\n\n" +
		"Msg_Len = 1\nMsg = 80\nDst_Len = 16\nDst = 0000\n\n" +
		"Msg_Len = 2\nMsg = 40\nDst_Len = 16\nDst = 0000\n\n"
	if !strings.HasPrefix(text.String(), want212) {
		t.Errorf("KAT_2_12 begins with\n%s", text.String()[:len(want212)])
	}
	if got := strings.Count(text.String(), "Msg_Len = "); got != 4097 {
		t.Errorf("KAT_2_12 has %d records", got)
	}

	// A hasher that reads nothing, all, or a part does not change the text.
	const want223 = "Msg_Len = 8388608\nMsg_Seed = \nMsg_Exp = 0000000000000000 .... 0000000000000000\nDst_Len = 16\nDst = 0000\n\n" +
		"Msg_Len = 8388608\nMsg_Seed = \nMsg_Exp = FFFFFFFFFFFFFFFF .... FFFFFFFFFFFFFFFF\nDst_Len = 16\nDst = 0000\n\n" +
		"Msg_Len = 8388608\nMsg_Seed = 4B41545F325F32334B41545F325F32334B41545F325F32334B41545F325F3233" +
		"4B41545F325F32334B41545F325F32334B41545F325F32334B41545F325F3233\n" +
		"Msg_Exp = B6E2C825BE0E7D79 .... 70B7D148BC6FCCEC\nDst_Len = 16\nDst = 0000\n\n"
	for _, n := range []int64{0, 1, 7, 1000, 1 << 20} {
		text.Reset()
		err := Generate(&text, KAT223, 16, func(bits uint64, msg io.Reader) ([]byte, error) {
			_, err := io.CopyN(io.Discard, msg, n)
			return make([]byte, 2), err
		})
		if err != nil {
			t.Fatal(err)
		}
		if text.String() != want223 {
			t.Errorf("KAT_2_23 with %d bytes read:\n%s", n, text.String())
		}
	}
}

// What the hasher is given: lengths, whole messages, and their ends.
func TestGenerateMessages(t *testing.T) {
	want := uint64(0)
	err := Generate(io.Discard, KAT212, 8, func(bits uint64, msg io.Reader) ([]byte, error) {
		m, err := io.ReadAll(msg)
		if bits != want || len(m) != int(bits+7)/8 {
			t.Fatalf("message of %d bits with %d bytes, want %d bits", bits, len(m), want)
		}
		if unused := 8*len(m) - int(bits); bits > 0 && m[len(m)-1]&(1<<unused-1) != 0 {
			t.Fatalf("message of %d bits: unused bits set: %X", bits, m)
		}
		want++
		return []byte{0}, err
	})
	if err != nil || want != 4097 {
		t.Fatalf("%d messages, %v", want, err)
	}
	err = Generate(io.Discard, KAT223, 8, func(bits uint64, msg io.Reader) ([]byte, error) {
		n, err := io.Copy(io.Discard, msg)
		if bits != 1<<23 || n != 1<<20 {
			t.Errorf("message of %d bits with %d bytes", bits, n)
		}
		return []byte{0}, err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// KAT_Loop against the rule written down naively.
func TestGenerateLoop(t *testing.T) {
	for i, digestBits := range widths {
		d := digestBits / 8
		h := folded(digestBits)
		digest := func(m []byte) []byte {
			sum, err := h(loopBits, bytes.NewReader(m))
			if err != nil {
				t.Fatal(err)
			}
			return bytes.Clone(sum)
		}
		m, err := io.ReadAll(NewDRNG(KATLoop.seed()).Request(8192))
		if err != nil {
			t.Fatal(err)
		}
		want := fmt.Sprintf("Msg_Len = 8192\nMsg = %X\nDst_Len = %d\n", m, digestBits)
		sum := digest(m)
		for range 1_000_000 {
			m = append(m, m[:d]...)[d:]
			for i := range sum {
				m[i] ^= sum[i]
			}
			sum = digest(m)
		}
		want += fmt.Sprintf("Dst = %X\n\n", sum)
		var text strings.Builder
		if err := Generate(&text, KATLoop, digestBits, h); err != nil {
			t.Fatal(err)
		}
		if text.String() != want {
			t.Errorf("%d bits: got\n%s\nwant\n%s", digestBits, text.String(), want)
		}
		if got, want := text.Len(), officialSizes[KATLoop][i]; got != want {
			t.Errorf("%d bits: %d bytes, want %d", digestBits, got, want)
		}
	}
}

// fullDisk fails after some bytes.
type fullDisk struct{ room int }

var errFull = errors.New("no space left")

func (w *fullDisk) Write(p []byte) (int, error) {
	if w.room -= len(p); w.room < 0 {
		return 0, errFull
	}
	return len(p), nil
}

func TestGenerateErrors(t *testing.T) {
	own := errors.New("out of order")
	failing := func(uint64, io.Reader) ([]byte, error) { return nil, own }
	for _, f := range Files() {
		if err := Generate(io.Discard, f, 512, failing); err != own {
			t.Errorf("%s: %v instead of the hasher's error", f, err)
		}
	}
	short := func(uint64, io.Reader) ([]byte, error) { return make([]byte, 63), nil }
	for _, c := range []struct {
		f          File
		digestBits int
		w          io.Writer
		h          Hasher
		want       string
	}{
		{KAT212, 512, io.Discard, short, "KAT_2_12: message of 0 bits: digest of 63 bytes instead of 64"},
		{KAT223, 512, io.Discard, short, "KAT_2_23: message of 8388608 bits: digest of 63 bytes instead of 64"},
		{KAT212, 0, io.Discard, failing, "KAT_2_12: digest length of 0 bits is not a positive multiple of 8"},
		{KAT212, -8, io.Discard, failing, "KAT_2_12: digest length of -8 bits is not a positive multiple of 8"},
		{KAT212, 511, io.Discard, failing, "KAT_2_12: digest length of 511 bits is not a positive multiple of 8"},
		{KATLoop, 8200, io.Discard, failing, "KAT_Loop: digest length of 8200 bits is more than the message's 8192"},
		{"KAT", 512, io.Discard, failing, `"KAT" is not a known-answer file (want KAT_2_12, KAT_2_23, KAT_2_33 or KAT_Loop)`},
		{KAT212, 512, &fullDisk{room: 100000}, stretched(512), "write KAT_2_12: no space left"},
	} {
		err := Generate(c.w, c.f, c.digestBits, c.h)
		if err == nil || err.Error() != c.want {
			t.Errorf("%s, %d bits: error %v, want %s", c.f, c.digestBits, err, c.want)
		}
	}
	if err := Generate(&fullDisk{}, KAT223, 512, stretched(512)); !errors.Is(err, errFull) {
		t.Errorf("full disk: %v", err)
	}
}

func TestEnds(t *testing.T) {
	text := []byte("abcdefghijklmnopqrstuvwxyz")
	for size := 1; size <= len(text); size++ {
		e := &ends{r: bytes.NewReader(text)}
		p := make([]byte, size)
		for {
			if _, err := e.Read(p); err == io.EOF {
				break
			}
		}
		if string(e.first[:]) != "abcdefgh" || string(e.last[:]) != "stuvwxyz" || e.n != 26 {
			t.Errorf("reads of %d bytes: %q .. %q", size, e.first, e.last)
		}
	}
}

// Neither the official hashes nor a driver allocate per message on our side.
func TestLoopAllocations(t *testing.T) {
	h := folded(512)
	g := &generator{file: KATLoop, digestBits: 512, hasher: h}
	msg := make([]byte, loopBits/8)
	if n := testing.AllocsPerRun(100, func() {
		if _, err := g.hashBytes(loopBits, msg); err != nil {
			t.Fatal(err)
		}
	}); n != 0 {
		t.Errorf("%v allocations per message", n)
	}
}
