#pragma once
// How good a model is on episodes it was not trained on.

#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "autodiff/tape.hpp"
#include "experiments/workers.hpp"
#include "models/model.hpp"
#include "tasks/task.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// Means over episodes, but for the worst one.
struct Score {
  double bits = 0;       ///< cost a sequence
  double wrong = 0;      ///< wrong bits (or answers, where a task asks for classes) a sequence
  double wrong_max = 0;  ///< of the worst episode
  double solved = 0;     ///< share of the episodes without a wrong one
  Scoring scoring = Scoring::kBits;
  double error = 0;                   ///< wrong answers in a hundred
  std::optional<double> over_oracle;  ///< bits above the task's oracle on the same episodes, where there is one

  /// What is to become small: the cost above the oracle's where there is one, else the cost; bits a sequence.
  double goal() const { return over_oracle.value_or(bits); }

  /// Names and values as the tables have them: "bits", "over_oracle" where there is an oracle, "wrong_bits" or
  /// "error", "solved".
  std::vector<std::pair<std::string_view, double>> metrics() const;
};

class Scorer final {
 public:
  explicit Scorer(Workers& workers);

  /// Episodes 0 … episodes − 1 of (seed, split), in batches of a size of their own: which they are does not depend on
  /// how training is cut. A bit counts as 1 where its probability is above ½; of classes the first most probable one
  /// counts.
  Score score(const Model& model, const ParameterStore& store, const Task& task, uint64_t seed, Split split,
              uint64_t episodes);

 private:
  struct Desk {
    Tape tape;
    Batch batch;
  };
  Workers& workers_;
  std::vector<std::unique_ptr<Desk>> desks_;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
