package main

import (
	"bytes"

	"github.com/hashassay/assay/internal/evidence"
	"github.com/hashassay/assay/internal/export"
)

type exportCmd struct {
	Run_   fileName `arg:"" name:"run"`
	Format string   `name:"format" enum:"csv,json,benchfmt" default:"csv"`
	Output fileName `short:"o" name:"output"`
}

func (v *exportCmd) Run(c *console) error {
	d, err := evidence.ReadDataset(string(v.Run_))
	if err != nil {
		return err
	}
	// A row that cannot be written must not leave half a table behind.
	var out bytes.Buffer
	notes, err := export.Write(&out, d, export.Format(v.Format))
	if err != nil {
		return err
	}
	if v.Output != "" {
		err = writeOutput(string(v.Output), out.Bytes())
	} else {
		_, err = c.data.Write(out.Bytes())
	}
	if err != nil {
		return err
	}
	for _, n := range notes {
		c.warn("%s", n)
	}
	return nil
}
