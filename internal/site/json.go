package site

import (
	"bytes"
	"encoding/json"
	"slices"
)

// asItIs shows a file as it is.
func asItIs(data []byte) ([]byte, error) { return data, nil }

// compactJSON drops the white space of a JSON file.
func compactJSON(data []byte) ([]byte, error) {
	var b bytes.Buffer
	if err := json.Compact(&b, data); err != nil {
		return nil, err
	}
	return append(b.Bytes(), '\n'), nil
}

// leftOut are the members of a record of ours that its JSON in the site goes
// without, because no figure and no mark rests on them, and a site of hundreds of
// records would be twice as large: schema 2's processes, which say nothing that
// the trials under "assay" do not; the environment, which pages show; and of each
// trial how the process and the machine did. The dataset among the downloads has
// all.
var leftOut = []string{
	"environment", "processes",
	"assay.trials.load_average",
	"assay.trials.trial.instructions",
	"assay.trials.trial.context_switches_voluntary", "assay.trials.trial.context_switches_involuntary", "assay.trials.trial.cpu_migrations",
	"assay.trials.trial.page_faults_minor", "assay.trials.trial.page_faults_major",
	"assay.trials.trial.digest_before", "assay.trials.trial.digest_after", // a trial whose digests are not assay.digest is none
	"assay.trials.trial.process",
}

// recordJSON is compactJSON without the members that are left out. The others
// keep their order and every digit.
func recordJSON(data []byte) ([]byte, error) {
	data, err := compactJSON(data)
	if err != nil {
		return nil, err
	}
	t := trimmer{in: data, out: make([]byte, 0, len(data))}
	t.value("")
	return append(t.out, '\n'), nil
}

// trimmer copies valid JSON without white space.
type trimmer struct {
	in, out []byte
	at      int // in in
}

// value copies the value at t.at. path is its member names, joined by dots;
// elements of lists have that of the list.
func (t *trimmer) value(path string) {
	switch t.in[t.at] {
	case '{':
		t.members(path)
	case '[':
		t.copy(1)
		for t.in[t.at] != ']' {
			if t.in[t.at] == ',' {
				t.copy(1)
			}
			t.value(path)
		}
		t.copy(1)
	default:
		t.copy(t.scalar() - t.at)
	}
}

func (t *trimmer) members(path string) {
	t.copy(1)
	first := true
	for t.in[t.at] != '}' {
		if t.in[t.at] == ',' {
			t.at++
		}
		begin, kept := t.at, len(t.out)
		end := t.scalar()
		name := path
		if name != "" {
			name += "."
		}
		name += string(t.in[begin+1 : end-1])
		if !first {
			t.out = append(t.out, ',')
		}
		t.copy(end + 1 - begin) // with the colon
		t.value(name)
		if slices.Contains(leftOut, name) {
			t.out = t.out[:kept]
		} else {
			first = false
		}
	}
	t.copy(1)
}

func (t *trimmer) copy(n int) {
	t.out = append(t.out, t.in[t.at:t.at+n]...)
	t.at += n
}

// scalar returns where the string, number or word at t.at ends.
func (t *trimmer) scalar() int {
	i := t.at
	if t.in[i] != '"' {
		for i < len(t.in) && !bytes.ContainsRune([]byte(",]}\n"), rune(t.in[i])) {
			i++
		}
		return i
	}
	for i++; t.in[i] != '"'; i++ {
		if t.in[i] == '\\' {
			i++
		}
	}
	return i + 1
}
