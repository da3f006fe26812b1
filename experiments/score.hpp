#pragma once
// How good a model is on episodes it was not trained on.

#include <memory>
#include <vector>

#include "autodiff/tape.hpp"
#include "experiments/workers.hpp"
#include "models/model.hpp"
#include "tasks/task.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// Means over episodes, but for the worst one.
struct Score {
  double bits = 0;            ///< cost a sequence
  double wrong_bits = 0;      ///< a sequence
  double wrong_bits_max = 0;  ///< of the worst episode
  double solved = 0;          ///< share of the episodes without a wrong bit
};

class Scorer final {
 public:
  explicit Scorer(Workers& workers);

  /// Episodes 0 … episodes − 1 of (seed, split), in batches of a size of their own: which they are does not depend on
  /// how training is cut. An answer counts as 1 where its probability is above ½.
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
