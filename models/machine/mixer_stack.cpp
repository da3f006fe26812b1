#include "models/machine/mixer_stack.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>

#include "autodiff/base/error.hpp"
#include "autodiff/ops/linear.hpp"
#include "autodiff/ops/ops.hpp"
#include "autodiff/ops/ragged.hpp"
#include "autodiff/ops/watch.hpp"
#include "controllers/halting.hpp"
#include "controllers/positions.hpp"
#include "memory/steps_at_once.hpp"
#include "models/interface_start.hpp"
#include "models/scored_steps.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

/// The parts of a layer's state; without a convolution, or a memory to be controlled, the window has no columns.
struct MixerState {
  TAPEHEAD_PARTS(window, memory);
};
struct WindowState {
  TAPEHEAD_VALUES(normed);  ///< of the last steps, size×(convolution − 1)
};
/// Of the whole stack, where tokens have position codes.
struct PlaceState {
  TAPEHEAD_VALUES(steps);  ///< so far, 1×1
};

/// Maps vectors of about unit size to tokens of about unit size; each kind of token to a vector of its own.
Initializer token_start(const Spec& spec) {
  if (spec.inputs()[0].kind == StreamKind::kTokens) return normal(1);
  return uniform(std::sqrt(3 / static_cast<Real>(spec.features())));
}

Parameter output_parameter(const Scope& scope, const Spec& spec, const MixerStackSettings& settings) {
  if (settings.tied) return scope.add("bias", spec.outputs(), 1, zeros());
  return scope.add("weights", spec.outputs(), settings.size + 1, glorot_with_bias());
}

/// 1 for this step, 0 for those before.
void own_step_alone(Stream&, MatrixView w) {
  for (Real& x : w.column(0)) x = 1;
}

/// σ(1) for any token, so that at first it halts in its second round.
void two_rounds(Stream&, MatrixView w) { w(0, w.cols - 1) = 1; }

inline constexpr View kHaltingView = View{"round", "", 0, 1}.called("shares of the rounds");

/// Of all items alike.
size_t steps_so_far(const State& stack) {
  const Var steps = stack.parts().back().as<PlaceState>().steps;
  return static_cast<size_t>(*steps.tape->value(steps).item(0));
}

std::string layer_name(size_t i) { return fmt::format("layer-{}", i + 1); }

}  // namespace

MixerStack::MixerStack(const Scope& scope, const Spec& spec, const MixerStackSettings& settings,
                       const std::vector<MakeMemory>& mixers)
    : settings_(settings),
      tokens_(spec.inputs()[0].kind == StreamKind::kTokens ? spec.features() : 0),
      in_((scope / "input").add("weights", settings.size, spec.features() + 1, token_start(spec))),
      out_(output_parameter(scope / "output", spec, settings)),
      positions_(scope / "input", settings.positions, settings.size, settings.max_steps, "model.max-steps"),
      norm_(scope / "norm", settings.size) {
  for (size_t i = 0; i < mixers.size(); ++i) layers_.push_back(make_layer(scope / layer_name(i), mixers[i]));
  for (size_t i = 0; i < depth(); ++i) places_.push_back({layer_name(i) + "/memory", layer_name(i) + "/feedforward"});
  if (settings.ponder > 0) halting_ = (scope / "halting").add("weights", 1, settings.size + 1, two_rounds);
  if (settings.rounds == 1) return;
  codes_.resize(settings.size * settings.rounds);
  const Waves waves(settings.size);
  for (size_t r = 0; r < settings.rounds; ++r) waves.put(static_cast<double>(r + 1), &codes_[r * settings.size]);
}

MixerStack::Layer MixerStack::make_layer(const Scope& scope, const MakeMemory& make) const {
  auto memory = make(scope / "memory");
  const size_t size = settings_.size;
  const Parameter convolution = settings_.convolution > 1 && memory->controls() > 0
                                    ? scope.add("convolution", size, settings_.convolution, own_step_alone)
                                    : Parameter{};
  Parameter interface {
  }, out{};
  if (memory->controls() > 0) {
    interface = scope.add("interface-weights", memory->controls(), size + 1, interface_start(*memory));
    out = scope.add("output-weights", size, memory->reads() + 1, glorot_with_bias());
  }
  return {
      std::move(memory), Norm(scope / "norm", size), convolution, interface, out, {scope / "feedforward", settings_}};
}

StateNames MixerStack::state_names() const {
  std::vector<StateNames> layers;
  for (size_t i = 0; i < depth(); ++i)
    layers.push_back(names_of<MixerState>({names_of<WindowState>(), layer(i).memory->state_names()}));
  StateNames names = names_of_layers(std::move(layers));
  if (has_codes()) names.parts.push_back({"place", names_of<PlaceState>().values});
  return names;
}

