package report

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hashassay/assay/iccs"
	"github.com/hashassay/assay/internal/evidence"
	"github.com/hashassay/assay/internal/gate"
)

// vectorFiles are the known-answer files of an instance, as logs name them.
var vectorFiles = []string{string(iccs.KAT212), string(iccs.KAT223), string(iccs.KATLoop), string(iccs.KAT233)}

// CheckedFiles names the known-answer files that an implementation was checked
// by: what its build entry says, else, in a published dataset, what its log
// does. It is empty where the dataset does not tell.
func CheckedFiles(d *evidence.Dataset, e *evidence.BuildEntry) []string {
	if e.Assay != nil {
		return e.Assay.KATFiles
	}
	if e.KATLog == "" || !filepath.IsLocal(filepath.FromSlash(e.KATLog)) {
		return nil
	}
	path := filepath.Join(d.Dir, filepath.FromSlash(e.KATLog))
	if info, err := os.Lstat(path); err != nil || !info.Mode().IsRegular() {
		return nil
	}
	log, err := os.ReadFile(path)
	if err != nil {
		return nil
	}
	var files []string
	for line := range strings.Lines(string(log)) {
		// "manifest DIGEST strict KAT_2_12_CHash_512.txt"
		fields := strings.Fields(line)
		if len(fields) != 4 || fields[0] != "manifest" {
			continue
		}
		for _, f := range vectorFiles {
			if strings.HasPrefix(fields[3], f+"_") && !slices.Contains(files, f) {
				files = append(files, f)
			}
		}
	}
	return files
}

// coverage writes which of the four known-answer files were checked:
// "2 of 4: KAT_2_12, KAT_2_23".
func coverage(files []string) string {
	switch {
	case len(files) == 0:
		return missing
	case slices.Equal(files, []string{gate.SelfTestName}):
		return gate.SelfTestName
	}
	return fmt.Sprintf("%d of %d: %s", len(files), len(vectorFiles), strings.Join(files, ", "))
}

// coverageLine says which files a table's PASS stands for; "" if nothing tells.
func coverageLine(d *evidence.Dataset, ls []line) string {
	var all []string
	for _, l := range ls {
		if c := coverage(CheckedFiles(d, l.entry)); c != missing && c != gate.SelfTestName {
			all = append(all, c)
		}
	}
	if all = distinct(all); len(all) == 0 {
		return ""
	}
	return strings.Join(all, "; or ")
}
