package evidence

import (
	"crypto/sha256"
	"errors"
)

// ErrChanged is wrapped by the error for a file of a dataset that is another, or
// not there any more, since the dataset was read: figures rest on what it was.
var ErrChanged = errors.New("the file is another than when the dataset was read")

// Sum is the SHA-256 of a file.
type Sum [sha256.Size]byte

// Sum returns the digest of a file as [ReadDataset] read it, by its slash path;
// ok is false for a file that it did not read.
func (d *Dataset) Sum(file string) (sum Sum, ok bool) {
	sum, ok = d.sums[file]
	return sum, ok
}
