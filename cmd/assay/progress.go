package main

import (
	"fmt"
	"io"
	"sync/atomic"
	"time"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"

	"github.com/hashassay/assay/internal/campaign"
	"github.com/hashassay/assay/internal/visible"
)

// progress shows a campaign's events: a bar per phase with the time left on a
// terminal, a few plain lines elsewhere.
type progress struct {
	w        io.Writer
	bars     *mpb.Progress // nil: plain
	bar      *phaseBar     // of the phase in progress
	phase    campaign.Phase
	nextLine time.Time
}

// phaseBar is a bar and what stands behind it. mpb draws in a goroutine of its
// own, hence the atomic value.
type phaseBar struct {
	*mpb.Bar
	tail atomic.Value // string
}

// plainInterval is how often plain progress says something within a phase.
const plainInterval = 10 * time.Second

func newProgress(w io.Writer) *progress {
	p := &progress{w: w}
	if width, ok := terminal(w); ok {
		p.bars = mpb.New(mpb.WithOutput(unescaped(w)), mpb.WithWidth(max(20, min(width, 100)-60)))
	}
	return p
}

func (p *progress) event(e campaign.Event) {
	e.Text = visible.Line(e.Text) // mpb writes to the terminal itself
	switch {
	case e.Note && p.bars != nil:
		fmt.Fprintf(p.bars, "assay: %s\n", e.Text)
	case e.Note:
		fmt.Fprintf(p.w, "assay: %s\n", e.Text)
	case p.bars == nil:
		p.plain(e)
	default:
		if e.Phase != p.phase {
			p.finishBar()
			p.bar = p.addBar(e)
		}
		p.phase = e.Phase
		p.bar.tail.Store(leftText(e) + e.Text)
		p.bar.SetTotal(int64(e.Total), false)
		p.bar.SetCurrent(int64(e.Done))
	}
}

func (p *progress) addBar(e campaign.Event) *phaseBar {
	b := &phaseBar{}
	b.tail.Store("")
	b.Bar = p.bars.AddBar(int64(e.Total),
		mpb.PrependDecorators(decor.Name(fmt.Sprintf("%-9s ", e.Phase)), decor.CountersNoUnit("%d/%d ", decor.WC{W: 10})),
		mpb.AppendDecorators(decor.Any(func(decor.Statistics) string { return " " + b.tail.Load().(string) })))
	return b
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
	if e.Starting {
		return
	}
	now := time.Now()
	first := e.Phase != p.phase
	p.phase = e.Phase
	if e.Phase != campaign.Build && !first && now.Before(p.nextLine) {
		return
	}
	p.nextLine = now.Add(plainInterval)
	fmt.Fprintf(p.w, "%s %d/%d %s%s\n", e.Phase, e.Done, e.Total, leftText(e), e.Text)
}

// finishBar completes the bar of a phase that is over.
func (p *progress) finishBar() {
	if p.bar != nil {
		p.bar.SetTotal(-1, true)
	}
}

// close waits until the last state is drawn; a phase that was cut short keeps
// its unfinished bar.
func (p *progress) close() {
	if p.bars == nil {
		return
	}
	if p.bar != nil {
		p.bar.Abort(false)
	}
	p.bars.Wait()
}
