package site

import (
	"bytes"
	"encoding/json"
)

// asItIs shows a file as it is.
func asItIs(data []byte) ([]byte, error) { return data, nil }

// compactJSON drops the white space of a JSON file.
func compactJSON(data []byte) ([]byte, error) {
	var b bytes.Buffer
	if err := json.Compact(&b, data); err != nil {
		return nil, err
	}
	return append(b.Bytes(), '\n'), nil
}

// recordJSON is compactJSON for now.
func recordJSON(data []byte) ([]byte, error) { return compactJSON(data) }
