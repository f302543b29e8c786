package store_test

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hashassay/assay/internal/archive"
	"github.com/hashassay/assay/internal/store/storetest"
)

// A hostile archive is a good package of Iphe and something more, in front of it
// and so before anything that import would take.

// where is the folder of the code in the package of Iphe.
const where = "Iphe/Implementations/Reference_Implementation/Iphe-512/"

// hostile lists the kinds.
var hostile = []struct {
	name  string
	want  string // in the error
	build func(t *testing.T, good []storetest.File, outside string) []byte
}{
	{"absolute path", "an absolute path", func(t *testing.T, good []storetest.File, outside string) []byte {
		return hostileZip(t, good, func(b *zipBuilder) { b.file(outside+"/evil.c", "evil") })
	}},
	{"dot dot", "a path with '..'", func(t *testing.T, good []storetest.File, outside string) []byte {
		return hostileZip(t, good, func(b *zipBuilder) { b.file("Iphe/../../../../../../outside/evil.c", "evil") })
	}},
	{"dot dot with backslashes", "a path with '..'", func(t *testing.T, good []storetest.File, outside string) []byte {
		return hostileZip(t, good, func(b *zipBuilder) { b.file(`Iphe\..\..\..\..\..\outside\evil.c`, "evil") })
	}},
	{"dot dot at the end", "a path with '..'", func(t *testing.T, good []storetest.File, outside string) []byte {
		return hostileZip(t, good, func(b *zipBuilder) { b.file(where+"..", "evil") })
	}},
	{"drive letter", "an absolute path", func(t *testing.T, good []storetest.File, outside string) []byte {
		return hostileZip(t, good, func(b *zipBuilder) { b.file(`C:\evil.c`, "evil") })
	}},
	{"network path", "an absolute path", func(t *testing.T, good []storetest.File, outside string) []byte {
		return hostileZip(t, good, func(b *zipBuilder) { b.file(`\\server\share\evil.c`, "evil") })
	}},
	{"dot dot in the better name", "a path with '..'", func(t *testing.T, good []storetest.File, outside string) []byte {
		return hostileZip(t, good, func(b *zipBuilder) {
			h := zip.FileHeader{Name: where + "harmless.h", NonUTF8: true}
			better := where + "../../../../../outside/evil.c"
			h.Extra = binary.LittleEndian.AppendUint16(nil, 0x7075)
			h.Extra = binary.LittleEndian.AppendUint16(h.Extra, uint16(5+len(better)))
			h.Extra = append(h.Extra, 1)
			h.Extra = binary.LittleEndian.AppendUint32(h.Extra, crc32.ChecksumIEEE([]byte(h.Name)))
			h.Extra = append(h.Extra, better...)
			b.header(h, "evil")
		})
	}},
	{"symbolic link to a file", "is a symbolic link", func(t *testing.T, good []storetest.File, outside string) []byte {
		return hostileZip(t, good, func(b *zipBuilder) {
			b.special(where+"secret.h", fs.ModeSymlink|0o777, outside+"/secret.txt")
		})
	}},
	{"symbolic link to a folder, and a file in it", "is a symbolic link", func(t *testing.T, good []storetest.File, outside string) []byte {
		return hostileZip(t, good, func(b *zipBuilder) {
			b.special("Iphe/Implementations", fs.ModeSymlink|0o777, outside)
		})
	}},
	{"symbolic link made by DOS", "is a symbolic link", func(t *testing.T, good []storetest.File, outside string) []byte {
		return hostileZip(t, good, func(b *zipBuilder) {
			b.header(zip.FileHeader{Name: where + "secret.h", ExternalAttrs: 0o120777 << 16}, outside+"/secret.txt")
		})
	}},
	{"device", "is a device, pipe or socket", func(t *testing.T, good []storetest.File, outside string) []byte {
		return hostileZip(t, good, func(b *zipBuilder) { b.special(where+"zero.h", fs.ModeDevice|fs.ModeCharDevice|0o666, "") })
	}},
	{"named pipe", "is a device, pipe or socket", func(t *testing.T, good []storetest.File, outside string) []byte {
		return hostileZip(t, good, func(b *zipBuilder) { b.special(where+"pipe.h", fs.ModeNamedPipe|0o666, "") })
	}},
	{"name twice", "is the same as entry", func(t *testing.T, good []storetest.File, outside string) []byte {
		return hostileZip(t, good, func(b *zipBuilder) { b.file(where+"CryptHash_AlgorithmInstance.c", "evil") })
	}},
	{"name twice but for case", "is the same as entry", func(t *testing.T, good []storetest.File, outside string) []byte {
		return hostileZip(t, good, func(b *zipBuilder) { b.file(where+"crypthash_algorithminstance.C", "evil") })
	}},
	{"name twice but for composition", "is the same as entry", func(t *testing.T, good []storetest.File, outside string) []byte {
		return hostileZip(t, good, func(b *zipBuilder) {
			b.file("Iphe/caf\u00e9.txt", "one")
			b.file("Iphe/CAFE\u0301.txt", "two")
		})
	}},
	{"name twice but for the encoding", "is the same as entry", func(t *testing.T, good []storetest.File, outside string) []byte {
		return hostileZip(t, good, func(b *zipBuilder) {
			b.file("Iphe/说明.txt", "one")
			b.header(zip.FileHeader{Name: "Iphe/\xcb\xb5\xc3\xf7.txt", NonUTF8: true}, "two") // the same in GBK
		})
	}},
	{"name twice but for separators", "is the same as entry", func(t *testing.T, good []storetest.File, outside string) []byte {
		return hostileZip(t, good, func(b *zipBuilder) {
			b.file(strings.ReplaceAll(where, "/", `\`)+`.\\CryptHash_AlgorithmInstance.c`, "evil")
		})
	}},
	{"file that is a folder, too", "which is a file", func(t *testing.T, good []storetest.File, outside string) []byte {
		return hostileZip(t, good, func(b *zipBuilder) { b.file("Iphe/Implementations", "evil") })
	}},
	{"too many entries", "more than 100000 entries", func(t *testing.T, good []storetest.File, outside string) []byte {
		return hostileZip(t, good, func(b *zipBuilder) {
			for i := range 100_000 {
				b.raw(zip.FileHeader{Name: fmt.Sprintf("Iphe/%d", i)}, nil)
			}
		})
	}},
	{"too many folders", "more than 100000 folders", func(t *testing.T, good []storetest.File, outside string) []byte {
		return hostileZip(t, good, func(b *zipBuilder) {
			for i := range 2000 {
				b.raw(zip.FileHeader{Name: fmt.Sprintf("%d/%sx", i, strings.Repeat("a/", 60))}, nil)
			}
		})
	}},
	{"endless list of entries", "list of entries has more than 32 MiB", func(t *testing.T, good []storetest.File, outside string) []byte {
		return hostileZip(t, good, func(b *zipBuilder) {
			for i := range 600 {
				b.raw(zip.FileHeader{Name: "Iphe/x", Extra: make([]byte, 4), Comment: strings.Repeat("c", 60_000+i)}, nil)
			}
		})
	}},
	{"more than 4 GiB, as stated", "unpacks to more than 4 GiB", func(t *testing.T, good []storetest.File, outside string) []byte {
		return hostileZip(t, good, func(b *zipBuilder) {
			for _, name := range []string{"a.h", "b.h"} {
				b.raw(zip.FileHeader{Name: where + name, Method: zip.Deflate, UncompressedSize64: 3 << 30}, deflated(t, make([]byte, 1<<10)))
			}
		})
	}},
	{"impossible size", "unpacks to more than 4 GiB", func(t *testing.T, good []storetest.File, outside string) []byte {
		return hostileZip(t, good, func(b *zipBuilder) {
			b.raw(zip.FileHeader{Name: where + "a.h", Method: zip.Deflate, UncompressedSize64: 1<<63 - 1}, deflated(t, nil))
		})
	}},
	{"negative size", "an impossible size", func(t *testing.T, good []storetest.File, outside string) []byte {
		return hostileZip(t, good, func(b *zipBuilder) {
			b.raw(zip.FileHeader{Name: where + "a.h", Method: zip.Deflate, UncompressedSize64: 1<<64 - 1}, deflated(t, nil))
		})
	}},
	{"bomb", "more than 200 times its size", func(t *testing.T, good []storetest.File, outside string) []byte {
		return hostileZip(t, good, func(b *zipBuilder) { b.file(where+"zeros.h", string(make([]byte, 16<<20))) })
	}},
	{"bomb beside noise", "zeros.h\": unpacks to more than 200 times its size", func(t *testing.T, good []storetest.File, outside string) []byte {
		noise := make([]byte, 2<<20)
		rand.NewChaCha8([32]byte{}).Read(noise)
		return hostileZip(t, good, func(b *zipBuilder) {
			b.file(where+"noise.h", string(noise))
			b.file(where+"zeros.h", string(make([]byte, 32<<20)))
		})
	}},
	{"bomb of many small files", "more than 200 times its size", func(t *testing.T, good []storetest.File, outside string) []byte {
		return hostileZip(t, good, func(b *zipBuilder) {
			for i := range 20 {
				b.file(fmt.Sprintf("%szeros%d.h", where, i), string(make([]byte, 1<<20)))
			}
		})
	}},
	{"more than stated", "more than the 10 bytes that the archive states", func(t *testing.T, good []storetest.File, outside string) []byte {
		zeros := make([]byte, 16<<20)
		return hostileZip(t, good, func(b *zipBuilder) {
			b.raw(zip.FileHeader{Name: where + "a.h", Method: zip.Deflate, UncompressedSize64: 10, CRC32: crc32.ChecksumIEEE(zeros)}, deflated(t, zeros))
		})
	}},
	{"less than stated", "not the 1000 that the archive states", func(t *testing.T, good []storetest.File, outside string) []byte {
		return hostileZip(t, good, func(b *zipBuilder) {
			b.raw(zip.FileHeader{Name: where + "a.h", Method: zip.Deflate, UncompressedSize64: 1000}, deflated(t, []byte("short")))
		})
	}},
	{"wrong checksum", "its checksum is", func(t *testing.T, good []storetest.File, outside string) []byte {
		return hostileZip(t, good, func(b *zipBuilder) {
			b.raw(zip.FileHeader{Name: where + "a.h", UncompressedSize64: 4, CRC32: 1}, []byte("text"))
		})
	}},
	{"damaged packing", "damaged: ", func(t *testing.T, good []storetest.File, outside string) []byte {
		return hostileZip(t, good, func(b *zipBuilder) {
			b.raw(zip.FileHeader{Name: where + "a.h", Method: zip.Deflate, UncompressedSize64: 1000}, []byte("\xff\xff\xff this is not deflate"))
		})
	}},
	{"packing that stops", "damaged: unexpected EOF", func(t *testing.T, good []storetest.File, outside string) []byte {
		return hostileZip(t, good, func(b *zipBuilder) {
			packed := deflated(t, []byte("some text that is long enough to be cut"))
			b.raw(zip.FileHeader{Name: where + "a.h", Method: zip.Deflate, UncompressedSize64: 39}, packed[:len(packed)/2])
		})
	}},
	{"unknown packing", "packed by method 12", func(t *testing.T, good []storetest.File, outside string) []byte {
		return hostileZip(t, good, func(b *zipBuilder) {
			b.raw(zip.FileHeader{Name: where + "a.h", Method: 12, UncompressedSize64: 4}, []byte("BZh9"))
		})
	}},
	{"encrypted", "is encrypted", func(t *testing.T, good []storetest.File, outside string) []byte {
		return hostileZip(t, good, func(b *zipBuilder) {
			b.raw(zip.FileHeader{Name: "Iphe/document.pdf", Flags: 1, UncompressedSize64: 4}, []byte("text"))
		})
	}},
	{"entries that share bytes", "has bytes in common with entry", func(t *testing.T, good []storetest.File, outside string) []byte {
		data := hostileZip(t, good, func(b *zipBuilder) {
			b.raw(zip.FileHeader{Name: where + "aaaa.h", UncompressedSize64: 2000}, make([]byte, 2000))
			b.raw(zip.FileHeader{Name: where + "bbbb.h", UncompressedSize64: 2000}, make([]byte, 2000))
		})
		return moved(t, data, where+"bbbb.h", where+"aaaa.h")
	}},
	{"entry past the end", "its header is damaged or missing", func(t *testing.T, good []storetest.File, outside string) []byte {
		data := hostileZip(t, good, func(b *zipBuilder) { b.file(where+"aaaa.h", "text") })
		return placed(t, data, where+"aaaa.h", 0x7fffffff)
	}},
	{"zero byte in a name", "a name with a zero byte", func(t *testing.T, good []storetest.File, outside string) []byte {
		return hostileZip(t, good, func(b *zipBuilder) { b.file(where+"a.h\x00.pdf", "evil") })
	}},
	{"endless name", "a name of 60000 bytes", func(t *testing.T, good []storetest.File, outside string) []byte {
		return hostileZip(t, good, func(b *zipBuilder) { b.file(strings.Repeat("x", 60_000), "evil") })
	}},
	{"endless path", "more than 64 folders", func(t *testing.T, good []storetest.File, outside string) []byte {
		return hostileZip(t, good, func(b *zipBuilder) { b.file(strings.Repeat("x/", 100)+"a.c", "evil") })
	}},
	{"no name", "no name", func(t *testing.T, good []storetest.File, outside string) []byte {
		return hostileZip(t, good, func(b *zipBuilder) { b.raw(zip.FileHeader{Name: ""}, nil) })
	}},
	{"name like an option", "take for an option", func(t *testing.T, good []storetest.File, outside string) []byte {
		return hostileZip(t, good, func(b *zipBuilder) { b.file(where+"-fplugin=evil.c", "evil") })
	}},
	{"name of a response file", "take for an option", func(t *testing.T, good []storetest.File, outside string) []byte {
		return hostileZip(t, good, func(b *zipBuilder) { b.file(where+"@evil.c", "evil") })
	}},
	{"name of a device", "keeps for a device", func(t *testing.T, good []storetest.File, outside string) []byte {
		return hostileZip(t, good, func(b *zipBuilder) { b.file(where+"Aux.h", "evil") })
	}},
	{"stream of another file", "a name with one of", func(t *testing.T, good []storetest.File, outside string) []byte {
		return hostileZip(t, good, func(b *zipBuilder) { b.file(where+"a.h:evil.c", "evil") })
	}},
	{"name that shows as another", "invisible characters", func(t *testing.T, good []storetest.File, outside string) []byte {
		return hostileZip(t, good, func(b *zipBuilder) { b.file(where+"a\u202eh.c", "evil") })
	}},
	{"name with a line break", "invisible characters", func(t *testing.T, good []storetest.File, outside string) []byte {
		return hostileZip(t, good, func(b *zipBuilder) { b.file(where+"a\n.c", "evil") })
	}},
	{"name in no encoding", "neither UTF-8 nor GB18030", func(t *testing.T, good []storetest.File, outside string) []byte {
		return hostileZip(t, good, func(b *zipBuilder) { b.header(zip.FileHeader{Name: where + "a\xff\xff.c", NonUTF8: true}, "evil") })
	}},
	{"folder in two spellings", "on some file systems", func(t *testing.T, good []storetest.File, outside string) []byte {
		return hostileZip(t, good, func(b *zipBuilder) { b.file(where+"Parts/evil.h", "evil") })
	}},
	{"truncated", "truncated or damaged zip file", func(t *testing.T, good []storetest.File, outside string) []byte {
		data := hostileZip(t, good, func(*zipBuilder) {})
		return data[:len(data)/2]
	}},
	{"truncated in the middle", "damaged", func(t *testing.T, good []storetest.File, outside string) []byte {
		data := hostileZip(t, good, func(b *zipBuilder) { b.file("Iphe/noise", strings.Repeat("noise", 99)) })
		return append(bytes.Clone(data[:100]), data[140:]...)
	}},
	{"no archive", "neither a zip nor a tar.gz file", func(t *testing.T, good []storetest.File, outside string) []byte {
		return []byte("<html>The page was moved</html>")
	}},
	{"empty file", "a file of 0 bytes is no archive", func(t *testing.T, good []storetest.File, outside string) []byte {
		return nil
	}},
	{"another submission's", "is it the archive of another submission", func(t *testing.T, good []storetest.File, outside string) []byte {
		return hostileZip(t, []storetest.File{{Name: "Other/README", Data: "other"}}, func(*zipBuilder) {})
	}},
	{"a part is missing", "Iphe-768 cannot be built from it", func(t *testing.T, good []storetest.File, outside string) []byte {
		var some []storetest.File
		for _, f := range good {
			if !strings.Contains(f.Name, "Iphe-768/CryptHash_Alg") {
				some = append(some, f)
			}
		}
		return hostileZip(t, some, func(*zipBuilder) {})
	}},
	{"bomb in an inner archive", "more than 200 times its size", func(t *testing.T, good []storetest.File, outside string) []byte {
		inner := hostileZip(t, good, func(b *zipBuilder) { b.file(where+"zeros.h", string(make([]byte, 16<<20))) })
		return hostileZip(t, nil, func(b *zipBuilder) { b.file("inner.zip", string(inner)) })
	}},
	{"inner archive that is a bomb", "more than 200 times its size", func(t *testing.T, good []storetest.File, outside string) []byte {
		return hostileZip(t, nil, func(b *zipBuilder) { b.file("inner.zip", "PK"+string(make([]byte, 16<<20))) })
	}},
	{"dot dot in an inner archive", "a path with '..'", func(t *testing.T, good []storetest.File, outside string) []byte {
		inner := hostileZip(t, good, func(b *zipBuilder) { b.file("Iphe/../../../../../../outside/evil.c", "evil") })
		return hostileZip(t, nil, func(b *zipBuilder) { b.file("inner.zip", string(inner)) })
	}},
	{"too many inner archives", "more than 16 archives in the archive", func(t *testing.T, good []storetest.File, outside string) []byte {
		inner := hostileZip(t, nil, func(b *zipBuilder) { b.file("a", "b") })
		return hostileZip(t, nil, func(b *zipBuilder) {
			for i := range 17 {
				b.file(fmt.Sprintf("%d.zip", i), string(inner))
			}
		})
	}},
	{"tar: absolute path", "an absolute path", tarred(tar.Header{Name: "/etc/evil.c"})},
	{"tar: dot dot", "a path with '..'", tarred(tar.Header{Name: "Iphe/../../../../../../outside/evil.c"})},
	{"tar: symbolic link", "is a symbolic link", tarred(tar.Header{Name: "Iphe/Implementations", Typeflag: tar.TypeSymlink, Linkname: "../../outside"})},
	{"tar: hard link", "is a link to another entry", tarred(tar.Header{Name: where + "a.h", Typeflag: tar.TypeLink, Linkname: "../../outside/secret.txt"})},
	{"tar: device", "is a device or pipe", tarred(tar.Header{Name: where + "a.h", Typeflag: tar.TypeChar, Devmajor: 1, Devminor: 5})},
	{"tar: pipe", "is a device or pipe", tarred(tar.Header{Name: where + "a.h", Typeflag: tar.TypeFifo})},
	{"tar: unknown type", "is of unknown type", tarred(tar.Header{Name: where + "a.h", Typeflag: 'Z'})},
	{"tar: name twice but for case", "is the same as entry", tarred(tar.Header{Name: where + "CRYPTHASH_algorithminstance.c"})},
	{"tar: too many entries", "more than 100000 entries", func(t *testing.T, good []storetest.File, outside string) []byte {
		return hostileTar(t, good, func(w *tar.Writer) (err error) {
			for i := 0; i < 100_000 && err == nil; i++ {
				err = w.WriteHeader(&tar.Header{Name: fmt.Sprintf("Iphe/%d", i)})
			}
			return err
		})
	}},
	{"tar: endless names", "list of entries has more than 32 MiB", func(t *testing.T, good []storetest.File, outside string) []byte {
		return hostileTar(t, good, func(w *tar.Writer) (err error) {
			for i := 0; i < 8_700 && err == nil; i++ {
				err = w.WriteHeader(&tar.Header{Name: fmt.Sprintf("Iphe/%d%s", i, strings.Repeat("x", 4000))})
			}
			return err
		})
	}},
	{"endless chain of includes", "more than 32 deep", func(t *testing.T, good []storetest.File, outside string) []byte {
		return hostileZip(t, good, func(b *zipBuilder) {
			b.file(where+"a.h", "#include \"/etc/passwd\"\n#include \"../../../x/0.h\"\n")
			for i := range 40 {
				b.file(fmt.Sprintf("Iphe/x/%d.h", i), fmt.Sprintf("#include \"%d.h\"\n", i+1))
			}
		})
	}},
	{"endless lists of includes", "include others more than 200000 times", func(t *testing.T, good []storetest.File, outside string) []byte {
		lines := strings.Repeat("#include <a>\n", 10_000)
		noise := make([]byte, 1<<20)
		rand.NewChaCha8([32]byte{}).Read(noise)
		return hostileZip(t, good, func(b *zipBuilder) {
			b.file(where+"noise.h", string(noise))
			for i := range 21 {
				b.file(fmt.Sprintf("%s%d.h", where, i), lines)
			}
		})
	}},
	{"tar: bomb", "more than 200 times its size", func(t *testing.T, good []storetest.File, outside string) []byte {
		return hostileTar(t, good, func(w *tar.Writer) error {
			err := w.WriteHeader(&tar.Header{Name: where + "zeros.h", Size: 16 << 20})
			if err == nil {
				_, err = w.Write(make([]byte, 16<<20))
			}
			return err
		})
	}},
	{"tar: truncated", "truncated or damaged tar.gz file", func(t *testing.T, good []storetest.File, outside string) []byte {
		data := hostileTar(t, good, func(*tar.Writer) error { return nil })
		return data[:len(data)-100]
	}},
	{"tar: wrong checksum", "truncated or damaged tar.gz file", func(t *testing.T, good []storetest.File, outside string) []byte {
		data := hostileTar(t, good, func(*tar.Writer) error { return nil })
		data[len(data)-8] ^= 1
		return data
	}},
	{"tar: no tar", "truncated or damaged tar.gz file", func(t *testing.T, good []storetest.File, outside string) []byte {
		var b bytes.Buffer
		g := gzip.NewWriter(&b)
		if _, err := g.Write(bytes.Repeat([]byte("not a tar "), 1000)); err != nil {
			t.Fatal(err)
		}
		if err := g.Close(); err != nil {
			t.Fatal(err)
		}
		return b.Bytes()
	}},
	{"tar: more behind it", "truncated or damaged tar.gz file", func(t *testing.T, good []storetest.File, outside string) []byte {
		return append(hostileTar(t, good, func(*tar.Writer) error { return nil }), "and something else"...)
	}},
}

// Each hostile archive is refused, and nothing is created or changed anywhere:
// neither outside of the store nor in it.
func TestHostileArchives(t *testing.T) {
	c := load(t, "hash-12")
	good := packageOf(t, c)
	for _, test := range hostile {
		t.Run(test.name, func(t *testing.T) {
			h := newHouse(t)
			t.Setenv("TMPDIR", filepath.Join(h.dir, "tmp"))
			t.Chdir(filepath.Join(h.dir, "work"))
			data := test.build(t, good, filepath.Join(h.dir, "outside"))
			q := accepted(c, h.download("Iphe.zip", data), data)
			q.Vectors = true
			before := h.listing()
			_, err := h.store().Import(t.Context(), q)
			if !errors.Is(err, archive.ErrRefused) || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %v, want a refusal with %q", err, test.want)
			}
			if list := changes(before, h.listing()); len(list) > 0 {
				t.Errorf("created or changed: %q", list)
			}
		})
	}
}
