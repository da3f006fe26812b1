#include "models/looks/location_attention.hpp"

#include "attention/moves/interpolate_shift_sharpen.hpp"
#include "autodiff/ops/linear.hpp"
#include "autodiff/ops/ops.hpp"
#include "memory/matrix/access.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

// A state is an AnnotationState, followed by LastWeights: those of the last look, slots×1.

/// The number of annotations of each item, as interpolate_shift_sharpen() takes it.
std::span<const uint32_t> counts_of(Tape& tape, Var count) {
  auto* const counts = tape.keep<uint32_t>(count.batch());
  for (size_t b = 0; b < count.batch(); ++b) counts[b] = static_cast<uint32_t>(*tape.value(count).item(b));
  return {counts, count.batch()};
}

}  // namespace

LocationAttention::LocationAttention(const Scope& scope, const LocationAttentionSettings& settings,
                                     DecoderAttentionSizes sizes, AnnotationLookup lookup)
    : settings_(settings),
      size_(sizes.annotation),
      grid_(sizes.grid),
      lookup_(std::move(lookup)),
      controls_(scope.add("controls", sizes.annotation + settings.shifts + 2, sizes.query + 1, glorot_with_bias())) {}

State LocationAttention::begin(const Context& context, Var annotations, std::span<const uint32_t> lengths) const {
  Tape& tape = context.tape;
  const AnnotationState source = lookup_.begin(tape, annotations, lengths);
  const Var weights = tape.filled(annotations.cols, 1, context.batch, 0);
  for (size_t b = 0; b < context.batch; ++b)
    if (lengths[b] > 0) *tape.fill(weights).item(b) = 1;
  return State::of(tape, source, LastWeights{weights});
}

StateNames LocationAttention::state_names() const {
  return joined(names_of<AnnotationState>(), names_of<LastWeights>());
}

Recurrent::Step LocationAttention::look(const Context& context, Var queries, const State& past) const {
  Tape& tape = context.tape;
  const auto source = past.as<AnnotationState>();
  const Var last = past.after<AnnotationState>().as<LastWeights>().weights;
  const auto [key, gate_control, shift_control, sharpening_control] =
      split(linear(tape.parameter(controls_), {queries}), size_, 1, settings_.shifts, 1);
  const Var content = lookup_.weights(key, source), gate = sigmoid(gate_control), kernel = softmax(shift_control);
  const Var gamma = sharpening(context, sharpening_control, settings_.sharpening);
  const Var weights = interpolate_shift_sharpen(content, last, gate, kernel, gamma, counts_of(tape, source.count));
  watch("content", content, kAlignment.called("attention by content").over(grid_.across));
  watch("gate", gate, kGate);
  watch("shift", kernel, kShift);
  watch("sharpening", gamma, kStrength);
  watch_alignments(weights, grid_);
  return {read(source.annotations, weights), State::of(tape, source, LastWeights{weights})};
}

}  // namespace tapehead::inline TAPEHEAD_REAL
