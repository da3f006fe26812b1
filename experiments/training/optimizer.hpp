#pragma once
// How gradients become steps.

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "autodiff/base/aligned.hpp"
#include "autodiff/base/real.hpp"
#include "catalogue/options/option.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// An optimiser keeps vectors as long as the parameters ("slots"), which a checkpoint saves by name.
class Optimizer {
 public:
  struct Slot {
    std::string name;
    AlignedVector<Real> values;
  };

  virtual ~Optimizer() = default;

  /// Moves `values` against `gradient` at the given rate; `updates` counts from 1. One pass over memory.
  virtual void step(std::span<Real> values, std::span<const Real> gradient, Real rate, uint64_t updates) = 0;

  virtual std::span<Slot> slots() = 0;
};

struct OptimizerSettings {
  std::string name;  ///< "graves-rmsprop", "rmsprop", "adam", "sgd"
  Real momentum;     ///< of all but adam
};

/// Throws std::invalid_argument for a name without a row.
std::unique_ptr<Optimizer> make_optimizer(const OptimizerSettings& settings, size_t parameters);

/// The rows: graves-rmsprop, rmsprop, adam, sgd.
std::vector<const PartInfo*> optimizer_infos();

}  // namespace tapehead::inline TAPEHEAD_REAL
