package verify

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"github.com/hashassay/assay/iccs"
	"github.com/hashassay/assay/internal/candidate"
	"github.com/hashassay/assay/internal/evidence"
	"github.com/hashassay/assay/internal/gate"
	"github.com/hashassay/assay/internal/localpath"
)

// katLog is a known-answer log.
type katLog struct {
	header    map[string]string // "key = value" lines
	manifests [][]string        // "manifest" lines: digest, mode, file
	passed    int               // self-test cases
	failed    int
	results   []string // RESULT lines
}

func parseLog(text []byte) *katLog {
	l := &katLog{header: map[string]string{}}
	lines := bufio.NewScanner(bytes.NewReader(text))
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		line := strings.TrimRight(lines.Text(), " \r")
		word, rest, _ := strings.Cut(line, " ")
		switch word {
		case "manifest":
			l.manifests = append(l.manifests, strings.Fields(rest))
		case "ok":
			l.passed++
		case "FAIL":
			l.failed++
		case "RESULT":
			l.results = append(l.results, strings.TrimSpace(rest))
		case "timing", "wrote", "stderr":
		default:
			if key, value, ok := strings.Cut(line, " ="); ok {
				l.header[key] = strings.TrimSpace(value)
			}
		}
	}
	return l
}

// checkLog holds a known-answer log against its digest and its build entry.
func (c *checker) checkLog(n *notes, at func(string) string, e *evidence.BuildEntry) {
	if len(c.layout.logs) == 0 {
		return // said once, by libraries
	}
	if !c.layout.has(e.KATLog) {
		n.wrong(at("kat_log"), e.KATLog, "a file of the dataset: there is none of this name")
		return
	}
	m := &notes{file: e.KATLog}
	defer func() { n.list = append(n.list, m.list...) }()
	data, err := fs.ReadFile(c.files, e.KATLog)
	if err != nil {
		m.wrong("", "not readable", "%v", err)
		return
	}
	digest := sha256.Sum256(data)
	same(n, at("kat_log_sha256"), e.KATLogSHA256, hex.EncodeToString(digest[:]), "SHA-256 of "+e.KATLog)
	if p := localpath.First(string(data)); p != "" {
		m.wrong("", p, "a path of the machine that measured: a dataset names files relative to itself")
	}
	l := parseLog(data)
	c.result(m, l, e)
	c.header(m, l, e)
	c.manifests(m, l, e)
}

// result holds the last line against the build entry.
func (c *checker) result(n *notes, l *katLog, e *evidence.BuildEntry) {
	if len(l.results) != 1 {
		n.wrong("RESULT", fmt.Sprintf("%d lines", len(l.results)), "one, with the verdict")
		return
	}
	words := strings.SplitN(l.results[0], " ", 4)
	if len(words) < 3 {
		n.wrong("RESULT", l.results[0], "candidate, instance and verdict")
		return
	}
	same(n, "RESULT", words[0], e.Candidate, "candidate of its build entry")
	if words[1] != e.Label { // logs of the published baseline name the label
		same(n, "RESULT", words[1], e.Instance, "instance of its build entry")
	}
	same(n, "RESULT", words[2], e.KAT, "kat of its build entry")
	detail := ""
	if len(words) == 4 {
		detail = words[3]
	}
	if e.Assay != nil {
		same(n, "RESULT", detail, strings.TrimSpace(e.Assay.Detail), "assay.detail of its build entry")
	}
	if cases := l.passed + l.failed; cases > 0 {
		if l.failed > 0 && words[2] == string(gate.Pass) {
			n.wrong("RESULT", words[2], "%s: %d cases failed", gate.Mismatch, l.failed)
		}
		if want := fmt.Sprintf("(%d/%d)", l.passed, cases); strings.HasPrefix(detail, "(") && !strings.HasPrefix(detail, want) {
			n.wrong("RESULT", detail, "%s: its cases", want)
		}
	}
}

// header holds the log's first lines against the build entry. Published logs
// of different kinds have different lines, so a line that is not there says nothing.
func (c *checker) header(n *notes, l *katLog, e *evidence.BuildEntry) {
	want := map[string]string{"id": e.Candidate, "instance": e.Instance, "variant": e.Variant}
	if a := e.Assay; a != nil {
		want["library"], want["build_flags"] = e.Library, a.BuildFlags
	}
	for _, key := range slices.Sorted(maps.Keys(want)) {
		if got, ok := l.header[key]; ok && got != e.Label {
			same(n, key, got, want[key], "its build entry")
		} else if !ok && e.Assay != nil {
			n.wrong(key, "nothing", "%s: its build entry", want[key])
		}
	}
	if in := c.instance(e.Candidate, e.Instance); in != nil {
		if got, ok := l.header["digest_bits"]; ok {
			same(n, "digest_bits", got, fmt.Sprint(in.DigestBits), "the digest of "+in.Name)
		}
	}
}

// manifests holds the digests of the generated known-answer files against the
// official ones, where this program has them: they decide whether code passed.
func (c *checker) manifests(n *notes, l *katLog, e *evidence.BuildEntry) {
	in := c.instance(e.Candidate, e.Instance)
	for _, m := range l.manifests {
		if len(m) != 3 || !isDigest(m[0]) {
			n.wrong("manifest", strings.Join(m, " "), "digest, mode and file")
			continue
		}
		if in == nil || e.KAT != string(gate.Pass) {
			continue
		}
		if want, ok := official(in, m[2]); ok {
			same(n, "manifest "+m[2], m[0], want.SHA256, "the submission's file; code whose file differs did not pass")
		}
	}
	if a := e.Assay; a != nil && e.KAT == string(gate.Pass) && l.passed == 0 && len(l.manifests) != len(a.KATFiles) {
		n.wrong("manifest", fmt.Sprintf("%d lines", len(l.manifests)), "%d: assay.kat_files of its build entry", len(a.KATFiles))
	}
}

// official returns the manifest's entry for a known-answer file of an instance.
func official(in *candidate.Instance, name string) (iccs.Entry, bool) {
	for _, f := range iccs.Files() {
		if entry, ok := in.Candidate.Manifest.Lookup(in.KATName, f); ok && entry.Name == name {
			return entry, true
		}
	}
	return iccs.Entry{}, false
}
