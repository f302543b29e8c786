// Package storetest packs archives for tests: packages in the official layout of
// the submissions, with our own C99 references in the place of their code, and the
// odd ways of packers.
package storetest

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"golang.org/x/text/encoding/simplifiedchinese"

	"github.com/hashassay/assay/candidates"
	"github.com/hashassay/assay/internal/candidate"
)

// File is a file of a package.
type File struct {
	Name string // slash path in UTF-8
	Data string
}

// Package returns the files of a submission's package, laid out as the recipe
// of a built-in candidate with a C99 reference says: the reference in each
// instance's folder, the known-answer programs, test programs, documents and
// hidden files that submissions have beside it, and vector files.
func Package(c *candidate.Candidate) ([]File, error) {
	if c.Archive == nil {
		return nil, fmt.Errorf("%s has no archive", c.ID)
	}
	top := strings.TrimSuffix(c.Archive.Name, ".zip")
	files := []File{
		{top + "/README.txt", "A package for a test.\r\n"},
		{top + "/Documents/算法设计文档，第1版.pdf", "%PDF-1.7\n" + strings.Repeat("text of a document. ", 20000)},
		{top + "/.DS_Store", "\x00\x00\x00\x01Bud1"},
		{"__MACOSX/" + top + "/._README.txt", "\x00\x05\x16\x07"},
	}
	seen := map[string]bool{}
	add := func(name, data string) {
		if !seen[name] {
			seen[name] = true
			files = append(files, File{name, data})
		}
	}
	for _, in := range c.Instances {
		r := in.Submitted
		if r == nil {
			return nil, fmt.Errorf("%s has no recipe", in.Name)
		}
		code, err := code(c, in)
		if err != nil {
			return nil, err
		}
		for name, data := range code {
			add(path.Join(r.SourceDir, name), data)
		}
		for _, name := range r.Sources { // what the list has besides
			add(name, "/* nothing */\ntypedef int nothing_"+strings.NewReplacer("-", "_", ".", "_").Replace(path.Base(name))+";\n")
		}
		add(path.Join(r.SourceDir, "KAT_CryptHash.c"), "int main(void) { return 0; }\n")
		add(path.Join(r.SourceDir, "speed_test.c"), "#error a test program was compiled\n")
		add(path.Join(r.SourceDir, "Makefile"), "all:\n\ttouch /tmp/never\n")
		add(path.Join(r.SourceDir, "kat"), "\x7fELF")
		for _, e := range entries(c, in) {
			add(path.Join(r.VectorsDir, e), "Msg_Len = 0\r\nMsg = 00\r\nDigest = 00\r\n")
		}
	}
	return files, nil
}

// entries are the names of an instance's vector files.
func entries(c *candidate.Candidate, in *candidate.Instance) []string {
	var names []string
	for _, e := range c.Manifest.Entries {
		if e.Label == in.KATName {
			names = append(names, e.Name)
		}
	}
	return names
}

// code is an instance's folder: our reference, with a file of the name that
// submissions have and the macros in it that a recipe cannot give.
func code(c *candidate.Candidate, in *candidate.Instance) (map[string]string, error) {
	var reference *candidate.Implementation
	for _, im := range in.Implementations {
		if im.Kind == "c99" {
			reference = im
		}
	}
	if reference == nil {
		return nil, fmt.Errorf("%s has no C99 reference", in.Name)
	}
	own, err := fs.Sub(candidates.FS, c.ID)
	if err != nil {
		return nil, err
	}
	var text strings.Builder
	for _, d := range reference.Defines {
		name, value, _ := strings.Cut(d, "=")
		fmt.Fprintf(&text, "#define %s %s\n", name, value)
	}
	files := map[string]string{}
	for _, name := range reference.Sources {
		data, err := fs.ReadFile(own, name)
		if err != nil {
			return nil, err
		}
		// Included, not compiled, as some submissions do it.
		files["parts/"+path.Base(name)] = string(data)
		fmt.Fprintf(&text, "#include \"parts/%s\"\n", path.Base(name))
	}
	for _, dir := range reference.Include {
		headers, err := fs.Glob(own, dir+"/*.h")
		if err != nil {
			return nil, err
		}
		for _, name := range headers {
			data, err := fs.ReadFile(own, name)
			if err != nil {
				return nil, err
			}
			files["parts/"+path.Base(name)] = string(data)
		}
	}
	if c.ID == garnet {
		for name, text := range garnetFiles {
			files[name] = text
		}
		return files, nil
	}
	files["CryptHash_AlgorithmInstance.c"] = text.String()
	return files, nil
}

