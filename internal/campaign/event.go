package campaign

import "time"

// Phase names a part of a run.
type Phase string

// The phases that report progress.
const (
	Build     Phase = "build"
	Memory    Phase = "memory"
	Calibrate Phase = "calibrate"
	Measure   Phase = "measure"
)

// Event reports progress. Done of Total steps of the phase are finished; Text
// says what was just done or begun; Left is the expected time to the end of the
// phase (0: not known). A Note is something the user should read.
type Event struct {
	Phase       Phase
	Done, Total int
	Text        string
	Left        time.Duration
	Note        bool
	Starting    bool // Text is what begins now; nothing was finished
}

func (r *run) emit(e Event) {
	if r.Events != nil {
		r.Events(e)
	}
}

func (r *run) note(text string) { r.emit(Event{Text: text, Note: true}) }
