#include "models/looks/annotation_attention.hpp"

#include <algorithm>
#include <cmath>

#include "autodiff/ops/linear.hpp"
#include "autodiff/ops/ops.hpp"
#include "memory/matrix/access.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

/// A state is an AnnotationState, followed by this.
struct LooksSoFar {
  TAPEHEAD_VALUES(looks);  ///< the number of looks so far, 1×1
};
/// In training, where they are wanted, followed after a look by this.
struct LastLooks {
  TAPEHEAD_VALUES(weights);  ///< slots×looks
};

Var looks_of(const State& state) { return state.after<AnnotationState>().as<LooksSoFar>().looks; }

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
  const AnnotationState source = lookup_.begin(context.tape, annotations, lengths);
  return State::of(context.tape, source, LooksSoFar{context.tape.filled(1, 1, context.batch, 0)});
}

StateNames AnnotationAttention::state_names() const {
  return joined(joined(names_of<AnnotationState>(), names_of<LooksSoFar>()), names_of<LastLooks>());
}

/// The centre of each look: 1×looks.
Var AnnotationAttention::centres(Tape& tape, Var queries, const State& past) const {
  const Var count = past.as<AnnotationState>().count;
  if (settings_.locality == Locality::kPredictive) {
    const Var hidden = tanh(linear(tape.parameter(place_), {queries}));
    return multiply(count, sigmoid(linear(tape.parameter(place_score_), {hidden})));
  }
  const Var centre = tape.make(1, queries.cols, count.batch());
  const auto to = tape.fill(centre);
  for (size_t b = 0; b < to.batch; ++b)
    for (size_t c = 0; c < to.cols; ++c)
      *to.column(b, c) = std::min(*tape.value(looks_of(past)).item(b) + static_cast<Real>(c),
                                  std::max(*tape.value(count).item(b) - 1, Real{0}));
  return centre;
}

Var AnnotationAttention::weights(Tape& tape, Var queries, const State& past) const {
  const auto source = past.as<AnnotationState>();
  if (settings_.locality == Locality::kGlobal) return lookup_.weights(queries, source);
  const Var centre = centres(tape, queries, past);
  const Var window = windows(tape, centre, source.there, settings_.window);
  const Var aligned = lookup_.weights(queries, source, &window);
  if (settings_.locality == Locality::kMonotonic) return aligned;
  return multiply(aligned, gaussians(tape, centre, source.there.rows, static_cast<Real>(settings_.window) / 2));
}

Recurrent::Step AnnotationAttention::look(const Context& context, Var queries, const State& past) const {
  Tape& tape = context.tape;
  const Var weights = this->weights(tape, queries, past);
  watch_alignments(weights, grid_);
  const auto source = past.as<AnnotationState>();
  const LooksSoFar looks{shift(looks_of(past), static_cast<Real>(queries.cols))};
  const bool keeps = has_own_objective() && context.training();
  const Var read_there = gate_.through(read(source.annotations, weights), queries);
  return {read_there, keeps ? State::of(tape, source, looks, LastLooks{weights}) : State::of(tape, source, looks)};
}

Var AnnotationAttention::objective(const Context&, std::span<const State> looked, const AnswerOfLooks& told) const {
  const Var weights = beside_of(looked, [](const State& state) {
    return state.after<AnnotationState>().after<LooksSoFar>().as<LastLooks>().weights;
  });
  return costs_.with(told, weights, looked.front().as<AnnotationState>().there);
}

}  // namespace tapehead::inline TAPEHEAD_REAL
