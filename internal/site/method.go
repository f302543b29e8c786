package site

import "github.com/hashassay/assay/internal/report"

// methodPage is what the template of the method page shows.
type methodPage struct {
	frame
	Method report.MethodPage
}

func (b *builder) method(f frame, view report.View) methodPage {
	p := methodPage{Method: view.MethodPage()}
	p.frame = f.titled("Method")
	return p
}
