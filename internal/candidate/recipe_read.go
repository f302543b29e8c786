package candidate

import (
	"encoding/hex"
	"fmt"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strings"
)

var verdictSyntax = regexp.MustCompile(`^[A-Z]+$`)

// readArchive reads [archive]. It is nil if there is none.
func (d *description) readArchive() *Archive {
	if !d.root.has("archive") {
		return nil
	}
	values, ok := d.root.values["archive"].(map[string]any)
	if !ok {
		d.root.wrongType("archive", "a table")
		return nil
	}
	t := table{d.document, "archive", values}
	t.only("name", "sha256", "bytes", "download")
	a := &Archive{Name: t.required("name"), SHA256: t.required("sha256"), Download: t.text("download")}
	if a.Name != "" && (path.Base(a.Name) != a.Name || strings.Contains(a.Name, `\`) || checkPath(a.Name) != nil) {
		t.fault("name", "archive name %q must be the name of a file", a.Name)
	}
	if b, err := hex.DecodeString(a.SHA256); a.SHA256 != "" && (err != nil || len(b) != 32 || strings.ToLower(a.SHA256) != a.SHA256) {
		t.fault("sha256", "sha256 %q must be 64 lower-case hexadecimal digits", a.SHA256)
	}
	if t.has("bytes") {
		if n, ok := t.integer("bytes"); ok && n <= 0 {
			t.fault("bytes", "bytes %d must be the size of the archive", n)
		} else {
			a.Bytes = n
		}
	}
	if a.Download != "" {
		if u, err := url.Parse(a.Download); err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" {
			t.fault("download", "download %q must be an http or https address", a.Download)
		}
	}
	return a
}

// readRecipe gives each instance that t names its recipe.
func (d *description) readRecipe(t table) {
	t.only("kind", "language", "instances", "source_dir", "sources", "include", "headers", "defines", "vectors_dir", "expected", "note")
	if kind := t.required("kind"); kind != "" && kind != Submitted {
		t.fault("kind", "kind %q: code from an archive (source_dir) is %q", kind, Submitted)
	}
	if l := Language(t.required("language")); l != "" && l != C {
		t.fault("language", `language %q: only "c" can be built from an archive`, l)
	}
	if !d.root.has("archive") {
		t.fault("source_dir", "source_dir needs an [archive]")
	}
	if list, ok := t.values["sources"].([]any); ok && len(list) == 0 {
		t.fault("sources", "sources is empty; leave it out to have them chosen")
	}
	expected := t.text("expected")
	if expected != "" && !verdictSyntax.MatchString(expected) {
		t.fault("expected", "expected %q must be a verdict such as MISMATCH", expected)
	}
	for _, in := range d.named(t) {
		if in.Submitted != nil {
			t.fault("kind", "instance %q has its code in the archive twice", in.Name)
			continue
		}
		r := &Recipe{Expected: expected}
		r.SourceDir = d.inArchive(t, "source_dir", "", t.required("source_dir"), "", in)
		for i, text := range t.texts("sources") {
			if r.SourceDir == "" {
				break // a fault already
			}
			p := d.inArchive(t, "sources", index(i), text, r.SourceDir, in)
			if p != "" && !slices.Contains(sourceEndings, path.Ext(p)) {
				t.fault("sources"+index(i), "sources: %s: is no source file", p)
			}
			if slices.Contains(r.Sources, p) {
				t.fault("sources"+index(i), "sources: %s is named twice", p)
			}
			r.Sources = append(r.Sources, p)
		}
		for i, text := range t.texts("include") {
			r.Include = append(r.Include, d.inArchive(t, "include", index(i), text, "", in))
		}
		for i, text := range t.texts("headers") {
			r.Headers = append(r.Headers, d.inArchive(t, "headers", index(i), text, "", in))
		}
		if text := t.text("vectors_dir"); text != "" {
			r.VectorsDir = d.inArchive(t, "vectors_dir", "", text, "", in)
		}
		r.Defines = d.defines(t, in)
		note, err := expand(t.text("note"), in)
		if err != nil {
			t.fault("note", "note: %v", err)
		}
		r.Note = note
		in.Submitted = r
		d.claims = append(d.claims, claim{&Implementation{Instance: in, Kind: Submitted, Label: label(in.Name, Submitted)}, t})
	}
}

// inArchive returns the path that text names, seen from the folder dir of the
// archive; "" after a fault.
func (d *description) inArchive(t table, key, element, text, dir string, in *Instance) string {
	p, err := expand(text, in)
	if err == nil && (strings.HasPrefix(p, "/") || p == "") {
		err = fmt.Errorf("path %q must be relative", p)
	}
	if err == nil {
		if dir != "" {
			p = path.Join(dir, p)
		}
		if clean := path.Clean(p); clean == ".." || strings.HasPrefix(clean, "../") {
			err = fmt.Errorf("path %q leads out of the archive", p)
		} else {
			err = checkPath(p)
		}
	}
	if err != nil {
		if text != "" {
			t.fault(key+element, "%s: %v", key, err)
		}
		return ""
	}
	return p
}
