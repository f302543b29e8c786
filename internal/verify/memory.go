package verify

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/hashassay/assay/internal/driver"
	"github.com/hashassay/assay/internal/evidence"
	"github.com/hashassay/assay/internal/strictjson"
)

// memoryFile checks memory.json: figures against calls, and entries against build entries.
func (c *checker) memoryFile(n *notes) {
	if !c.layout.has(n.file) {
		// Runs from before the memory pass have neither the file nor the sections.
		if c.build != nil && slices.ContainsFunc(slices.Collect(maps.Values(c.build.Instances)), func(e *evidence.BuildEntry) bool {
			return e != nil && e.Assay != nil && e.Assay.Sections != nil
		}) {
			c.notChecked("memory.json is not there: nothing is known of the memory of single calls")
		}
		return
	}
	m := &evidence.Memory{}
	missing, ok := c.readJSON(&strictjson.Reader{}, n, m)
	if !ok || c.build == nil {
		return
	}
	c.absent(n, missing)
	lengths := mostLengths(m)
	for _, key := range slices.SortedFunc(maps.Keys(m.Instances), compareNatural) {
		at := under("instances." + key + ".")
		e, b := m.Instances[key], c.build.Instances[key]
		if e == nil || b == nil || b.Assay == nil {
			n.wrong("instances."+key, "an entry", "build.json has none of this name that assay built")
			continue
		}
		const why = "build.json"
		same(n, at("candidate"), e.Candidate, b.Candidate, why)
		same(n, at("label"), e.Label, b.Label, why)
		same(n, at("instance"), e.Instance, b.Instance, why)
		same(n, at("language"), e.Language, b.Assay.Language, why)
		same(n, at("library_sha256"), e.LibrarySHA256, b.LibrarySHA256, why)
		if !b.Assay.Timed {
			n.wrong("instances."+key, "an entry", "none: build.json says that it is not timed")
		}
		if e.Driver == "" {
			if e.NotMeasured == "" {
				n.wrong(at("not_measured"), e.NotMeasured, "a reason: driver says that nothing measured")
			}
			continue
		}
		if a := c.campaign; a != nil && a.Assay != nil && a.Assay.Drivers[e.Driver] == "" {
			n.wrong(at("driver"), e.Driver, "a driver that campaign.json has the digest of (assay.drivers)")
		}
		var here []int
		for i, message := range e.Messages {
			here = append(here, message.InputBytes)
			c.memoryOfMessage(n, under(at(fmt.Sprintf("messages[%d].", i))), b, message)
		}
		if !slices.Equal(here, lengths) {
			n.wrong(at("messages"), here, "%v: all implementations are measured with the same messages", lengths)
		}
	}
	for _, key := range slices.SortedFunc(maps.Keys(c.build.Instances), compareNatural) {
		if b := c.build.Instances[key]; b != nil && b.Assay != nil && b.Assay.Timed && m.Instances[key] == nil {
			n.wrong("instances", "no entry "+key, "one for every implementation that is timed")
		}
	}
}

// mostLengths are the message lengths of the entry that has the most.
func mostLengths(m *evidence.Memory) []int {
	var most []int
	for _, key := range slices.Sorted(maps.Keys(m.Instances)) {
		var lengths []int
		if e := m.Instances[key]; e != nil {
			for _, message := range e.Messages {
				lengths = append(lengths, message.InputBytes)
			}
		}
		if len(lengths) > len(most) {
			most = lengths
		}
	}
	return most
}

// memoryOfMessage checks the figures of one message length.
func (c *checker) memoryOfMessage(n *notes, at func(string) string, b *evidence.BuildEntry, m evidence.MessageMemory) {
	if (m.Use != nil) == (m.Failure != nil) || (m.Use != nil) != (m.Figures != nil) {
		n.wrong(at("use"), "neither or both", "calls with figures, or else a failure")
		return
	}
	if f := m.Failure; f != nil {
		n.doubt(at("failure"), f.Status, "the memory of its calls is not known: %s", f.Detail)
		return
	}
	same(n, at("use.digest"), m.Use.Digest, b.Assay.Digests[strconv.Itoa(m.InputBytes)], "the gate's digest of this message, in build.json")
	jailed(n, at("use.process."), &m.Use.Process)
	if command := m.Use.Process.Command; !slices.Contains(command, "bytes="+strconv.Itoa(m.InputBytes)) {
		n.wrong(at("use.process.command"), strings.Join(command, " "), "bytes=%d: input_bytes", m.InputBytes)
	}
	if len(m.Use.Calls) != driver.MemoryCalls {
		n.wrong(at("use.calls"), fmt.Sprintf("%d calls", len(m.Use.Calls)), "%d calls", driver.MemoryCalls)
		return
	}
	for i, call := range m.Use.Calls {
		of := under(at(fmt.Sprintf("use.calls[%d].", i)))
		for name, x := range map[string]int64{
			"stack_bytes": call.StackBytes, "heap_peak_bytes": call.HeapPeak, "heap_live_bytes": call.HeapLive, "frees": call.Frees, "mapped_bytes": call.MappedBytes,
		} {
			if x < -1 {
				n.wrong(of(name), x, "at least 0, or -1 for what is not known")
			}
		}
		for name, x := range map[string]int64{"allocated_bytes": call.AllocatedBytes, "allocations": call.Allocations} {
			if x < 0 {
				n.wrong(of(name), x, "not negative")
			}
		}
		if call.StackBytes > m.Use.StackLimit {
			n.wrong(of("stack_bytes"), call.StackBytes, "at most %d: the size of the stack, stack_limit_bytes", m.Use.StackLimit)
		}
		if call.StackBytes > 0 && call.StackBytes%8 != 0 {
			n.wrong(of("stack_bytes"), call.StackBytes, "a multiple of 8: the stack is painted in words")
		}
		if call.HeapLive > call.HeapPeak {
			n.wrong(of("heap_live_bytes"), call.HeapLive, "at most %d: what is left was part of the peak", call.HeapPeak)
		}
		if before := int64(0); call.HeapLive >= 0 {
			if i > 0 {
				before = m.Use.Calls[i-1].HeapLive
			}
			if call.HeapPeak > before+call.AllocatedBytes {
				n.wrong(of("heap_peak_bytes"), call.HeapPeak, "at most %d: what earlier calls left and allocated_bytes", before+call.AllocatedBytes)
			}
		}
	}
	says, follows := figureTexts(m.Figures), figureTexts(evidence.DeriveMemory(m.Use.Calls))
	for _, name := range slices.Sorted(maps.Keys(follows)) {
		same(n, at("figures."+name), says[name], follows[name], "from use.calls")
	}
}

// figureTexts are the figures by their keys, as JSON has them.
func figureTexts(f *evidence.MemoryFigures) map[string]string {
	text, err := json.Marshal(f)
	var values map[string]json.RawMessage
	if err == nil {
		err = json.Unmarshal(text, &values)
	}
	if err != nil {
		panic("verify: " + err.Error()) // numbers and nulls: cannot happen
	}
	texts := map[string]string{}
	for key, v := range values {
		texts[key] = string(v)
	}
	return texts
}