State MixerStack::start(const Context& context) const {
  Tape& tape = context.tape;
  State* const states = tape.keep<State>(parts());
  for (size_t i = 0; i < depth(); ++i) {
    const Memory& memory = *layer(i).memory;
    const size_t before = memory.controls() > 0 ? settings_.convolution - 1 : 0;
    const Var none = tape.filled(settings_.size, before, context.batch, 0);
    states[i] = State::of_parts(tape, MixerState{State::of(tape, WindowState{none}), memory.start(context)});
  }
  if (has_codes()) states[depth()] = State::of(tape, PlaceState{tape.filled(1, 1, context.batch, 0)});
  return State::of_parts(tape, {states, parts()});
}

State MixerStack::settled(Tape& tape, const State& state) const {
  State* const states = tape.keep<State>(parts());
  for (size_t i = 0; i < depth(); ++i) {
    const auto parts = state.parts()[i].as<MixerState>();
    states[i] = State::of_parts(tape, MixerState{parts.window, layer(i).memory->settled(tape, parts.memory)});
  }
  if (has_codes()) states[depth()] = state.parts()[depth()];
  return State::of_parts(tape, {states, parts()});
}

/// One layer, any number of steps: tokens: size×steps; before: steps of the sequence before these.
Recurrent::Step MixerStack::through(const Context& context, size_t depth, Var tokens, const State& past,
                                    size_t before_all) const {
  Tape& tape = context.tape;
  const Layer& layer = this->layer(depth);
  if (layer.memory->controls() == 0) return {layer.feedforward(context, tokens), past};
  const auto last = past.as<MixerState>();
  const size_t before = settings_.convolution - 1, steps = tokens.cols;
  const Var normed = layer.norm(tokens);
  Var mixed = normed, window = last.window.as<WindowState>().normed;
  if (before > 0) {
    const Var all = beside(std::array{window, normed}), weights = tape.parameter(layer.convolution);
    mixed = multiply(normed, columns(weights, 0, 1));
    for (size_t i = 1; i <= before; ++i)
      mixed = add(mixed, multiply(columns(all, before - i, steps), columns(weights, i, 1)));
    window = columns(all, steps, before);
  }
  tape.at(places_[depth].mixer.c_str());
  const Var controls = linear(tape.parameter(layer.interface), {mixed});
  const auto [read, memory] = steps == 1 ? layer.memory->step(context, controls, last.memory)
                                         : steps_of(*layer.memory, context, controls, last.memory, before_all);
  const Var added = dropout(linear(tape.parameter(layer.out), {read}), settings_.dropout, context);
  tape.at(places_[depth].feedforward.c_str());
  if (steps > 1) tape.at_step(before_all + 1);
  return {layer.feedforward(context, add(tokens, added)),
          State::of_parts(tape, MixerState{State::of(tape, WindowState{window}), memory})};
}

/// Makes of the tokens after each round, size×steps, and of each round's probabilities to halt, 1×steps, the shares of
/// the rounds, and below them what each step costs.
Var MixerStack::halt(const Var* rounds, Var* halts) const {
  Tape& tape = *rounds[0].tape;
  for (size_t r = 0; r < settings_.rounds; ++r) halts[r] = sigmoid(linear(tape.parameter(halting_), {rounds[r]}));
  const Var shares = halting_shares(stack({halts, settings_.rounds}));
  for (size_t t = 0; tape.watcher() && t < shares.cols; ++t)
    watch("halting", columns(rows(shares, 0, settings_.rounds), t, 1), kHaltingView);
  return shares;
}

MixerStack::Thought MixerStack::through_all(const Context& context, Var inputs, const State& past,
                                            size_t before) const {
  Tape& tape = context.tape;
  tape.at("input");
  Var tokens = linear(tape.parameter(in_), {inputs});
  State* const states = tape.keep<State>(parts());
  const size_t place = has_codes() ? steps_so_far(past) : 0;
  Var *const after = tape.keep<Var>(settings_.rounds), *const halts = tape.keep<Var>(settings_.rounds);
  for (size_t i = 0; i < depth(); ++i) {
    if (i % layers_.size() == 0) {
      if (!codes_.empty())
        tokens = add(tokens, tape.constant(settings_.size, 1, 1, &codes_[i / layers_.size() * settings_.size]));
      tokens = positions_.added_to(tokens, place);
    }
    const Within part(tape, layer_name(i).c_str());
    const Step next = through(context, i, tokens, past.parts()[i], before);
    after[i / layers_.size()] = tokens = next.output;
    states[i] = next.state;
  }
  if (has_codes())
    states[depth()] =
        State::of(tape, PlaceState{tape.filled(1, 1, context.batch, static_cast<Real>(place + size_t{inputs.cols}))});
  tape.at("output");
  Var ponder{};
  if (has_own_objective()) {
    const Var shares = halt(after, halts);
    for (size_t r = 0; r < settings_.rounds; ++r) {
      const Var part = multiply(after[r], rows(shares, r, 1));
      tokens = r == 0 ? part : add(tokens, part);
    }
    ponder = rows(shares, settings_.rounds, 1);
  }
  return {norm_(tokens), State::of_parts(tape, {states, parts()}), ponder};
}

