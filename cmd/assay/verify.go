package main

import (
	"fmt"

	"github.com/hashassay/assay/internal/evidence"
)

type verifyCmd struct {
	Dataset fileName `arg:"" name:"dataset"`
	Pages   fileName `name:"pages" required:""`
	Strict  bool     `name:"strict"`
	JSON    bool     `name:"json"`
}

func (v *verifyCmd) Run(c *console) error {
	d, err := evidence.ReadDataset(string(v.Dataset))
	if err != nil {
		return err
	}
	pages, err := comparePages(c, d, string(v.Pages))
	if err != nil {
		return err
	}
	if v.JSON {
		if err := printJSON(c, pages); err != nil {
			return err
		}
	} else {
		for _, f := range pages.Findings {
			fmt.Fprintln(c.stdout, pageFindingText(f))
		}
		fmt.Fprintf(c.stdout, "pages compared: %d\n", len(pages.Compared))
	}
	if pages.failed(v.Strict) {
		return exitCode(exitFailed)
	}
	return nil
}
