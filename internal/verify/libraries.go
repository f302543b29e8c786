package verify

import (
	"bytes"
	"crypto/sha256"
	"debug/elf"
	"encoding/hex"
	"io/fs"
	"maps"
	"slices"

	"github.com/hashassay/assay/internal/evidence"
)

// hasLibrary says whether a build has a library of its own. Go implementations
// have none.
func hasLibrary(e *evidence.BuildEntry) bool {
	return e != nil && e.Library != "" && (e.Assay == nil || e.Assay.Language != "go")
}

// libraries holds the files in lib/ against the digests of build.json and
// campaign.json, and says what is not there.
func (c *checker) libraries(n *notes) {
	if len(c.layout.logs) == 0 {
		c.notChecked("the known-answer logs are not there (kat/): verdicts and digests of logs were taken from build.json as they stand")
	}
	if len(c.layout.lib) == 0 {
		if !slices.ContainsFunc(slices.Collect(maps.Values(c.build.Instances)), hasLibrary) {
			return
		}
		c.notChecked("the libraries are not there (lib/): their digests and sizes were taken from build.json as they stand")
		return
	}
	if c.campaign != nil && c.campaign.Assay != nil && c.layout.has("lib/driver") {
		if digest := c.campaign.Assay.Drivers["c"]; digest != "" {
			n.list = append(n.list, c.file("campaign.json", "assay.drivers.c", "lib/driver", digest, nil)...)
		}
	}
	for _, key := range slices.SortedFunc(maps.Keys(c.build.Instances), compareNatural) {
		e := c.build.Instances[key]
		if !hasLibrary(e) {
			continue
		}
		if !c.layout.has(e.Library) {
			n.wrong("instances."+key+".library", e.Library, "a file of the dataset: there is none of this name")
			continue
		}
		n.list = append(n.list, c.file(n.file, "instances."+key+".library_sha256", e.Library, e.LibrarySHA256, func(data []byte, m *notes) {
			if size, ok := loadBytes(data); ok && e.ELFLoadBytes != nil {
				same(m, "instances."+key+".elf_load_bytes", *e.ELFLoadBytes, size, "loadable segments of "+e.Library)
			}
		})...)
	}
}

// file holds a file's content against its digest, and against what else is
// known of it.
func (c *checker) file(where, field, name, digest string, more func([]byte, *notes)) []Finding {
	n := &notes{file: where}
	data, err := fs.ReadFile(c.files, name)
	if err != nil {
		n.wrong(field, digest, "not checked: %v", err)
		return n.list
	}
	sum := sha256.Sum256(data)
	same(n, field, digest, hex.EncodeToString(sum[:]), "SHA-256 of "+name)
	if more != nil {
		more(data, n)
	}
	return n.list
}

// loadBytes is the sum of the memory sizes of a library's loadable segments.
func loadBytes(data []byte) (int64, bool) {
	f, err := elf.NewFile(bytes.NewReader(data))
	if err != nil {
		return 0, false
	}
	var sum int64
	for _, p := range f.Progs {
		if p.Type == elf.PT_LOAD {
			sum += int64(p.Memsz)
		}
	}
	return sum, true
}
