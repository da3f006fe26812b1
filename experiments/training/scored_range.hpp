#pragma once
// Scores over the range of lengths that a task is scored over (Task::scored_range()).

#include <cstdint>
#include <optional>

#include "autodiff/files/safetensors.hpp"
#include "experiments/batches/score.hpp"
#include "experiments/options/configuration.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// Episodes at each value of a range, where nobody asked for another number.
inline constexpr uint64_t kRangeEpisodes = 32;

/// Sums over the scores at some values of a range.
class RangeScore final {
 public:
  void add(const Score& at_value) {
    const double wrong = at_value.value("error");
    right_ += 100 - wrong;
    perfect_ += wrong == 0;
    ++values_;
  }
  double score() const { return right_ / static_cast<double>(values_); }  ///< mean of the right answers, per cent
  size_t perfect() const { return perfect_; }                             ///< values without a wrong answer
  size_t values() const { return values_; }

 private:
  double right_ = 0;
  size_t perfect_ = 0, values_ = 0;
};

/// The memory slots with which all values are scored: those of the configuration, or where they are fewer than the
/// range's greatest value needs, these and twice what must be held beside them, for heads walk on while they wait. 0:
/// the configuration's, or the memory has none, or its slots cannot be more (slots_may_change()). Throws InputError as
/// make_task() does.
size_t range_slots(const Configuration& configuration, const Spec& spec, const Task::ScoredRange& range);

/// A model's parameters as its checkpoint has them.
struct StoredModel {
  const Configuration& configuration;
  const SafetensorsFile& file;
  std::string name;     ///< of the file, for errors
  uint64_t of_attempt;  ///< sequences that it was trained on since its last restart
};

/// Scores ten values of the task's range, evenly spaced, by kRangeEpisodes episodes each of split final. Nothing where
/// the task has no range, where the model has positions for fewer steps, and where a state with the slots that are
/// needed has more than a hundred thousand numbers or does not fit into the machine's memory: scoring would take longer
/// than training.
std::optional<RangeScore> score_range(const StoredModel& stored, const Task& task, Scorer& scorer, size_t threads);

}  // namespace tapehead::inline TAPEHEAD_REAL
