package iccs

import (
	"bytes"
	"io"
	"strings"
	"testing"
)

// What Generate writes, ParseRecords reads.
func TestRecordsRoundTrip(t *testing.T) {
	for _, f := range []File{KAT212, KAT223, KATLoop} {
		for _, digestBits := range widths {
			if f == KATLoop && digestBits != 768 {
				continue // a million hashes each
			}
			var want []Record
			h := stretched(digestBits)
			if f == KATLoop {
				h = folded(digestBits)
			}
			var text bytes.Buffer
			err := Generate(&text, f, digestBits, func(bits uint64, msg io.Reader) ([]byte, error) {
				digest, err := h(bits, msg)
				if f == KATLoop {
					want = want[:0] // only the last one is printed
				}
				want = append(want, Record{bits, digest})
				return digest, err
			})
			if err != nil {
				t.Fatal(err)
			}
			got, err := ParseRecords(&text, "kat.txt")
			if err != nil {
				t.Fatal(err)
			}
			if len(got) != len(want) {
				t.Fatalf("%s, %d bits: %d records, want %d", f, digestBits, len(got), len(want))
			}
			for i := range want {
				if got[i].Bits != want[i].Bits || !bytes.Equal(got[i].Digest, want[i].Digest) {
					t.Errorf("%s, %d bits, record %d: %d %X, want %d %X", f, digestBits, i+1,
						got[i].Bits, got[i].Digest, want[i].Bits, want[i].Digest)
				}
			}
		}
	}
}

func TestParseRecordsForms(t *testing.T) {
	for _, c := range []struct {
		name, text string
		bits       uint64
	}{
		{"official", "Msg_Len = 9\nMsg = FF80\nDst_Len = 16\nDst = ABCD\n\n", 9},
		{"carriage returns, no final newline", "Msg_Len = 9 \r\nMsg = FF80\r\nDst_Len = 16\r\nDst = ABCD", 9},
		{"lower case, no blanks, heading", "# made by\nMsg_Len=9\nMsg=ff80\nDst_Len=16\nDst=abcd\n", 9},
		{"without lengths", "Msg = FF80\nDst = ABCD\n", 16},
		{"without message", "Msg_Seed = \nMsg_Exp = 00 .... 00\nDst = ABCD\n", 0},
		{"unknown field", "Count = 1\nMsg_Len = 9\nDst = ABCD\n", 9},
	} {
		got, err := ParseRecords(strings.NewReader(c.text+"\n"+c.text), "kat.txt")
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if len(got) != 2 {
			t.Errorf("%s: %d records", c.name, len(got))
			continue
		}
		for _, r := range got {
			if r.Bits != c.bits || !bytes.Equal(r.Digest, []byte{0xAB, 0xCD}) {
				t.Errorf("%s: %+v", c.name, r)
			}
		}
	}
	if got, err := ParseRecords(strings.NewReader("\n# nothing\n"), "kat.txt"); err != nil || len(got) != 0 {
		t.Errorf("empty file: %v, %v", got, err)
	}
}

func TestParseRecordsErrors(t *testing.T) {
	const good = "Msg_Len = 9\nMsg = FF80\nDst = ABCD\n\n"
	for _, c := range []struct{ text, want string }{
		{good + "Msg_Len = x\n", `kat.txt:5: message length "x" is not a number of bits`},
		{"Msg_Len = -1\n", `kat.txt:1: message length "-1" is not a number of bits`},
		{"Msg_Len = 18446744073709551616\n", `kat.txt:1: message length "18446744073709551616" is not a number of bits`},
		{good + "Msg_Len = 1\nDst = ABC\n", `kat.txt:6: digest "ABC" is not hex`},
		{"Msg_Len = 1\nDst = \n", `kat.txt:2: digest "" is not hex`},
		{"Msg_Len = 1\nDst = AG\n", `kat.txt:2: digest "AG" is not hex`},
		{good + "Dst = AB\n", "kat.txt:5: digest without a message before it"},
		{good + "Msg_Len = 1\nMsg = 80\n", "kat.txt:6: the file ends inside the record that begins on line 5: its Dst is missing"},
		{"Msg_Len = 1\n\nMsg_Len = 2\n", "kat.txt:3: second Msg_Len in the record that begins on line 1: its Dst is missing"},
		{"Msg = 1\n\nMsg = 2\n", "kat.txt:3: second Msg in the record that begins on line 1: its Dst is missing"},
		{"hello\n", `kat.txt:1: "hello" is not a line of the form Name = value`},
		{strings.Repeat("long ", 20), `kat.txt:1: "` + strings.Repeat("long ", 12) + `..." is not a line of the form Name = value`},
		{good + strings.Repeat("x", maxLine+1), "kat.txt: line 5 is longer than 1048576 bytes"},
	} {
		got, err := ParseRecords(strings.NewReader(c.text), "kat.txt")
		if err == nil || err.Error() != c.want {
			t.Errorf("error %v\nwant  %s", err, c.want)
		}
		if got != nil {
			t.Errorf("records besides the error %v", err)
		}
	}
}

func FuzzParseRecords(f *testing.F) {
	f.Add("Msg_Len = 9\nMsg = FF80\nDst_Len = 16\nDst = ABCD\n\n")
	f.Add("Msg_Len = 8388608\r\nMsg_Seed = \r\nMsg_Exp = 00 .... 00\r\nDst_Len = 8\r\nDst = 00")
	f.Fuzz(func(t *testing.T, text string) {
		records, err := ParseRecords(strings.NewReader(text), "name")
		if err != nil {
			if !strings.HasPrefix(err.Error(), "name:") || records != nil {
				t.Errorf("%d records and error %v", len(records), err)
			}
			return
		}
		// What stands between records for the canonical text does not matter here either.
		plain, err := ParseRecords(strings.NewReader(canonical(text, Strict)), "name")
		if err != nil || len(plain) != len(records) {
			t.Fatalf("canonical text of %q: %d records instead of %d, %v", text, len(plain), len(records), err)
		}
		for i, r := range records {
			if len(r.Digest) == 0 || r.Bits != plain[i].Bits || !bytes.Equal(r.Digest, plain[i].Digest) {
				t.Errorf("record %d: %+v, in the canonical text %+v", i+1, r, plain[i])
			}
		}
	})
}
