//go:build slow

package iccs_test

import (
	"testing"

	"github.com/hashassay/assay/iccs"
)

// A million hashes of 1024 bytes per instance. Run with -tags slow.
func TestOfficialLoopDigests(t *testing.T) { checkOfficial(t, iccs.KATLoop) }
