package export

import (
	"bytes"
	"encoding/json"
	"io"
)

// writeJSON writes a list of rows, one at a time: encoding/json would hold the
// text of all in memory, some 60 MB for a dataset of 2,700 records.
func writeJSON(w io.Writer, rows []Row) error {
	if len(rows) == 0 {
		_, err := io.WriteString(w, "[]\n")
		return err
	}
	var row bytes.Buffer
	e := json.NewEncoder(&row)
	e.SetEscapeHTML(false)
	e.SetIndent(" ", " ")
	before := "[\n "
	for i := range rows {
		row.Reset()
		row.WriteString(before)
		if err := e.Encode(&rows[i]); err != nil {
			return err
		}
		row.Truncate(row.Len() - 1) // the end of the line, where a comma may be due
		if _, err := w.Write(row.Bytes()); err != nil {
			return err
		}
		before = ",\n "
	}
	_, err := io.WriteString(w, "\n]\n")
	return err
}
