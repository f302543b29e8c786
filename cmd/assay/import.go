package main

import (
	"cmp"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"syscall"
	"text/tabwriter"

	"github.com/hashassay/assay/internal/archive"
	"github.com/hashassay/assay/internal/candidate"
	"github.com/hashassay/assay/internal/store"
)

type importCmd struct {
	ID           string     `arg:"" optional:"" name:"id"`
	Archive      fileName   `arg:"" optional:"" name:"archive"`
	AcceptDigest string     `name:"accept-digest"`
	Vectors      bool       `name:"vectors"`
	Store        fileName   `name:"store"`
	Candidates   []fileName `name:"candidates" sep:"none"`
	List         bool       `name:"list"`
	JSON         bool       `name:"json"`
}

func (v *importCmd) Run(c *console) error {
	catalogue, err := candidate.Load(names(v.Candidates)...)
	if err != nil {
		return err
	}
	s, err := store.Open(cmp.Or(string(v.Store), os.Getenv(storeVariable)))
	if err != nil {
		return withHint(err, "name a folder with --store")
	}
	switch {
	case v.List && (v.ID != "" || v.AcceptDigest != "" || v.Vectors):
		return withHint(errors.New("--list lists all submissions and takes no archive"), "assay import --help shows the options")
	case v.List:
		return v.list(c, catalogue, s)
	case v.Archive == "":
		return withHint(errors.New("a candidate and its archive are needed"), "assay import --list shows the candidates and where to get their archives")
	}
	if v.AcceptDigest != "" && !isSHA256(v.AcceptDigest) {
		return withHint(fmt.Errorf("--accept-digest %q: is no SHA-256", v.AcceptDigest), "give 64 hexadecimal digits, as sha256sum prints them")
	}
	cand, err := submission(catalogue, v.ID)
	if err != nil {
		return err
	}
	return v.take(c, s, cand)
}

// isSHA256 says whether text can be a digest in hexadecimal digits of either case.
func isSHA256(text string) bool {
	sum, err := hex.DecodeString(text)
	return err == nil && len(sum) == 32
}

// submission returns the candidate of an identifier that has a recipe.
func submission(catalogue *candidate.Catalogue, id string) (*candidate.Candidate, error) {
	for _, c := range catalogue.Candidates {
		if c.ID != id {
			continue
		}
		for _, in := range c.Instances {
			if in.Submitted != nil {
				return c, nil
			}
		}
		return nil, fmt.Errorf("candidate %s: nobody described an archive of it", id)
	}
	return nil, withHint(fmt.Errorf("there is no candidate %q", id), "assay import --list shows them; an archive's candidate is named first, as in: assay import hash-12 Iphe.zip")
}

// imported is the JSON output of an import.
type imported struct {
	Folder string `json:"folder"`
	store.Record
}

func (v *importCmd) take(c *console, s *store.Store, cand *candidate.Candidate) error {
	ctx, stop := interruptible()
	defer stop()
	file := string(v.Archive)
	im, err := s.Import(ctx, store.Request{Candidate: cand, Archive: file, Accept: v.AcceptDigest, Vectors: v.Vectors, Assay: version()})
	if errors.Is(err, context.Canceled) {
		c.warn("interrupted; nothing was imported")
		return exitCode(exitInterrupted)
	}
	if err != nil {
		return v.explain(c, cand, err)
	}
	origin := "as published"
	if im.Accepted == store.ByUser {
		origin = "not the published archive"
		c.warn("%s is not the archive that was published as %s; what is measured of it is marked so", file, cand.Archive.Name)
	}
	vectors := 0
	var bytes int64
	for _, f := range im.Record.Files {
		if bytes += f.Bytes; strings.HasPrefix(f.Path, "vectors/") {
			vectors++
		}
	}
	if v.Vectors && vectors == 0 {
		c.warn("there are no known-answer files in the archive where the recipe looks for them")
	}
	if v.JSON {
		return printJSON(c, imported{im.Folder(), im.Record})
	}
	_, err = fmt.Fprintf(c.stdout, "%s %s: %d files, %d KiB, of %s (%s)\n%s\n",
		cand.ID, cand.Name, len(im.Record.Files), (bytes+1023)/1024, im.Archive, origin, im.Folder())
	return err
}

