#include "models/looks/annotation_attention.hpp"

#include <algorithm>
#include <cmath>

#include "autodiff/ops/linear.hpp"
#include "autodiff/ops/ops.hpp"
#include "memory/matrix/access.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

/// Beyond the lookup's values: how many looks there were, 1×1.
constexpr size_t kLooks = AnnotationLookup::kValues;
/// And in training where they are wanted, once it has looked: the weights of the last looks, slots×looks.
constexpr size_t kWeights = kLooks + 1;

/// slots×looks: 1 for annotations that are there and at most D from the look's centre.
Var windows(Tape& tape, Var centres, Var there, size_t most) {
  const Var window = tape.make(there.rows, centres.cols, centres.batch());
  const auto centre = tape.value(centres), is_there = tape.value(there);
  const auto to = tape.fill(window);
  for (size_t b = 0; b < to.batch; ++b)
    for (size_t c = 0; c < to.cols; ++c)
      for (size_t s = 0; s < to.rows; ++s) {
        const Real away = std::abs(static_cast<Real>(s) - *centre.column(b, c));
        to.column(b, c)[s] = away <= static_cast<Real>(most) ? is_there.item(b)[s] : 0;
      }
  return window;
}

/// exp(−(s − p)²/2σ²) for each slot s and look's centre p: slots×looks.
Var gaussians(Tape& tape, Var centres, size_t slots, Real deviation) {
  const Var places = tape.make(slots, 1, 1);
  for (size_t s = 0; s < slots; ++s) tape.fill(places).data[s] = static_cast<Real>(s);
  return exp(scale(square(subtract(places, centres)), -1 / (2 * deviation * deviation)));
}

}  // namespace

AnnotationAttention::AnnotationAttention(const Scope& scope, const AnnotationAttentionSettings& settings,
                                         DecoderAttentionSizes sizes, AnnotationLookup lookup)
    : settings_(settings),
      size_(sizes.annotation),
      grid_(sizes.grid),
      lookup_(std::move(lookup)),
      gate_(scope, settings.gated, sizes.query),
      costs_(settings.costs, sizes.grid) {
  if (settings.locality != Locality::kPredictive) return;
  place_ = scope.add("place", sizes.query, sizes.query + 1, glorot_with_bias());
  place_score_ = scope.add("place-score", 1, sizes.query + 1, glorot_with_bias());
}

State AnnotationAttention::begin(const Context& context, Var annotations, std::span<const uint32_t> lengths) const {
  const State looked_up = lookup_.begin(context.tape, annotations, lengths);
  Var* const values = context.tape.keep<Var>(kLooks + 1);
  std::copy(looked_up.begin(), looked_up.end(), values);
  values[kLooks] = context.tape.filled(1, 1, context.batch, 0);
  return State(context.tape, {values, kLooks + 1});
}

/// The centre of each look: 1×looks.
Var AnnotationAttention::centres(Tape& tape, Var queries, const State& past) const {
  const Var count = past[AnnotationLookup::kCount];
  if (settings_.locality == Locality::kPredictive) {
    const Var hidden = tanh(linear(tape.parameter(place_), {queries}));
    return multiply(count, sigmoid(linear(tape.parameter(place_score_), {hidden})));
  }
  const Var centre = tape.make(1, queries.cols, count.batch());
  const auto to = tape.fill(centre);
  for (size_t b = 0; b < to.batch; ++b)
    for (size_t c = 0; c < to.cols; ++c)
      *to.column(b, c) = std::min(*tape.value(past[kLooks]).item(b) + static_cast<Real>(c),
                                  std::max(*tape.value(count).item(b) - 1, Real{0}));
  return centre;
}

Var AnnotationAttention::weights(Tape& tape, Var queries, const State& past) const {
  if (settings_.locality == Locality::kGlobal) return lookup_.weights(queries, past);
  const Var there = past[AnnotationLookup::kThere], centre = centres(tape, queries, past);
  const Var window = windows(tape, centre, there, settings_.window);
  const Var aligned = lookup_.weights(queries, past, &window);
  if (settings_.locality == Locality::kMonotonic) return aligned;
  return multiply(aligned, gaussians(tape, centre, there.rows, static_cast<Real>(settings_.window) / 2));
}

Recurrent::Step AnnotationAttention::look(const Context& context, Var queries, const State& past) const {
  Tape& tape = context.tape;
  const Var weights = this->weights(tape, queries, past);
  watch_alignments(weights, grid_);
  const bool keeps = has_own_objective() && context.training();
  const size_t count = keeps ? kWeights + 1 : kWeights;
  Var* const values = tape.keep<Var>(count);
  std::copy_n(past.begin(), kLooks, values);
  values[kLooks] = shift(past[kLooks], static_cast<Real>(queries.cols));
  if (keeps) values[kWeights] = weights;
  return {gate_.through(read(past[AnnotationLookup::kAnnotations], weights), queries), State(tape, {values, count})};
}

Var AnnotationAttention::objective(const Context&, std::span<const State> looked, const AnswerOfLooks& told) const {
  return costs_.with(told, beside_of(looked, kWeights), looked.front()[AnnotationLookup::kThere]);
}

}  // namespace tapehead::inline TAPEHEAD_REAL
