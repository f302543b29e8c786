package jail

// Spec says what is to be run, and what of the machine it may see.
type Spec struct {
	Program  string   // absolute path
	Args     []string // without the program's name
	Env      []string
	Dir      string   // working directory, an absolute path
	Writable string   // absolute path of the only folder in which something may be written
	Readable []string // absolute paths of files and folders that may be read, besides the system's programs and libraries
	Limits   Limits
}

// Limits bound each process of what is run. Zero means no limit.
type Limits struct {
	CPUSeconds uint64 // of CPU time
	Memory     uint64 // address space in bytes
	File       uint64 // size of a written file in bytes
	Processes  uint64 // at the same time; in force with namespaces only, since elsewhere the user's other processes count, and not for root
}
