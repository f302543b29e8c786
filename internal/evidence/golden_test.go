package evidence

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// goldenRecords returns the published records in testdata by their file name
// below the dataset's folder.
func goldenRecords(t *testing.T) map[string]json.RawMessage {
	t.Helper()
	data, err := os.ReadFile("testdata/golden/records.json")
	if err != nil {
		t.Fatal(err)
	}
	var list []json.RawMessage
	if err := json.Unmarshal(data, &list); err != nil {
		t.Fatal(err)
	}
	records := map[string]json.RawMessage{}
	for _, raw := range list {
		var r struct{ Path string }
		if err := json.Unmarshal(raw, &r); err != nil {
			t.Fatal(err)
		}
		records[strings.TrimPrefix(r.Path, "performance/data/arm_1/")] = raw
	}
	if len(records) != 16 {
		t.Fatalf("%d golden records, want 16", len(records))
	}
	return records
}

// goldenDataset writes the published files as the folder of a dataset.
func goldenDataset(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for _, name := range []string{"campaign.json", "build.json"} {
		data, err := os.ReadFile("testdata/golden/" + name)
		if err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(dir, name), data)
	}
	for name, raw := range goldenRecords(t) {
		write(t, filepath.Join(dir, name), raw)
	}
	return dir
}

func write(t *testing.T, path string, data []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, data, 0o666); err != nil {
		t.Fatal(err)
	}
}

// Every published figure follows from its published trials, to the last bit.
func TestDeriveGolden(t *testing.T) {
	for name, raw := range goldenRecords(t) {
		r, err := DecodeRecord(name, raw)
		if err != nil {
			t.Fatal(err)
		}
		stored, derived := r.Figures, Derive(r.Trials, r.InputBytes, 64)
		// These come from the build and the processes, not from the trials;
		// the golden files leave sizes out.
		derived.BaselineRSSBytes, derived.PeakRSSBytes = stored.BaselineRSSBytes, stored.PeakRSSBytes
		derived.Sizes = stored.Sizes
		if got, want := mustEncode(t, derived), mustEncode(t, stored); got != want {
			t.Errorf("%s:\nderived %s\nstored  %s", name, got, want)
		}
	}
}

func mustEncode(t *testing.T, v any) string {
	t.Helper()
	b, err := encode(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// What the golden records hold comes back key for key, number for number.
func TestRoundTripGolden(t *testing.T) {
	for name, raw := range goldenRecords(t) {
		r, err := DecodeRecord(name, raw)
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(t.TempDir(), "record.json")
		if err := WriteJSON(path, r); err != nil {
			t.Fatal(err)
		}
		again, err := ReadRecord(path)
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(r.Figures, again.Figures) {
			t.Errorf("%s: figures changed on the way", name)
		}
		written, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		compareKeys(t, name, raw, written)
	}
}

// compareKeys checks that every key of want stands in got with the same text,
// numbers included.
func compareKeys(t *testing.T, where string, want, got json.RawMessage) {
	t.Helper()
	var w, g map[string]json.RawMessage
	if json.Unmarshal(want, &w) != nil || w == nil {
		var a, b bytes.Buffer
		if err := json.Compact(&a, want); err != nil {
			t.Fatal(err)
		}
		if err := json.Compact(&b, got); err != nil {
			t.Errorf("%s: %v", where, err)
		}
		if a.String() != b.String() {
			t.Errorf("%s: %s, want %s", where, b.String(), a.String())
		}
		return
	}
	if err := json.Unmarshal(got, &g); err != nil {
		t.Errorf("%s: %v", where, err)
		return
	}
	for key, value := range w {
		if key == "path" || key == "shards" || key == "shard_cpus" { // not part of a record; of sharded campaigns only
			continue
		}
		if g[key] == nil {
			t.Errorf("%s: key %s is lost", where, key)
			continue
		}
		compareKeys(t, where+"."+key, value, g[key])
	}
}

func TestCampaignAndBuildGolden(t *testing.T) {
	d, err := ReadDataset(goldenDataset(t))
	if err != nil {
		t.Fatal(err)
	}
	for name, v := range map[string]any{"campaign.json": d.Campaign, "build.json": d.Build} {
		raw, err := os.ReadFile("testdata/golden/" + name)
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(t.TempDir(), name)
		if err := WriteJSON(path, v); err != nil {
			t.Fatal(err)
		}
		written, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		compareKeys(t, name, raw, written)
	}
}

func TestDatasetOrder(t *testing.T) {
	dir := goldenDataset(t)
	write(t, filepath.Join(dir, "records/hash-03/.CHash_512__hash_32.json.01234567.tmp"), []byte(`{"half`))
	write(t, filepath.Join(dir, "records/hash-03/.left.json"), []byte(`{"half`))
	d, err := ReadDataset(dir)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, r := range d.Records {
		got = append(got, d.Paths[r])
	}
	var want []string
	for _, label := range []string{"CHash_512", "CHash_1024"} {
		for _, n := range []int{32, 128, 512, 1024, 4096, 8192, 16384, 65536} {
			want = append(want, fmt.Sprintf("records/hash-03/%s__hash_%d.json", label, n))
		}
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("records:\n%s", strings.Join(got, "\n"))
	}
	if ids := d.CandidateIDs(); !reflect.DeepEqual(ids, []string{"hash-03", "hash-08", "hash-11", "hash-12", "hash-24"}) {
		t.Errorf("candidates: %v", ids)
	}
	var labels []string
	for _, e := range d.Entries("hash-11") {
		labels = append(labels, e.Label)
	}
	if got := strings.Join(labels, " "); got != "Garnet_512_Cap512 Garnet_512_Cap640 Garnet_512_Cap768 Garnet_512_Cap896 Garnet_512_Cap1024 Garnet_768 Garnet_1024 Garnet_1024_DM4x4" {
		t.Errorf("labels: %s", got)
	}
}
