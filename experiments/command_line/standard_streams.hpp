#pragma once
// Standard output and error of a process that may have been given none, or ones that are full or that nobody reads.

namespace tapehead {

/// To be called before any file is opened. From now on no write to `stdout` or `stderr` fails, so that the exit status
/// never depends on them: what standard error does not take is lost, and output_failure() keeps what happened to
/// standard output. SIGPIPE and SIGXFSZ, which would kill, are ignored: the failed write says the same. Files opened
/// later never get the number of a standard stream that was closed.
void settle_standard_streams();

/// The errno of the first write to standard output that failed; 0 where all was taken so far.
int output_failure();

}  // namespace tapehead
