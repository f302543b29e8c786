package main

import (
	"crypto/sha256"
	"fmt"
	"os"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/hashassay/assay/internal/candidate"
	"github.com/hashassay/assay/internal/store/storetest"
)

// pack ("pack ID FILE [NAME]") packs a test package of a candidate, with an empty file of that name in
// front, and puts the archive's digest into $SHA256.
func pack(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 || len(args) > 3 {
		ts.Fatalf("usage: pack ID FILE [NAME]")
	}
	catalogue, err := candidate.Load()
	ts.Check(err)
	for _, c := range catalogue.Candidates {
		if c.ID != args[0] {
			continue
		}
		files, err := storetest.Package(c)
		ts.Check(err)
		if len(args) > 2 {
			files = append([]storetest.File{{Name: args[2]}}, files...)
		}
		data, err := storetest.Zip(files, storetest.GBK)
		ts.Check(err)
		ts.Check(os.WriteFile(ts.MkAbs(args[1]), data, 0o666))
		ts.Setenv("SHA256", fmt.Sprintf("%x", sha256.Sum256(data)))
		return
	}
	ts.Fatalf("no candidate %s", args[0])
}
