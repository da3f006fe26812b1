#include "models/looks/doubly_stochastic.hpp"

#include <algorithm>

#include "autodiff/ops/ops.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

Var DoublyStochastic::penalty(Var weights, Var there, std::span<const uint32_t> looks) const {
  Tape& tape = *weights.tape;
  const Var targets = tape.make(there.rows, 1, weights.batch());
  const auto is_there = tape.value(there), to = tape.value(targets);
  for (size_t b = 0; b < to.batch; ++b) {
    const auto count = static_cast<Real>(std::count(is_there.item(b), is_there.item(b) + to.rows, Real{1}));
    const Real each = settings_.share ? static_cast<Real>(looks[b]) / std::max(count, Real{1}) : 1;
    std::transform(is_there.item(b), is_there.item(b) + to.rows, tape.fill(targets).item(b),
                   [&](Real one) { return each * one; });
  }
  const Var got = sum_columns(multiply(weights, looks_that_count(tape, looks, weights.cols)));
  return scale(sum(square(subtract(targets, got))), settings_.factor);
}

Var looks_that_count(Tape& tape, std::span<const uint32_t> looks, size_t most) {
  const Var counts = tape.filled(1, most, looks.size(), 0);
  for (size_t b = 0; b < looks.size(); ++b) std::fill_n(tape.fill(counts).item(b), looks[b], Real{1});
  return counts;
}

Var beside_of(std::span<const State> states, StateValue value) {
  Tape& tape = *value(states.front()).tape;
  Var* const values = tape.keep<Var>(states.size());
  std::transform(states.begin(), states.end(), values, value);
  return beside({values, states.size()});
}

}  // namespace tapehead::inline TAPEHEAD_REAL
