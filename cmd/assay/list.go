package main

import (
	"fmt"
	"text/tabwriter"

	"github.com/hashassay/assay/iccs"
	"github.com/hashassay/assay/internal/candidate"
)

type listCmd struct {
	Candidates []fileName `name:"candidates" sep:"none"`
	Kernels    bool       `name:"kernels"`
	JSON       bool       `name:"json"`
}

// listRow is one implementation in assay list --json.
type listRow struct {
	Candidate      string   `json:"candidate"`
	Name           string   `json:"name"`
	Instance       string   `json:"instance"`
	DigestBits     int      `json:"digest_bits"`
	Implementation string   `json:"implementation"`
	Language       string   `json:"language"`
	Label          string   `json:"label"`
	Kernel         string   `json:"kernel"`    // of Go implementations: what this CPU would run
	KATFiles       []string `json:"kat_files"` // files with an official digest
	SelfTest       int      `json:"self_test"` // cases of the self-test that stands for them
	Origin         string   `json:"origin"`
}

func (v *listCmd) Run(c *console) error {
	catalogue, err := candidate.Load(names(v.Candidates)...)
	if err != nil {
		return err
	}
	if v.Kernels {
		return v.kernels(c, catalogue)
	}
	rows := []listRow{}
	for _, im := range catalogue.Implementations() {
		if im.Kernel != "" {
			continue // list --kernels
		}
		i, cand := im.Instance, im.Instance.Candidate
		rows = append(rows, listRow{cand.ID, cand.Name, i.Name, i.DigestBits, im.Kind, string(im.Language), im.Label, im.KernelInUse(), vectors(i), len(i.SelfTest), cand.Origin})
	}
	if v.JSON {
		return printJSON(c, rows)
	}
	w := tabwriter.NewWriter(c.stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "CANDIDATE\tNAME\tINSTANCE\tDIGEST\tIMPLEMENTATION\tLABEL\tKERNEL\tVECTORS\tORIGIN")
	for _, r := range rows {
		have := "none"
		if r.SelfTest > 0 {
			have = fmt.Sprintf("self-test, %d cases", r.SelfTest)
		}
		if n := len(r.KATFiles); n > 0 {
			have = fmt.Sprintf("%d of %d files", n, len(iccs.Files()))
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%d bits\t%s\t%s\t%s\t%s\t%s\n", r.Candidate, r.Name, r.Instance, r.DigestBits, r.Implementation, r.Label, r.Kernel, have, r.Origin)
	}
	return w.Flush()
}

// vectors names the known-answer files that the manifest has a digest of.
func vectors(i *candidate.Instance) []string {
	files := []string{}
	if i.Candidate.Manifest == nil {
		return files
	}
	for _, f := range iccs.Files() {
		if _, ok := i.Candidate.Manifest.Lookup(i.KATName, f); ok {
			files = append(files, string(f))
		}
	}
	return files
}
