package store_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gofrs/flock"

	"github.com/hashassay/assay/internal/candidate"
	"github.com/hashassay/assay/internal/store/storetest"
)

// uHash has folders with Chinese names. files are its package as a packer has
// them who writes these names in his own way.
func uHash(t *testing.T, rename func(string) string) (*candidate.Candidate, []storetest.File) {
	t.Helper()
	c := load(t, "hash-05")
	var files []storetest.File
	for _, in := range c.Instances {
		files = append(files,
			storetest.File{Name: rename(in.Submitted.SourceDir + "/CryptHash_AlgorithmInstance.c"), Data: "#include \"../common/tables.h\"\n#include \"../../../outside.txt\"\nint " + strings.ReplaceAll(in.Name, "-", "_") + ";\n"},
			storetest.File{Name: rename(in.Submitted.VectorsDir + "/KAT_2_12_" + in.Name + ".txt"), Data: "Msg_Len = 0\n"})
	}
	common := rename("uHash/Implementations/3 实现代码/Implementations/Reference_Implementation/common/")
	return c, append(files,
		storetest.File{Name: common + "tables.h", Data: "#include \"more.dat\"\n"},
		storetest.File{Name: common + "more.dat", Data: "1, 2, 3\n"},
		storetest.File{Name: common + "other.h", Data: "nobody includes it\n"},
	)
}

// Names that a packer garbled are found by their ASCII text; files keep the
// names that the recipe has. Files outside of the recipe's folders are taken if
// code includes them.
func TestGarbledNames(t *testing.T) {
	for name, rename := range map[string]func(string) string{
		"as they are": func(s string) string { return s },
		// GBK, read as the code page of DOS and packed again as UTF-8
		"read in another code page": func(s string) string {
			return strings.NewReplacer("实现代码", "╩╡╧╓┤·┬δ", "测试向量", "▓Γ╩╘╧≥┴┐").Replace(s)
		},
		"unreadable": func(s string) string {
			return strings.NewReplacer("实现代码", "\xff\xfe", "测试向量", "\xff").Replace(s)
		},
	} {
		t.Run(name, func(t *testing.T) {
			c, files := uHash(t, rename)
			data, err := storetest.Zip(files, storetest.Unmarked)
			if err != nil {
				t.Fatal(err)
			}
			h := newHouse(t)
			q := accepted(c, h.download("uHash.zip", data), data)
			q.Vectors = true
			im, err := h.store().Import(t.Context(), q)
			if err != nil {
				t.Fatal(err)
			}
			var paths []string
			for _, f := range im.Record.Files {
				paths = append(paths, f.Path)
				if garbled := name != "as they are"; garbled != (f.Entry != "") && strings.HasPrefix(f.Path, "source/") {
					t.Errorf("%s was %q in the archive", f.Path, f.Entry)
				}
			}
			base := "source/uHash/Implementations/3 实现代码/Implementations/Reference_Implementation/"
			want := []string{
				base + "common/more.dat", base + "common/tables.h",
				base + "uHash-1024/CryptHash_AlgorithmInstance.c", base + "uHash-512/CryptHash_AlgorithmInstance.c", base + "uHash-768/CryptHash_AlgorithmInstance.c",
				"vectors/uHash-1024/KAT_2_12_uHash-1024.txt", "vectors/uHash-512/KAT_2_12_uHash-512.txt", "vectors/uHash-768/KAT_2_12_uHash-768.txt",
			}
			if strings.Join(paths, "\n") != strings.Join(want, "\n") {
				t.Errorf("files are\n%s\nwant\n%s", strings.Join(paths, "\n"), strings.Join(want, "\n"))
			}
		})
	}
}

// Two folders that could be the one are told apart by nobody.
func TestAmbiguousNames(t *testing.T) {
	c, files := uHash(t, func(s string) string { return strings.ReplaceAll(s, "实现代码", "╩╡╧╓") })
	files = append(files, storetest.File{Name: "uHash/Implementations/3 ╩/x.c", Data: "int x;\n"})
	data, err := storetest.Zip(files, storetest.UTF8)
	if err != nil {
		t.Fatal(err)
	}
	h := newHouse(t)
	if _, err := h.store().Import(t.Context(), accepted(c, h.download("uHash.zip", data), data)); err == nil || !strings.Contains(err.Error(), "could be") {
		t.Errorf("error %v", err)
	}
}

// What a killed import left is removed by the next, what a living one is
// writing is not.
func TestLeftovers(t *testing.T) {
	h, _ := imported(t)
	dead := filepath.Join(h.storeDir(), ".hash-03.new.0badbeef")
	alive := filepath.Join(h.storeDir(), ".hash-08.new.0badbeef")
	for _, dir := range []string{dead, alive} {
		if err := os.MkdirAll(filepath.Join(dir, "source"), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, ".lock"), nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	lock := flock.New(filepath.Join(alive, ".lock"))
	if ok, err := lock.TryLock(); err != nil || !ok {
		t.Fatalf("lock: %v, %v", ok, err)
	}
	defer lock.Close()
	c := load(t, "hash-12")
	data, err := storetest.Zip(packageOf(t, c), storetest.UTF8)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := h.store().Import(t.Context(), accepted(c, h.download("Iphe.zip", data), data)); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(dead); err == nil {
		t.Error("what a killed import left is there")
	}
	if _, err := os.Stat(filepath.Join(alive, "source")); err != nil {
		t.Errorf("what another import is writing: %v", err)
	}
}

// Imports at the same time, of the same candidate too, do not disturb each
// other: in the end the store has one of them, whole.
func TestTogether(t *testing.T) {
	c := load(t, "hash-12")
	data, err := storetest.Zip(packageOf(t, c), storetest.UTF8)
	if err != nil {
		t.Fatal(err)
	}
	h := newHouse(t)
	q := accepted(c, h.download("Iphe.zip", data), data)
	done := make(chan error)
	s := h.store()
	for range 8 {
		go func() {
			_, err := s.Import(t.Context(), q)
			done <- err
		}()
	}
	for range 8 {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
	im, err := s.Candidate("hash-12")
	if err != nil {
		t.Fatal(err)
	}
	if err := im.Check(); err != nil {
		t.Error(err)
	}
	left, err := os.ReadDir(s.Dir())
	if err != nil || len(left) != 1 {
		t.Errorf("the store holds %v, %v", left, err)
	}
}
