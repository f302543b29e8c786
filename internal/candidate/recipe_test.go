package candidate

import (
	"path"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/hashassay/assay/iccs"
)

// instance returns a built-in instance.
func instance(t *testing.T, name string) *Instance {
	t.Helper()
	cat, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	in, err := cat.FindInstance(name)
	if err != nil {
		t.Fatal(err)
	}
	return in
}

// Every submission of the programme is there, each with the official digests of
// all files and a recipe for each instance.
func TestAllSubmissions(t *testing.T) {
	cat, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	candidates, instances := 0, 0
	addresses, digests := map[string]bool{}, map[string]bool{}
	for _, c := range cat.Candidates {
		if c.Role != Submission {
			if c.Archive != nil {
				t.Errorf("%s is no submission and has an archive", c.ID)
			}
			continue
		}
		candidates++
		if c.Archive == nil || c.Archive.Bytes < 1<<20 || c.Page == "" || c.Manifest == nil {
			t.Errorf("%s: archive %+v, page %q, manifest %v", c.ID, c.Archive, c.Page, c.Manifest != nil)
			continue
		}
		if !strings.HasSuffix(c.Archive.Download, "/"+strings.ReplaceAll(c.Archive.Name, " ", "%20")) {
			t.Errorf("%s: archive %q is fetched from %s", c.ID, c.Archive.Name, c.Archive.Download)
		}
		if addresses[c.Page] || addresses[c.Archive.Download] || digests[c.Archive.SHA256] {
			t.Errorf("%s has an address or a digest of another candidate", c.ID)
		}
		addresses[c.Page], addresses[c.Archive.Download], digests[c.Archive.SHA256] = true, true, true
		if got, want := len(c.Manifest.Entries), 4*len(c.Instances); got != want {
			t.Errorf("%s: manifest has %d entries, want %d", c.ID, got, want)
		}
		top := strings.TrimSuffix(c.Archive.Name, ".zip") + "/"
		for _, in := range c.Instances {
			instances++
			for _, f := range iccs.Files() {
				e, ok := c.Manifest.Lookup(in.KATName, f)
				if !ok || e.Mode != iccs.Strict || e.Name != f.FileName(in.Reported()) {
					t.Errorf("%s: %s is %+v (%v), want the name %s", in.Name, f, e, ok, f.FileName(in.Reported()))
				}
			}
			r := in.Submitted
			if r == nil {
				t.Errorf("%s has no recipe", in.Name)
				continue
			}
			for _, p := range slices.Concat([]string{r.SourceDir, r.VectorsDir}, r.Sources, r.Include, r.Headers) {
				if !strings.HasPrefix(p, top) || strings.Contains(p, "{") {
					t.Errorf("%s: path %q does not begin with %q", in.Name, p, top)
				}
			}
			if (r.Expected != "") != (in.Name == "Garnet_1024_DM4x4") {
				t.Errorf("%s: expected verdict %q", in.Name, r.Expected)
			}
			for _, name := range r.Sources {
				if !r.Takes(name) {
					t.Errorf("%s: source %s would not be taken", in.Name, name)
				}
			}
			for _, base := range []string{"CryptHash_AlgorithmInstance.h", "CryptHash_AlgorithmInstance.c"} {
				if !c.Takes(path.Join(r.SourceDir, base)) {
					t.Errorf("%s: %s would not be taken", in.Name, base)
				}
			}
			kept, ok := c.TakesVector(path.Join(r.VectorsDir, "KAT_2_12_"+in.Reported()+".txt"))
			if want := in.KATName + "/KAT_2_12_" + in.Reported() + ".txt"; !ok || kept != want {
				t.Errorf("%s: vectors are kept as %q (%v), want %q", in.Name, kept, ok, want)
			}
		}
	}
	if candidates != 35 || instances != 141 {
		t.Errorf("%d submissions with %d instances, want 35 with 141", candidates, instances)
	}
}

