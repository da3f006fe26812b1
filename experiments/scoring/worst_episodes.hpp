#pragma once
// The worst episodes, numbered as `trace` counts: where to look for a model's faults.

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "autodiff/files/json.hpp"
#include "experiments/runs/metrics_csv.hpp"
#include "tasks/judges/judge.hpp"

namespace tapehead {

inline constexpr std::string_view kWorstHeader = "split,setting,episode,wrong,answers,bits";

struct WorstEpisode {
  uint64_t number;  ///< of the split, as trace counts
  EpisodeMark mark;
};

/// The `most` worst episodes, where episode `i` has the mark `each[i]`. Most wrong answers come first, then the highest
/// cost, then the lowest number; right ones follow, costliest first, where fewer are wrong.
std::vector<WorstEpisode> worst_of(const std::vector<EpisodeMark>& each, size_t most);

/// The JSON of `eval --json`: objects of episode, wrong, answers and bits.
Json worst_json(const std::vector<WorstEpisode>& worst);

/// The lines that `eval` prints below a setting.
std::string worst_text(const std::vector<WorstEpisode>& worst);

/// Adds one row per episode to a table under kWorstHeader.
void add_worst_rows(NewTable& table, std::string_view split, std::string_view setting,
                    const std::vector<WorstEpisode>& worst);

}  // namespace tapehead
