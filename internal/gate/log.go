package gate

import (
	"fmt"
	"path"
	"strings"

	"github.com/hashassay/assay/internal/candidate"
	"github.com/hashassay/assay/internal/visible"
)

// log returns the text of the run's log, in the form of the published ones: a
// header of key = value lines, three lines per known-answer file, the verdict.
// A "wrote" line gives the official name and the size of a generated file, of which no
// copy is kept. Other than in the published logs, build flags are not cut, and what a failed child wrote to
// standard error is kept in "stderr" lines.
func (c *check) log() string {
	im, r := c.request.Implementation, c.request
	library := r.LibraryName
	if library == "" && im.Language == candidate.Go {
		library = im.Target()
	}
	var b strings.Builder
	for _, kv := range [][2]string{
		{"library", library},
		{"id", c.instance.Candidate.ID},
		{"type", "hash"},
		{"algorithm", c.instance.Candidate.Name},
		{"instance", c.instance.Reported()},
		{"variant", im.Variant()},
		{"source_dir", sourceDir(im)},
		{"compiler", r.Compiler},
		{"build_flags", r.BuildFlags},
		{"digest_bits", fmt.Sprint(c.instance.DigestBits)},
		{"digest_len", fmt.Sprint(c.instance.DigestBits / 8)},
	} {
		fmt.Fprintf(&b, "%s = %s\n", kv[0], visible.Line(kv[1]))
	}
	for _, f := range c.result.Files {
		fmt.Fprintf(&b, "timing  %s %.3f s\n", f.File, f.Seconds)
		if f.SHA256 == "" {
			continue // the session failed before the file's end
		}
		fmt.Fprintf(&b, "wrote  kat/%s (%d bytes)\n", f.name, f.Bytes)
		fmt.Fprintf(&b, "manifest %s %s %s\n", f.SHA256, f.mode, f.name)
	}
	for _, t := range c.result.SelfTest {
		state := "FAIL"
		if t.OK {
			state = "ok  "
		}
		fmt.Fprintf(&b, "%s %s rc=0 %X...\n", state, t.Name, t.Digest[:min(16, len(t.Digest))])
	}
	if c.failure != nil {
		for line := range strings.Lines(c.failure.Stderr) {
			fmt.Fprintf(&b, "stderr  %s\n", visible.Line(line))
		}
	}
	result := fmt.Sprintf("RESULT %s %s %s %s", c.instance.Candidate.ID, c.instance.Reported(), c.result.Status, c.result.Detail)
	b.WriteString(visible.Line(result) + "\n")
	return b.String()
}

// sourceDir is the folder that all sources are in: for C inside the
// candidate's folder, for Go this module.
func sourceDir(im *candidate.Implementation) string {
	if im.Language == candidate.Go {
		return "github.com/hashassay/assay"
	}
	if len(im.Sources) == 0 {
		return im.Instance.Candidate.ID
	}
	dir := path.Dir(im.Sources[0])
	for _, s := range im.Sources[1:] {
		for dir != "." && !strings.HasPrefix(s, dir+"/") {
			dir = path.Dir(dir)
		}
	}
	return path.Join(im.Instance.Candidate.ID, dir)
}
