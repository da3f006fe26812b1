#include "models/scored_steps.hpp"

#include <algorithm>

#include "autodiff/ops/chosen.hpp"
#include "autodiff/ops/linear.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

/// Below it a step's outputs cost about as much as to leave them out.
constexpr size_t kManyOutputs = 1024;

bool is_scored(const Batch& batch, size_t episode, size_t step) {
  const Real* const scored = batch.scored(episode, step);
  return std::any_of(scored, scored + batch.scored_rows(), [](Real m) { return m != 0; });
}

}  // namespace

Answers answers_at(const Context& context, const std::function<Var(Var features)>& outputs, Var features,
                   std::span<const uint32_t> steps, const Batch& batch, size_t first) {
  Tape& tape = context.tape;
  size_t most = steps.size();
  if (context.training() && batch.outputs() >= kManyOutputs) {
    most = 1;
    for (size_t b = 0; b < context.batch; ++b)
      most = std::max<size_t>(most, std::count_if(steps.begin(), steps.end(),
                                                  [&](uint32_t step) { return is_scored(batch, first + b, step); }));
  }
  if (most == steps.size()) return {outputs(features), steps};
  auto* const chosen = tape.keep<uint32_t>(most * context.batch);
  auto* const own = tape.keep<uint32_t>(most * context.batch);
  for (size_t b = 0; b < context.batch; ++b) {
    size_t count = 0, silent = 0;  // `silent`: a step that is not scored, in place of those that the episode lacks
    for (size_t i = 0; i < steps.size(); ++i) {
      if (is_scored(batch, first + b, steps[i]))
        chosen[b * most + count++] = static_cast<uint32_t>(i);
      else
        silent = i;
    }
    std::fill(chosen + b * most + count, chosen + (b + 1) * most, static_cast<uint32_t>(silent));
  }
  std::transform(chosen, chosen + most * context.batch, own, [&](uint32_t i) { return steps[i]; });
  return {outputs(chosen_columns(features, chosen, most)), {own, most * context.batch}, {}, true};
}

Answers linear_answers(const Context& context, Parameter weights, Var features, std::span<const uint32_t> steps,
                       const Batch& batch, size_t first) {
  const Var w = context.tape.parameter(weights);
  return answers_at(
      context, [&w](Var x) { return linear(w, {x}); }, features, steps, batch, first);
}

}  // namespace tapehead::inline TAPEHEAD_REAL
