package garnet

import (
	"testing"

	"github.com/hashassay/assay/internal/hashtest"
)

func TestBatches(t *testing.T) { hashtest.Batches(t, kernels, instances) }

func BenchmarkSum512Cap1024Batch(b *testing.B) { hashtest.BenchmarkBatch(b, kernels, instances[4]) }
