// Package lanes arranges independent messages for kernels that compute several
// hashes at once, one in each lane of their vectors.
package lanes

import "slices"

// ByLength returns the indexes of msgs ordered by falling length, equal
// lengths in their own order. Neighbours then fill the lanes of a kernel: a lane
// is idle only for the difference of its message to the longest in the group.
func ByLength(msgs [][]byte) []int {
	order := make([]int, len(msgs))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return len(msgs[b]) - len(msgs[a]) })
	return order
}
