#include "experiments/commands/asked_seeds.hpp"

#include <algorithm>
#include <set>
#include <string>

#include "autodiff/base/error.hpp"
#include "autodiff/files/json.hpp"
#include "catalogue/options/option.hpp"
#include "experiments/runs/run_directory.hpp"
#include "experiments/runs/run_json.hpp"
#include "experiments/training/restarts.hpp"
#include "experiments/training/trainings.hpp"

namespace tapehead {
namespace {

/// What follows --seeds among a call's words; empty where nothing does.
std::string seeds_among(const std::vector<std::string>& words) {
  const std::string name = "--seeds";
  for (size_t i = 0; i < words.size(); ++i) {
    if (words[i].starts_with(name + "=")) return words[i].substr(name.size() + 1);
    if (words[i] == name && i + 1 < words.size()) return words[i + 1];
  }
  return "";
}

std::vector<uint64_t> seeds_of_call(const std::filesystem::path& run) {
  try {
    const auto words = read_manifest(RunDirectory(run).manifest()).texts("arguments");
    const std::string seeds = words ? seeds_among(*words) : "";
    return seeds.empty() ? std::vector<uint64_t>() : parse_seeds(seeds);
  } catch (const InputError&) {
    return {};
  }
}

}  // namespace

std::vector<uint64_t> unbegun_seeds(const std::filesystem::path& directory) {
  const auto begun = seed_directories(directory);
  std::set<uint64_t> asked;
  for (const auto& seed : begun) {
    const auto named = seeds_of_call(count_restarts(seed) > 0 ? restart_directory(seed, 1) : seed);
    asked.insert(named.begin(), named.end());
  }
  std::vector<uint64_t> found(asked.begin(), asked.end());
  std::erase_if(found, [&](uint64_t seed) {
    const auto place = seed_directory(directory, seed);
    std::error_code closed;  // of one that may not be read: it is another's, and begun
    return std::find(begun.begin(), begun.end(), place) != begun.end() ||
           (!std::filesystem::exists(RunDirectory(place).config(), closed) && closed);
  });
  return found;
}

}  // namespace tapehead
