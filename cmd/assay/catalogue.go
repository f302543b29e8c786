package main

import (
	"errors"
	"fmt"
	"os"

	"github.com/hashassay/assay/internal/campaign"
	"github.com/hashassay/assay/internal/candidate"
	"github.com/hashassay/assay/internal/store"
)

// storeVariable names the store in the environment.
const storeVariable = "ASSAY_STORE"

// loadCatalogue returns the built-in candidates and those in dirs, with the
// submitted code that the store has: the one in dir, else in ASSAY_STORE, else
// in the user's folder for data. damaged holds the candidates that the store
// cannot give, and why.
func loadCatalogue(dirs []fileName, dir fileName) (catalogue *candidate.Catalogue, damaged map[*candidate.Candidate]error, err error) {
	if catalogue, err = candidate.Load(names(dirs)...); err != nil {
		return nil, nil, err
	}
	from, err := openStore(dir)
	if err != nil {
		return nil, nil, err
	}
	damaged = map[*candidate.Candidate]error{}
	for _, c := range catalogue.Candidates {
		if c.Archive == nil || from == nil {
			continue
		}
		imported, err := from.Candidate(c.ID)
		if errors.Is(err, store.ErrNotImported) {
			continue
		}
		if err == nil {
			err = c.Import(imported.Files(), candidate.Imported{Archive: imported.Archive, SHA256: imported.ArchiveSHA256, Folder: imported.Folder()})
		}
		if err != nil {
			damaged[c] = err
		}
	}
	return catalogue, damaged, nil
}

// measurable is loadCatalogue for verbs that build: what is damaged stops them.
func measurable(dirs []fileName, dir fileName) (*candidate.Catalogue, error) {
	catalogue, damaged, err := loadCatalogue(dirs, dir)
	if err != nil {
		return nil, err
	}
	for _, c := range catalogue.Candidates {
		if err := damaged[c]; err != nil {
			return nil, withHint(fmt.Errorf("submitted code of %s: %w", c.ID, err),
				fmt.Sprintf("import it again: assay import %s ARCHIVE", c.ID))
		}
	}
	return catalogue, nil
}

// openStore returns the store, or nil where the system has no place for one. A
// store that was named with --store must be there.
func openStore(dir fileName) (*store.Store, error) {
	if dir != "" {
		if info, err := os.Stat(string(dir)); err != nil || !info.IsDir() {
			return nil, withHint(fmt.Errorf("--store %s: not a folder", dir), "assay import makes a store")
		}
		return store.Open(string(dir))
	}
	if named := os.Getenv(storeVariable); named != "" {
		return store.Open(named)
	}
	s, err := store.Open("")
	if err != nil {
		return nil, nil // nobody asked for it
	}
	return s, nil
}

// hintImport is what to do where submitted code is missing.
const hintImport = "assay list shows where to get it, assay import takes it"

// warnNotImported says which submitted code that was asked for expressly is not
// there.
func (c *console) warnNotImported(catalogue *candidate.Catalogue, only string, impl []string) {
	absent := campaign.NotImported(catalogue, only, impl)
	if _, err := campaign.Select(catalogue, only, impl); err != nil || len(absent) == 0 || len(impl) == 0 {
		return // an error says it, or nobody asked
	}
	c.warn("submitted code that is not imported is left out: %s", campaign.Listed(absent))
}
