package host

// LockCPU takes the machine-wide lock of a CPU, so that no two processes
// measure on it at once. unlock releases it, as does the end of the process.
// The error names the process that holds the lock. Where the system has no
// file locks nothing is locked, and the error says so.
func LockCPU(cpu int) (unlock func(), err error) { return lockCPU(cpu) }
