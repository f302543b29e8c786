package browsertest

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// Page is a page in a tab of its own, which is closed with the test.
type Page struct {
	View View

	t    testing.TB
	ctx  context.Context
	root string

	mu     sync.Mutex
	faults []string
	asked  map[network.RequestID]string
}

// Open opens root + path, and waits until it is loaded. Root is the address of a
// site with its last slash ("file:///tmp/site/", "http://127.0.0.1:8080/prefix/"): a
// request for anything that is not below it is a fault.
func (b *Browser) Open(t testing.TB, root, path string, v View) *Page {
	t.Helper()
	ctx, cancel := chromedp.NewContext(b.ctx)
	t.Cleanup(cancel)
	p := &Page{View: v, t: t, ctx: ctx, root: root, asked: map[network.RequestID]string{}}
	if err := chromedp.Listen(ctx, p.heard); err != nil {
		t.Fatalf("a new tab: %v", err)
	}
	scheme, media := "light", ""
	if v.Dark {
		scheme = "dark"
	}
	if v.Paper {
		media = "print"
	}
	narrow := v.Width < 600
	do(t, ctx, "the view "+v.String(), chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, one := cdp.Call(ctx, target, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{
			Width: int64(v.Width), Height: Height, DeviceScaleFactor: 1, Mobile: narrow,
		})
		_, two := cdp.Call(ctx, target, emulation.SetTouchEmulationEnabled, emulation.SetTouchEmulationEnabledParams{Enabled: narrow})
		_, three := cdp.Call(ctx, target, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
			Media: media,
			Features: []*emulation.MediaFeature{
				{Name: "prefers-color-scheme", Value: scheme},
				{Name: "prefers-reduced-motion", Value: "reduce"}, // pictures are of the end of a transition
			},
		})
		_, four := cdp.Call(ctx, target, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: v.NoScripts})
		return errors.Join(one, two, three, four)
	}))
	p.Go(path)
	return p
}

// Go opens another page of the site in the same tab.
func (p *Page) Go(path string) {
	p.t.Helper()
	do(p.t, p.ctx, p.root+path, chromedp.Navigate(p.root+path))
}

// heard keeps what an event tells of a fault.
func (p *Page) heard(event any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	fault := func(format string, args ...any) { p.faults = append(p.faults, fmt.Sprintf(format, args...)) }
	switch e := event.(type) {
	case *runtime.EventConsoleAPICalled:
		var texts []string
		for _, a := range e.Args {
			texts = append(texts, string(a.Value)+a.Description)
		}
		fault("console.%s: %s", e.Type, strings.Join(texts, " "))
	case *runtime.EventExceptionThrown:
		text := e.ExceptionDetails.Text
		if x := e.ExceptionDetails.Exception; x != nil {
			text += " " + x.Description
		}
		fault("exception: %s (%s:%d)", text, e.ExceptionDetails.URL, e.ExceptionDetails.LineNumber+1)
	case *log.EventEntryAdded:
		// The rest are notes on the browser itself.
		if e.Entry.Level == log.EntryLevelError || e.Entry.Level == log.EntryLevelWarning {
			fault("%s of %s: %s %s", e.Entry.Level, e.Entry.Source, e.Entry.Text, e.Entry.URL)
		}
	case *page.EventJavascriptDialogOpening:
		fault("a dialog: %s", e.Message)
	case *network.EventRequestWillBeSent:
		p.asked[e.RequestID] = e.Request.URL
		if !strings.HasPrefix(e.Request.URL, p.root) {
			fault("request that leaves the site: %s", e.Request.URL)
		}
	case *network.EventLoadingFailed:
		fault("request failed: %s: %s", p.asked[e.RequestID], e.ErrorText)
	case *network.EventResponseReceived:
		if e.Response.Status >= 400 {
			fault("request failed: %s: status %d", e.Response.URL, e.Response.Status)
		}
	}
}

