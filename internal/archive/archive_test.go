package archive

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestNames(t *testing.T) {
	tests := []struct {
		stored string
		isUTF8 bool
		want   string
	}{
		{"Iphe/a.c", false, "Iphe/a.c"},
		{"./Iphe//./a.c", false, "Iphe/a.c"},
		{"C Hash/Implementations and Test_Vectors/", false, "C Hash/Implementations and Test_Vectors"},
		{`Iphe\Iphe-512\a.c`, false, "Iphe/Iphe-512/a.c"},
		{"uHash/3 实现代码/a.c", true, "uHash/3 实现代码/a.c"},
		{"uHash/3 实现代码/a.c", false, "uHash/3 实现代码/a.c"},
		{"uHash/3 \xca\xb5\xcf\xd6\xb4\xfa\xc2\xeb/a.c", false, "uHash/3 实现代码/a.c"}, // GBK
		{"\x95\x5c/a.c", false, "昞/a.c"},                                            // GBK, with a backslash's byte inside of a character
		{"\x95\x5c..\\a", false, "昞../a"},                                           // no path with '..' either
		{"\x81\x30\x86\x30.c", false, "\u00b8.c"},                                   // four bytes, GB18030 only
		{"\xca\xca", true, "\ufffd"},                                                // marked as UTF-8 and is not
		{"a\xff\xff.c", false, "a\ufffd\ufffd.c"},                                   // neither
		{"cafe\u0301", true, "caf\u00e9"},                                           // as macOS packs
		{"...", false, "..."},
		{"a/..b/c..", false, "a/..b/c.."},
	}
	for _, test := range tests {
		got, err := clean(test.stored, decode(test.stored, test.isUTF8))
		if err != nil || got != test.want {
			t.Errorf("%q: %q, %v; want %q", test.stored, got, err, test.want)
		}
	}
	for _, stored := range []string{"/a", `\a`, "c:/a", "Z:a", "..", "../a", "a/..", "a/../b", `a\..\b`, `a/..\b`, "a\x00b", strings.Repeat("a", maxNameBytes+1)} {
		if got, err := clean(stored, decode(stored, false)); !errors.Is(err, ErrRefused) {
			t.Errorf("%q: %q, %v; want a refusal", stored, got, err)
		}
	}
}

// What is unpacked is counted even where nothing was stated.
func TestMeter(t *testing.T) {
	limits := Limits{Entries: 1, Bytes: 4 << 20, Ratio: 2}
	tests := []struct {
		name           string
		packed, factor int64
		want           string
	}{
		{"few bytes", 100, 1000, ""},
		{"below the ratio", 2 << 20, 1, ""},
		{"above the ratio", 1 << 20, 3, "unpacks to more than 2 times its size"},
		{"too many bytes", 5 << 20, 1, "unpacks to more than 4 MiB"},
	}
	for _, test := range tests {
		c := &cost{limits: limits}
		packed := &counter{r: io.LimitReader(zeros{}, test.packed)}
		_, err := io.Copy(io.Discard, c.file(t.Context(), "x", &blower{packed, test.factor}, packed))
		if (err == nil) != (test.want == "") || err != nil && !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, want %q", test.name, err, test.want)
		}
	}
	c := &cost{limits: limits}
	for i := range 2 { // each is below the limits, both are not
		packed := &counter{r: io.LimitReader(zeros{}, 3<<20)}
		_, err := io.Copy(io.Discard, c.file(t.Context(), "x", packed, packed))
		if (err == nil) != (i == 0) {
			t.Errorf("file %d: %v", i, err)
		}
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	packed := &counter{r: zeros{}}
	if _, err := io.Copy(io.Discard, c.file(ctx, "x", packed, packed)); !errors.Is(err, context.Canceled) {
		t.Errorf("interrupted: %v", err)
	}
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) { return len(p), nil }

// blower gives factor bytes for each that it reads.
type blower struct {
	r      io.Reader
	factor int64
}

func (b *blower) Read(p []byte) (int, error) {
	n, err := b.r.Read(p[:int64(len(p))/b.factor])
	return n * int(b.factor), err
}

