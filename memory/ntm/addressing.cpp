#include "memory/ntm/addressing.hpp"

#include <cmath>

#include "autodiff/ops/ops.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

Real sharpening_share(const Context& context, const SharpeningSettings& settings) {
  const ParameterStore& store = context.tape.store();
  if (!context.training() || store.seen() < settings.from) return 1;
  return static_cast<Real>(std::lerp(1.0, static_cast<double>(settings.share), store.settled()));
}

Var sharpening(const Context& context, Var control, const SharpeningSettings& settings) {
  const Var excess = softplus(control);
  const Real share = sharpening_share(context, settings);
  return shift(share != 1 ? scale(excess, share) : excess, settings.least);
}

StartWeights::StartWeights(const Scope& scope, const AddressingSettings& settings) : settings_(settings) {
  if (settings.start_weighting == StartWeighting::kLearned)
    logits_ = scope.add("start-weighting", settings.slots, settings.heads(), zeros());
}

Var StartWeights::weights(const Context& context) const {
  Tape& tape = context.tape;
  const size_t slots = settings_.slots, heads = settings_.heads();
  if (settings_.start_weighting == StartWeighting::kLearned)
    return repeat(softmax(tape.parameter(logits_)), context.batch);
  if (settings_.start_weighting == StartWeighting::kUniform)
    return tape.filled(slots, heads, context.batch, Real(1) / static_cast<Real>(slots));
  Var w = tape.filled(slots, heads, context.batch, 0);
  const auto to = tape.fill(w);
  const bool decaying = settings_.start_weighting == StartWeighting::kDecaying;
  // exp(−n) / Σ exp(−m) over N slots in closed form.
  const double first = decaying ? -std::expm1(-1.0) / -std::expm1(-static_cast<double>(slots)) : 1;
  for (size_t b = 0; b < to.batch; ++b)
    for (size_t h = 0; h < heads; ++h)
      for (size_t n = 0; n < (decaying ? slots : 1); ++n)
        to.column(b, h)[n] = static_cast<Real>(first * std::exp(-static_cast<double>(n)));
  return w;
}

}  // namespace tapehead::inline TAPEHEAD_REAL