// Faults are everything that the browser found wrong since the page was opened: any
// line on the console, exceptions, dialogs, requests that failed and requests to
// anywhere but the site. A good page has none.
func (p *Page) Faults() []string {
	p.t.Helper()
	// An answer to this comes after all events before it.
	Eval[bool](p, "true")
	p.mu.Lock()
	defer p.mu.Unlock()
	return append([]string(nil), p.faults...)
}

// Eval evaluates an expression in the page, also where the page's own scripts are
// off. Promises are waited for.
func Eval[T any](p *Page, expression string) T {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	x, err := chromedp.Run(ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	if err != nil {
		p.t.Fatalf("%s: %v", expression, err)
	}
	return x
}

// Click clicks the first element that a CSS selector finds, as a mouse would.
func (p *Page) Click(selector string) {
	p.t.Helper()
	p.present(selector)
	do(p.t, p.ctx, "click on "+selector, chromedp.Click(chromedp.CSS(selector)))
}

// Follow clicks a link, and waits until the page it leads to is loaded.
func (p *Page) Follow(selector string) {
	p.t.Helper()
	p.present(selector)
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	if _, err := chromedp.RunResponse(ctx, chromedp.Click(chromedp.CSS(selector))); err != nil {
		p.t.Fatalf("the link %s: %v", selector, err)
	}
}

// Type types into an element.
func (p *Page) Type(selector, text string) {
	p.t.Helper()
	p.present(selector)
	do(p.t, p.ctx, "type into "+selector, chromedp.SendKeys(chromedp.CSS(selector), text))
}

// Press presses keys where the focus is; names of keys are in chromedp's package kb.
func (p *Page) Press(keys string) {
	p.t.Helper()
	do(p.t, p.ctx, fmt.Sprintf("press %q", keys), chromedp.KeyEvent(keys))
}

// Choose chooses a value of a select element, as its user would: with the events.
func (p *Page) Choose(selector, value string) {
	p.t.Helper()
	p.present(selector)
	if !Eval[bool](p, fmt.Sprintf(`(() => {
		const s = document.querySelector(%q);
		s.value = %q;
		s.dispatchEvent(new Event('input', {bubbles: true}));
		s.dispatchEvent(new Event('change', {bubbles: true}));
		return s.value === %[2]q;
	})()`, selector, value)) {
		p.t.Fatalf("%s has no choice %q", selector, value)
	}
}

// Point moves the pointer onto the first element that a selector finds: to the middle
// of its first box or, of a line, to a point of it.
func (p *Page) Point(selector string) {
	p.t.Helper()
	p.present(selector)
	at := Eval[[]float64](p, fmt.Sprintf(`(() => {
		const e = document.querySelector(%q);
		e.scrollIntoView({block: 'center', inline: 'nearest', behavior: 'instant'});
		if (e.getPointAtLength && e.getScreenCTM) {
			const q = e.getPointAtLength(0).matrixTransform(e.getScreenCTM());
			return [q.x, q.y];
		}
		const r = e.getClientRects()[0];
		return [r.x + r.width / 2, r.y + r.height / 2];
	})()`, selector))
	do(p.t, p.ctx, "point at "+selector, chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, at[0], at[1]))
}

// present fails the test at once where nothing is found, instead of waiting.
func (p *Page) present(selector string) {
	p.t.Helper()
	if !Eval[bool](p, fmt.Sprintf("document.querySelector(%q) !== null", selector)) {
		p.t.Fatalf("the page has no %s", selector)
	}
}

// Texts are the texts of all elements that a selector finds, as they are shown, with
// spaces made single; those that are not shown are left out.
func (p *Page) Texts(selector string) []string {
	p.t.Helper()
	return Eval[[]string](p, fmt.Sprintf(`Array.from(document.querySelectorAll(%q))
		.filter((e) => e.checkVisibility() && e.getClientRects().length > 0) // the first is always true in an svg
		.map((e) => (e.innerText === undefined ? e.textContent : e.innerText).replace(/\s+/g, ' ').trim())`, selector))
}

// Count is the number of elements that a selector finds, shown or not.
func (p *Page) Count(selector string) int {
	p.t.Helper()
	return Eval[int](p, fmt.Sprintf("document.querySelectorAll(%q).length", selector))
}
