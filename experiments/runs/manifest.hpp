#pragma once
// How a run was made. The only file of a run that may hold times, places and the command line.

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tapehead {

/// The manifest as a JSON object with a final line break: version, commit, compiler, flags, CPU, cores, the time
/// of the call, and the arguments, with the goal's unit. `name` is the user's name for the run's group; an empty one is
/// left out. Bytes that are not UTF-8 become U+FFFD.
std::string manifest_json(uint64_t seed, uint64_t parameters, std::string_view goal,
                          const std::vector<std::string>& arguments, const std::string& name = "");

/// Throws InputError for a name that is none (is_run_name()).
void check_run_name(const std::string& name);

/// Names an existing run; the rest of its manifest stays. Throws InputError where the file is no manifest.
void rename_run(const std::filesystem::path& manifest, const std::string& name);

/// Records in a run's manifest the training time up to a checkpoint, which itself must not depend on the clock. A
/// missing or damaged manifest is left alone.
void note_trained(const std::filesystem::path& manifest, uint64_t sequences, double seconds);
/// The recorded seconds of the checkpoint after that many sequences.
std::optional<double> noted_seconds(const std::filesystem::path& manifest, uint64_t sequences);

/// The commit that the program was built from, as in a manifest: 40 hexadecimal digits, with "+changes" where files
/// differed; "unknown" outside a clone.
std::string commit();
/// The date of the commit that the program was built from ("2026-11-21"); empty where unknown.
std::string commit_date();

}  // namespace tapehead
