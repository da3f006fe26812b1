#pragma once
// The episodes that went worst, in terms that trace takes: where to look for what is wrong with a model.

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "experiments/files/files.hpp"
#include "experiments/files/json.hpp"
#include "tasks/judge.hpp"

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

/// Words as a shell takes them: what is not plain stands in quotes.
std::string command_line(const std::vector<std::string>& words);

/// A table of them: one episode a row, below kWorstHeader.
class WorstCsv final {
 public:
  /// Throws FileError, as all here do.
  explicit WorstCsv(const std::filesystem::path& path);
  void add(std::string_view split, std::string_view setting, const std::vector<WorstEpisode>& worst);
  /// The table is whole. Without this the file holds what it held before.
  void finish() { file_.commit(); }

 private:
  Replacement file_;
};

}  // namespace tapehead
