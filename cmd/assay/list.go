package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/hashassay/assay/iccs"
	"github.com/hashassay/assay/internal/candidate"
	"github.com/hashassay/assay/internal/evidence"
)

type listCmd struct {
	Candidates []fileName `name:"candidates" sep:"none"`
	Store      fileName   `name:"store"`
	Kernels    bool       `name:"kernels"`
	JSON       bool       `name:"json"`
}

// listRow is one implementation in assay list --json, or submitted code that
// would be one if it were imported.
type listRow struct {
	Candidate      string       `json:"candidate"`
	Name           string       `json:"name"`
	Instance       string       `json:"instance"`
	DigestBits     int          `json:"digest_bits"`
	Implementation string       `json:"implementation"`
	Language       string       `json:"language"`
	Label          string       `json:"label"`
	Kernel         string       `json:"kernel"`    // of Go implementations: what this CPU would run
	KATFiles       []string     `json:"kat_files"` // files with an official digest
	SelfTest       int          `json:"self_test"` // cases of the self-test that stands for them
	Origin         string       `json:"origin"`
	State          string       `json:"state"`             // ready, not imported, damaged
	Archive        *listArchive `json:"archive,omitempty"` // of submitted code
	Reported       string       `json:"reported,omitempty"`
	Expected       string       `json:"expected,omitempty"` // verdict of submitted code that is known not to pass
	Note           string       `json:"note,omitempty"`     // what is odd about submitted code
}

// listArchive is what is known of a submission's archive.
type listArchive struct {
	Name     string `json:"name"`
	SHA256   string `json:"sha256"`
	Bytes    int64  `json:"bytes"`
	Page     string `json:"page"`
	Download string `json:"download"`
	Imported string `json:"imported,omitempty"` // SHA-256 of the archive that was imported

	Published *bool `json:"imported_is_published,omitempty"` // whether that is the published one
}

// The states of a listRow.
const (
	stateReady       = "ready"
	stateNotImported = "not imported"
	stateDamaged     = "damaged" // the store has it, but not whole
)

func (v *listCmd) Run(c *console) error {
	catalogue, damaged, err := loadCatalogue(v.Candidates, v.Store)
	if err != nil {
		return err
	}
	if v.Kernels {
		return v.kernels(c, catalogue)
	}
	for _, cand := range catalogue.Candidates {
		if err := damaged[cand]; err != nil {
			c.warn("submitted code of %s: %v", cand.ID, err)
		}
	}
	rows := listRows(catalogue, damaged)
	if v.JSON {
		return printJSON(c, rows)
	}
	return errors.Join(printPackages(c, catalogue, damaged), printRows(c, rows))
}

// listRows makes the rows: those that can be measured as the catalogue has
// them, each instance's submitted code that is not imported before the others.
func listRows(catalogue *candidate.Catalogue, damaged map[*candidate.Candidate]error) []listRow {
	rows := []listRow{}
	add := func(i *candidate.Instance, im *candidate.Implementation) {
		cand := i.Candidate
		r := listRow{
			Candidate: cand.ID, Name: cand.Name, Instance: i.Name, DigestBits: i.DigestBits, KATFiles: vectors(i), SelfTest: len(i.SelfTest),
			Origin: cand.Origin, State: stateReady, Implementation: candidate.Submitted, Language: string(candidate.C), Label: i.Name,
		}
		if im != nil {
			r.Implementation, r.Language, r.Label, r.Kernel = im.Kind, string(im.Language), im.Label, im.KernelInUse()
		} else if r.State = stateNotImported; damaged[cand] != nil {
			r.State = stateDamaged
		}
		if im == nil || im.Recipe != nil {
			r.Origin = r.State
			r.Archive = &listArchive{Name: cand.Archive.Name, SHA256: cand.Archive.SHA256, Bytes: cand.Archive.Bytes, Page: cand.Page, Download: cand.Archive.Download}
			r.Reported, r.Expected, r.Note = i.Reported(), i.Submitted.Expected, i.Submitted.Note
			if from := cand.Imported; from != nil {
				published := cand.AsPublished()
				r.Archive.Imported, r.Archive.Published, r.Origin = from.SHA256, &published, from.Folder
			}
		}
		rows = append(rows, r)
	}
	for _, i := range catalogue.Instances() {
		if i.Absent() {
			add(i, nil)
		}
		for _, im := range i.Implementations {
			if im.Kernel == "" { // list --kernels
				add(i, im)
			}
		}
	}
	return rows
}

// printPackages prints a line for each candidate: what there is to measure of
// it, and where its submission's own code is or can be had.
func printPackages(c *console, catalogue *candidate.Catalogue, damaged map[*candidate.Candidate]error) error {
	w := tabwriter.NewWriter(c.stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "CANDIDATE\tNAME\tINSTANCES\tDIGESTS\tBUILT IN\tSUBMITTED CODE\tWHERE TO GET IT")
	for _, cand := range catalogue.Candidates {
		kinds, bits := []string{}, []int{}
		for _, i := range cand.Instances {
			if !slices.Contains(bits, i.DigestBits) {
				bits = append(bits, i.DigestBits)
			}
			for _, im := range i.Implementations {
				if im.Kernel == "" && im.Recipe == nil && !slices.Contains(kinds, im.Kind) {
					kinds = append(kinds, im.Kind)
				}
			}
		}
		slices.Sort(bits)
		widths := strings.ReplaceAll(strings.Trim(fmt.Sprint(bits), "[]"), " ", ", ")
		have := strings.Join(kinds, ", ")
		if have == "" {
			have = "-"
		} else if cand.Origin != "built in" {
			have += " (" + cand.Origin + ")"
		}
		state, where := submittedState(cand, damaged[cand])
		fmt.Fprintf(w, "%s\t%s\t%d\t%s\t%s\t%s\t%s\n", cand.ID, cand.Name, len(cand.Instances), widths, have, state, where)
	}
	fmt.Fprintln(w)
	return w.Flush()
}

// submittedState says whether the submission's own code is there, and where its
// archive can be had.
func submittedState(cand *candidate.Candidate, damage error) (state, where string) {
	switch {
	case cand.Archive == nil:
		return "-", "-"
	case damage != nil:
		state = stateDamaged
	case cand.Imported == nil:
		state = stateNotImported
	case cand.AsPublished():
		state = "imported"
	default:
		state = fmt.Sprintf("imported from another archive (SHA-256 %.16s…)", cand.Imported.SHA256)
	}
	where = cand.Archive.Name
	if n := cand.Archive.Bytes; n > 0 {
		where += fmt.Sprintf(" (%.1f MB)", float64(n)/1e6)
	}
	if cand.Page != "" {
		where += ", " + cand.Page
	}
	return state, where
}

func printRows(c *console, rows []listRow) error {
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
		if r.Expected != "" {
			have += ", known to give " + r.Expected
		}
		if a := r.Archive; a != nil && a.Published != nil && !*a.Published {
			r.Origin += " (" + evidence.AnotherArchive + ")"
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
