// Package published holds figures that others published about the programme's
// candidates, to set beside those of a run: systems arm_1 and x86_1 of the
// independent NGCC performance pages, as printed there. They are of other
// machines, other compilers and the submissions' own code.
package published

import (
	"embed"
	"encoding/json"
	"fmt"
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
