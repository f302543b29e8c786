package host

// Problem is one thing that makes the host less fit for measuring.
type Problem struct {
	ID   string   `json:"id"`             // "counter", "turbo", "governor", "frequency", "smt", "hybrid", "virtual", "load", "cpuset", "memory", "kernel", "paranoid", "avx2", "cpufreq", "platform"
	Text string   `json:"text"`           // what is not fit, one line, lower case
	Why  string   `json:"why"`            // what it does to figures
	Mend []string `json:"mend"`           // shell commands that mend it; empty: cannot be mended here
	Info bool     `json:"info,omitempty"` // only worth knowing: figures are as good as without it
}

// String is the text with the reason: "turbo is on: the clock changes with heat and load".
func (p Problem) String() string {
	if p.Why == "" {
		return p.Text
	}
	return p.Text + ": " + p.Why
}
