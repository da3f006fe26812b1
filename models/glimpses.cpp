#include "models/glimpses.hpp"

#include <algorithm>

#include "autodiff/base/error.hpp"
#include "autodiff/linear.hpp"
#include "autodiff/ops.hpp"
#include "autodiff/watch.hpp"
#include "models/scored_steps.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

/// 1 for an item whose likeliest class is the right one, else 0; and 1 where a class is asked for: 1×1 both.
struct Rewards {
  Var reward, asked;
};

Rewards rewards_of(const Answers& answers, const Batch& batch, size_t first) {
  Tape& tape = *answers.logits.tape;
  const auto logits = tape.value(answers.logits);
  const uint32_t step = answers.steps.front();
  const Rewards all{tape.make(1, 1, logits.batch), tape.make(1, 1, logits.batch)};
  for (size_t b = 0; b < logits.batch; ++b) {
    const Real* const scores = logits.item(b);
    const auto likeliest = static_cast<uint32_t>(std::max_element(scores, scores + logits.rows) - scores);
    *tape.fill(all.reward).item(b) = likeliest == batch.target.token(first + b, step) ? 1 : 0;
    *tape.fill(all.asked).item(b) = *batch.scored(first + b, step);
  }
  return {stop_gradient(all.reward), all.asked};
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

Var Glimpses::glimpse(Tape& tape, const Look& look) const {
  return relu(linear(tape.parameter(glimpse_), {relu(linear(tape.parameter(what_), {look.seen})),
                                                relu(linear(tape.parameter(where_), {look.place}))}));
}

Glimpses::Seen Glimpses::see(const Context& context, Var picture) const {
  Tape& tape = context.tape;
  Var* const windows = tape.keep<Var>(settings_.looks);
  Var* const thoughts = tape.keep<Var>(settings_.looks);
  Var* const log_densities = tape.keep<Var>(settings_.looks);
  size_t drawn = 0;
  std::span<const Var> features;
  State state = core_.start(context);
  for (size_t n = 0; n < settings_.looks; ++n) {
    tape.at_step(n + 1);
    tape.at("gaze");
    const Look look = [&] {
      const Within gaze(tape, "gaze");
      return gaze_->look(context, picture, features, n);
    }();
    if (look.log_density) {
      thoughts[drawn] = stack(features);
      log_densities[drawn++] = *look.log_density;
    }
    windows[n] = look.window;
    tape.at("glimpse");
    const MemoryCore::Thought thought = core_.think(context, glimpse(tape, look), state);
    features = thought.features;
    state = thought.state;
    if (tape.watcher())
      watch("classes", softmax(linear(tape.parameter(output_), features)),
            View{"class", "", 0, 1}.called("Class, if it stopped here"));
  }
  if (tape.watcher()) watch("glimpses", beside({windows, settings_.looks}), kGlimpses);
  return {features, {thoughts, drawn}, {log_densities, drawn}};
}

Answers Glimpses::run(const Context& context, const Batch& batch, size_t first) const {
  Tape& tape = context.tape;
  const auto steps = scored_steps(tape, batch);
  if (steps.size() > 1 || batch.inputs[0].steps == 0)
    throw ShapeError("glimpses: got several scored steps, or no picture; one answer for one picture is needed");
  const Seen seen = see(context, batch.inputs[0].on(tape, first, context.batch, 0, 1));
  tape.at("output");
  Answers answers{linear(tape.parameter(output_), seen.features), steps};
  if (context.training() && has_own_objective() && !steps.empty())
    answers.objective = objective(answers, batch, first, seen);
  return answers;
}

Var Glimpses::objective(const Answers& answers, const Batch& batch, size_t first, const Seen& seen) const {
  Tape& tape = *answers.logits.tape;
  const Var cost = sequence_loss(answers, batch, first);
  if (seen.log_densities.empty()) return cost;
  const auto [reward, asked] = rewards_of(answers, batch, first);
  const Var baselines = linear(tape.parameter(baseline_), {stop_gradient(beside(seen.thoughts))});
  const Var surprise = multiply(asked, subtract(reward, baselines));
  const Var rewarded = sum(multiply(stop_gradient(surprise), beside(seen.log_densities)));
  return add(subtract(cost, scale(rewarded, settings_.reward)), sum(square(surprise)));
}

}  // namespace tapehead::inline TAPEHEAD_REAL
