package gate

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"path"

	"github.com/hashassay/assay/iccs"
)

// difference says, in one line, where the generated file text differs from the
// official one that entry stands for. A digest cannot tell; the record is found in
// the expected vectors, if they are at hand.
func difference(vectors fs.FS, entry iccs.Entry, text []byte) string {
	name := path.Join(entry.Label, entry.Name)
	if vectors == nil {
		return fmt.Sprintf("the generated file does not have the official digest %s; which record differs cannot be told without expected vectors: supply a folder that holds the official file as %s",
			entry.SHA256, name)
	}
	expected, err := fs.ReadFile(vectors, name)
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Sprintf("the generated file does not have the official digest %s; which record differs cannot be told: the folder of expected vectors has no %s",
			entry.SHA256, name)
	}
	if err != nil {
		return fmt.Sprintf("the generated file does not have the official digest %s; expected vectors cannot be read: %v", entry.SHA256, err)
	}
	want, err := iccs.ParseRecords(bytes.NewReader(expected), name)
	if err != nil {
		return fmt.Sprintf("the generated file does not have the official digest %s; expected vectors cannot be read: %v", entry.SHA256, err)
	}
	got, err := iccs.ParseRecords(bytes.NewReader(text), "generated file")
	if err != nil {
		return err.Error() // cannot happen: Generate wrote it
	}
	line := firstDifference(entry, want, got)
	digest, err := iccs.CanonicalDigest(bytes.NewReader(expected), entry.Mode, entry.Records)
	if err == nil && digest != entry.SHA256 {
		line += fmt.Sprintf("; the expected vectors %s do not match the manifest either: they are not the official file, or the manifest is wrong", name)
	}
	return line
}

// firstDifference names the first record that differs.
func firstDifference(entry iccs.Entry, want, got []iccs.Record) string {
	if n := entry.Records; n > 0 {
		want, got = want[:min(n, len(want))], got[:min(n, len(got))]
	}
	for i := range min(len(want), len(got)) {
		w, g := want[i], got[i]
		// Lengths do not count in mode nolen: they may be missing, or in another unit.
		if entry.Mode == iccs.Strict && w.Bits != g.Bits {
			return fmt.Sprintf("record %d is the first to differ: its message has %d bits, in the expected vectors %d", i+1, g.Bits, w.Bits)
		}
		if !bytes.Equal(w.Digest, g.Digest) {
			return fmt.Sprintf("record %d is the first to differ: message of %d bits, expected digest %X, actual digest %X", i+1, g.Bits, w.Digest, g.Digest)
		}
	}
	if len(want) != len(got) {
		return fmt.Sprintf("all records agree as far as they go, but there are %d, in the expected vectors %d", len(got), len(want))
	}
	return fmt.Sprintf("the generated file does not have the official digest %s, but its %d records have the message lengths and digests of the expected vectors", entry.SHA256, len(got))
}
