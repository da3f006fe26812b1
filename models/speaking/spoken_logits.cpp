#include "models/speaking/spoken_logits.hpp"

#include "autodiff/ops/dropout.hpp"
#include "autodiff/ops/linear.hpp"
#include "autodiff/ops/ops.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

/// The larger of rows 2j and 2j + 1, for each j.
Var larger_of_pairs(Var x) {
  const size_t units = x.rows / 2;
  const Var pairs = reshape(x, 2, units * x.cols), second = rows(pairs, 1, 1);
  return reshape(add(second, relu(subtract(rows(pairs, 0, 1), second))), units, x.cols);
}

}  // namespace

SpokenLogits::SpokenLogits(const Scope& scope, const SpokenLogitsSettings& settings, const SpokenLogitsSizes& sizes)
    : settings_(settings), has_context_(sizes.context > 0) {
  const size_t hidden = is_maxout() ? 2 * settings.maxout : deep() ? sizes.embedding : sizes.logits;
  const size_t seen = sizes.feature + (is_maxout() ? sizes.embedding : 0);
  if (deep()) hidden_ = scope.add("hidden-weights", hidden, seen + 1, glorot_with_bias());
  if (has_context_) context_ = scope.add("context-weights", hidden, sizes.context + 1, glorot_with_bias());
  const size_t taken = is_maxout() ? settings.maxout : deep() ? sizes.embedding : sizes.feature;
  output_ = scope.add("weights", sizes.logits, taken + 1, glorot_with_bias());
}

Var SpokenLogits::with_context(Var x, Var handed) const {
  return has_context_ ? add(x, linear(x.tape->parameter(context_), {handed})) : x;
}

Var SpokenLogits::logits(const Context& context, Var features, Var previous, Var handed) const {
  Tape& tape = context.tape;
  tape.at("output");
  const Var weights = tape.parameter(output_);
  if (!deep()) return with_context(linear(weights, {dropout(features, settings_.dropout, context)}), handed);
  const Var hidden_weights = tape.parameter(hidden_);
  const Var hidden = with_context(
      is_maxout() ? linear(hidden_weights, {features, previous}) : add(previous, linear(hidden_weights, {features})),
      handed);
  const Var taken = is_maxout()                                   ? larger_of_pairs(hidden)
                    : settings_.output == SpokenOutput::kDeepTanh ? tanh(hidden)
                                                                  : hidden;
  return linear(weights, {dropout(taken, settings_.dropout, context)});
}

}  // namespace tapehead::inline TAPEHEAD_REAL
