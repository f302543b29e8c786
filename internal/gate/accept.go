package gate

import (
	"slices"
	"time"

	"github.com/hashassay/assay/iccs"
)

// Accepted says whether an implementation with this status is timed without
// further ado: it passed, or there was nothing official to check it by.
func (s Status) Accepted() bool { return s == Pass || s == Partial || s == NoKAT }

// DefaultWall is the time that one request of a gate session may take before it
// counts as hung. It allows for reference code of 10 µs per byte, and for a
// machine that is busy with something else.
func DefaultWall(files []iccs.File) time.Duration {
	if slices.Contains(files, iccs.KAT233) {
		return 4 * time.Hour
	}
	return 5 * time.Minute
}
