package main

// usage is what assay --help prints.
const usage = `Assay measures cryptographic hash candidates and shows its evidence.

usage: assay VERB [options]

  check     is this machine fit for measuring, and what would mend it
  list      show candidates, instances and implementations
  import    take a submission's code from its archive
  run       build, check, measure, and write a run's evidence and pages
  kat       check implementations against the official known-answer tests
  leak      look for an influence of the message on the time of a call
  report    write the pages of a run or dataset
  publish   make a dataset for others of a run
  site      make a web site of runs and datasets
  serve     show that web site at an address of this machine
  export    print the trials of a run or dataset for other tools
  compare   compare two runs, or implementations within one, with a verdict
  sum       print digests of files, or check a list of digests
  verify    recompute everything in a run or dataset that can be recomputed
  version   show the version

assay VERB --help explains a verb. The shortest way to a result:

  assay run --quick
`

// verbHelp holds the hand-written help of each verb. A test checks that it names
// every option.
var verbHelp = map[string]string{
	"check": `usage: assay check [--cpu N] [--json]

Lists what makes this machine less fit for measuring: no usable cycle counter,
turbo, governor, frequency limits, an SMT sibling, an efficiency core, a
virtual machine, load. For each it says what it does to figures and shows the
commands that mend it; none is run. Then it says whether the jail for foreign
code is complete (docs/jail.md).

  --cpu N   the CPU to measure on (default: the best allowed one)
  --json    print the problems as JSON

Exit code 1 when something is not fit.

example: assay check --cpu 3
`,
	"list": `usage: assay list [--candidates DIR]... [--store DIR] [--kernels] [--json]

Lists all candidates, one a line: instances, what is built in, whether the
submission's own code is imported, and where its archive can be had. Below it
are the implementations of each instance with the label that names it, the
kernel that this CPU would run, and whether there are official vectors to check
it by; code that is not imported is listed as such.

  --candidates DIR   add the candidates in DIR (see docs/adding-a-candidate.md)
  --store DIR        imported submissions (default: as in assay import)
  --kernels          list the kernels of the Go packages instead: which are in
                     use or available, and what this CPU lacks for the others
  --json             print the list as JSON

example: assay list
`,
	"import": `usage: assay import ID ARCHIVE [options]
       assay import --list [--json]

Takes the source and header files of a submission's reference code from its
archive, a zip or tar.gz file as the programme's pages offer it, into a store;
assay run measures it then beside what is built in. Nothing from the archive is
run, and nothing but these files is written. The archive's SHA-256 must be that
of the published one.

Refused as a whole, with nothing left behind: archives with absolute paths, paths
with '..', links, devices, encryption, names that are the same on some file
system, more than 100,000 entries, or more than 4 GiB or 200 times the packed
size in what is taken; truncated and damaged ones.

  --accept-digest HEX   take an archive with this SHA-256 though it is not the
                        published one; it is marked wherever it appears
  --vectors             take the submitted known-answer files, too
  --list                show what is imported, and where to get the rest; files
                        of the store are compared with their digests
  --store DIR           the store (default: $ASSAY_STORE, else assay/store in the
                        user's data folder, $XDG_DATA_HOME or ~/.local/share)
  --candidates DIR      add the candidates in DIR; may be given again
  --json                print the result as JSON

Exit code 1 when an archive is refused, or with --list when the store is damaged.

example: assay import hash-12 Iphe.zip
`,
	"run": `usage: assay run [options]

Builds every implementation with the guide's flags, checks it against the
official vectors, counts what memory a call uses, calibrates, and measures each
operation (hashing one message of 32 to 65536 bytes) in five or more trials,
each in a fresh process on one CPU. Prints a table and writes evidence and pages
to the run's directory.

  --quick              50 ms trials instead of 500 ms, at most 6 instead of 11
  --only REGEX         only implementations whose CANDIDATE/LABEL matches
  --impl KIND          only implementations of this kind (c99, go, submitted,
                       or one kernel of the Go packages: go-avx2; patterns as in
                       'go-*'); may be given again
  --pair A=X,B=Y       measure only X and Y, two implementations of one instance,
                       in turns (A B B A) with one number of calls, and compare
                       them. Each is a label, else a candidate's folder or a
                       shared library; --only picks the implementation in a
                       folder, or the instance of two libraries
  --pairs N            trials of each of the two (default: 64): four times as
                       many show a difference half as large
  --cpu N              the CPU to measure on (default: the best allowed one)
  --dir DIR            the run's directory (default: runs/ and the time); naming
                       a run that was interrupted resumes it; a complete one is
                       shown again and left as it is
  --seed N             seed of the order of trials (default: drawn, recorded)
  --trial-target T     length of a trial, such as 200ms or 1s
  --candidates DIR     add the candidates in DIR; may be given again
  --store DIR          imported submissions (default: as in assay import); what
                       is there is measured as kind submitted
  --vectors DIR        official known-answer files, DIR/LABEL/KAT_….txt, to name
                       the first record that differs
  --files LIST         known-answer files to check: 2_12, 2_23, loop, 2_33
                       (default: 2_12,2_23)
  --cc COMMAND         the C compiler (default: $CC, else gcc)
  --system ID          name of this machine in the dataset (default: local)
  --strict             refuse to measure on a machine that assay check faults
  --require-jail       refuse to run foreign code without the whole jail that
                       assay check describes
  --published          show published figures of other systems in the table too
  --json               print the results as JSON instead of the table

ASSAY_EXEC in the environment holds a command that is put before every child
process, such as an emulator. ASSAY_JAIL_OFF holds parts of the jail to do
without, joined by commas, such as namespaces where a container has none to give.

Exit code 1 when an implementation did not pass its vectors or an operation
could not be measured; an implementation without official vectors (NOKAT) is
measured and marked. 130 when interrupted (the run can be resumed).

example: assay run --quick --only Iphe-512
`,
	"kat": `usage: assay kat [INSTANCE]... [options]

Checks implementations against the official known-answer tests: generates each
file with the implementation and compares its canonical digest with the
submission's. Without INSTANCE all are checked.

  --files LIST       known-answer files: 2_12, 2_23, loop, 2_33, all
                     (default: 2_12,2_23)
  --impl KIND        only implementations of this kind, as in assay run; may be
                     given again
  --candidates DIR   add the candidates in DIR; may be given again
  --store DIR        imported submissions (default: as in assay import)
  --vectors DIR      official known-answer files, DIR/LABEL/KAT_….txt, to name
                     the first record that differs
  --cc COMMAND       the C compiler (default: $CC, else gcc)
  --require-jail     refuse to run foreign code without the whole jail that
                     assay check describes
  --json             print the results as JSON

Exit code 1 when one does not pass, NOKAT and PARTIAL included.

example: assay kat Iphe-512 Iphe-768 --files 2_12,2_23,loop
`,
	"leak": `usage: assay leak LABEL... [options]

Times single calls on messages of two classes, in random order, and compares the
times of the classes by Welch's t (as dudect does): of all calls, of the
fastest ones, and of the squared distances from the mean. A test counts
where |t| is above 4.5, the difference is not below a floor, which machines
need, and a second run, with new messages, confirms both.

  --bytes LIST       message lengths (default: 32,1000); kernels that hash long
                     messages in another way want such a length, too
  --classes LIST     pairs of classes (default: fixed,zero)
                       fixed   one message, drawn from the seed, against random
                       zero    all bits 0 against random
                       ones    all bits 0 against all bits 1
  --samples N        calls per length and pair, at most (default: 1000000)
  --time T           bound of all calls of a LABEL (default: 50s); confirming
                     takes as long again
  --floor T          the least difference that is called a leak, to which 0.03 %
                     of the call's time is added (default: 2ns; 0s: any)
  --seed N           decides messages and their order (default: drawn, shown)
  --cpu N            the CPU to measure on (default: the best allowed one)
  --candidates DIR   add the candidates in DIR; may be given again
  --store DIR        imported submissions (default: as in assay import)
  --cc COMMAND       the C compiler (default: $CC, else gcc)
  --json             print the results as JSON, with every test

"No leak found" is no proof. It says nothing of other machines, kernels,
compilers, lengths and classes, nothing of differences below the resolution that
is shown, and nothing of power and caches. In a virtual machine, and on a
CPU with other work, that resolution is coarser. See docs/leak.md.

Exit code 1 when there is a leak or a LABEL could not be tested.

example: assay leak Iphe-512-go Iphe-512-c99 --bytes 32,16384
`,
	"report": `usage: assay report RUN [-o DIR] [--layout LAYOUT] [--candidates DIR]
                    [--table] [--published] [--json]

Writes the pages of a run or a published dataset as Markdown: one per
candidate, a summary, and a method page made from the run's own settings.

  -o, --output DIR   where to write (default: RUN/pages)
  --layout LAYOUT    assay, or classic: the layout of the independent NGCC pages,
                     CANDIDATE/perf_SYSTEM.md, with the guide's figures only
  --candidates DIR   add the candidates in DIR, for names and notes
  --table            print the table instead of writing pages
  --published        print the table with published figures of other systems
  --json             print the results as JSON instead of writing pages

example: assay report runs/20261130-120000 -o pages
`,
	"publish": `usage: assay publish RUN DIR [--system ID] [--systems FILE]

Makes a dataset of a run: settings, builds, plan, records and known-answer logs,
without libraries, pages and trials files (records hold every trial). Paths
below the run become relative to it, of folders of candidates the name is left;
any other local absolute path, a user's name, or a host name that is not the
declared system's is refused with file and field. DIR is written beside its place and then renamed; an older dataset there
is removed only when the new one stands.

  --system ID      name of the machine in the dataset (default: the run's)
  --systems FILE   where machines are declared (default: systems.toml)

FILE holds a table for each machine; hostname is the name that its own records
give it (default: the id), and users are names that may occur:

  [[system]]
  id = "lab_1"
  architecture = "x86_64"
  description = "Intel Core i7-12700, turbo off"
  hostname = "blk"

example: assay publish runs/20261130-120000 data/lab_1 --system lab_1
`,
	"site": `usage: assay site RUN... -o DIR [--candidates DIR]...

Makes a web site of runs and published datasets: the systems, each with a
ranking by digest class and all figures, a page for each candidate and for each
operation, which says how its figures are computed, and files to download. It
works from a folder or from any web server, below any address, asks nothing of
other hosts, and reads well without its script, which sorts, filters, highlights
and compares.

DIR is written beside its place and then renamed. An older site there is
replaced; a folder that holds anything else is refused, and so is one inside of a
run or dataset. Interrupted, it writes nothing (exit code 130); it also writes
nothing when a run changes meanwhile.

  -o, --output DIR   the folder to write
  --candidates DIR   add the candidates in DIR, for names and notes

example: assay site runs/20261130-120000 data/lab_1 -o site
`,
	"serve": `usage: assay serve RUN... [--listen HOST:PORT] [--candidates DIR]...

Shows the web site of runs and published datasets, as assay site writes it, to
browsers on this machine, and prints its address. Pages are made when they are
asked for, of what was in the folders at the start. A file that was changed since
is refused (410), and what was added is not shown. Ctrl-C ends it, with exit
code 0.

  --listen HOST:PORT   where to listen; port 0 is any free one
                       (default: 127.0.0.1:8642)
  --allow-remote       listen also where other machines can connect, and answer
                       under any host name, as behind a proxy or tunnel. There
                       are no passwords and no encryption
  --candidates DIR     add the candidates in DIR, for names and notes

Only the site is served, never a file of this machine by its path. Requests that
call this machine anything but localhost or a loopback address are refused.

example: assay serve runs/20261130-120000 data/lab_1
`,
	"export": `usage: assay export RUN [--format csv|json|benchfmt] [-o FILE]

Prints the trials of a run or a published dataset, one row for each, with all
that is needed to use a row alone: what was measured and how it was built, how
its vectors did, the machine, and where its cycles come from. The columns are
explained in docs/schema/export.schema.json.

  --format FORMAT     csv: a table with a header line
                      json: a list of objects
                      benchfmt: Go's benchmark format, for benchstat; complete
                      operations only
                      (default: csv)
  -o, --output FILE   write to FILE instead

What is not in the output, such as operations without a trial, is named on
standard error.

example: assay export runs/20261130-120000 --format benchfmt -o new.txt
`,
	"compare": `usage: assay compare A B [options]
       assay compare RUN --by impl|instance [options]
       assay compare RUN [options]

Compares B with A, two runs or datasets, operation by operation: medians, their
ratio B/A with its 99 % interval, and whether B is faster, slower, or not shown
to be different (Mann-Whitney U-test of the trials; of a paired run, the sign
test of its pairs). On different machines only cycles per byte are compared.

A single RUN that was measured with assay run --pair has its two sides
compared. Any other needs --by:

  --by impl            the implementations of each instance with the submission's
                       own code, or else c99 or portable Go
  --by instance        the instances of each candidate with the first
  --by impl=X,Y        Y with X only, such as impl=c99,go
  --by instance=X,Y    likewise, also of different candidates

  --noise P%           a difference counts only when the whole interval lies
                       beyond this (default: 1%)
  --fail-on-regression P%
                       exit code 1 when B is slower in some operation by more
                       than this, or tried an operation of A and has no figure
  --format FORMAT      text, markdown, csv or json (default: text)
  --json               the same as --format json

example: assay compare runs/before runs/after --fail-on-regression 2%
`,
	"sum": `usage: assay sum -a INSTANCE [--jobs N] [FILE]...
       assay sum -a INSTANCE -c [--jobs N] [LIST]...

Prints the digest of each FILE, or of standard input when there is none or FILE
is "-". With -c reads lists of such lines and checks the files in them. Files
are read piece by piece; several are hashed at once, short ones side by side
where the CPU has a kernel for it.

  -a, --algorithm INSTANCE   the hash, such as Iphe-512 (assay list shows all)
  -c, --check                check digests instead of printing them
  -q, --quiet                with -c: print failures only
  -j, --jobs N               use N CPUs at once (default: all)

Exit code 1 when a digest does not match or a listed file cannot be read.

example: assay sum -a Iphe-512 go.mod go.sum > SUMS && assay sum -a Iphe-512 -c SUMS
`,
	"verify": `usage: assay verify DATASET... [--pages DIR] [--strict] [--json]

Checks runs and published datasets (schema 2): recomputes every figure from the
trials, and holds trials against processes, counts against the plan, records
against build entries, digests against files, and records against each other.
Prints a line for each finding: what a file says, and what follows from the rest.

An error is a contradiction. A doubt is none, but a reader should know: a trial
far off the others, cycles per byte that rise with the length of the message,
memory that jumps. What a dataset does not hold is listed as not checked.

With --pages renders the pages of each dataset in the layout of the independent
NGCC pages and compares them byte for byte with those published as
CANDIDATE/perf_SYSTEM.md or CANDIDATE.md below DIR. A page whose text is another
is an error. Pages with other links or marks, a page that is missing, and a page
that names a CPU which records were not timed on are doubts.

  --pages DIR   the published pages to compare with
  --strict      doubts count as errors
  --json        print the findings as JSON

Exit code 1 when there is an error.

example: assay verify runs/20261130-120000
`,
	"version": `usage: assay version

Prints the version of assay, of Go, and the platform.

example: assay version
`,
}

// helpFor returns the help that args ask for, if they do.
func helpFor(args []string) (string, bool) {
	verb := ""
	for _, a := range args {
		switch {
		case a == "--":
			return "", false
		case a == "--help" || a == "-h" || a == "help" && verb == "":
			if verb != "" {
				return verbHelp[verb], true
			}
			if a == "help" && len(args) == 2 && verbHelp[args[1]] != "" {
				return verbHelp[args[1]], true
			}
			return usage, true
		case verb == "" && verbHelp[a] != "":
			verb = a
		}
	}
	return "", false
}
