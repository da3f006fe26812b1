#include "models/encoders/rollout.hpp"

#include <algorithm>

#include "autodiff/ops/ops.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

constexpr View kAmongTokens{"token", "query", 0, 1, "attention"};

Var mean_over_heads(Var weights, size_t heads) {
  Tape& tape = *weights.tape;
  const size_t tokens = weights.rows, batch = weights.batch();
  const Var mean = tape.filled(tokens, tokens, batch, 0);
  const auto from = tape.value(weights);
  const auto to = tape.fill(mean);
  for (size_t b = 0; b < batch; ++b)
    for (size_t c = 0; c < weights.cols; ++c)
      for (size_t i = 0; i < tokens; ++i) to.column(b, c / heads)[i] += from.column(b, c)[i] / static_cast<Real>(heads);
  return mean;
}

}  // namespace

Rollout::Rollout(Tape& tape, size_t tokens, size_t batch) : shares_(tape.filled(tokens, tokens, batch, 0)) {
  for (size_t b = 0; b < batch; ++b)
    for (size_t t = 0; t < tokens; ++t) tape.fill(shares_).column(b, t)[t] = 1;
}

void Rollout::add_layer(Var weights, size_t heads) {
  const Var attention = mean_over_heads(weights, heads);
  watch("attention", attention, kAmongTokens);
  shares_ = scale(add(shares_, matmul(shares_, attention)), Real(0.5));
}

}  // namespace tapehead::inline TAPEHEAD_REAL
