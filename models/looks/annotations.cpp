#include "models/looks/annotations.hpp"

#include <algorithm>

#include "autodiff/ops/linear.hpp"
#include "autodiff/ops/ops.hpp"
#include "autodiff/ops/ragged.hpp"
#include "autodiff/ops/watch.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

/// Whether the mask is all ones: such a mask changes nothing, but costs a few ops for each look.
bool leaves_all(Var mask) {
  const auto m = mask.tape->value(mask);
  return std::all_of(m.data, m.data + m.rows * m.cols * m.batch, [](Real x) { return x == 1; });
}

}  // namespace

AnnotationLookup::AnnotationLookup(const Scope& scope, std::shared_ptr<const ContentLookup> content, size_t query_size,
                                   bool learned_strength)
    : content_(std::move(content)), learned_strength_(learned_strength) {
  if (learned_strength_) strength_ = scope.add("strength", 1, query_size + 1, glorot_with_bias());
}

AnnotationState AnnotationLookup::begin(Tape& tape, Var annotations, std::span<const uint32_t> lengths) const {
  const Var slots = transposed(annotations);
  const Var there = tape.filled(slots.rows, 1, lengths.size(), 0), count = tape.make(1, 1, lengths.size());
  for (size_t b = 0; b < lengths.size(); ++b) {
    std::fill_n(tape.fill(there).item(b), lengths[b], Real{1});
    *tape.fill(count).item(b) = static_cast<Real>(lengths[b]);
  }
  return {slots, content_->prepared(slots), there, count};
}

Var AnnotationLookup::weights(Var queries, const AnnotationState& source, const Var* window) const {
  Tape& tape = *queries.tape;
  const Var mask = window ? *window : source.there;
  Var strength;
  if (learned_strength_) strength = softplus(linear(tape.parameter(strength_), {queries}));
  return content_->weights_in(source.prepared, queries, learned_strength_ ? &strength : nullptr,
                              leaves_all(mask) ? nullptr : &mask);
}

void watch_alignments(Var weights, CellGrid grid) {
  if (weights.tape->watcher())
    for (size_t look = 0; look < weights.cols; ++look)
      watch("weights", columns(weights, look, 1), kAlignment.over(grid.across));
}

}  // namespace tapehead::inline TAPEHEAD_REAL
