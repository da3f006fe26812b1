#pragma once
// The episodes that went worst, in terms that trace takes: where to look for what is wrong with a model.

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

/// The `most` worst, episode `i` having the mark `each[i]`: those with the most wrong answers first, of these the
/// dearest, of these the first. Where fewer are wrong, the dearest of the right ones follow.
std::vector<WorstEpisode> worst_of(const std::vector<EpisodeMark>& each, size_t most);

/// What `eval --json` says of them: objects of episode, wrong, answers and bits.
Json worst_json(const std::vector<WorstEpisode>& worst);

/// The lines that `eval` prints of them, below those of their setting.
std::string worst_text(const std::vector<WorstEpisode>& worst);

/// Below kWorstHeader, an episode a row.
void add_worst_rows(NewTable& table, std::string_view split, std::string_view setting,
                    const std::vector<WorstEpisode>& worst);

}  // namespace tapehead