Var MixerStack::outputs(Var features) const {
  Tape& tape = *features.tape;
  const Var out = tape.parameter(out_);
  if (!settings_.tied) return linear(out, {features});
  const Var embeddings = columns(tape.parameter(in_), 0, tokens_);
  const Real scaled = 1 / std::sqrt(static_cast<Real>(settings_.size));
  return linear_transposed(embeddings, scale(features, scaled), out);
}

Recurrent::Step MixerStack::step(const Context& context, Columns inputs, const State& past) const {
  const Thought thought = through_all(context, inputs.size() == 1 ? inputs[0] : stack(inputs), past, 0);
  return {outputs(thought.features), thought.state};
}

Answers MixerStack::run(const Context& context, const Batch& batch, size_t first) const {
  return pass(context, batch, first, {0, batch.steps()}, start(at_start_of(context, batch, first))).answers;
}

RecurrentModel::Passage MixerStack::pass(const Context& context, const Batch& batch, size_t first, StepRange steps,
                                         const State& past) const {
  Tape& tape = context.tape;
  if (batch.inputs.size() != 1 || batch.inputs[0].steps != batch.steps())
    throw ShapeError(
        fmt::format("mixer stack: got {} inputs, the first of {} steps, for a target of {}; one input as "
                    "long as the target is needed",
                    batch.inputs.size(), batch.inputs[0].steps, batch.steps()));
  if (steps.from == steps.to) return {{}, past};
  const Var inputs = batch.inputs[0].on(tape, first, context.batch, steps.from, steps.to);
  tape.at_step(steps.from + 1);
  const auto [features, state, ponder] = through_all(context, inputs, past, steps.from);
  auto* scored = tape.keep<uint32_t>(steps.to - steps.from);
  Var* asked = tape.keep<Var>(steps.to - steps.from);
  size_t count = 0;
  for (size_t t = steps.from; t < steps.to; ++t) {
    if (!batch.any_scored(t)) continue;
    scored[count] = static_cast<uint32_t>(t);
    asked[count++] = columns(features, t - steps.from, 1);
  }
  if (count == 0) return {{}, state};
  Answers answers = answers_at(
      context, [this](Var x) { return outputs(x); }, beside(std::span<const Var>(asked, count)), {scored, count}, batch,
      first);
  if (context.training() && has_own_objective()) {
    const Var there = batch.inputs[0].mask_on(tape, first, context.batch, steps.from, steps.to);
    const Var cost = sum(multiply(ponder, transposed(there)));  // padding costs nothing
    answers.objective = add(sequence_loss(answers, batch, first), scale(cost, settings_.ponder));
  }
  return {answers, state};
}

std::optional<LookedUp> MixerStack::looked_up() const {
  return tokens_ > 0 && !settings_.tied ? std::optional(LookedUp{in_, tokens_}) : std::nullopt;
}

size_t MixerStack::cost() const {
  size_t all = 0;
  for (const Layer& layer : layers_) all += layer.memory->cost();
  return all * settings_.rounds;
}

Footprint MixerStack::footprint() const {
  Footprint all;
  for (const Layer& layer : layers_) {
    all.state += layer.memory->footprint().state;
    all.step += static_cast<double>(layer.memory->controls() + layer.memory->reads());
  }
  const auto rounds = static_cast<double>(settings_.rounds);
  return {all.state * rounds, all.step * rounds};
}

Held MixerStack::held() const {
  Held all;
  for (const Layer& layer : layers_) {
    if (!layer.memory) continue;
    const Held one = held_by(*layer.memory);
    all.numbers += one.numbers * settings_.rounds;
    all.untouched += one.untouched * settings_.rounds;
  }
  return all;
}

}  // namespace tapehead::inline TAPEHEAD_REAL
