package evidence

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// change returns a published record with some keys replaced; a nil value
// removes the key.
func change(t *testing.T, changes map[string]any) []byte {
	t.Helper()
	var keys map[string]any
	d := json.NewDecoder(bytes.NewReader(goldenRecords(t)["records/hash-03/CHash_512__hash_32.json"]))
	d.UseNumber()
	if err := d.Decode(&keys); err != nil {
		t.Fatal(err)
	}
	for k, v := range changes {
		if v == nil {
			delete(keys, k)
		} else {
			keys[k] = v
		}
	}
	data, err := json.MarshalIndent(keys, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestReadRecordErrors(t *testing.T) {
	whole := change(t, nil)
	broken := bytes.Replace(whole, []byte(`"candidate":`), []byte(`"candidate";`), 1)
	tests := []struct {
		name string
		data []byte
		want string
	}{
		{"cut short", whole[:len(whole)/2], ": file is cut short"},
		{"cut at the end", whole[:len(whole)-1], ": file is cut short"},
		{"empty", nil, ": file is empty"},
		{"syntax", broken, ":3: invalid character ';'"},
		{"wrong type", change(t, map[string]any{"input_bytes": "32"}), ": field input_bytes: a JSON string where a whole number that fits int is expected"},
		{"wrong type inside", change(t, map[string]any{"plan": map[string]any{"trials": true}}), ": field plan.trials: a JSON bool where a whole number"},
		{"wrong type of a figure", change(t, map[string]any{"mean_seconds": "7"}), ": field mean_seconds: a JSON string where a number is expected"},
		{"wrong type in a trial", change(t, map[string]any{"trials": []any{map[string]any{"cycles": -1}}}), ": field trials.cycles: a JSON number -1 where a whole number that fits uint64"},
		{"list", []byte("[]"), ": field (whole file): a JSON array where an object is expected"},
		{"missing", change(t, map[string]any{"label": nil}), ": field label is missing"},
		{"null", change(t, map[string]any{"kat": json.RawMessage("null")}), ": field kat is missing"},
		{"missing figure", change(t, map[string]any{"mean_seconds": nil}), ": field mean_seconds is missing"},
		{"schema", change(t, map[string]any{"schema": 3}), ": field schema: version 3 is not known"},
		{"status", change(t, map[string]any{"status": "done"}), `: field status: "done" is neither`},
		{"no trial", change(t, map[string]any{"trials": nil}), ": field trials: a complete record has no trial"},
		{"no calls", change(t, map[string]any{"trials": []any{map[string]any{"seconds": 1}}}), ": field trials[0].measurements: 0"},
		{"our trial", change(t, map[string]any{"assay": map[string]any{"trials": []any{map[string]any{"round": 1}}}}), ": field assay.trials[0]: no calls or no time"},
		{"no time", change(t, map[string]any{"trials": []any{map[string]any{"measurements": 1}}}), ": field trials[0].seconds: 0.0"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "r.json")
			write(t, path, test.data)
			_, err := ReadRecord(path)
			if err == nil || !strings.HasPrefix(err.Error(), path+test.want) {
				t.Errorf("error %v, want %s%s…", err, path, test.want)
			}
		})
	}
	if _, err := ReadRecord("testdata/none.json"); !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), "none.json") {
		t.Errorf("missing file: %v", err)
	}
}

func TestUnknownKeys(t *testing.T) {
	data := change(t, map[string]any{"new_key": map[string]any{"a": 1}, "kex": map[string]any{"rounds": 3}})
	if r, err := DecodeRecord("r", data); err != nil || r.Measurements != 35375 {
		t.Errorf("%v", err)
	}
}

func TestReadComplete(t *testing.T) {
	path := filepath.Join(t.TempDir(), "r.json")
	write(t, path, change(t, map[string]any{"status": Failed}))
	if _, err := ReadComplete(path); !errors.Is(err, ErrNotComplete) || !strings.Contains(err.Error(), path) {
		t.Errorf("partial record: %v", err)
	}
	if r, err := ReadRecord(path); err != nil || r.Status != Failed {
		t.Errorf("ReadRecord: %v", err)
	}
	write(t, path, change(t, nil))
	if _, err := ReadComplete(path); err != nil {
		t.Errorf("complete record: %v", err)
	}
}

func TestReadDatasetErrors(t *testing.T) {
	tests := []struct {
		name string
		file string
		data string // "" removes the file
		want string
	}{
		{"no campaign", "campaign.json", "", "is not the folder of a run or dataset"},
		{"no build", "build.json", "", "is not the folder of a run or dataset"},
		{"campaign cut short", "campaign.json", `{"system_id": "x"`, "campaign.json: file is cut short"},
		{"campaign type", "campaign.json", `{"planning": {"trials": "5"}}`, "campaign.json: field planning.trials: a JSON string"},
		{"build entry", "build.json", `{"instances": {"hash-03/A": {"candidate": "hash-03", "label": "B"}}}`, `build.json: entry "hash-03/A"`},
		{"build null", "build.json", `{"instances": {"hash-03/A": null}}`, `build.json: entry "hash-03/A"`},
		{"record", "records/hash-03/CHash_512__hash_32.json", `{`, "CHash_512__hash_32.json: file is cut short"},
		{"record's name", "records/hash-03/CHash_512__hash_64.json", string(change(t, nil)), "belong to a file named hash-03/CHash_512__hash_32.json"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			dir := goldenDataset(t)
			if test.data == "" {
				if err := os.Remove(filepath.Join(dir, test.file)); err != nil {
					t.Fatal(err)
				}
			} else {
				write(t, filepath.Join(dir, test.file), []byte(test.data))
			}
			_, err := ReadDataset(dir)
			if err == nil || !strings.Contains(err.Error(), test.want) || !strings.Contains(err.Error(), dir) {
				t.Errorf("error %v, want …%s…", err, test.want)
			}
		})
	}
}

func TestDatasetParts(t *testing.T) {
	dir := goldenDataset(t)
	// A published dataset also holds operations of other schemes.
	write(t, filepath.Join(dir, "records/kem-01/X__keygen.json"), change(t, map[string]any{"operation": "keygen", "input_bytes": 0}))
	d, err := ReadDataset(dir)
	if err != nil || len(d.Records) != 16 {
		t.Errorf("%d records, %v", len(d.Records), err)
	}
	// A run that has not measured yet has no records.
	if err := os.RemoveAll(filepath.Join(dir, "records")); err != nil {
		t.Fatal(err)
	}
	if d, err = ReadDataset(dir); err != nil || len(d.Records) != 0 {
		t.Errorf("run without records: %v", err)
	}
}
