package evidence

import (
	"cmp"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/hashassay/assay/internal/candidate"
	"github.com/hashassay/assay/internal/host"
	"github.com/hashassay/assay/internal/toolchain"
)

// Campaign is campaign.json: schema 2's keys, then ours under "assay".
type Campaign struct {
	SystemID           string            `json:"system_id"`
	StartedUTC         string            `json:"started_utc"`
	EnvironmentAtStart host.Environment  `json:"environment_at_start"`
	HostChecks         []HostCheck       `json:"host_checks"`
	ArchConfig         ArchConfig        `json:"arch_config"`
	HarnessAdditions   string            `json:"harness_additions"`
	Planning           Planning          `json:"planning"`
	EndedUTC           string            `json:"ended_utc"`
	EnvironmentAtEnd   *host.Environment `json:"environment_at_end"`
	HostProblems       []string          `json:"host_problems"`
	HistoryNote        string            `json:"history_note,omitempty"`
	Assay              *CampaignAssay    `json:"assay,omitempty"`
}

// HostCheck is the result of one host check.
type HostCheck struct {
	Phase    string   `json:"phase"`
	CPU      int      `json:"cpu"`
	UTC      string   `json:"utc"`
	Problems []string `json:"problems"`
	Shard    string   `json:"shard,omitempty"`
}

// ArchConfig holds the guide's flags.
type ArchConfig struct {
	Reference         string   `json:"reference"`
	Performance       string   `json:"performance"`
	OptimizedFamilies []string `json:"optimized_families"`
}

// Planning holds the settings of the plan.
type Planning struct {
	Trials                int   `json:"trials"`
	TrialTargetS          Float `json:"trial_target_s"`
	MinTotal              int   `json:"min_total"`
	MaxItersPerTrial      int   `json:"max_iters_per_trial"` // 0: no cap
	OpBudgetS             Float `json:"op_budget_s"`         // 0: none
	SeparateProcessSetupS Float `json:"separate_process_setup_s"`
}

// CampaignAssay holds our own keys of campaign.json.
type CampaignAssay struct {
	Version      string            `json:"version"`
	GoVersion    string            `json:"go_version"`
	Quick        bool              `json:"quick"`
	Seed         uint64            `json:"seed"`
	CPU          int               `json:"cpu"`
	MaxTrials    int               `json:"max_trials"`
	MessageBytes []int             `json:"message_bytes"`
	Only         string            `json:"only"`
	Impl         []string          `json:"impl"`
	Candidates   []string          `json:"candidates"` // folders given with --candidates
	KATFiles     []string          `json:"kat_files"`
	Drivers      map[string]string `json:"drivers"`     // driver name -> SHA-256
	LeftOut      []string          `json:"left_out"`    // what could not be measured, and why
	ExecPrefix   []string          `json:"exec_prefix"` // command put before every child: an emulator
	Pair         *Pair             `json:"pair,omitempty"`
}

// Build is build.json.
type Build struct {
	Instances map[string]*BuildEntry `json:"instances"` // by "<cand>/<label>"
}

// BuildEntry describes one built implementation.
type BuildEntry struct {
	Candidate     string `json:"candidate"`
	Label         string `json:"label"`
	Instance      string `json:"instance"`
	Variant       string `json:"variant"`
	Flags         string `json:"flags"`
	KAT           string `json:"kat"`
	GuideResult   string `json:"guide_result,omitempty"`
	Library       string `json:"library,omitempty"`
	LibrarySHA256 string `json:"library_sha256,omitempty"`
	ELFLoadBytes  *int64 `json:"elf_load_bytes,omitempty"`
	KATLog        string `json:"kat_log,omitempty"`
	KATLogSHA256  string `json:"kat_log_sha256,omitempty"`

	Assay *BuildAssay `json:"assay,omitempty"`
}

// BuildAssay holds our own keys of a build entry.
type BuildAssay struct {
	Role           string            `json:"role"` // candidate, baseline, yardstick
	Implementation string            `json:"implementation"`
	Language       string            `json:"language"`
	Kernel         string            `json:"kernel,omitempty"` // of the Go package, the one that computed; "library" for code of others
	KATFiles       []string          `json:"kat_files"`        // what was checked: known-answer files, or "self-test"
	Detail         string            `json:"detail"`           // of a KAT or build failure
	Timed          bool              `json:"timed"`            // false: excluded from measuring
	BuildFlags     string            `json:"build_flags"`
	Command        []string          `json:"command"`
	Log            string            `json:"log"`     // compiler output, relative path
	Digests        map[string]string `json:"digests"` // message bytes -> hex digest

	Sections *toolchain.Sections `json:"sections,omitempty"` // what elf_load_bytes is made of; nil where there is no library
}

// Dataset is a run or a published dataset, read whole.
type Dataset struct {
	Dir      string
	Campaign *Campaign
	Build    *Build
	Memory   *Memory            // nil: none was measured
	Records  []*Record          // natural order of candidate and label, then message length
	Paths    map[*Record]string // slash path of each record relative to Dir
	NotPlain []string           // slash paths where records are looked for and a link, pipe or device is, which is not read

	sums map[string]Sum // of the files that were read, by slash path
}

