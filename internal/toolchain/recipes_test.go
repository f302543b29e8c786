package toolchain

import (
	"path"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/hashassay/assay/internal/candidate"
)

// The recipes that are out of the ordinary build code that lies as they say:
// Chinese and spaced folders, sources and headers of other folders, defines that
// the code cannot do without, C files that are included.
func TestOddRecipes(t *testing.T) {
	c := gcc(t)
	catalogue, err := candidate.Load()
	if err != nil {
		t.Fatal(err)
	}
	const main = "CryptHash_AlgorithmInstance.c"
	for _, odd := range []struct {
		instance string
		main     string
		files    map[string]string // beside the sources, from the instance's folder
		begin    string            // of the main file
	}{
		{"uHash-512", main, map[string]string{"main.c": "#error a program"}, ""},
		{"Dragon-XOF-256", main, map[string]string{"kat": "\x7fELF", "drng.c": "typedef int theirs;\n"}, ""},
		{"LLH-256", main, map[string]string{"llh_core.c": "#ifndef HEAD\n#error compiled alone\n#endif\n"}, "#define HEAD\n#include \"llh_core.c\"\n"},
		{"Cuishen-768", "CryptHash_Cuishen-768.c", map[string]string{"CryptHash_Cuishen-768.h": "#define HEADER 1\n"}, "#include \"CryptHash_Cuishen-768.h\"\n#if !HEADER\n#error no header\n#endif\n"},
		{"MEGASCON-512-XOF-2048", main, nil, ""},
		{"QILIN-512", main, map[string]string{"CryptHash_AlgorithmInstance.h": "typedef unsigned long long uint64_t;\n"}, "#include \"CryptHash_AlgorithmInstance.h\"\nextern struct DRNG *drng_algorithm_name;\n"},
		{"ZC-EDMC-1536-1024", main, map[string]string{"../../../lib/low/ZuD-1536/plain/ZuD1536-plain.h": "#include \"../../../common/more.h\"\n#include \"brg_endian.h\"\n", "../../../lib/common/more.h": "", "../../../lib/common/brg_endian.h": ""},
			"#include \"../../../lib/low/ZuD-1536/plain/ZuD1536-plain.h\"\n"},
		{"WChain-V2-1024", main, map[string]string{"wchain_c.c": "#if !defined WCHAIN_NO_MAIN || !defined WCHAIN_DISABLE_SIMD\n#error defines\n#endif\ntypedef int wchain;\n"}, ""},
		{"Wish1024", main, map[string]string{"wish.c": "typedef int wish;\n", "drng.c": "typedef int drng;\n"}, ""},
	} {
		in, err := catalogue.FindInstance(odd.instance)
		if err != nil {
			t.Fatal(err)
		}
		folder := fstest.MapFS{}
		add := func(name, text string) { folder[path.Join("source", name)] = &fstest.MapFile{Data: []byte(text)} }
		for _, other := range in.Candidate.Instances { // all must be there
			dir := other.Submitted.SourceDir
			for _, name := range slices.Concat(other.Submitted.Sources, []string{path.Join(dir, odd.main)}) {
				add(name, "typedef int nothing;\n")
			}
		}
		dir := in.Submitted.SourceDir
		for name, text := range odd.files {
			if name = path.Join(dir, name); !strings.HasSuffix(name, "kat") != in.Submitted.Takes(name) {
				t.Errorf("%s: taking %s is %v", odd.instance, name, in.Submitted.Takes(name))
			} else if in.Submitted.Takes(name) {
				add(name, text)
			}
		}
		add(path.Join(dir, odd.main), odd.begin+plain)
		if err := in.Candidate.Import(folder, candidate.Imported{}); err != nil {
			t.Fatal(err)
		}
		im := in.Implementations[0]
		lib := mustBuild(t, c, im, Guide)
		if got := exported(t, lib.Path); !slices.Equal(got, []string{"CryptHash"}) || path.Base(lib.Path) != odd.instance+".so" {
			t.Errorf("%s: library %s exports %q", odd.instance, lib.Path, got)
		}
	}
}
