package candidate

import (
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hashassay/assay/iccs"
)

// The files of a candidate's folder that the catalogue reads.
const (
	descriptionFile = "candidate.toml"
	manifestFile    = "kat.sha256"
)

// builtIn is the Origin of the embedded candidates.
const builtIn = "built in"

// description is a candidate with the places of its names, for the checks
// across candidates.
type description struct {
	*document
	candidate *Candidate
	root      table
	claims    []claim
}

// claim is an implementation's wish for its label, in the order of the file.
type claim struct {
	*Implementation
	table table // where it is described
}

// describeCandidate reads the candidate in files. folder is shown in errors. What it
// returns is only fit for use if the document has no problems.
func describeCandidate(files fs.FS, folder, origin string) (*description, error) {
	name := filepath.Join(folder, descriptionFile)
	if info, err := fs.Stat(files, descriptionFile); err == nil && !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s: not a regular file", name) // a pipe would be waited for
	}
	text, err := fs.ReadFile(files, descriptionFile)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, reason(err))
	}
	doc, root, err := parseTOML(name, string(text))
	if err != nil {
		return nil, err
	}
	d := &description{
		document:  doc,
		candidate: &Candidate{Files: files, Origin: origin},
		root:      root,
	}
	if d.candidate.Manifest, err = readManifest(files, filepath.Join(folder, manifestFile)); err != nil {
		return nil, err
	}
	d.readCandidate()
	if err := readSelfTest(files, filepath.Join(folder, selfTestFile), d.candidate); err != nil {
		return nil, err
	}
	return d, nil
}

// reason takes the operation and path out of a file error: the caller has a
// better path.
func reason(err error) error {
	if pathError, ok := errors.AsType[*fs.PathError](err); ok {
		return pathError.Err
	}
	return err
}

// readManifest returns nil if there is no manifest: the candidate has no
// official vectors then.
func readManifest(files fs.FS, name string) (*iccs.Manifest, error) {
	f, err := files.Open(manifestFile)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, reason(err))
	}
	defer f.Close()
	return iccs.ParseManifest(f, name)
}

func (d *description) readCandidate() {
	c, root := d.candidate, d.root
	root.only("id", "name", "role", "page", "notes", "archive", "instance", "implementation")
	if c.ID = root.required("id"); c.ID != "" {
		if err := checkID(c.ID); err != nil {
			root.fault("id", "%v", err)
		}
	}
	c.Name = root.required("name")
	if c.Page = root.text("page"); c.Page != "" {
		if u, err := url.Parse(c.Page); err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" {
			root.fault("page", "page %q must be an http or https address", c.Page)
		}
	}
	c.Notes = root.texts("notes")
	c.Archive = d.readArchive()
	c.Role = Submission
	if root.has("role") {
		c.Role = Role(root.required("role"))
		if c.Role != "" && c.Role != Submission && c.Role != Baseline && c.Role != Yardstick {
			root.fault("role", "role %q must be %q, %q or %q", c.Role, Submission, Baseline, Yardstick)
		}
	}

	seen := map[string]table{} // by folded name
	for _, t := range root.tables("instance") {
		in := d.readInstance(t)
		if first, ok := seen[fold(in.Name)]; ok && in.Name != "" {
			t.fault("name", "instance name %q is the same as %q at %s (case and '-' or '_' do not count)",
				in.Name, first.values["name"], d.place(first.at("name")))
			continue
		}
		seen[fold(in.Name)] = t
		c.Instances = append(c.Instances, in)
	}
	if !root.has("instance") {
		d.fault("", "no [[instance]]: at least one is needed")
	}
	for _, t := range root.tables("implementation") {
		d.readImplementation(t)
	}
	if !root.has("implementation") {
		d.fault("", "no [[implementation]]: at least one is needed")
		return
	}
	for _, in := range c.Instances {
		if len(in.Implementations) == 0 && in.Submitted == nil && len(d.problems) == 0 {
			t := seen[fold(in.Name)]
			t.fault("name", "instance %q has no implementation", in.Name)
		}
	}
}

func (d *description) readInstance(t table) *Instance {
	t.only("name", "reported", "digest_bits", "kat", "on_mismatch")
	in := &Instance{Candidate: d.candidate, Name: t.required("name"), OnMismatch: Exclude}
	if in.Name != "" {
		if err := checkName("instance name", in.Name); err != nil {
			t.fault("name", "%v", err)
		}
	}
	if t.has("reported") {
		if in.reported = t.required("reported"); in.reported != "" {
			if err := checkName("reported", in.reported); err != nil {
				t.fault("reported", "%v", err)
			}
		}
	}
	if n, ok := t.integer("digest_bits"); ok {
		if n <= 0 || n%8 != 0 || n > maxDigestBits {
			t.fault("digest_bits", "digest_bits %d must be a positive multiple of 8, at most %d", n, maxDigestBits)
		}
		in.DigestBits = int(min(max(n, 0), maxDigestBits))
	}
	if !t.has("kat") {
		in.KATName = in.Name
	} else if in.KATName = t.required("kat"); in.KATName != "" {
		if err := checkName("kat", in.KATName); err != nil {
			t.fault("kat", "%v", err)
		} else if !d.hasVectors(in.KATName) {
			t.fault("kat", "kat %q: %s has no entry for it", in.KATName, manifestFile)
		}
	}
	if t.has("on_mismatch") {
		in.OnMismatch = Action(t.required("on_mismatch"))
		if in.OnMismatch != "" && in.OnMismatch != Exclude && in.OnMismatch != Measure {
			t.fault("on_mismatch", "on_mismatch %q must be %q or %q", in.OnMismatch, Exclude, Measure)
		}
	}
	return in
}

