#include "models/encoders/classifier.hpp"

#include <algorithm>
#include <array>

#include "attention/fused/multi_head.hpp"
#include "autodiff/base/error.hpp"
#include "autodiff/ops/dropout.hpp"
#include "autodiff/ops/linear.hpp"
#include "autodiff/ops/ops.hpp"
#include "autodiff/ops/watch.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

/// 1 for each annotation, 0 in the padding: slots×1; with `shares` divided by their number: equal shares.
Var not_padded(const Context& context, const Reading& reading, bool shares) {
  const Var there = context.tape.filled(reading.annotations.cols, 1, context.batch, 0);
  for (size_t b = 0; b < context.batch; ++b) {
    const uint32_t count = reading.lengths[b];
    std::fill_n(context.tape.fill(there).item(b), count, shares ? 1 / static_cast<Real>(count) : 1);
  }
  return there;
}

/// The steps of the batch at which some of its episodes have a target.
std::span<const uint32_t> asked_steps(const Context& context, const Batch& batch, size_t first) {
  for (size_t b = first; b < first + context.batch; ++b) {
    const Real* const scored = batch.scored(b, 0);
    if (std::count_if(scored, scored + batch.steps(), [](Real x) { return x != 0; }) > 1)
      throw InputError(
          "model: got classifier, and an episode that asks for several classes; a task that asks for one "
          "is needed, such as fashion");
  }
  uint32_t* const steps = context.tape.keep<uint32_t>(batch.steps());
  size_t count = 0;
  for (size_t t = 0; t < batch.steps(); ++t)
    if (batch.any_scored(t)) steps[count++] = static_cast<uint32_t>(t);
  return {steps, count};
}

}  // namespace

Classifier::Classifier(const Scope& scope, const Spec& spec, const ClassifierSettings& settings,
                       const MakeEncoder& make_encoder)
    : settings_(settings), encoder_(make_encoder(scope / "encoder", spec.input().layout)) {
  if (settings.pooling == Pooling::kAttention) look_ = (scope / "pooling").add("query", encoder_->size(), 1, zeros());
  output_ = (scope / "output").add("weights", spec.outputs(), encoder_->size() + 1, glorot_with_bias());
}

Var Classifier::pooled(const Context& context, const Reading& reading) const {
  Tape& tape = context.tape;
  if (settings_.pooling == Pooling::kSummary) {
    if (tape.watcher() && reading.ended.empty()) show(reading, not_padded(context, reading, true));
    return reading.summary;
  }
  const Var query = repeat(tape.parameter(look_), context.batch);
  Var weights;
  const Var found = attend_across(query, stack(std::array{reading.annotations, reading.annotations}),
                                  not_padded(context, reading, false), 1, tape.watcher() ? &weights : nullptr);
  if (tape.watcher()) show(reading, weights);
  return found;
}

void Classifier::show(const Reading& reading, Var weights) const {
  const View view = kAlignment.over(encoder_->grid().across);
  if (settings_.pooling == Pooling::kAttention) watch("pooling/weights", weights, view);
  if (reading.made_of) weights = matmul(*reading.made_of, weights);
  watch("attention", weights, view);
}

Reading Classifier::read(const Context& context, const Batch& batch, size_t first) const {
  Tape& tape = context.tape;
  const BatchStream& source = batch.inputs[0];
  uint32_t* const lengths = tape.keep<uint32_t>(context.batch);
  for (size_t b = 0; b < context.batch; ++b) lengths[b] = std::max(source.lengths[first + b], 1u);
  tape.at("encoder");
  const Within encoder(tape, "encoder");
  return encoder_->read(context, source.on(tape, first, context.batch, 0, source.steps), {lengths, context.batch});
}

State Classifier::state_after(const Context& context, const Batch& batch, size_t first, size_t) const {
  const Reading reading = read(context, batch, first);
  const State& carried = reading.carried;
  if (carried.size() + carried.parts().size() == 0 || settings_.pooling == Pooling::kSummary) return carried;
  const std::array parts{carried, State(context.tape, {reading.annotations})};
  return State::of_parts(context.tape, std::span<const State>(parts));
}

Answers Classifier::run(const Context& context, const Batch& batch, size_t first) const {
  Tape& tape = context.tape;
  const auto steps = asked_steps(context, batch, first);
  if (steps.empty()) return {{}, steps};
  const Reading reading = read(context, batch, first);
  tape.at("output");
  const Var features = dropout(pooled(context, reading), settings_.dropout, context);
  const Var logits = linear(tape.parameter(output_), {features});
  Var* const each = tape.keep<Var>(steps.size());
  std::fill_n(each, steps.size(), logits);
  return {beside({each, steps.size()}), steps};
}

}  // namespace tapehead::inline TAPEHEAD_REAL
