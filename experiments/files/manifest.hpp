#pragma once
// What a run was made with. The one file of a run that may speak of clock, place and command line.

#include <cstdint>
#include <string>
#include <vector>

namespace tapehead {

/// The manifest's JSON object, with a line break at its end: version, commit, compiler, flags, BLAS, CPU, cores, the
/// time of the call, and what is given here. Bytes of the arguments that are not UTF-8 are shown as U+FFFD.
std::string manifest_json(uint64_t seed, uint64_t parameters, const std::vector<std::string>& arguments);

/// The day of the commit that the program was built from ("2026-11-21"), empty where that is not known.
std::string commit_date();

}  // namespace tapehead
