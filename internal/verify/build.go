package verify

import (
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/hashassay/assay/internal/candidate"
	"github.com/hashassay/assay/internal/evidence"
	"github.com/hashassay/assay/internal/gate"
	"github.com/hashassay/assay/internal/jail"
	"github.com/hashassay/assay/internal/strictjson"
)

// buildFile is build.json with the key of builds for other kinds of candidates.
type buildFile struct {
	Instances map[string]*evidence.BuildEntry `json:"instances"`
	Optimized map[string]int                  `json:"optimized,omitempty"`
}

// verdicts are what a known-answer check can end with.
var verdicts = []gate.Status{
	gate.Pass, gate.Mismatch, gate.NoKAT, gate.Partial, gate.CryptFail, gate.Overflow, gate.LoadFail, gate.Timeout,
	gate.Crash, gate.BuildFail, "NOLOG", "NORESULT", // the last two in published data only
}

func (c *checker) readBuild(n *notes) {
	if !c.layout.has(n.file) {
		n.wrong("", "no such file", "a dataset has one")
		return
	}
	build := &buildFile{}
	missing, ok := c.readJSON(&strictjson.Reader{}, n, build)
	if !ok {
		return
	}
	c.build = build
	c.absent(n, missing)
}

// checkEntry checks one build entry and its known-answer log.
func (c *checker) checkEntry(n *notes, key string, e *evidence.BuildEntry) {
	at := under("instances." + key + ".")
	if e == nil {
		n.wrong("instances."+key, nil, "a build entry")
		return
	}
	if name := e.Candidate + "/" + e.Label; name != key {
		n.wrong("instances."+key, name, "%s: entries are named by candidate and label", key)
	}
	if !slices.Contains(verdicts, gate.Status(e.KAT)) {
		n.wrong(at("kat"), e.KAT, "one of %v", verdicts)
	}
	switch guide := e.GuideResult; {
	case guide == string(gate.Pass):
		n.wrong(at("guide_result"), guide, "nothing: a build with the guide's flags that passes is the one that is used")
	case guide != "" && e.Flags == "guide":
		n.wrong(at("flags"), e.Flags, "other flags: guide_result says that those of the guide gave %s", guide)
	case guide == "" && e.Flags == "harness-default":
		n.wrong(at("flags"), e.Flags, "guide: guide_result does not say what else was built")
	}
	for _, f := range []struct{ name, of, digest, value string }{
		{"library_sha256", "library", e.LibrarySHA256, e.Library},
		{"kat_log_sha256", "kat_log", e.KATLogSHA256, e.KATLog},
	} {
		if (f.digest == "") != (f.value == "") {
			n.wrong(at(f.name), f.digest, "a digest where there is a %s (%s), and none where there is none", f.of, show(f.value))
		} else if f.digest != "" && !isDigest(f.digest) {
			n.wrong(at(f.name), f.digest, "64 hexadecimal digits of SHA-256")
		}
	}
	if e.ELFLoadBytes != nil && *e.ELFLoadBytes <= 0 {
		n.wrong(at("elf_load_bytes"), *e.ELFLoadBytes, "a library has segments of some size")
	}
	if want := fmt.Sprintf("kat/%s/%s.log", e.Candidate, e.Label); e.KATLog != "" && e.KATLog != want {
		n.wrong(at("kat_log"), e.KATLog, "%s: logs are named by candidate and label", want)
	}
	if c.ours {
		c.ourEntry(n, at, e)
	}
	if e.KATLog != "" {
		c.checkLog(n, at, e)
	}
}