// The folder entries that packers write, several times over, are no files.
func TestFolders(t *testing.T) {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, name := range []string{"./", "Iphe/", "Iphe/", "Iphe/a/", "Iphe/a/b.c"} {
		if _, err := z.Create(name); err != nil {
			t.Fatal(err)
		}
	}
	h := zip.FileHeader{Name: `Iphe\c\`}
	if _, err := z.CreateHeader(&h); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	a, err := Open(t.Context(), bytes.NewReader(b.Bytes()), int64(b.Len()), Standard)
	if err != nil || len(a.Files) != 1 || a.Files[0].Name != "Iphe/a/b.c" {
		t.Errorf("%+v, %v", a, err)
	}
}

// A sparse file, which states holes of any size in few bytes, is as long as it
// states and no longer.
func TestSparse(t *testing.T) {
	const hole = 9_000_000_000_000
	sparse := record("GNU.sparse.major", "1") + record("GNU.sparse.minor", "0") + record("GNU.sparse.name", "hole.h") + record("GNU.sparse.realsize", fmt.Sprint(hole))
	list := fmt.Sprintf("1\n%d\n5\n", hole-5)
	data := header("pax", len(sparse), 'x') + padded(sparse) + header("x", 512+5, '0') + padded(list) + padded("12345") + string(make([]byte, 1024))
	var packed bytes.Buffer
	g := gzip.NewWriter(&packed)
	if err := errors.Join(write(g, data), g.Close()); err != nil {
		t.Fatal(err)
	}
	a, err := Open(t.Context(), bytes.NewReader(packed.Bytes()), int64(packed.Len()), Standard)
	if err != nil || len(a.Files) != 1 || a.Files[0].Bytes != hole {
		t.Fatalf("%+v, %v", a, err)
	}
	fail := func(Entry, io.Reader) error { t.Error("it is unpacked"); return io.EOF }
	if err := a.Unpack(t.Context(), a.Files, fail); !errors.Is(err, ErrRefused) || !strings.Contains(err.Error(), "more than 4 GiB") {
		t.Errorf("a hole of 9 TB: %v", err)
	}
}

// header is a tar header.
func header(name string, size int, kind byte) string {
	b := make([]byte, 512)
	copy(b, name)
	copy(b[100:], "0000644\x00")
	copy(b[124:], fmt.Sprintf("%011o\x00", size))
	copy(b[148:], "        ")
	b[156] = kind
	copy(b[257:], "ustar\x0000")
	sum := 0
	for _, c := range b {
		sum += int(c)
	}
	copy(b[148:], fmt.Sprintf("%06o\x00 ", sum))
	return string(b)
}

// padded fills up a block.
func padded(text string) string { return text + string(make([]byte, (512-len(text)%512)%512)) }

// record is a line of an extended header, which begins with its own length.
func record(key, value string) string {
	rest := " " + key + "=" + value + "\n"
	n := len(rest) + 1
	if n >= 10 {
		n++
	}
	return fmt.Sprint(n) + rest
}

func write(w io.Writer, text string) error { _, err := io.WriteString(w, text); return err }

// Whatever the bytes are, opening and unpacking ends, in nothing outside of the
// reader, and the names are such that joining them to a folder stays in it.
func FuzzOpen(f *testing.F) {
	var z, g bytes.Buffer
	zw := zip.NewWriter(&z)
	w, err := zw.Create("a/b.c")
	if err != nil {
		f.Fatal(err)
	}
	gw := gzip.NewWriter(&g)
	tw := tar.NewWriter(gw)
	err = errors.Join(write(w, "text text text text"), zw.Close(), tw.WriteHeader(&tar.Header{Name: "a/b.c", Size: 4}), write(tw, "text"), tw.Close(), gw.Close())
	if err != nil {
		f.Fatal(err)
	}
	f.Add(z.Bytes())
	f.Add(g.Bytes())
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, data []byte) {
		limits := Limits{Entries: 1000, Bytes: 1 << 20, Ratio: 200, Stream: 1 << 20}
		a, err := Open(t.Context(), bytes.NewReader(data), int64(len(data)), limits)
		if err != nil {
			if !errors.Is(err, ErrRefused) {
				t.Errorf("not a refusal: %v", err)
			}
			return
		}
		total := int64(0)
		err = a.Unpack(t.Context(), a.Files, func(e Entry, r io.Reader) error {
			n, err := io.Copy(io.Discard, r)
			total += n
			return err
		})
		if err != nil && !errors.Is(err, ErrRefused) {
			t.Errorf("not a refusal: %v", err)
		}
		if total > limits.Bytes+64<<10 {
			t.Errorf("%d bytes unpacked", total)
		}
		for _, e := range a.Files {
			joined := filepath.Join(dir, filepath.FromSlash(e.Name))
			if !strings.HasPrefix(joined, dir+string(os.PathSeparator)) {
				t.Errorf("%q leads to %s", e.Name, joined)
			}
		}
	})
}