// explain says what to do about a failed import. An archive that is not taken
// is a check that failed; wrong use and a full disk are not.
func (v *importCmd) explain(c *console, cand *candidate.Candidate, err error) error {
	file := string(v.Archive)
	wrong := (*store.DigestError)(nil)
	path := (*fs.PathError)(nil)
	switch {
	case errors.As(err, &wrong) && wrong.Accept != "":
		c.fail(fmt.Errorf("%s: %w", file, err))
		return exitCode(exitFailed)
	case errors.As(err, &wrong):
		hint := fmt.Sprintf("if you trust this very file, say so: --accept-digest %s", wrong.Got)
		if cand.Page != "" {
			hint = "the published archive is linked from " + cand.Page + "; " + hint
		}
		c.fail(withHint(fmt.Errorf("%s: %w", file, err), hint))
		return exitCode(exitFailed)
	case errors.Is(err, archive.ErrRefused):
		c.fail(fmt.Errorf("%s: %w", file, err))
		c.warn("nothing was imported")
		return exitCode(exitFailed)
	case errors.Is(err, syscall.ENOSPC):
		return withHint(fmt.Errorf("nothing was imported: %w", err), "make room, or keep the store elsewhere with --store")
	case errors.Is(err, store.ErrInTheWay):
		return withHint(err, "move it away, or keep the store elsewhere with --store")
	case errors.As(err, &path) && path.Path == file:
		return err
	}
	return fmt.Errorf("%s: %w", file, err)
}

// importRow is a submission in assay import --list --json.
type importRow struct {
	Candidate string         `json:"candidate"`
	Name      string         `json:"name"`
	State     string         `json:"state"` // imported, damaged, missing
	Problem   string         `json:"problem,omitempty"`
	Published bool           `json:"published"` // whether the import is of the published archive
	Import    *store.Record  `json:"import"`    // null unless imported
	Archive   *archiveSource `json:"archive"`   // null: not known
}

// archiveSource says where to get a submission's archive.
type archiveSource struct {
	Name     string `json:"name"`
	SHA256   string `json:"sha256"`
	Bytes    int64  `json:"bytes"`
	Page     string `json:"page"`
	Download string `json:"download"`
}

func (v *importCmd) list(c *console, catalogue *candidate.Catalogue, s *store.Store) error {
	rows := []importRow{}
	damaged := false
	for _, cand := range catalogue.Candidates {
		if cand.Archive == nil {
			continue
		}
		a := cand.Archive
		row := importRow{
			Candidate: cand.ID, Name: cand.Name, State: "missing",
			Archive: &archiveSource{a.Name, a.SHA256, a.Bytes, cand.Page, a.Download},
		}
		im, err := s.Candidate(cand.ID)
		if err == nil {
			row.State, row.Import, row.Published = "imported", &im.Record, im.ArchiveSHA256 == a.SHA256
			err = im.Check()
		}
		if err != nil && !errors.Is(err, store.ErrNotImported) {
			row.State, row.Problem, damaged = "damaged", err.Error(), true
		}
		rows = append(rows, row)
	}
	err := v.print(c, rows, s)
	if err == nil && damaged {
		return exitCode(exitFailed)
	}
	return err
}

func (v *importCmd) print(c *console, rows []importRow, s *store.Store) error {
	if v.JSON {
		return printJSON(c, rows)
	}
	w := tabwriter.NewWriter(c.stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "CANDIDATE\tNAME\tSTATE\tARCHIVE\tMIB\tWHERE")
	for _, r := range rows {
		where := r.Archive.Page
		if r.Import != nil {
			where = fmt.Sprintf("%s, %d files", r.Import.ImportedUTC[:len("2006-01-02")], len(r.Import.Files))
			if !r.Published {
				where += ", not the published archive: SHA-256 " + r.Import.ArchiveSHA256
			}
		}
		if r.State == "damaged" {
			c.warn("%s: %s", r.Candidate, r.Problem)
			where = "import it again: " + r.Archive.Page
		}
		size := "?"
		if r.Archive.Bytes > 0 {
			size = fmt.Sprintf("%.1f", float64(r.Archive.Bytes)/(1<<20))
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\n", r.Candidate, r.Name, r.State, r.Archive.Name, size, where)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintf(c.stdout, "\nstore: %s\n", s.Dir())
	return err
}
