package export

import (
	"encoding/json"
	"io"
)

func writeJSON(w io.Writer, rows []Row) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	return e.Encode(rows)
}
