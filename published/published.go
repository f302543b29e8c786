// Package published holds figures that others published about the programme's
// candidates, to set beside those of a run: systems arm_1 and x86_1 of the
// independent NGCC performance pages, as printed there. They are of other
// machines, other compilers and the submissions' own code.
package published

import (
	"embed"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
)

//go:embed *.json
var files embed.FS

// System is a machine whose figures were published.
type System struct {
	ID          string            `json:"system"`
	Source      string            `json:"source"`      // where the figures stood
	Environment map[string]string `json:"environment"` // by the rows of the published page: processor, clock, ...
	Candidates  []Candidate       `json:"candidates"`
}

// Candidate holds the published figures of one candidate.
type Candidate struct {
	ID          string   `json:"id"` // "hash-12"
	Name        string   `json:"algorithm"`
	Performance []Figure `json:"performance"`

	KAT   []KATRow          `json:"kat"`   // rows of the published known-answer table
	Notes map[string]string `json:"notes"` // the footnotes below it, by number
}

// KATRow is a row of a published known-answer table.
type KATRow struct {
	Instance string  `json:"instance"`
	Status   string  `json:"kat"`
	Note     *string `json:"note"` // what follows the status, as printed: "[1] (not timed)"
}

// Figure is a row of a published performance table.
type Figure struct {
	Instance      string  `json:"instance"`
	Bytes         int     `json:"bytes"`           // message length
	MeanCycles    string  `json:"mean_cycles"`     // of one call, as printed ("13.1 k")
	CyclesPerByte float64 `json:"cycles_per_byte"` // as printed, one decimal
}

// Systems returns the published systems, arm_1 first.
var Systems = sync.OnceValue(func() []System {
	var systems []System
	for _, name := range []string{"arm_1", "x86_1"} {
		text, err := files.ReadFile(name + ".json")
		if err != nil {
			panic("published: " + err.Error())
		}
		var s System
		if err := json.Unmarshal(text, &s); err != nil {
			panic(fmt.Sprintf("published: %s: %v", name, err))
		}
		systems = append(systems, s)
	}
	return systems
})

// Lookup returns the published figure of an instance at a message length in
// bytes.
func (s System) Lookup(candidate, instance string, bytes int) (Figure, bool) {
	for _, c := range s.Candidates {
		if c.ID != candidate {
			continue
		}
		for _, f := range c.Performance {
			if f.Instance == instance && f.Bytes == bytes {
				return f, true
			}
		}
	}
	return Figure{}, false
}

// Cause returns why an instance did not pass its vectors, as the published page
// says in a footnote, and whether it says that the instance was left out of
// timing. known is false where no page has such a footnote.
func Cause(candidate, instance string) (cause string, notTimed, known bool) {
	for _, s := range Systems() {
		for _, c := range s.Candidates {
			if c.ID != candidate {
				continue
			}
			for _, row := range c.KAT {
				if row.Instance != instance || row.Note == nil {
					continue
				}
				number, rest, ok := strings.Cut(strings.TrimPrefix(*row.Note, "["), "]")
				if cause = c.Notes[number]; ok && cause != "" {
					return cause, strings.Contains(rest, "(not timed)"), true
				}
			}
		}
	}
	return "", false, false
}
