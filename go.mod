module github.com/hashassay/assay

go 1.26.0

require (
	github.com/BurntSushi/toml v1.6.0 // candidate.toml, with positions of unknown keys
	github.com/alecthomas/kong v1.17.0 // the command line
	github.com/emmansun/gmsm v0.42.0 // SM3, which the programme's generator is made of
	github.com/gofrs/flock v0.13.2 // one process per run directory, on every platform
	github.com/landlock-lsm/go-landlock v0.11.2 // files that a compiler may reach
	github.com/vbauerster/mpb/v8 v8.16.2 // progress bars
	golang.org/x/perf v0.0.0-20260908200009-22c9c6c9d4da // Go's benchmark format, as benchstat reads it; benchmath: the test behind a comparison's verdict
	golang.org/x/sys v0.50.0 // perf events, affinity, protected pages
	golang.org/x/term v0.48.0 // is this a terminal, and how wide
)

// Tests only.
require (
	github.com/chromedp/cdproto v0.159.0 // chromedp's protocol: what a page is looked at with, and what it asks for
	github.com/chromedp/chromedp v0.23.0 // drives chromium, for tests of the web pages
	github.com/rogpeppe/go-internal v1.16.0 // command-line tests (testscript)
	github.com/santhosh-tekuri/jsonschema/v6 v6.0.3 // evidence against docs/schema
)

require github.com/klauspost/cpuid/v2 v2.4.2

require (
	github.com/VividCortex/ewma v1.2.0 // indirect
	github.com/acarl005/stripansi v0.0.0-20180116102854-5a71ef0e047d // indirect
	github.com/aclements/go-moremath v0.0.0-20210112150236-f10218a38794 // indirect
	github.com/clipperhouse/uax29/v2 v2.7.0 // indirect
	github.com/go-json-experiment/json v0.0.0-20260213210345-44df1a37e875 // indirect
	github.com/mattn/go-runewidth v0.0.30 // indirect
	github.com/vbauerster/cupwriter v0.0.5 // indirect
	golang.org/x/text v0.42.0 // indirect
	golang.org/x/tools v0.51.0 // indirect
	kernel.org/pub/linux/libs/security/libcap/psx v1.2.78 // indirect
)
