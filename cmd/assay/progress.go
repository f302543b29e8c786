package main

import (
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"

	"github.com/hashassay/assay/internal/campaign"
)

// progress shows a campaign's events: bars with the time left on a terminal,
// a few plain lines elsewhere.
type progress struct {
	w        io.Writer
	bars     *mpb.Progress // nil: plain
	mu       sync.Mutex
	bar      *mpb.Bar
	phase    campaign.Phase
	last     campaign.Event
	nextLine time.Time
}

// plainInterval is how often plain progress says something within a phase.
const plainInterval = 10 * time.Second

func newProgress(w io.Writer) *progress {
	p := &progress{w: w}
	if width, ok := terminal(w); ok {
		p.bars = mpb.New(mpb.WithOutput(w), mpb.WithWidth(min(width, 100)))
	}
	return p
}

func (p *progress) event(e campaign.Event) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if e.Note {
		if p.bars != nil {
			fmt.Fprintf(p.bars, "assay: %s\n", e.Text)
		} else {
			fmt.Fprintf(p.w, "assay: %s\n", e.Text)
		}
		return
	}
	p.last = e
	if p.bars == nil {
		p.plain(e)
		return
	}
	if e.Phase != p.phase {
		p.finishBar()
		p.phase = e.Phase
		p.bar = p.bars.AddBar(int64(e.Total),
			mpb.PrependDecorators(decor.Name(fmt.Sprintf("%-9s ", e.Phase)), decor.CountersNoUnit("%d/%d ")),
			mpb.AppendDecorators(decor.Any(func(decor.Statistics) string { return p.tail() })))
	}
	p.bar.SetTotal(int64(e.Total), false)
	p.bar.SetCurrent(int64(e.Done))
}

// tail is what stands behind the bar: the time left and what was just done.
func (p *progress) tail() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return " " + leftText(p.last) + p.last.Text
}

func leftText(e campaign.Event) string {
	if e.Left < time.Second {
		return ""
	}
	return fmt.Sprintf("%s left · ", e.Left.Round(time.Second))
}

// plain prints a line per build, which says what was built and whether it
// passed, and a line now and then in the phases of many steps.
func (p *progress) plain(e campaign.Event) {
	now := time.Now()
	first := e.Phase != p.phase
	p.phase = e.Phase
	if e.Phase != campaign.Build && !first && now.Before(p.nextLine) {
		return
	}
	p.nextLine = now.Add(plainInterval)
	fmt.Fprintf(p.w, "%s %d/%d %s%s\n", e.Phase, e.Done, e.Total, leftText(e), e.Text)
}

func (p *progress) finishBar() {
	if p.bar != nil {
		p.bar.SetTotal(-1, true)
		p.bar = nil
	}
}

func (p *progress) close() {
	if p.bars == nil {
		return
	}
	p.mu.Lock()
	bar := p.bar
	p.bar = nil
	p.mu.Unlock()
	if bar != nil {
		bar.Abort(false)
	}
	p.bars.Wait()
}