// garnet has one folder for all instances, which differ by the files that are
// compiled and by the width of the digest that is asked for.
const garnet = "hash-11"

var garnetFiles = map[string]string{
	"CryptHash_Garnet.c": `
typedef int hash(int, const unsigned char *, unsigned long long, unsigned char *);
hash garnet_512, garnet_768, garnet_1024;
int CryptHash(int bits, const unsigned char *msg, unsigned long long msg_bits, unsigned char *digest);
int CryptHash(int bits, const unsigned char *msg, unsigned long long msg_bits, unsigned char *digest)
{
    return (bits == 512 ? garnet_512 : bits == 768 ? garnet_768 : garnet_1024)(bits, msg, msg_bits, digest);
}
`,
	"Garnet_512_512.c": garnetFile("garnet_512", "Garnet_512_Cap512"),
	"Garnet_512_640.c": garnetFile("garnet_512", "Garnet_512_Cap640"),
	"Garnet_512_768.c": garnetFile("garnet_512", "Garnet_512_Cap768"),
	"Garnet_512_896.c": garnetFile("garnet_512", "Garnet_512_Cap896"),
	"Garnet_512.c":     garnetFile("garnet_512", "Garnet_512_Cap1024"),
	"Garnet_768.c":     garnetFile("garnet_768", "Garnet_768"),
	"Garnet_1024.c":    garnetFile("garnet_1024", "Garnet_1024"),
}

func garnetFile(function, instance string) string {
	return "#define CryptHash " + function + "\n#define ALGORITHM_INSTANCE " + instance + "\n#include \"parts/garnet.c\"\n"
}

// Naming is how a packer writes names.
type Naming int

// The ways.
const (
	UTF8      Naming = iota // UTF-8, marked as such
	Unmarked                // UTF-8 without the mark
	GBK                     // GBK, as on Chinese Windows
	Backslash               // UTF-8 with backslashes between folders
)

// bytes returns the name as it stands in the archive.
func (n Naming) bytes(name string) (string, error) {
	switch n {
	case GBK:
		return simplifiedchinese.GBK.NewEncoder().String(name)
	case Backslash:
		return strings.ReplaceAll(name, "/", `\`), nil
	}
	return name, nil
}

// Zip packs files.
func Zip(files []File, naming Naming) ([]byte, error) {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, f := range files {
		name, err := naming.bytes(f.Name)
		if err != nil {
			return nil, err
		}
		w, err := z.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Deflate, NonUTF8: naming != UTF8})
		if err != nil {
			return nil, err
		}
		if _, err := w.Write([]byte(f.Data)); err != nil {
			return nil, err
		}
	}
	err := z.Close()
	return b.Bytes(), err
}

// TarGz packs files.
func TarGz(files []File, naming Naming) ([]byte, error) {
	var b bytes.Buffer
	g := gzip.NewWriter(&b)
	t := tar.NewWriter(g)
	for _, f := range files {
		name, err := naming.bytes(f.Name)
		if err != nil {
			return nil, err
		}
		h := &tar.Header{Name: name, Mode: 0o755, Size: int64(len(f.Data)), Typeflag: tar.TypeReg}
		if naming == GBK {
			h.Format = tar.FormatGNU // the others know Unicode only
		}
		if err := t.WriteHeader(h); err != nil {
			return nil, err
		}
		if _, err := t.Write([]byte(f.Data)); err != nil {
			return nil, err
		}
	}
	if err := t.Close(); err != nil {
		return nil, err
	}
	err := g.Close()
	return b.Bytes(), err
}
