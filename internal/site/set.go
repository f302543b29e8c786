package site

import (
	"fmt"
	"net/url"
	"path"
	"path/filepath"
	"strings"

	"github.com/hashassay/assay/internal/candidate"
	"github.com/hashassay/assay/internal/evidence"
	"github.com/hashassay/assay/internal/report"
)

// set is a dataset with its place in the site.
type set struct {
	data      *evidence.Dataset
	catalogue *candidate.Catalogue
	folder    string            // in the site
	name      string            // for readers: the system, and the run's folder where the system has no name
	unnamed   bool              // its machine has no name, so that name is that of the run
	base      string            // name of the folder that the dataset was read from
	ids       []string          // candidates
	pages     map[string]string // candidate -> its page, below the set's folder
	files     map[string]string // file of the dataset -> what shows it, below the set's folder
	source    *source
	raw       []rawFile
	downloads []download
}

// rawFile is a file of the dataset that is in the site.
type rawFile struct {
	source, path string // in the dataset; in the site, below the set's folder
	show         func([]byte) ([]byte, error)
}

// localSystem is the system of a run whose machine has no name.
const localSystem = "local"

func newSet(d *evidence.Dataset, catalogue *candidate.Catalogue, folders names) (*set, error) {
	s := &set{data: d, catalogue: catalogue, pages: map[string]string{}, files: map[string]string{}}
	base := filepath.Base(d.Dir)
	if abs, err := filepath.Abs(d.Dir); err == nil {
		base = filepath.Base(abs)
	}
	s.base = base
	s.name = d.Campaign.SystemID
	if s.unnamed = s.name == "" || s.name == localSystem; s.unnamed {
		s.name = base
	}
	s.folder = folders.of(s.name)
	source, err := newSource(d)
	if err != nil {
		return nil, fmt.Errorf("dataset: %w", err)
	}
	s.source, s.downloads = source, downloads(d, source, s.folder)
	there := source.has // what is not is not in the site
	for _, name := range []string{"campaign.json", "build.json", evidence.MemoryFile} {
		if there(name) {
			s.addRaw(name, "data/"+name, compactJSON)
		}
	}
	pages := newNames("index", "method", "records", "kat", "data", "downloads")
	folderOf, labels := newNames(), map[string]names{}
	s.ids = d.CandidateIDs()
	candidates := map[string]string{}
	for _, id := range s.ids {
		s.pages[id] = pages.of(id) + ".html"
		candidates[id] = folderOf.of(id)
		labels[id] = newNames()
	}
	safe := map[[2]string]string{} // label of a candidate -> part of a path
	part := func(id, label string) string {
		key := [2]string{id, label}
		if safe[key] == "" {
			safe[key] = labels[id].of(label)
		}
		return safe[key]
	}
	for _, id := range s.ids {
		for _, e := range d.Entries(id) {
			if name := part(id, e.Label); e.KATLog != "" && s.files[e.KATLog] == "" && there(e.KATLog) {
				s.addRaw(e.KATLog, "kat/"+candidates[id]+"/"+name+".txt", asItIs)
			}
		}
	}
	for _, r := range d.Records {
		file := fmt.Sprintf("records/%s/%s__hash_%d", candidates[r.Candidate], part(r.Candidate, r.Label), r.InputBytes)
		if there(d.Paths[r]) {
			show := compactJSON
			if r.Assay != nil {
				show = recordJSON
			}
			s.addRaw(d.Paths[r], file+".json", show)
		}
		s.files[d.Paths[r]] = file + ".html" // which links to the JSON
	}
	return s, nil
}

func (s *set) addRaw(source, path string, show func([]byte) ([]byte, error)) {
	s.files[source] = path
	s.raw = append(s.raw, rawFile{source, path, show})
}

// view is the view for pages from which way leads to the set's folder: "" for
// those in it. Message lengths are short on all pages.
func (s *set) view(way string) report.View {
	return report.NewView(s.data, s.catalogue, report.Links{
		File: func(file string) string {
			if s.files[file] == "" {
				return ""
			}
			return way + escapePath(s.files[file])
		},
		Page: func(id string) string { return way + escapePath(s.pages[id]) },
	}).Short()
}

// kind is what the name of the set is the name of, for sentences.
func (s *set) kind() string {
	if s.unnamed {
		return "run"
	}
	return "system"
}

func escapePath(p string) string {
	parts := strings.Split(p, "/")
	for i := range parts {
		parts[i] = url.PathEscape(parts[i])
	}
	return strings.Join(parts, "/")
}

// addSet adds the files of a set.
func (b *builder) addSet(s *set) {
	at := func(p string) string { return path.Join(s.folder, p) }
	home := func(depth int) crumb { return crumb{"Systems", strings.Repeat("../", depth) + "index.html"} }
	view, inner := s.view(""), s.view("../../")
	b.page(at("index.html"), "system.html", func(f frame) any { return b.system(f, s, view) }, home(1))
	for _, id := range s.ids {
		b.page(at(s.pages[id]), "candidate.html", func(f frame) any { return b.candidate(f, s, id, view) }, home(1), crumb{s.name, "index.html"})
	}
	b.page(at("method.html"), "method.html", func(f frame) any { return b.method(f, view) }, home(1), crumb{s.name, "index.html"})
	for _, r := range s.data.Records {
		b.page(at(s.files[s.data.Paths[r]]), "record.html", func(f frame) any { return b.record(f, s, r, inner) },
			home(3), crumb{s.name, "../../index.html"}, crumb{r.Candidate, "../../" + escapePath(s.pages[r.Candidate])})
	}
	for _, r := range s.raw {
		b.site.add(at(r.path), func() ([]byte, error) {
			data, err := s.source.read(r.source)
			if err != nil {
				return nil, err
			}
			return r.show(data)
		})
	}
	for _, d := range s.downloads {
		b.site.add(at("downloads/"+d.Name), d.content)
	}
}
