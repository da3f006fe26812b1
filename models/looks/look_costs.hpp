#pragma once
// Training costs of where an answer's looks went, added to the answer's cost.

#include "models/looks/decoder_attention.hpp"
#include "models/looks/doubly_stochastic.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

struct LookCostSettings {
  Real entropy = 0;  ///< λₑ: −λₑ·Σₜ H(wₜ) is added (entropy_cost)
  DoublyStochasticSettings penalty = {};
  Real guidance = 0;  ///< λ of guidance_cost()
};

class LookCosts final {
 public:
  LookCosts(const LookCostSettings& settings, CellGrid grid)
      : settings_(settings), penalty_(settings.penalty), grid_(grid) {}

  bool on() const { return settings_.entropy != 0 || penalty_.on() || guided(); }
  bool guided() const { return settings_.guidance != 0; }

  /// The answer's cost plus these costs: 1×1 an item. weights: slots×looks; there: slots×1, 1 for annotations and 0 for
  /// padding.
  Var with(const AnswerOfLooks& told, Var weights, Var there) const;

 private:
  LookCostSettings settings_;
  DoublyStochastic penalty_;
  CellGrid grid_;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