// ourEntry checks what assay writes into build entries.
func (c *checker) ourEntry(n *notes, at func(string) string, e *evidence.BuildEntry) {
	a := e.Assay
	if a == nil {
		n.wrong(at("assay"), "nothing", "every entry of a run of assay has this key")
		return
	}
	name := e.Instance // or that of the label, where the submission's library reports another
	in := c.instance(e.Candidate, e.Instance)
	if in != nil {
		name = in.Name
	}
	const labels = "%s and what tells the implementation: labels begin with the instance's name"
	switch {
	case strings.HasPrefix(e.Label, name):
	case in == nil && a.Archive != nil:
		n.doubt(at("label"), e.Label, labels+", unless the submission's library reports another", name)
	default:
		n.wrong(at("label"), e.Label, labels, name)
	}
	accepted := gate.Status(e.KAT).Accepted()
	switch {
	case accepted && !a.Timed:
		n.wrong(at("assay.timed"), a.Timed, "true: %s is timed", e.KAT)
	case !accepted && a.Timed && gate.Status(e.KAT) != gate.Mismatch:
		n.wrong(at("assay.timed"), a.Timed, "false: %s is not timed", e.KAT)
	case !accepted && a.Timed:
		n.doubt(at("assay.timed"), a.Timed, "timed although its vectors gave %s", e.KAT)
	}
	if a.Language == "go" && c.campaign != nil {
		same(n, at("library_sha256"), e.LibrarySHA256, c.campaign.Assay.Drivers["go"], "the assay binary is both library and driver (campaign.json, assay.drivers)")
	}
	if a.Language != "go" && e.Library != "" && e.ELFLoadBytes == nil {
		n.wrong(at("elf_load_bytes"), nil, "a number for a library that was built")
	}
	if in != nil {
		same(n, at("assay.role"), a.Role, string(in.Candidate.Role), "the role of "+e.Candidate)
	}
	c.archive(n, at, e)
	c.compiled(n, at, e)
	for bytes, d := range a.Digests {
		if _, err := hex.DecodeString(d); err != nil || d == "" {
			n.wrong(at("assay.digests."+bytes), d, "a digest in hexadecimal")
		}
	}
}

// compiled checks what an entry says of the compiler's work.
func (c *checker) compiled(n *notes, at func(string) string, e *evidence.BuildEntry) {
	a := e.Assay
	if m := c.campaign; m != nil {
		if files := m.Assay.KATFiles; !slices.Equal(a.KATFiles, files) && !slices.Equal(a.KATFiles, []string{gate.SelfTestName}) {
			n.wrong(at("assay.kat_files"), a.KATFiles, "%s: assay.kat_files of campaign.json", show(files))
		}
		if want := m.ArchConfig.Reference + " " + m.HarnessAdditions; a.Language == "c" && e.Flags == "guide" && e.Library != "" {
			same(n, at("assay.build_flags"), a.BuildFlags, want, "reference flags and additions of campaign.json")
		}
	}
	if a.Language != "c" {
		return
	}
	same(n, at("assay.log"), a.Log, fmt.Sprintf("lib/%s.%s.log", e.Label, e.Flags), "logs of the compiler are named by label and flags")
	if len(c.layout.lib) > 0 && !c.layout.has(a.Log) {
		n.wrong(at("assay.log"), a.Log, "a file of the dataset: there is none of this name")
	}
	if err := jail.Check(a.Jail); err != nil {
		n.wrong(at("assay.jail"), show(a.Jail), "parts of a jail: %v", err)
	}
	if command := strings.Join(a.Command, " "); !strings.Contains(command, a.BuildFlags) {
		n.wrong(at("assay.command"), command, "a command with the build flags %s", a.BuildFlags)
	}
}

// sameDigests compares the digests of the timed messages among the
// implementations of an instance that passed their vectors: one function has one digest.
func (c *checker) sameDigests(n *notes) {
	type message struct{ candidate, instance, bytes string }
	type answer struct{ digest, label string }
	first := map[message]answer{}
	for _, key := range slices.SortedFunc(maps.Keys(c.build.Instances), compareNatural) {
		e := c.build.Instances[key]
		if e == nil || e.Assay == nil || e.KAT != string(gate.Pass) {
			continue
		}
		for _, bytes := range slices.SortedFunc(maps.Keys(e.Assay.Digests), compareNatural) {
			d, m := e.Assay.Digests[bytes], message{e.Candidate, e.Instance, bytes}
			if a, ok := first[m]; !ok {
				first[m] = answer{d, e.Label}
			} else if a.digest != d {
				n.wrong("instances."+key+".assay.digests."+bytes, d, "%s: the digest of the same message by %s, which passed the same vectors", a.digest, a.label)
			}
		}
	}
}

// instance returns an instance of the catalogue, or nil.
func (c *checker) instance(candidateID, name string) *candidate.Instance {
	for _, k := range c.catalogue.Candidates {
		for _, in := range k.Instances {
			if k.ID == candidateID && in.Reported() == name {
				return in
			}
		}
	}
	return nil
}

func isDigest(s string) bool {
	b, err := hex.DecodeString(s)
	return err == nil && len(b) == 32 && s == strings.ToLower(s)
}
