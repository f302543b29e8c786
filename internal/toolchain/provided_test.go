package toolchain

import (
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/hashassay/assay/candidates"
	"github.com/hashassay/assay/iccs"
	"github.com/hashassay/assay/internal/candidate"
)

// submission imports an archive in which the code of X-256 is in Top/ref.
func submission(t *testing.T, recipe candidate.Recipe, files map[string]string) *candidate.Implementation {
	t.Helper()
	folder := fstest.MapFS{}
	for name, text := range files {
		folder["source/"+name] = &fstest.MapFile{Data: []byte(text)}
	}
	recipe.SourceDir = "Top of it/ref"
	c := &candidate.Candidate{ID: "x-1", Name: "X", Files: fstest.MapFS{}}
	in := &candidate.Instance{Candidate: c, Name: "X-256", DigestBits: 256, Submitted: &recipe}
	c.Instances = append(c.Instances, in)
	if err := c.Import(folder, candidate.Imported{}); err != nil {
		t.Fatal(err)
	}
	if len(in.Implementations) != 1 || in.Implementations[0].Label != "X-256" {
		t.Fatalf("implementations are %+v", in.Implementations)
	}
	return in.Implementations[0]
}

// usesGenerator declares the programme's generator extern, as submissions do.
const usesGenerator = "#include \"drng.h\"\nextern DRNG_ctx drng_algorithm;\n" + signature + ";\n" + signature +
	"\n{\n    digest[0] = len ? msg[0] : ((unsigned char *)&drng_algorithm)[0];\n    return bits == 0;\n}\n"

// linked says whether a build compiled a file of the programme's part.
func linked(lib *Library, name string) bool {
	return slices.Contains(lib.Command, "../"+generatorFolder+"/"+name)
}

func TestSubmissionWithoutGenerator(t *testing.T) {
	c := gcc(t)
	im := submission(t, candidate.Recipe{}, map[string]string{"Top of it/ref/hash.c": usesGenerator, "Top of it/ref/KAT_CryptHash.c": "#error not compiled\n"})
	for _, flags := range []FlagSet{Guide, Default} {
		lib := mustBuild(t, c, im, flags)
		if !linked(lib, generatorSource) || !linked(lib, algorithmSource) {
			t.Errorf("command is %q", lib.Command)
		}
		if got := exported(t, lib.Path); !slices.Equal(got, []string{"CryptHash"}) {
			t.Errorf("exported are %q", got)
		}
		if log := read(t, lib.Log); strings.Contains(log, "warning") {
			t.Errorf("our part gives warnings:\n%s", log)
		}
	}
}

// What nobody names is not defined: the header of some submission may lack the type.
func TestSubmissionThatNeedsNoGenerator(t *testing.T) {
	im := submission(t, candidate.Recipe{}, map[string]string{"Top of it/ref/hash.c": plain, "Top of it/ref/drng.h": "#error not read\n"})
	if lib := mustBuild(t, gcc(t), im, Guide); !linked(lib, generatorSource) || linked(lib, algorithmSource) {
		t.Errorf("command is %q", lib.Command)
	}
}

// The submission's own generator is used, its type too, with the headers that
// lie beside the source.
func TestSubmissionWithGenerator(t *testing.T) {
	im := submission(t, candidate.Recipe{}, map[string]string{
		"Top of it/ref/hash.c": usesGenerator,
		"Top of it/ref/drng.c": "#include \"drng.h\"\nint theirs(void);\nint theirs(void) { return (int)sizeof(DRNG_ctx); }\n",
		"Top of it/ref/drng.h": "#ifndef THEIRS\n#define THEIRS\ntypedef struct { char big[123457]; } DRNG_ctx;\n#endif\n",
	})
	lib := mustBuild(t, gcc(t), im, Guide)
	if linked(lib, generatorSource) || !linked(lib, algorithmSource) {
		t.Errorf("command is %q", lib.Command)
	}
	if lib.ELFLoadBytes < 123457 {
		t.Errorf("the library takes %d bytes, less than the submission's generator", lib.ELFLoadBytes)
	}
}

