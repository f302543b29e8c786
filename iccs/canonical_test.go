package iccs

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

func digestOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

func TestCanonicalDigest(t *testing.T) {
	const two = "Msg_Len = 0\nMsg =\nDst_Len = 8\nDst = 00\nMsg_Len = 1\nMsg = 80\nDst_Len = 8\nDst = 01\n"
	const first = "Msg_Len = 0\nMsg =\nDst_Len = 8\nDst = 00\n"
	official := "Msg_Len = 0\nMsg = \nDst_Len = 8\nDst = 00\n\nMsg_Len = 1\nMsg = 80\nDst_Len = 8\nDst = 01\n\n"
	for _, c := range []struct {
		name    string
		text    string
		mode    Mode
		records int
		want    string // canonical text
	}{
		{"official", official, Strict, 0, two},
		{"carriage returns", strings.ReplaceAll(official, "\n", "\r\n"), Strict, 0, two},
		{"trailing blanks", strings.ReplaceAll(official, "\n", " \t \n"), Strict, 0, two},
		{"blanks before the carriage return", strings.ReplaceAll(official, "\n", " \t\r\n"), Strict, 0, two},
		{"no final newline", strings.TrimRight(official, "\n"), Strict, 0, two},
		{"no empty lines", two, Strict, 0, two},
		{"many empty lines", strings.ReplaceAll(official, "\n", "\n\n \n"), Strict, 0, two},
		{"leading blanks stay", " a = 1\n", Strict, 0, " a = 1\n"},
		{"case stays", "Dst = ab\n", Strict, 0, "Dst = ab\n"},
		{"empty", "", Strict, 0, ""},
		{"empty lines only", "\n\r\n \n", Strict, 0, ""},
		{"nolen", official, NoLen, 0, "Msg =\nDst = 00\nMsg = 80\nDst = 01\n"},
		{"nolen of other names", "Key_Len = 3\nX_Len= 4\nLen = 5\n_Len = 6\nLength = 7\nA_Len_B = 8\na_Len\n", NoLen, 0,
			"Len = 5\n_Len = 6\nLength = 7\nA_Len_B = 8\na_Len\n"},
		{"one record", official, Strict, 1, first},
		{"one record without empty lines", two, Strict, 1, first},
		{"one record, nolen", official, NoLen, 1, "Msg =\nDst = 00\n"},
		{"all records", official, Strict, 2, two},
		{"more records than there are", official, Strict, 3, two},
		{"heading belongs to the text", "KAT file\n" + official, Strict, 1, "KAT file\n" + first},
	} {
		for _, r := range []io.Reader{strings.NewReader(c.text), iotest.OneByteReader(strings.NewReader(c.text))} {
			got, err := CanonicalDigest(r, c.mode, c.records)
			if err != nil {
				t.Errorf("%s: %v", c.name, err)
			} else if got != digestOf(c.want) {
				t.Errorf("%s: not the digest of %q", c.name, c.want)
			}
		}
	}
}

func TestCanonicalDigestErrors(t *testing.T) {
	broken := errors.New("broken disk")
	if _, err := CanonicalDigest(iotest.ErrReader(broken), Strict, 0); !errors.Is(err, broken) {
		t.Errorf("read error: %v", err)
	}
	for _, c := range []struct {
		text    string
		mode    Mode
		records int
		want    string
	}{
		{"", "loose", 0, `mode "loose" of a canonical digest is neither strict nor nolen`},
		{"", "", 0, `mode "" of a canonical digest is neither strict nor nolen`},
		{"", Strict, -1, "negative record count -1 of a canonical digest"},
		{"a = 1\n" + strings.Repeat("x", maxLine+1), Strict, 0, "line 2 is longer than 1048576 bytes"},
	} {
		_, err := CanonicalDigest(strings.NewReader(c.text), c.mode, c.records)
		if err == nil || err.Error() != c.want {
			t.Errorf("error %v, want %s", err, c.want)
		}
	}
}

// canonical is the rule of CanonicalDigest for whole texts, written down plainly.
func canonical(text string, mode Mode) string {
	var out strings.Builder
	for line := range strings.SplitSeq(strings.ReplaceAll(text, "\r", ""), "\n") {
		line = strings.TrimRight(line, " \t")
		name, _, isField := strings.Cut(line, "=")
		name = strings.Trim(name, " \t")
		if line == "" || mode == NoLen && isField && strings.HasSuffix(name, "_Len") && name != "_Len" {
			continue
		}
		out.WriteString(line + "\n")
	}
	return out.String()
}

func FuzzCanonicalDigest(f *testing.F) {
	f.Add("Msg_Len = 0\r\nMsg = \r\nDst_Len = 8\r\nDst = 00\r\n\r\nMsg_Len = 1\nMsg = 80", 1)
	f.Add("a=1\n\n=b\n \t\n\r", 0)
	f.Fuzz(func(t *testing.T, text string, records int) {
		for _, mode := range []Mode{Strict, NoLen} {
			got, err := CanonicalDigest(strings.NewReader(text), mode, 0)
			if err != nil {
				if len(text) < maxLine {
					t.Fatal(err)
				}
				return
			}
			plain := canonical(text, mode)
			if got != digestOf(plain) {
				t.Errorf("%s: digest of %q is not that of %q", mode, text, plain)
			}
			if again, err := CanonicalDigest(strings.NewReader(plain), mode, 0); err != nil || again != got {
				t.Errorf("%s: digest of the canonical text %q differs: %v", mode, plain, err)
			}
			if _, err := CanonicalDigest(strings.NewReader(text), mode, records); (err != nil) != (records < 0) {
				t.Errorf("%d records: %v", records, err)
			}
		}
	})
}
