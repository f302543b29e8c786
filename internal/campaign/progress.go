package campaign

import (
	"fmt"
	"time"
)

// progress counts trials and estimates what is left from the plan and from how
// long trials took so far.
type progress struct {
	r           *run
	done, total int
	left        float64 // estimated seconds of the planned trials not done
	spent       float64 // estimated seconds of the trials done in this session
	began       time.Time
}

func (r *run) newProgress(ops []*operation) *progress {
	p := &progress{r: r, began: time.Now()}
	for _, o := range ops {
		if o.Calls == 0 {
			continue
		}
		for round := range r.settings.Trials {
			p.total++
			if o.has(round) {
				p.done++
			} else {
				p.left += o.EstimatedS()
			}
		}
	}
	return p
}

func (p *progress) step(o *operation, round int) {
	p.done++
	p.spent += o.EstimatedS()
	text := o.Name()
	if round < p.r.settings.Trials {
		p.left -= o.EstimatedS()
	} else { // further rounds are not foreseen: the bar grows with them
		p.total++
		text += fmt.Sprintf(" (round %d: trials disagree)", round+1)
	}
	factor := time.Since(p.began).Seconds() / p.spent
	p.r.emit(Event{Phase: Measure, Done: p.done, Total: p.total, Text: text, Left: time.Duration(p.left * factor * float64(time.Second))})
}