func TestRecipesExpanded(t *testing.T) {
	const dmc = "ZC-DMC/Implementations/"
	for _, tc := range []struct {
		instance string
		want     Recipe
		reported string
	}{
		{"ZC-DMC-1536-768", Recipe{
			SourceDir: dmc + "Implementations/Reference_Implementation/ZC-DMC-1536-768",
			Sources: []string{
				dmc + "Implementations/Reference_Implementation/ZC-DMC-1536-768/CryptHash_AlgorithmInstance.c",
				dmc + "Implementations/Reference_Implementation/ZC-DMC-1536-768/drng.c",
				dmc + "lib/low/ZuD-1536/plain/ZuD1536-plain.c",
			},
			Include: []string{dmc + "lib/common"}, Headers: []string{dmc + "lib"}, VectorsDir: "ZC-DMC/Test_Vectors",
		}, "ZC-DMC-1536-768"},
		{"litchi_512", Recipe{SourceDir: "Litchi/Implementations/Reference_Implementation/Litchi-512", VectorsDir: "Litchi/Test_Vectors"}, "litchi_512"},
		{"MoFang-256-XOF", Recipe{SourceDir: "MoFang/Implementations/Reference_Implementation/MoFang-256-XOF", VectorsDir: "MoFang/Test_Vectors/Test_Vector"}, "MoFang_256_XOF"},
		{"Wish1024", Recipe{SourceDir: "Wish/Implementations/Reference_Implementation/Wish1024_reference", VectorsDir: "Wish/Test_Vectors/Test_Vector/Wish1024"}, "Wish1024"},
		{"uHash-768", Recipe{SourceDir: "uHash/Implementations/3 实现代码/Implementations/Reference_Implementation/uHash-768", VectorsDir: "uHash/Test_Vectors/4 测试向量/Test_Vectors"}, "uHash-768"},
	} {
		in := instance(t, tc.instance)
		got := in.Submitted
		if got.SourceDir != tc.want.SourceDir || got.VectorsDir != tc.want.VectorsDir || in.Reported() != tc.reported ||
			!slices.Equal(got.Sources, tc.want.Sources) || !slices.Equal(got.Include, tc.want.Include) || !slices.Equal(got.Headers, tc.want.Headers) {
			t.Errorf("%s, reported as %s: %+v\nwant %+v", tc.instance, in.Reported(), *got, tc.want)
		}
	}
	if got := instance(t, "WChain-V2-1024").Submitted.Defines; !slices.Equal(got, []string{"WCHAIN_NO_MAIN", "WCHAIN_DISABLE_SIMD"}) {
		t.Errorf("defines of WChain are %q", got)
	}
	if got := instance(t, "Thunder-XOF-384").Submitted.Note; !strings.Contains(got, "1152 bits") {
		t.Errorf("note of Thunder-XOF-384 is %q", got)
	}
}

// The default selection, case by case.
func TestChosen(t *testing.T) {
	for name, want := range map[string]bool{
		"hash.c": true, "hash.cpp": true, "hash.cc": true, "fast.S": true, "iphe_selftest.c": true, "hash_cli.c": true, "CryptHash_AlgorithmInstance.c": true,
		"hash.C": false, "fast.s": false, "hash.h": false, ".hash.c": false, "hash.c.orig": false,
		"KAT_CryptHash.c": false, "PQCgenKAT_hash.c": false, "main.c": false, "mainline.c": false, "test.c": false, "bench.c": false,
		"speed.c": false, "cpucycles.c": false, "osfreq.c": false, "run_bench.c": false, "selftest.c": false, "self_test.c": false,
		"example.c": false, "demo.c": false, "kat.c": false, "kat_llh.c": false,
		"quick_test.c": false, "test_.c": false, "hash_bench.c": false, "hash_main.c": false, "hash_kat.c": false, "my_bench_.c": false,
		"Main.c": true, "katalog.c": true, "my_test_vectors.c": true,
	} {
		if got := Chosen(name); got != want {
			t.Errorf("%s is compiled: %v, want %v", name, got, want)
		}
	}
}

