package gate

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/hashassay/assay/iccs"
)

const name212 = "Box-K/KAT_2_12_box.txt"

// official returns the folder of expected vectors, after an edit of KAT_2_12.
func official(t *testing.T, edit func(string) string) fstest.MapFS {
	return fstest.MapFS{
		name212:                  {Data: []byte(edit(string(goodText(t, iccs.KAT212))))},
		"Box-K/KAT_2_23_box.txt": {Data: goodText(t, iccs.KAT223)},
	}
}

func TestMismatchDetail(t *testing.T) {
	records, err := iccs.ParseRecords(bytes.NewReader(goodText(t, iccs.KAT212)), "kat")
	if err != nil {
		t.Fatal(err)
	}
	want := records[17].Digest // record 18: 17 bits
	got := bytes.Clone(want)
	got[63] ^= 1
	named := fmt.Sprintf("KAT_2_12: record 18 is the first to differ: message of 17 bits, expected digest %X, actual digest %X", want, got)
	m := both(t)
	sum := m.Entries[0].SHA256
	unnamed := "KAT_2_12: the generated file does not have the official digest " + sum
	same := func(s string) string { return s }
	notOfficial := "; the expected vectors " + name212 + " do not match the manifest either: they are not the official file, or the manifest is wrong"

	for _, c := range []struct {
		name    string
		vectors fstest.MapFS
		detail  string
	}{
		{"vectors", official(t, same), named},
		{"vectors with other line ends", official(t, func(s string) string { return strings.ReplaceAll(s, "\n", " \r\n") }), named},
		{"no vectors", nil, unnamed + "; which record differs cannot be told without expected vectors: supply a folder that holds the official file as " + name212},
		{"other vectors only", fstest.MapFS{"Box-K/KAT_2_23_box.txt": {}},
			unnamed + "; which record differs cannot be told: the folder of expected vectors has no " + name212},
		{"vectors are a folder", fstest.MapFS{name212 + "/x": {}}, unnamed + "; expected vectors cannot be read: "},
		{"unreadable vectors", fstest.MapFS{name212: {Data: []byte("Msg_Len = 0\nDst = 0\n")}},
			unnamed + `; expected vectors cannot be read: ` + name212 + `:2: digest "0" is not hex`},
		{"vectors wrong elsewhere", official(t, func(s string) string { return s[:len(s)-4] + "\n\n" }), named + notOfficial},
		{"vectors wrong as well", official(t, func(s string) string {
			return strings.Replace(s, fmt.Sprintf("%X", want), fmt.Sprintf("%X", got), 1)
		}), unnamed + ", but its 4097 records have the message lengths and digests of the expected vectors" + notOfficial},
		{"vectors of other messages", official(t, func(s string) string { return strings.Replace(s, "Msg_Len = 2\n", "Msg_Len = 3\n", 1) }),
			"KAT_2_12: record 3 is the first to differ: its message has 2 bits, in the expected vectors 3" + notOfficial},
		{"cut vectors", official(t, func(s string) string { return s[:strings.Index(s, "Msg_Len = 5\n")] }),
			"KAT_2_12: all records agree as far as they go, but there are 4097, in the expected vectors 5" + notOfficial},
	} {
		r := request(m)
		if c.vectors != nil {
			r.Vectors = c.vectors
		}
		res := mustRun(t, r, &fake{answer: flip(18)})
		ok := res.Detail == c.detail
		if strings.HasSuffix(c.detail, ": ") {
			ok = strings.HasPrefix(res.Detail, c.detail)
		}
		if res.Status != Mismatch || !ok || statuses(res) != "KAT_2_12 MISMATCH, KAT_2_23 PASS" {
			t.Errorf("%s: %s (%s): %s\nwant %s", c.name, res.Status, statuses(res), res.Detail, c.detail)
		}
		if len(res.Digests) != 3 {
			t.Errorf("%s: %d digests of timed messages", c.name, len(res.Digests))
		}
	}
}

// In mode nolen the lengths in the expected vectors do not count, and with a
// record count the records after it.
func TestMismatchDetailModes(t *testing.T) {
	vectors := official(t, func(s string) string {
		s = strings.ReplaceAll(s, "Msg_Len = ", "Msg_Len = 1")
		return s[:strings.Index(s, "Msg_Len = 1200\n")]
	})
	for _, c := range []struct {
		mode, detail string
		wrong        int
	}{
		{"nolen", "KAT_2_12: record 150 is the first to differ: message of 149 bits, ", 150},
		{"nolen:100", "KAT_2_12: record 7 is the first to differ: message of 6 bits, ", 7},
		{"strict:100", "KAT_2_12: record 1 is the first to differ: its message has 0 bits, in the expected vectors 10", 7},
	} {
		r := request(manifest(t, entry(t, iccs.KAT212, c.mode)))
		r.Files, r.Vectors = r.Files[:1], vectors
		res := mustRun(t, r, &fake{answer: flip(c.wrong)})
		if res.Status != Mismatch || !strings.HasPrefix(res.Detail, c.detail) {
			t.Errorf("%s: %s: %s", c.mode, res.Status, res.Detail)
		}
	}
}

func TestMismatchInBothFiles(t *testing.T) {
	r := request(both(t))
	r.Vectors = official(t, func(s string) string { return s })
	res := mustRun(t, r, &fake{answer: func(n int, _ uint64, digest []byte) ([]byte, error) {
		if n >= 4097 {
			digest[0]++
		}
		return digest, nil
	}})
	first, second, found := strings.Cut(res.Detail, "; ")
	if res.Status != Mismatch || !found ||
		!strings.HasPrefix(first, "KAT_2_12: record 4097 is the first to differ: message of 4096 bits, ") ||
		!strings.HasPrefix(second, "KAT_2_23: record 1 is the first to differ: message of 8388608 bits, ") {
		t.Errorf("%s: %s", res.Status, res.Detail)
	}
}

// With a record count only that many records are compared: an official file
// that was cut there is not called shorter.
func TestWrongManifest(t *testing.T) {
	vectors := official(t, func(s string) string { return s[:strings.Index(s, "Msg_Len = 100\n")] })
	sum := strings.Repeat("0", 64)
	for _, c := range []struct{ mode, detail string }{
		{"strict:100", "KAT_2_12: the generated file does not have the official digest " + sum +
			", but its 100 records have the message lengths and digests of the expected vectors"},
		{"strict", "KAT_2_12: all records agree as far as they go, but there are 4097, in the expected vectors 100"},
	} {
		r := request(manifest(t, sum+" "+c.mode+" "+name212+"\n"))
		r.Files, r.Vectors = r.Files[:1], vectors
		res := mustRun(t, r, &fake{})
		want := c.detail + "; the expected vectors " + name212 + " do not match the manifest either: they are not the official file, or the manifest is wrong"
		if res.Status != Mismatch || res.Detail != want {
			t.Errorf("%s: %s: %s\nwant %s", c.mode, res.Status, res.Detail, want)
		}
	}
}
