package main

import (
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/hashassay/assay/internal/candidate"
	"github.com/hashassay/assay/internal/cpu"
)

// kernelRow is one kernel in assay list --kernels --json.
type kernelRow struct {
	Candidate      string   `json:"candidate"`
	Package        string   `json:"package"`
	Kernel         string   `json:"kernel"`
	Implementation string   `json:"implementation"` // what --impl calls it; "" if there is no choice
	Available      bool     `json:"available"`
	InUse          bool     `json:"in_use"`
	OnRequest      bool     `json:"on_request"` // available, but never chosen unless named
	Needs          []string `json:"needs"`      // instruction sets
	Missing        []string `json:"missing"`    // those that this CPU lacks
}

// state says in a few words whether a kernel can run.
func (r kernelRow) state() string {
	switch {
	case r.InUse:
		return "in use"
	case !r.Available:
		return "lacks " + strings.Join(r.Missing, ", ")
	case r.OnRequest:
		return "on request only"
	}
	return "available"
}

// kernels lists the kernels of the Go packages, slowest first.
func (v *listCmd) kernels(c *console, catalogue *candidate.Catalogue) error {
	rows := []kernelRow{}
	var seen []*cpu.Family
	for _, im := range catalogue.Implementations() {
		h, ok := candidate.LookupGo(im.Target())
		if !ok || h.Family == nil || slices.Contains(seen, h.Family) {
			continue
		}
		seen = append(seen, h.Family)
		for _, k := range h.Family.Kernels() {
			r := kernelRow{
				Candidate: im.Instance.Candidate.ID, Package: h.Family.Name(), Kernel: k.Name,
				Available: len(k.Missing) == 0, InUse: k.InUse, OnRequest: k.OnRequest, Needs: k.Needs, Missing: k.Missing,
			}
			if len(h.Family.Kernels()) > 1 {
				r.Implementation = string(candidate.Go) + "-" + k.Name
			}
			rows = append(rows, r)
		}
	}
	if v.JSON {
		return printJSON(c, rows)
	}
	w := tabwriter.NewWriter(c.stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "CANDIDATE\tPACKAGE\tKERNEL\t--impl\tSTATE\tNEEDS")
	for _, r := range rows {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\n", r.Candidate, r.Package, r.Kernel, r.Implementation, r.state(), strings.Join(r.Needs, " "))
	}
	return w.Flush()
}
