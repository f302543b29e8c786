package export

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/perf/benchfmt"

	"github.com/hashassay/assay/internal/evidence"
)

// The units of the benchmark format. Estimated cycles have one of their own, so
// that no tool averages them with counted ones or compares the two.
const (
	secondsUnit      = "sec/op"
	bytesUnit        = "B/s"
	cyclesUnit       = "cycles/op"
	estimatedUnit    = "est-cycles/op"
	instructionsUnit = "instructions/op"
)

// writeBenchfmt writes a result line for each trial of the operations that are
// complete, so that benchstat sees the trials as its samples.
//
// benchstat compares results of one name, and makes a table of its own for each
// configuration. What must be equal for times to be comparable, the machine and
// its settings, is therefore configuration; what a comparison is usually about,
// such as a new library or another version of assay, is not, or the results of
// two runs would never stand side by side. It is written as comments.
//
// The name ends with the message length because a name that ends with "-512"
// would be read as one measured on 512 CPUs.
func writeBenchfmt(w io.Writer, d *evidence.Dataset, rows []Row) (notes []string, err error) {
	out := benchWriter{w: w, results: benchfmt.NewWriter(w), names: newNames(rows)}
	out.comment("one line per trial, each trial a process of its own; run of system %s, begun %s%s",
		rows[0].SystemID, rows[0].RunStartedUTC, settings(&rows[0]))
	for _, p := range d.Campaign.HostProblems {
		out.comment("measured on a host that is not fit: %s", p)
	}
	out.units(rows)
	for _, r := range d.Records {
		if r.Status == evidence.Complete {
			continue
		}
		note := fmt.Sprintf("%s/%s, %d bytes: left out of the benchmark format, because the record is not complete", r.Candidate, r.Label, r.InputBytes)
		notes = append(notes, note)
		out.comment("%s", note)
	}
	written := false
	for i := range rows {
		if rows[i].Status == evidence.Complete {
			out.row(&rows[i])
			written = true
		}
	}
	if !written && out.err == nil {
		return nil, fmt.Errorf("%s holds no complete operation, so there is nothing to compare", d.Dir)
	}
	return notes, out.err
}

// settings describes what is the same for all of a run of ours.
func settings(row *Row) string {
	if row.Seed == nil {
		return ""
	}
	kind := "full run"
	if *row.Quick {
		kind = "quick run"
	}
	return fmt.Sprintf("; %s, trials of %s s; seed %d", kind, row.TrialTargetS, *row.Seed)
}

// benchWriter writes results with comments between them and remembers the first
// error.
type benchWriter struct {
	w       io.Writer
	results *benchfmt.Writer
	names   names
	origin  string // the last comment on where code comes from
	err     error
}

// comment writes a line that readers of the format pass over.
func (b *benchWriter) comment(format string, args ...any) {
	if b.err == nil {
		_, b.err = fmt.Fprintf(b.w, "# %s\n", oneLine(fmt.Sprintf(format, args...)))
	}
}

func (b *benchWriter) write(r benchfmt.Record) {
	if b.err == nil {
		b.err = b.results.Write(r)
	}
}

// units says of the units in use that less is better.
func (b *benchWriter) units(rows []Row) {
	used := map[string]bool{}
	for i := range rows {
		for _, v := range values(&rows[i]) {
			used[v.Unit] = true
		}
	}
	for _, unit := range []string{cyclesUnit, estimatedUnit, instructionsUnit} {
		if used[unit] {
			key := benchfmt.UnitMetadataKey{Unit: unit, Key: "better"}
			b.write(&benchfmt.UnitMetadata{UnitMetadataKey: key, OrigUnit: unit, Value: "lower"})
		}
	}
}

// row writes a trial, with comments before the first of its code or operation.
func (b *benchWriter) row(row *Row) {
	if origin := origin(row); origin != b.origin {
		b.origin = origin
		b.comment("%s", origin)
	}
	if row.Number == 1 && len(row.Marks) > 0 {
		b.comment("%s/%s, %d bytes: marked %s", row.Candidate, row.Label, row.InputBytes, strings.Join(row.Marks, ", "))
	}
	b.write(&benchfmt.Result{Config: config(row), Name: benchfmt.Name(b.names.of(row)), Iters: row.Calls, Values: values(row)})
}