// ReadDataset reads the folder of a run or dataset (campaign.json, build.json,
// memory.json, records/). Evidence is in plain files below the folder, as assay
// verify wants them: a record that is or lies behind a link is not read, and the
// other files may be none. Records of other operations than hashing, which
// published datasets hold too, are passed over. A run without records is read:
// it has none yet. Errors name the file.
func ReadDataset(dir string) (*Dataset, error) {
	d := &Dataset{Dir: dir, Campaign: &Campaign{}, Build: &Build{}, Paths: map[*Record]string{}, sums: map[string]Sum{}}
	if err := d.readJSON("campaign.json", d.Campaign); err != nil {
		return nil, notDataset(dir, err)
	}
	if err := d.readJSON("build.json", d.Build); err != nil {
		return nil, notDataset(dir, err)
	}
	for name, e := range d.Build.Instances {
		if e == nil || name != e.Candidate+"/"+e.Label {
			return nil, fmt.Errorf("%s: entry %q does not describe the candidate and label of its name", filepath.Join(dir, "build.json"), name)
		}
	}
	m := &Memory{}
	err := d.readJSON(MemoryFile, m)
	switch {
	case err == nil:
		d.Memory = m
		err = m.check(filepath.Join(dir, MemoryFile))
	case errors.Is(err, fs.ErrNotExist):
		err = nil
	}
	if err != nil {
		return nil, err
	}
	if err := d.readRecords(); err != nil {
		return nil, err
	}
	return d, nil
}

// readJSON reads a file of the dataset, and keeps its sum.
func (d *Dataset) readJSON(name string, v any) error {
	file := filepath.Join(d.Dir, name)
	data, err := readFile(file)
	if err != nil {
		return err
	}
	d.sums[name] = sha256.Sum256(data)
	return decode(file, data, v)
}

// notDataset explains a missing file.
func notDataset(dir string, err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s is not the folder of a run or dataset (which holds campaign.json and build.json): %w", dir, err)
	}
	return err
}

func (d *Dataset) readRecords() error {
	names, err := d.recordFiles()
	if err != nil {
		return fmt.Errorf("%s: %w", filepath.Join(d.Dir, "records"), err)
	}
	records, sums, err := readAll(d.Dir, names)
	if err != nil {
		return err
	}
	for i, r := range records {
		name := names[i]
		d.sums[name] = sums[i]
		if r.Operation != Hash {
			continue
		}
		// Whoever follows a link by its name must find what the name says.
		want := fmt.Sprintf("%s/%s__hash_%d.json", r.Candidate, r.Label, r.InputBytes)
		if name != "records/"+want {
			return fmt.Errorf("%s: fields candidate, label and input_bytes belong to a file named %s", filepath.Join(d.Dir, filepath.FromSlash(name)), want)
		}
		d.Records = append(d.Records, r)
		d.Paths[r] = name
	}
	slices.SortFunc(d.Records, compareRecords)
	return nil
}

// recordFiles lists the plain files records/*/*.json by their slash paths, and puts
// what is neither a file nor a folder into d.NotPlain. Names that begin with a
// dot are of temporary files that a killed process left.
func (d *Dataset) recordFiles() (names []string, err error) {
	root, err := os.OpenRoot(d.Dir)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	err = fs.WalkDir(root.FS(), ".", func(name string, e fs.DirEntry, err error) error {
		parts := strings.Split(name, "/")
		switch {
		case err != nil:
			return err
		case name == ".":
		case parts[0] != "records" || strings.HasPrefix(e.Name(), "."):
			if e.IsDir() {
				return fs.SkipDir
			}
		case e.IsDir():
			if len(parts) == 3 {
				return fs.SkipDir
			}
		case len(parts) == 3 && path.Ext(name) != ".json":
		case !e.Type().IsRegular():
			d.NotPlain = append(d.NotPlain, name)
		case len(parts) == 3:
			names = append(names, name)
		}
		return nil
	})
	return names, err
}

// readAll reads records by their slash paths below root, several at once:
// decoding takes most of the time. The error is that of the first file that has
// one.
func readAll(root string, names []string) ([]*Record, []Sum, error) {
	records, sums, errs := make([]*Record, len(names)), make([]Sum, len(names)), make([]error, len(names))
	var next atomic.Int64
	var wait sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(names)) {
		wait.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(names); i = int(next.Add(1)) - 1 {
				records[i], sums[i], errs[i] = readRecord(filepath.Join(root, filepath.FromSlash(names[i])))
			}
		})
	}
	wait.Wait()
	for _, err := range errs {
		if err != nil {
			return nil, nil, err
		}
	}
	return records, sums, nil
}

// compareRecords orders records by candidate and label, naturally, then by
// message length.
func compareRecords(a, b *Record) int {
	return cmp.Or(
		compareNatural(a.Candidate, b.Candidate),
		compareNatural(a.Label, b.Label),
		cmp.Compare(a.InputBytes, b.InputBytes),
	)
}

func compareNatural(a, b string) int {
	switch {
	case candidate.NaturalLess(a, b):
		return -1
	case candidate.NaturalLess(b, a):
		return 1
	}
	return 0
}

// Entries returns the build entries of a candidate, in natural order of their
// labels.
func (d *Dataset) Entries(candidateID string) []*BuildEntry {
	var entries []*BuildEntry
	for _, e := range d.Build.Instances {
		if e.Candidate == candidateID {
			entries = append(entries, e)
		}
	}
	slices.SortFunc(entries, func(a, b *BuildEntry) int { return compareNatural(a.Label, b.Label) })
	return entries
}

// CandidateIDs returns the identifiers of all candidates that were built or
// measured, in natural order.
func (d *Dataset) CandidateIDs() []string {
	seen := map[string]bool{}
	for _, e := range d.Build.Instances {
		seen[e.Candidate] = true
	}
	for _, r := range d.Records {
		seen[r.Candidate] = true
	}
	return slices.SortedFunc(maps.Keys(seen), compareNatural)
}
