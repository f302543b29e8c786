package export

import (
	"bytes"
	"encoding/json"
	"testing"
)

// Rows written one by one are the list that encoding/json writes as a whole.
func TestJSONIsOneList(t *testing.T) {
	t.Parallel()
	all := rowsOf(t, golden(t))
	all[0].Label = "a \"<b>\" \u2028\n\xff"
	for _, rows := range [][]Row{{}, all[:1], all} {
		var got, want bytes.Buffer
		if err := writeJSON(&got, rows); err != nil {
			t.Fatal(err)
		}
		e := json.NewEncoder(&want)
		e.SetEscapeHTML(false)
		e.SetIndent("", " ")
		if err := e.Encode(rows); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got.Bytes(), want.Bytes()) {
			t.Errorf("%d rows: another text than as a whole", len(rows))
		}
	}
}