func TestSubmissionThatDefinesGenerator(t *testing.T) {
	im := submission(t, candidate.Recipe{}, map[string]string{
		"Top of it/ref/hash.c": strings.Replace(usesGenerator, "extern DRNG_ctx drng_algorithm;", "DRNG_ctx drng_algorithm = { { 1 }, { 0 }, 0 };", 1),
		"Top of it/ref/more.c": "void sm3_init(void);\nvoid sm3_init(void) {}\nvoid drng_seed(void);\nvoid drng_seed(void) {}\n",
	})
	mustBuild(t, gcc(t), im, Guide)
}

// Headers: the submission's own before the programme's, those before the recipe's
// further folders. Defines of the recipe are in force, and relative includes work.
func TestSubmissionIncludes(t *testing.T) {
	recipe := candidate.Recipe{
		Sources: []string{"Top of it/ref/hash.c", "Top of it/lib/perm.c"}, Include: []string{"Top of it/lib/common"},
		Headers: []string{"Top of it/lib"}, Defines: []string{"DEFINED=1"},
	}
	text := "#include \"own.h\"\n#include \"common.h\"\n#include \"../lib/perm.h\"\n#include \"drng.h\"\n#if !OWN || !COMMON || !PERM || !DEFINED || !defined DRNG_SEED_LENGTH\n#error wrong header\n#endif\n" + plain
	im := submission(t, recipe, map[string]string{
		"Top of it/ref/hash.c":          text,
		"Top of it/ref/left_out.c":      "#error not compiled\n",
		"Top of it/ref/own.h":           "#define OWN 1\n",
		"Top of it/lib/perm.c":          "#include \"perm.h\"\nint perm;\n",
		"Top of it/lib/perm.h":          "#define PERM 1\n",
		"Top of it/lib/common/own.h":    "#define OWN 0\n",
		"Top of it/lib/common/drng.h":   "#define OTHER 1\n",
		"Top of it/lib/common/common.h": "#define COMMON 1\n",
	})
	mustBuild(t, gcc(t), im, Guide)
}

// Our generator in C gives what the one in Go gives.
func TestGenerator(t *testing.T) {
	c := gcc(t)
	const program = `#include <stdio.h>
#include <string.h>
#include "drng.h"
int main(void)
{
    static unsigned char out[1 << 17];
    DRNG_ctx g;
    unsigned long long bits, i;
    drng_seed(&g, (const unsigned char *)"KAT_2_12KAT_2_12KAT_2_12KAT_2_12KAT_2_12KAT_2_12KAT_2_12KAT_2_12", 64);
    for (bits = 0; bits < 1 << 18; bits += 1 + bits / 7) {
        memset(out, 0xAA, sizeof out);
        drng_request(&g, out, bits);
        for (i = 0; i < (bits + 7) / 8; i++)
            printf("%02x", out[i]);
        printf("\n");
        if (out[i] != 0xAA)
            return 1;
    }
    return 0;
}
`
	work := t.TempDir()
	for _, names := range provided {
		for _, name := range names {
			text, err := candidates.FS.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(work, filepath.Base(name)), text, 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := os.WriteFile(filepath.Join(work, "main.c"), []byte(program), 0o666); err != nil {
		t.Fatal(err)
	}
	args := append(strings.Fields(programFlags+" -Wpedantic -Werror"), "-fsanitize=undefined", "-fno-sanitize-recover", "-o", "g", "main.c", "drng.c")
	if out, err := c.run(t.Context(), work, work, args); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	out, err := (&Compiler{Path: filepath.Join(work, "g")}).run(t.Context(), work, work, nil)
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	var want strings.Builder
	d := iccs.NewDRNG([]byte(strings.Repeat("KAT_2_12", 8)))
	for bits := uint64(0); bits < 1<<18; bits += 1 + bits/7 {
		b, err := io.ReadAll(d.Request(bits))
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintln(&want, hex.EncodeToString(b))
	}
	if string(out) != want.String() {
		t.Errorf("the outputs differ (%d and %d bytes)", len(out), want.Len())
	}
}