// hasVectors says whether the manifest, if there is one, knows a name that the
// description gives expressly: a misspelt one would silently mean NOKAT.
func (d *description) hasVectors(katName string) bool {
	m := d.candidate.Manifest
	return m == nil || slices.ContainsFunc(m.Entries, func(e iccs.Entry) bool { return e.Label == katName })
}

// readImplementation adds an implementation to each instance that t names.
func (d *description) readImplementation(t table) {
	if t.has("source_dir") {
		d.readRecipe(t)
		return
	}
	t.only("kind", "language", "instances", "sources", "include", "defines")
	kind, language := t.required("kind"), Language(t.required("language"))
	if kind != "" {
		if err := checkKind(kind); err != nil {
			t.fault("kind", "%v", err)
		}
	}
	switch language {
	case C:
		if !t.has("sources") {
			d.fault(t.path, "sources is missing in [[implementation]]: a C implementation needs at least one")
		} else if list, ok := t.values["sources"].([]any); ok && len(list) == 0 {
			t.fault("sources", "sources is empty: a C implementation needs at least one")
		}
	case Go:
		if d.candidate.Origin != builtIn {
			t.fault("language", `language "go" is for built-in candidates only, whose Go code is part of assay; only "c" can be measured here`)
		}
		for _, key := range []string{"sources", "include", "defines"} {
			if t.has(key) {
				t.fault(key, `%s is for language "c" only`, key)
			}
		}
	case "":
	default:
		t.fault("language", "language %q is not known (known: %q, %q)", language, C, Go)
	}
	for _, in := range d.named(t) {
		im := &Implementation{Instance: in, Kind: kind, Label: label(in.Name, kind), Language: language}
		switch language {
		case C:
			im.Sources = d.paths(t, "sources", in, false)
			im.Include = d.paths(t, "include", in, true)
			im.Defines = d.defines(t, in)
		case Go:
			if _, ok := LookupGo(im.Target()); !ok && d.candidate.Origin == builtIn {
				t.fault("language", "no Go implementation is registered for %s; write gohash_%s.go in internal/candidate",
					im.Target(), strings.ReplaceAll(d.candidate.ID, "-", ""))
			}
		}
		for _, im := range append([]*Implementation{im}, kernelsOf(im)...) {
			in.Implementations = append(in.Implementations, im)
			d.claims = append(d.claims, claim{im, t})
		}
	}
}

// kernelsOf returns an implementation for each kernel of a Go implementation,
// the fastest last. There is none where there is nothing to choose from.
func kernelsOf(im *Implementation) []*Implementation {
	h, ok := LookupGo(im.Target())
	if im.Language != Go || !ok || h.Family == nil || len(h.Family.Kernels()) < 2 {
		return nil
	}
	var list []*Implementation
	for _, k := range h.Family.Kernels() {
		one := *im
		one.Kind, one.Kernel, one.Missing = im.Kind+"-"+k.Name, k.Name, k.Missing
		one.Label = label(im.Instance.Name, one.Kind)
		list = append(list, &one)
	}
	return list
}

// label forms a label: the instance's name alone means the submission's own
// code, as in the published datasets.
func label(instance, kind string) string {
	if kind == Submitted {
		return instance
	}
	return instance + "-" + kind
}

// named returns the instances that an implementation's table names.
func (d *description) named(t table) []*Instance {
	all := d.candidate.Instances
	if !t.has("instances") {
		return all
	}
	names := t.texts("instances")
	if list, ok := t.values["instances"].([]any); ok && len(list) == 0 {
		t.fault("instances", "instances is empty; leave it out to mean all")
	}
	var list []*Instance
	for i, name := range names {
		at := slices.IndexFunc(all, func(in *Instance) bool { return in.Name == name })
		switch {
		case at < 0:
			t.fault("instances"+index(i), "instances: there is no instance %q in this file", name)
		case slices.Contains(list, all[at]):
			t.fault("instances"+index(i), "instances: %q is named twice", name)
		default:
			list = append(list, all[at])
		}
	}
	return list
}

// paths returns the paths of key for an instance, checked.
func (d *description) paths(t table, key string, in *Instance, dir bool) []string {
	var list []string
	for i, text := range t.texts(key) {
		p, err := expand(text, in)
		if err == nil {
			err = checkPath(p)
		}
		if err == nil && !dir && path.Ext(p) != ".c" {
			err = fmt.Errorf("%s: is not a .c file (headers are found through include)", p)
		}
		if err == nil && slices.Contains(list, p) {
			err = fmt.Errorf("%s is named twice", p)
		}
		if err == nil {
			err = checkFile(d.candidate.Files, p, dir)
		}
		if err != nil {
			t.fault(key+index(i), "%s: %v", key, err)
			continue
		}
		list = append(list, p)
	}
	return list
}

func (d *description) defines(t table, in *Instance) []string {
	var list []string
	for i, text := range t.texts("defines") {
		define, err := expand(text, in)
		if err == nil {
			err = checkDefine(define)
		}
		if err != nil {
			t.fault("defines"+index(i), "defines: %v", err)
			continue
		}
		list = append(list, define)
	}
	return list
}