func TestTakes(t *testing.T) {
	r := &Recipe{SourceDir: "Top/ref/A-512", Sources: []string{"Top/lib/perm.c"}, Headers: []string{"Top/lib"}, Include: []string{"Top/inc"}}
	for name, want := range map[string]bool{
		"Top/ref/A-512/a.c": true, "Top/ref/A-512/a.h": true, "Top/ref/A-512/sub/tables.inc": true, "Top/lib/perm.c": true, "Top/lib/deep/x.h": true, "Top/inc/y.h": true,
		"Top/ref/A-512/a.exe": false, "Top/ref/A-512/kat": false, "Top/ref/A-512/.x.c": false, "Top/ref/A-512/.git/x.c": false,
		"Top/ref/A-5120/a.c": false, "Top/ref/A-768/a.c": false, "Top/ref/a.c": false, "Top/doc/paper.pdf": false, "__MACOSX/Top/ref/A-512/a.c": false,
		"Top/ref/A-512/__MACOSX/a.c": false, "Other/Top/lib/perm.c": false,
	} {
		if got := r.Takes(name); got != want {
			t.Errorf("%s is taken: %v, want %v", name, got, want)
		}
	}
}

// Imported code is an implementation under the plain label, in front of the
// others; one that is not whole is refused, and nothing is added.
func TestImport(t *testing.T) {
	cat, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	in, err := cat.FindInstance("Laurus-512")
	if err != nil {
		t.Fatal(err)
	}
	c, from := in.Candidate, Imported{Archive: "Laurus.zip", SHA256: in.Candidate.Archive.SHA256, Folder: "a store"}
	if len(in.Implementations) != 0 || c.Imported != nil {
		t.Fatalf("before the import there is %+v", in.Implementations)
	}
	files := fstest.MapFS{}
	for _, in := range c.Instances[1:] {
		files["source/"+in.Submitted.SourceDir+"/hash.c"] = &fstest.MapFile{}
		files["source/"+in.Submitted.SourceDir+"/drng.c"] = &fstest.MapFile{}
		files["source/"+in.Submitted.SourceDir+"/KAT_CryptHash.c"] = &fstest.MapFile{}
	}
	if err := c.Import(files, from); err == nil || !strings.Contains(err.Error(), "Laurus-512: ") || !strings.Contains(err.Error(), "Laurus-512: Laurus/Impl") {
		t.Errorf("a folder without Laurus-512: %v", err)
	}
	for _, in := range c.Instances {
		if len(in.Implementations) > 0 {
			t.Errorf("%s has %+v of a refused import", in.Name, in.Implementations)
		}
	}
	files["source/"+in.Submitted.SourceDir+"/main.c"] = &fstest.MapFile{}
	if err := c.Import(files, from); err == nil || !strings.Contains(err.Error(), "no source file to compile") {
		t.Errorf("a folder with a main.c alone: %v", err)
	}
	files["source/"+in.Submitted.SourceDir+"/laurus.c"] = &fstest.MapFile{}
	files["vectors/Laurus-512/KAT_2_12_laurus_512.txt"] = &fstest.MapFile{}
	if err := c.Import(files, from); err != nil {
		t.Fatal(err)
	}
	im, err := cat.FindLabel("Laurus-512")
	if err != nil {
		t.Fatal(err)
	}
	if im.Variant() != "reference" || !slices.Equal(im.Sources, []string{in.Submitted.SourceDir + "/laurus.c"}) || !slices.Equal(im.Include, []string{in.Submitted.SourceDir}) {
		t.Errorf("implementation is %+v", im)
	}
	if c.Imported.Folder != "a store" || !c.AsPublished() || c.Vectors() == nil {
		t.Errorf("imported from %+v, as published: %v, vectors %v", c.Imported, c.AsPublished(), c.Vectors())
	}
	if c.Imported.SHA256 = strings.Repeat("0", 64); c.AsPublished() {
		t.Error("code of another archive is taken for the published one")
	}
}

// The names of what an archive holds are taken, whether it is imported or not.
func TestSubmittedLabelIsTaken(t *testing.T) {
	dir := write(t, map[string]string{
		"candidate.toml": strings.ReplaceAll(strings.ReplaceAll(good, "Xor-256", "Laurus-512"), `"c99"`, `"submitted"`),
		"c99/xor.c":      "",
	})
	if _, err := Load(dir); err == nil || !strings.Contains(err.Error(), `label "Laurus-512" is taken by Laurus-512 at candidates/hash-14/candidate.toml:`) {
		t.Errorf("error is %v", err)
	}
}
