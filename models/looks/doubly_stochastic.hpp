#pragma once
// The doubly stochastic penalty: over an answer, every annotation should be attended to.

#include "models/looks/decoder_attention.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

struct DoublyStochasticSettings {
  Real factor = 0;    ///< λ; 0: no penalty
  bool share = true;  ///< an annotation's target is its share of the looks, C/L for C looks at L annotations; else 1
};

/// λ·Σᵢ (τ − Σₜ αₜᵢ)², over an answer's looks t (Xu et al. 2015, eq. 14, where τ is 1). Since each look distributes a
/// total of 1, τ = 1 is reachable only with as many looks as annotations; C/L always is.
class DoublyStochastic final {
 public:
  explicit DoublyStochastic(const DoublyStochasticSettings& settings) : settings_(settings) {}

  bool on() const { return settings_.factor > 0; }

  /// weights α: slots×looks; there: slots×1, 1 for annotations and 0 for padding; looks: of each item, as in
  /// AnswerOfLooks. → 1×1 an item.
  Var penalty(Var weights, Var there, std::span<const uint32_t> looks) const;

 private:
  DoublyStochasticSettings settings_;
};

/// 1 for the looks of an answer, 0 for those in the padding: 1×most an item.
Var looks_that_count(Tape& tape, std::span<const uint32_t> looks, size_t most);

/// A value of each of the states, side by side.
using StateValue = Var (*)(const State&);
Var beside_of(std::span<const State> states, StateValue value);

}  // namespace tapehead::inline TAPEHEAD_REAL
