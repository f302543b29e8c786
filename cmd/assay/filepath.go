package main

import (
	"errors"

	"github.com/alecthomas/kong"
)

// fileName is an option or argument that names a file. Names are bytes; as a
// plain string, kong would take it through JSON and replace what is not UTF-8.
type fileName string

// Decode implements kong.MapperValue.
func (f *fileName) Decode(ctx *kong.DecodeContext) error {
	t, err := ctx.Scan.PopValue("file")
	if err != nil {
		return err
	}
	if name, ok := t.Value.(string); ok {
		// An empty variable of a script is no wish for the default.
		if name == "" && ctx.Value.Flag != nil {
			return errors.New("the name of a file or folder is empty")
		}
		*f = fileName(name) // String formats, which ten thousand names feel
		return nil
	}
	*f = fileName(t.String())
	return nil
}

// names returns file names as strings.
func names(fs []fileName) []string {
	var s []string
	for _, f := range fs {
		s = append(s, string(f))
	}
	return s
}
