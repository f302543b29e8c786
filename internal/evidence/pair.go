package evidence

// Pair says what a paired run measured against each other: two implementations
// of one instance, in blocks A B B A of trials with one number of calls. Rounds
// 2k and 2k+1 of both are block k, so the two trials of a round stood side by
// side: A before B in even rounds (from 0), B before A in odd ones.
type Pair struct {
	A PairSide `json:"a"`
	B PairSide `json:"b"`
}

// PairSide is one of the two.
type PairSide struct {
	Given     string `json:"given"` // as the user named it: a label, a folder, a library
	Candidate string `json:"candidate"`
	Label     string `json:"label"` // the instance's name with -A or -B
	Of        string `json:"of"`    // label of the implementation that it is
}
