#pragma once
// How often a model that looks at a story's statements, hop by hop, looks most at one that supports the answer.

#include <filesystem>
#include <span>
#include <vector>

#include "experiments/scoring/trained_model.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// Counts over questions.
struct AttentionPeaks {
  uint64_t questions = 0;            ///< that name a supporting fact; no others are asked
  std::vector<uint64_t> on_support;  ///< for each hop, of how many questions its most attended statement is one
  uint64_t on_any = 0;               ///< of how many that of any hop is
  uint64_t wrong = 0;                ///< answers
  double chance = 0;                 ///< sum over questions of the share of the statements that are supporting facts
};

/// Asks the questions one by one. Of several statements that are attended alike the oldest counts, and a hop that
/// attends to none (all its weights are 0) is not on a supporting fact. Throws InputError for a model that shows no
/// weights of statements ("hop/weights") and where no question names a supporting fact.
AttentionPeaks attention_peaks(const TrainedModel& trained, std::span<const StoryView> questions);

/// Writes and prints them for the first questions of each of the task's groups, at most `most` of each. The table is
/// like eval.csv: setting "task.ids=1;hop=2" with on_support, "task.ids=1" with on_any, chance (all three shares of
/// the questions) and error (wrong answers in a hundred). Throws InputError and FileError.
void write_attention_peaks(const TrainedModel& trained, Split split, uint64_t most, const std::filesystem::path& table);

}  // namespace tapehead::inline TAPEHEAD_REAL
