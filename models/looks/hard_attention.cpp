#include "models/looks/hard_attention.hpp"

#include <algorithm>
#include <numeric>

#include "attention/normalisers/hard.hpp"
#include "autodiff/ops/chance.hpp"
#include "autodiff/ops/ops.hpp"
#include "memory/matrix/access.hpp"
#include "models/looks/look_entropy.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

/// A state is an AnnotationState, followed in training by this.
struct Expecting {
  TAPEHEAD_VALUES(expects);  ///< 1 for an episode that reads expectations, else 0
};
/// Followed, once there are looks, by this of the last of them: slots×looks.
struct LastChoice {
  TAPEHEAD_VALUES(probabilities, drawn);
};

Expecting expecting(const State& state) { return state.after<AnnotationState>().as<Expecting>(); }
LastChoice last_choice(const State& state) {
  return state.after<AnnotationState>().after<Expecting>().as<LastChoice>();
}

/// The advantage of each look: its return minus the baseline: 1×looks. mean: 1×1.
Var advantages(Tape& tape, Var log_probabilities, Var mean, std::span<const uint32_t> looks, Credit credit) {
  const Var result = tape.filled(1, log_probabilities.cols, log_probabilities.batch(), 0);
  const auto said = tape.value(log_probabilities);
  const Real b = *tape.value(mean).data;
  for (size_t i = 0; i < said.batch; ++i) {
    Real* const to = tape.fill(result).item(i);
    const size_t count = looks[i];
    if (credit == Credit::kAnswer) {
      std::fill_n(to, count, std::accumulate(said.item(i), said.item(i) + count, Real{0}) - b);
    } else {
      Real rest = 0;
      for (size_t t = count; t-- > 0;) to[t] = rest += *said.column(i, t) - b;
    }
  }
  return stop_gradient(result);
}

/// The target of the baseline: log p of the answer, or of a token on average. 1×1 an item.
Var rewards(Tape& tape, Var log_probabilities, std::span<const uint32_t> looks, Credit credit) {
  const Var result = tape.make(1, 1, log_probabilities.batch());
  const auto said = tape.value(log_probabilities);
  for (size_t i = 0; i < said.batch; ++i) {
    const Real all = std::accumulate(said.item(i), said.item(i) + looks[i], Real{0});
    *tape.fill(result).item(i) =
        credit == Credit::kAnswer ? all : all / static_cast<Real>(std::max(looks[i], uint32_t{1}));
  }
  return result;
}

}  // namespace

HardAttention::HardAttention(const Scope& scope, const HardAttentionSettings& settings, DecoderAttentionSizes sizes,
                             AnnotationLookup lookup)
    : settings_(settings),
      size_(sizes.annotation),
      grid_(sizes.grid),
      lookup_(std::move(lookup)),
      gate_(scope, settings.gated, sizes.query),
      costs_(settings.costs, sizes.grid) {
  if (settings.estimator == Estimator::kReinforce) baseline_ = scope.add_running_mean("baseline", 1, 1);
}

State HardAttention::begin(const Context& context, Var annotations, std::span<const uint32_t> lengths) const {
  const AnnotationState source = lookup_.begin(context.tape, annotations, lengths);
  if (!context.training()) return State::of(context.tape, source);
  const Var expects = context.tape.make(1, 1, context.batch);  // with probability ½ for each episode (section 4.1)
  const bool all = context.tape.store().seen() < settings_.expected_first;
  for (size_t b = 0; b < context.batch; ++b)
    *context.tape.fill(expects).item(b) =
        all || (settings_.expected > 0 && context.noise.of(b).uniform() < static_cast<double>(settings_.expected));
  return State::of(context.tape, source, Expecting{expects});
}

StateNames HardAttention::state_names() const {
  return joined(joined(names_of<AnnotationState>(), names_of<Expecting>()), names_of<LastChoice>());
}

HardAttention::Choice HardAttention::choose(const Context& context, Var weights, const State& past) const {
  const auto where_there = [&](Var chosen) { return multiply(chosen, past.as<AnnotationState>().there); };
  if (!context.training()) {
    if (settings_.scored == Scored::kExpected) return {weights, weights};
    const Var one = settings_.scored == Scored::kLikeliest ? hard(weights) : draw_class(context, logits_of(weights));
    return {where_there(one), one};
  }
  const Var drawn = [&] {
    const Var logits = logits_of(weights);
    switch (settings_.estimator) {
      case Estimator::kReinforce: return draw_class(context, logits);
      case Estimator::kStraightThrough: return straight_through(draw_class(context, logits), weights);
      default:
        return gumbel_softmax(context, logits, settings_.temperature, settings_.estimator == Estimator::kGumbelHard);
    }
  }();
  const Var read_by = where_there(drawn);
  const bool either = settings_.expected > 0 || settings_.expected_first > 0;
  return {either ? mix(expecting(past).expects, weights, read_by) : read_by, drawn};
}

Recurrent::Step HardAttention::look(const Context& context, Var queries, const State& past) const {
  Tape& tape = context.tape;
  const auto source = past.as<AnnotationState>();
  const Var weights = lookup_.weights(queries, source);
  const auto [read_by, drawn] = choose(context, weights, past);
  if (tape.watcher())
    for (size_t i = 0; i < weights.cols; ++i)
      watch("probabilities", columns(weights, i, 1), kAlignment.called("probability of a look").over(grid_.across));
  watch_alignments(read_by, grid_);
  State next = past;
  if (context.training()) next = State::of(tape, source, expecting(past), LastChoice{weights, drawn});
  return {gate_.through(read(source.annotations, read_by), queries), next};
}

bool HardAttention::has_own_objective() const { return settings_.estimator == Estimator::kReinforce || costs_.on(); }

std::vector<uint64_t> HardAttention::stages() const {
  if (settings_.expected_first == 0) return {ParameterStore::kTrained};
  return {ParameterStore::kTrained, 0};
}

Var HardAttention::reinforced(const Context& context, Var logits, Var drawn, Var counts, const State& last,
                              const AnswerOfLooks& told) const {
  Tape& tape = context.tape;
  const Var mean = tape.parameter(baseline_);
  const Var advantage = advantages(tape, told.log_probabilities, mean, told.looks, settings_.credit);
  tape.observe(baseline_, rewards(tape, told.log_probabilities, told.looks, settings_.credit));
  // An episode that read expectations has drawn nothing to be credited.
  const Var drew = shift(negate(expecting(last).expects), 1);
  const Var terms = multiply(multiply(advantage, log_probability(logits, drawn)), multiply(counts, drew));
  return scale(sum(terms), -settings_.reward);
}

Var HardAttention::objective(const Context& context, std::span<const State> looked, const AnswerOfLooks& told) const {
  const Var weights = beside_of(looked, [](const State& state) { return last_choice(state).probabilities; });
  const Var costs = costs_.with(told, weights, looked.front().as<AnnotationState>().there);
  if (settings_.estimator != Estimator::kReinforce) return costs;
  const Var counts = looks_that_count(context.tape, told.looks, weights.cols);
  const Var drawn = beside_of(looked, [](const State& state) { return last_choice(state).drawn; });
  return add(costs, reinforced(context, logits_of(weights), drawn, counts, looked.front(), told));
}

}  // namespace tapehead::inline TAPEHEAD_REAL
