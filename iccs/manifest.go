package iccs

import (
	"encoding/hex"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// Entry is one line of a manifest.
type Entry struct {
	SHA256  string // hex, lower case: CanonicalDigest of the official file with Mode and Records
	Mode    Mode
	Records int    // only the first so many records; 0: all
	Label   string // directory of the file: the known-answer name of the instance
	Name    string // file name, as in the submission's archive
}

// File returns which of the four known-answer files the entry is for.
func (e Entry) File() (File, bool) {
	for _, f := range Files() {
		if strings.HasPrefix(e.Name, string(f)+"_") {
			return f, true
		}
	}
	return "", false
}

// String returns the entry as a line of a manifest, without the newline.
func (e Entry) String() string {
	return e.SHA256 + " " + e.ModeString() + " " + e.Label + "/" + e.Name
}

// ModeString returns mode and record count as they stand in a manifest: "strict", "nolen:100".
func (e Entry) ModeString() string {
	if e.Records == 0 {
		return string(e.Mode)
	}
	return string(e.Mode) + ":" + strconv.Itoa(e.Records)
}

// Manifest is the list of official digests of a candidate (kat.sha256).
type Manifest struct {
	Entries []Entry // at most one per label and known-answer file
}

// ParseManifest reads a manifest: one line per known-answer file,
//
//	<sha256> <mode>[:records] <label>/<file name>
//
// where the file name begins with the known-answer file it is for ("KAT_2_12_")
// and ends in ".txt". Empty lines and lines that begin with '#' are
// skipped. name is used in errors ("name:line: ...").
func ParseManifest(r io.Reader, name string) (*Manifest, error) {
	type key struct {
		label string
		file  File
	}
	m := &Manifest{}
	seen := map[key]int{} // line of the entry
	lines := newLineReader(r)
	for lines.next() {
		text := string(lines.text)
		if strings.TrimSpace(text) == "" || strings.HasPrefix(text, "#") {
			continue
		}
		e, err := parseEntry(text)
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, lines.n, err)
		}
		f, ok := e.File()
		if !ok || !strings.HasSuffix(e.Name, ".txt") {
			return nil, fmt.Errorf("%s:%d: file name %q is not that of a known-answer file: it must begin with KAT_2_12_, KAT_2_23_, KAT_2_33_ or KAT_Loop_ and end in .txt", name, lines.n, e.Name)
		}
		k := key{e.Label, f}
		if first, dup := seen[k]; dup {
			return nil, fmt.Errorf("%s:%d: second entry for %s of %s (the first is on line %d); remove one", name, lines.n, f, e.Label, first)
		}
		seen[k] = lines.n
		m.Entries = append(m.Entries, e)
	}
	if err := lines.err(); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return m, nil
}

func parseEntry(line string) (Entry, error) {
	fields := strings.Fields(line)
	if len(fields) != 3 {
		return Entry{}, fmt.Errorf("%d fields instead of 3 (digest, mode, label/file name)", len(fields))
	}
	if raw, err := hex.DecodeString(fields[0]); err != nil || len(raw) != 32 {
		return Entry{}, fmt.Errorf("digest %q is not a SHA-256 digest of 64 hex digits", fields[0])
	}
	e := Entry{SHA256: strings.ToLower(fields[0])}

	mode, count, limited := strings.Cut(fields[1], ":")
	if e.Mode = Mode(mode); e.Mode != Strict && e.Mode != NoLen {
		return Entry{}, fmt.Errorf("mode %q is neither strict nor nolen", mode)
	}
	if limited {
		n, err := strconv.ParseUint(count, 10, 31)
		if err != nil || n == 0 {
			return Entry{}, fmt.Errorf("record count %q is not a number from 1 on", count)
		}
		e.Records = int(n)
	}

	var ok bool
	e.Label, e.Name, ok = strings.Cut(fields[2], "/")
	if !ok || !plainName(e.Label) || !plainName(e.Name) {
		return Entry{}, fmt.Errorf("path %q is not of the form label/file name", fields[2])
	}
	return e, nil
}

// plainName says whether s can be one element of a path on any system, so that
// a path made of it stays where it is put.
func plainName(s string) bool {
	return s != "" && s != "." && s != ".." && !strings.ContainsAny(s, "/\\:\x00")
}

// Lookup returns the entry for file f of the instance with known-answer name
// label. The name inside the file name does not count: some submissions spell
// it otherwise than the instance (Laurus-512/KAT_2_12_laurus_512.txt). A nil
// manifest has no entries.
func (m *Manifest) Lookup(label string, f File) (Entry, bool) {
	if m == nil {
		return Entry{}, false
	}
	for _, e := range m.Entries {
		if e.Label != label {
			continue
		}
		if g, ok := e.File(); ok && g == f {
			return e, true
		}
	}
	return Entry{}, false
}
