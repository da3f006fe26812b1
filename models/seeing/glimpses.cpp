#include "models/seeing/glimpses.hpp"

#include <algorithm>
#include <array>

#include "autodiff/base/error.hpp"
#include "autodiff/ops/dropout.hpp"
#include "autodiff/ops/linear.hpp"
#include "autodiff/ops/ops.hpp"
#include "autodiff/ops/watch.hpp"
#include "models/scored_steps.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

/// The return of each drawn place: the share of right classes among those predicted after it, 1×places; and 1 where a
/// class is the target, 1×1.
struct Rewards {
  Var reward, asked;
};

Rewards rewards_of(const Batch& batch, size_t first, uint32_t step, std::span<const Var> told, size_t places) {
  Tape& tape = *told.front().tape;
  const size_t items = tape.value(told.front()).batch;
  const Rewards all{tape.make(1, places, items), tape.make(1, 1, items)};
  for (size_t b = 0; b < items; ++b) {
    // From the last glimpse back: a place is credited with the glimpses from it on.
    Real right = 0, looks = 0;
    size_t place = places;
    for (size_t n = told.size(); n-- > 0;) {
      const auto logits = tape.value(told[n]);
      const Real* const scores = logits.item(b);
      const auto likeliest = static_cast<uint32_t>(std::max_element(scores, scores + logits.rows) - scores);
      right += likeliest == batch.target.token(first + b, step) ? 1 : 0;
      looks += 1;
      if (place > 0) tape.fill(all.reward).item(b)[--place] = right / looks;
    }
    while (place > 0) tape.fill(all.reward).item(b)[--place] = right / looks;
    *tape.fill(all.asked).item(b) = *batch.scored(first + b, step);
  }
  return {stop_gradient(all.reward), all.asked};
}

/// Whether a value is one of a state's, or of its parts'.
bool has(const State& state, const Var& value) {
  const auto is_same = [&](const Var& one) { return one.node == value.node && one.offset == value.offset; };
  return std::any_of(state.begin(), state.end(), is_same) ||
         std::any_of(state.parts().begin(), state.parts().end(), [&](const State& part) { return has(part, value); });
}

}  // namespace

Glimpses::Glimpses(const Scope& scope, const Spec& spec, const GlimpsesSettings& settings, const Parts& parts)
    : settings_(settings), core_(parts.core(scope, settings.glimpse)) {
  const size_t features = core_.features();
  gaze_ = parts.gaze(scope / "gaze", features);
  const Scope network = scope / "glimpse";
  what_ = network.add("what", settings.what, gaze_->seen_size() + 1, glorot_with_bias());
  where_ = network.add("where", settings.where, gaze_->place_size() + 1, glorot_with_bias());
  glimpse_ = network.add("weights", settings.glimpse, settings.what + settings.where + 1, glorot_with_bias());
  output_ = (scope / "output").add("weights", spec.outputs(), features + 1, glorot_with_bias());
  if (gaze_->learns_by_reward()) baseline_ = (scope / "baseline").add("weights", 1, features + 1, zeros());
}

size_t Glimpses::step_weights() const {
  return settings_.what * gaze_->seen_size() + settings_.glimpse * (settings_.what + settings_.where) +
         core_.features() * (core_.features() + settings_.glimpse);
}

Var Glimpses::glimpse(const Context& context, const Look& look) const {
  Tape& tape = context.tape;
  const Var both = linear(tape.parameter(glimpse_), {relu(linear(tape.parameter(what_), {look.seen})),
                                                     relu(linear(tape.parameter(where_), {look.place}))});
  return dropout(relu(both), settings_.dropout, context);
}

Var Glimpses::classes(const Context& context, std::span<const Var> features) const {
  context.tape.at("output");
  return linear(context.tape.parameter(output_), {dropout(stack(features), settings_.dropout, context)});
}

Glimpses::Glimpsed Glimpses::glimpsed(const Context& context, Var picture, const MemoryCore::Thought& before,
                                      size_t number) const {
  Tape& tape = context.tape;
  tape.at_step(number + 1);
  tape.at("gaze");
  const Look look = [&] {
    const Within gaze(tape, "gaze");
    return gaze_->look(context, picture, before.features, number);
  }();
  tape.at("glimpse");
  return {look, core_.think(context, glimpse(context, look), before.state)};
}

State Glimpses::state_after(const Context& context, const Batch& batch, size_t first, size_t steps) const {
  Tape& tape = context.tape;
  const Var picture = batch.inputs[0].on(tape, first, context.batch, 0, 1);
  MemoryCore::Thought thought{{}, core_.start(context)};
  for (size_t n = 0; n < std::min(steps, settings_.looks); ++n)
    thought = glimpsed(context, picture, thought, n).thought;
  Var* const beside = tape.keep<Var>(thought.features.size());
  const auto end = std::copy_if(thought.features.begin(), thought.features.end(), beside,
                                [&](const Var& feature) { return !has(thought.state, feature); });
  const std::array parts{thought.state, State(tape, {beside, static_cast<size_t>(end - beside)})};
  return State::of_parts(tape, std::span<const State>(parts));
}

Glimpses::Seen Glimpses::see(const Context& context, Var picture) const {
  Tape& tape = context.tape;
  Var* const windows = tape.keep<Var>(settings_.looks);
  Var* const thoughts = tape.keep<Var>(settings_.looks);
  Var* const log_densities = tape.keep<Var>(settings_.looks);
  Var* const told = tape.keep<Var>(settings_.looks);
  size_t drawn = 0, said = 0;
  MemoryCore::Thought thought{{}, core_.start(context)};
  for (size_t n = 0; n < settings_.looks; ++n) {
    const auto [look, next] = glimpsed(context, picture, thought, n);
    if (look.log_density) {
      thoughts[drawn] = stack(thought.features);
      log_densities[drawn++] = *look.log_density;
    }
    windows[n] = look.window;
    thought = next;
    const bool scored = n + 1 == settings_.looks || (settings_.told_at_every_look && context.training());
    if (scored) told[said++] = classes(context, thought.features);
    if (tape.watcher())
      watch("classes", softmax(linear(tape.parameter(output_), thought.features)),
            View{"class", "", 0, 1}.called("Class, if it stopped here"));
  }
  if (tape.watcher()) watch("glimpses", beside({windows, settings_.looks}), kGlimpses);
  return {{told, said}, {thoughts, drawn}, {log_densities, drawn}};
}

Answers Glimpses::run(const Context& context, const Batch& batch, size_t first) const {
  Tape& tape = context.tape;
  const auto steps = scored_steps(tape, batch);
  if (steps.size() > 1 || batch.inputs[0].steps == 0)
    throw ShapeError("glimpses: got several scored steps, or no picture; one answer for one picture is needed");
  const Seen seen = see(context, batch.inputs[0].on(tape, first, context.batch, 0, 1));
  Answers answers{seen.told.back(), steps};
  if (context.training() && has_own_objective() && !steps.empty())
    answers.objective = objective(answers, batch, first, seen);
  return answers;
}

Var Glimpses::objective(const Answers& answers, const Batch& batch, size_t first, const Seen& seen) const {
  Var cost = sequence_loss(answers, batch, first);
  for (const Var logits : seen.told.first(seen.told.size() - 1))
    cost = add(cost, sequence_loss(Answers{logits, answers.steps}, batch, first));
  cost = scale(cost, Real{1} / static_cast<Real>(seen.told.size()));
  if (seen.log_densities.empty()) return cost;
  const auto [reward, asked] = rewards_of(batch, first, answers.steps.front(), seen.told, seen.log_densities.size());
  const Var baselines = linear(cost.tape->parameter(baseline_), {stop_gradient(beside(seen.thoughts))});
  const Var surprise = multiply(asked, subtract(reward, baselines));
  const Var rewarded = sum(multiply(stop_gradient(surprise), beside(seen.log_densities)));
  return add(subtract(cost, scale(rewarded, settings_.reward)), sum(square(surprise)));
}

}  // namespace tapehead::inline TAPEHEAD_REAL