// origin says where the code of a row comes from and how it did.
func origin(row *Row) string {
	flags := row.Flags
	if row.BuildFlags != "" {
		flags += ": " + row.BuildFlags
	}
	s := fmt.Sprintf("%s/%s: variant %s; compiler %s; flags %s; library %s, SHA-256 %s; vectors %s", row.Candidate, row.Label,
		row.Variant, row.Compiler, flags, row.Library, row.LibrarySHA256, row.KAT)
	if len(row.KATFiles) > 0 {
		s += " (" + strings.Join(row.KATFiles, ", ") + ")"
	}
	if row.Archive != "" {
		s += fmt.Sprintf("; from archive %s, SHA-256 %s", row.Archive, row.ArchiveSHA256)
		if row.ofAnother() {
			s += ": " + evidence.AnotherArchive
		}
	}
	s += "; cycles: " + string(row.CycleSource)
	if row.CycleReason != "" {
		s += ", " + row.CycleReason
	}
	if row.AssayVersion != "" {
		s += "; assay " + row.AssayVersion
	}
	return s
}

func values(row *Row) []benchfmt.Value {
	calls := float64(row.Calls)
	vs := []benchfmt.Value{{Value: float64(row.PerCallS), Unit: secondsUnit}}
	if row.InputBytes > 0 {
		vs = append(vs, benchfmt.Value{Value: float64(row.InputBytes) * calls / float64(row.Seconds), Unit: bytesUnit})
	}
	if row.PerCallCycles == nil {
		return vs
	}
	unit := cyclesUnit
	if row.CycleSource == evidence.ClockEstimate {
		unit = estimatedUnit
	}
	vs = append(vs, benchfmt.Value{Value: float64(*row.PerCallCycles), Unit: unit})
	// Instructions are counted together with the cycles, by one group.
	if row.CycleSource == evidence.Perf && row.Instructions != nil && *row.Instructions > 0 {
		vs = append(vs, benchfmt.Value{Value: float64(*row.Instructions) / calls, Unit: instructionsUnit})
	}
	return vs
}

// config is the configuration of a row: the machine and its settings.
func config(row *Row) []benchfmt.Config {
	var cs []benchfmt.Config
	for _, kv := range [][2]string{
		{"system", row.SystemID}, {"cpu", row.CPUModel}, {"machine", text(row.Machine)}, {"arch", row.Architecture},
		{"cpu-number", strconv.Itoa(row.CPUNumber)}, {"os", row.OS}, {"kernel", row.OSKernel},
		{"virtualized", strconv.FormatBool(row.Virtualized)},
		{"governor", text(row.CPUFreqGovernor)}, {"min-khz", text(row.CPUFreqMinKHz)}, {"max-khz", text(row.CPUFreqMaxKHz)},
		{"no-turbo", text(row.IntelNoTurbo)}, {"boost", text(row.CPUFreqBoost)}, {"smt", text(row.SMTControl)},
		{"emulator", strings.Join(row.ExecPrefix, " ")},
	} {
		if v := oneLine(kv[1]); v != "" {
			cs = append(cs, benchfmt.Config{Key: kv[0], Value: []byte(v), File: true})
		}
	}
	return cs
}

// names names operations in the benchmark format.
type names struct {
	labels map[string]map[string]bool // labels that have a name
}

func newNames(rows []Row) names {
	n := names{map[string]map[string]bool{}}
	for i := range rows {
		name := code(&rows[i])
		if n.labels[name] == nil {
			n.labels[name] = map[string]bool{}
		}
		n.labels[name][rows[i].Label] = true
	}
	return n
}

// of names a row's operation: by its instance, so that implementations of one
// instance can be set side by side, and by the label too where the instance's
// name leaves a doubt.
func (n names) of(row *Row) string {
	name := code(row)
	if len(n.labels[name]) > 1 {
		name += element("label", row.Label)
	}
	return name + element("size", strconv.Itoa(row.InputBytes))
}

// code names the code of a row. Code that did not pass its vectors, or is of another
// archive than the published one, says so in its name, so that nobody compares it unawares
// with code that did, or with the submission's own.
func code(row *Row) string {
	name := "Hash" + element("candidate", row.Candidate) + element("instance", row.Instance) + element("impl", row.Implementation)
	if row.KernelPath != "" {
		name += element("kernel", row.KernelPath)
	}
	if row.ofAnother() {
		name += element("archive", "other")
	}
	if row.KAT != "PASS" {
		name += element("kat", row.KAT)
	}
	return name
}

// element is a part of a name. Blanks and slashes would end it.
func element(key, value string) string {
	return "/" + key + "=" + strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || !unicode.IsPrint(r) || r == '/' {
			return '_'
		}
		return r
	}, value)
}

// oneLine makes a text fit into a line.
func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }
