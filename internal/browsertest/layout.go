package browsertest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// Overflow tells what makes the page wider than its view, so that it would have to be
// scrolled sideways: nothing, on a good page. What is wide inside a box that scrolls by
// itself does not count.
func (p *Page) Overflow() []string {
	p.t.Helper()
	return Eval[[]string](p, fmt.Sprintf(`(() => {
		const width = %d, root = document.documentElement;
		if (root.scrollWidth <= width && document.body.scrollWidth <= width && innerWidth <= width) return [];
		const boxed = (e) => {
			for (let a = e.parentElement; a; a = a.parentElement) {
				if (a !== document.body && a !== root && getComputedStyle(a).overflowX !== 'visible') return true;
			}
			return false;
		};
		const out = ['the page is ' + Math.max(root.scrollWidth, document.body.scrollWidth, innerWidth) + ' px wide in a view of ' + width];
		for (const e of document.querySelectorAll('body *')) {
			const r = e.getBoundingClientRect();
			if (r.width > 0 && r.right + scrollX > width + 0.5 && !boxed(e)) {
				out.push(e.tagName.toLowerCase() + (e.className && e.className.baseVal === undefined ? '.' + e.className : '') + ' reaches to ' + Math.round(r.right + scrollX) + ' px: ' + e.textContent.trim().slice(0, 60));
			}
		}
		return out.slice(0, 8);
	})()`, p.View.Width))
}

// SmallText tells which text of charts is shown smaller than a number of CSS pixels.
func (p *Page) SmallText(pixels float64) []string {
	p.t.Helper()
	return Eval[[]string](p, fmt.Sprintf(`Array.from(document.querySelectorAll('svg text'))
		.filter((e) => e.checkVisibility() && e.textContent.trim() !== '')
		.map((e) => { const m = e.getScreenCTM(); return [parseFloat(getComputedStyle(e).fontSize) * Math.hypot(m.b, m.d), e.textContent]; })
		.filter(([size]) => size < %g - 0.05)
		.map(([size, text]) => size.toFixed(1) + ' px: ' + text)`, pixels))
}

// longest is the height of the longest screenshot, in CSS pixels; chromium cannot draw
// pictures of any height.
const longest = 8000

// Screenshot writes a picture of the whole page as NAME-VIEW.png (see the package comment for where).
func (p *Page) Screenshot(name string) {
	p.t.Helper()
	dir := os.Getenv("ASSAY_SCREENSHOTS")
	if dir == "" {
		dir = p.t.ArtifactDir()
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		p.t.Fatal(err)
	}
	height := min(Eval[int64](p, "document.documentElement.scrollHeight"), longest)
	var picture []byte
	fast := true // less packed
	do(p.t, p.ctx, "a screenshot", chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		// The view is made as high as the page: what sticks to the edge of a view
		// then stands where the page begins and ends.
		metrics := emulation.SetDeviceMetricsOverrideParams{Width: int64(p.View.Width), Height: height, DeviceScaleFactor: 1, Mobile: p.View.Width < 600}
		_, one := cdp.Call(ctx, target, emulation.SetDeviceMetricsOverride, metrics)
		result, two := cdp.Call(ctx, target, page.CaptureScreenshot, page.CaptureScreenshotParams{OptimizeForSpeed: &fast})
		metrics.Height = Height
		_, three := cdp.Call(ctx, target, emulation.SetDeviceMetricsOverride, metrics)
		if err := errors.Join(one, two, three); err != nil {
			return err
		}
		picture = result.Data
		return nil
	}))
	safe := strings.NewReplacer("/", "_", "\\", "_").Replace(name)
	if err := os.WriteFile(filepath.Join(dir, safe+"-"+p.View.String()+".png"), picture, 0o666); err != nil {
		p.t.Fatal(err)
	}
}
