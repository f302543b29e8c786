package garnet

import "fmt"

// instance is one of the eight parameter sets. The numbers are part of the
// format of a marshalled Digest.
type instance uint8

// The instances. Garnet_512_Cap512 is 0: that is what the zero Digest computes.
const (
	garnet512Cap512 instance = iota
	garnet512Cap640
	garnet512Cap768
	garnet512Cap896
	garnet512Cap1024
	garnet768
	garnet1024
	garnet1024DM4x4
	instanceCount
)

// parameters are what the instances differ in.
type parameters struct {
	instance  instance
	name      string
	size      int    // of a digest in bytes
	rate      []int  // the cells that the words of a block go to, in their order
	output    []int  // the cells that the digest is read from
	start     *state // before the first block
	absorbing call   // for every block
	middle    call   // after the last block
	squeeze   call   // then

	// What is added to the state after every block.
	feedForward feedForward
}

// maxRounds is the number of rounds of the longest call.
const maxRounds = 16

// call is what a call of the permutation depends on.
type call struct {
	rounds int
	key    byte // of AES, byte 0
}

// feedForward says what is added to the state after a block's permutation. The
// old state is added to the same nine cells in both instances, those of
// Garnet_1024's capacity; Garnet_1024_DM4x4 takes its message into others (12
// instead of 9) and so has a cell with both and one with neither.
//
// By the document it would be the whole state before the permutation, message
// included. The test vectors define what is here.
type feedForward uint8

const (
	nothing                   feedForward = iota
	oldStateAndMessage                    // Garnet_1024
	oldStateAndMessageOfFinal             // Garnet_1024_DM4x4
)

func (in instance) parameters() *parameters { return &parameterSets[in] }

// blockSize returns the length of a block in bytes.
func (p *parameters) blockSize() int { return 16 * len(p.rate) }

var parameterSets = [instanceCount]parameters{
	garnet512Cap512: {
		instance:  garnet512Cap512,
		name:      "Garnet_512_Cap512",
		size:      Size512,
		rate:      []int{0, 5, 10, 15},
		output:    []int{0, 7, 9, 14},
		start:     &startingStates[0],
		absorbing: call{10, 0},
		middle:    call{14, 1},
		squeeze:   call{10, 2},
	},
	garnet512Cap640: {
		instance:  garnet512Cap640,
		name:      "Garnet_512_Cap640",
		size:      Size512,
		rate:      []int{0, 5, 10, 12, 15},
		output:    []int{0, 7, 9, 14},
		start:     &startingStates[1],
		absorbing: call{10, 0},
		middle:    call{14, 1},
		squeeze:   call{10, 2},
	},
	garnet512Cap768: {
		instance:  garnet512Cap768,
		name:      "Garnet_512_Cap768",
		size:      Size512,
		rate:      []int{0, 3, 5, 10, 12, 15},
		output:    []int{0, 7, 9, 14},
		start:     &startingStates[2],
		absorbing: call{10, 0},
		middle:    call{14, 1},
		squeeze:   call{10, 2},
	},
	garnet512Cap896: {
		instance:  garnet512Cap896,
		name:      "Garnet_512_Cap896",
		size:      Size512,
		rate:      []int{0, 3, 5, 6, 10, 12, 15},
		output:    []int{0, 7, 9, 14},
		start:     &startingStates[3],
		absorbing: call{10, 0},
		middle:    call{14, 1},
		squeeze:   call{10, 2},
	},
	garnet512Cap1024: {
		instance:  garnet512Cap1024,
		name:      "Garnet_512_Cap1024",
		size:      Size512,
		rate:      []int{0, 3, 5, 6, 9, 10, 12, 15},
		output:    []int{0, 7, 9, 14},
		start:     &startingStates[4],
		absorbing: call{10, 0},
		middle:    call{14, 1},
		squeeze:   call{10, 2},
	},
	garnet768: {
		instance:  garnet768,
		name:      "Garnet_768",
		size:      Size768,
		rate:      []int{0, 5, 10, 15},
		output:    []int{0, 3, 6, 9, 13, 15},
		start:     &startingStates[5],
		absorbing: call{11, 0},
		middle:    call{15, 3},
		squeeze:   call{11, 4},
	},
	garnet1024: {
		instance:    garnet1024,
		name:        "Garnet_1024",
		size:        Size1024,
		rate:        []int{0, 3, 5, 6, 9, 10, 15},
		output:      []int{0, 2, 5, 7, 9, 11, 12, 14},
		start:       &startingStates[6],
		absorbing:   call{12, 0},
		middle:      call{16, 7},
		squeeze:     call{12, 8},
		feedForward: oldStateAndMessage,
	},
	garnet1024DM4x4: {
		instance:    garnet1024DM4x4,
		name:        "Garnet_1024_DM4x4",
		size:        Size1024,
		rate:        []int{0, 3, 5, 6, 10, 12, 15},
		output:      []int{0, 2, 5, 7, 9, 11, 12, 14},
		start:       &startingStates[6],
		absorbing:   call{12, 0},
		middle:      call{16, 7},
		squeeze:     call{12, 8},
		feedForward: oldStateAndMessageOfFinal,
	},
}

func (in instance) String() string {
	if in >= instanceCount {
		return fmt.Sprintf("instance %d", uint8(in))
	}
	return in.parameters().name
}
