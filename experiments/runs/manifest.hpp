#pragma once
// What a run was made with. The one file of a run that may speak of clock, place and command line.

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tapehead {

/// The manifest's JSON object, with a line break at its end: version, commit, compiler, flags, BLAS, CPU, cores, the
/// time of the call, and what is given here, the goal with its unit; `name` is what the user calls the run's group, and
/// is left out where it is empty. Bytes of the arguments that are not UTF-8 are shown as U+FFFD.
std::string manifest_json(uint64_t seed, uint64_t parameters, std::string_view goal,
                          const std::vector<std::string>& arguments, const std::string& name = "");

/// Throws InputError for a name that is empty, has control characters, is longer than 80 bytes or no UTF-8.
void check_run_name(const std::string& name);

/// Gives a run that is there the name; nothing else in its manifest changes. Throws InputError where the file is none.
void rename_run(const std::filesystem::path& manifest, const std::string& name);

/// Notes in a run's manifest how long its training took up to a checkpoint, which may say nothing of the clock itself.
/// A manifest that is missing or damaged is left alone.
void note_trained(const std::filesystem::path& manifest, uint64_t sequences, double seconds);
/// The seconds that were noted of a checkpoint of so many sequences.
std::optional<double> noted_seconds(const std::filesystem::path& manifest, uint64_t sequences);

/// The day of the commit that the program was built from ("2026-11-21"), empty where that is not known.
std::string commit_date();

}  // namespace tapehead
