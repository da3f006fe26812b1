#pragma once
// How often a model that attends to a story's statements, hop by hop, attends most to one that supports the answer.

#include <filesystem>
#include <span>
#include <vector>

#include "experiments/scoring/trained_model.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// Counts over questions.
struct AttentionPeaks {
  uint64_t questions = 0;            ///< with a supporting fact; no others are asked
  std::vector<uint64_t> on_support;  ///< for each hop: questions whose most attended statement is one
  uint64_t on_any = 0;               ///< questions with one in any hop
  uint64_t wrong = 0;                ///< wrong answers
  double chance = 0;                 ///< chance level: sum over questions of the share of supporting statements
};

/// Asks the questions one by one. Of equally attended statements the oldest counts; a hop that attends to none (all
/// weights 0) is not on a supporting fact. Throws InputError for a model that shows no weights of statements
/// ("hop/weights"), and where no question names a supporting fact.
AttentionPeaks attention_peaks(const TrainedModel& trained, std::span<const StoryView> questions);

/// Writes and prints the peaks for the first questions, at most `most`, of each of the task's groups. The table is like
/// eval.csv: setting "task.ids=1;hop=2" with on_support, "task.ids=1" with on_any, chance (all three shares of the
/// questions) and error (wrong answers in a hundred). Throws InputError and FileError.
void write_attention_peaks(const TrainedModel& trained, Split split, uint64_t most, const std::filesystem::path& table);

}  // namespace tapehead::inline TAPEHEAD_REAL
