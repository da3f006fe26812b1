#include "models/machine/memory_machine.hpp"

#include <fmt/format.h>
#include <algorithm>

#include <cmath>
#include <limits>
#include <span>

#include "autodiff/base/error.hpp"
#include "autodiff/ops/linear.hpp"
#include "autodiff/ops/ops.hpp"
#include "autodiff/ops/watch.hpp"
#include "models/scored_steps.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

/// U(±1/√inputs), biases 0.
void output_start(Stream& stream, MatrixView w) {
  uniform(1 / std::sqrt(static_cast<Real>(w.cols - 1)))(stream, w);
  const std::span<Real> biases = w.column(w.cols - 1);
  std::fill(biases.begin(), biases.end(), Real{0});
}

/// One column for each of the steps.
Var inputs_on(const Context& context, const Batch& batch, size_t first, RecurrentModel::StepRange steps) {
  if (batch.inputs.size() != 1 || batch.inputs[0].steps != batch.steps())
    throw ShapeError(
        fmt::format("memory machine: got {} inputs, the first of {} steps, for a target of {}; one input as "
                    "long as the target is needed",
                    batch.inputs.size(), batch.inputs[0].steps, batch.steps()));
  return batch.inputs[0].on(context.tape, first, context.batch, steps.from, steps.to);
}

/// How many steps' inputs make one value, whose numbers are counted in 32 bits.
size_t steps_of_one_value(const Batch& batch) {
  return std::numeric_limits<uint32_t>::max() / std::max<size_t>(1, batch.features());
}

/// The inputs of a batch, step after step. With very large vocabularies they are split into several values.
class InputSteps final {
 public:
  InputSteps(const Context& context, const Batch& batch, size_t first, RecurrentModel::StepRange steps)
      : context_(context), batch_(batch), first_(first), steps_(steps), at_once_(steps_of_one_value(batch)) {}

  /// The next step's input, from the range's first on.
  Var next() {
    if (at_ % at_once_ == 0) {
      const size_t from = steps_.from + at_;
      piece_ = inputs_on(context_, batch_, first_, {from, std::min(from + at_once_, steps_.to)});
    }
    return columns(piece_, at_++ % at_once_, 1);
  }

 private:
  const Context& context_;
  const Batch& batch_;
  size_t first_;
  RecurrentModel::StepRange steps_;
  size_t at_once_, at_ = 0;
  Var piece_;
};

}  // namespace

MemoryMachine::MemoryMachine(const Scope& scope, const Spec& spec, const MemoryCore::MakeMemory& make_memory,
                             const MemoryCore::MakeController& make_controller, const MakeStem& make_stem)
    : inputs_(spec.features()),
      speaks_(spec.says() && spec.input_count == 1),
      stem_(make_stem(scope / "stem", spec)),
      core_(scope, stem_ ? stem_->size() : spec.features(), make_memory, make_controller),
      output_((scope / "output").add("weights", spec.outputs(), core_.features() + 1, output_start)) {}

State MemoryMachine::start(const Context& context) const { return core_.start(context); }

State MemoryMachine::settled(Tape& tape, const State& state) const { return core_.settled(tape, state); }

Recurrent::Step MemoryMachine::step(const Context& context, Columns inputs, const State& past) const {
  const Var x = seen(context.tape, inputs.size() == 1 ? inputs[0] : stack(inputs));
  const MemoryCore::Thought thought = core_.think(context, x, past);
  context.tape.at("output");
  return {linear(context.tape.parameter(output_), thought.features), thought.state};
}

Answers MemoryMachine::run(const Context& context, const Batch& batch, size_t first) const {
  const Context told = at_start_of(context, batch, first);
  if (!core_.whole() || batch.steps() > steps_of_one_value(batch))
    return pass(context, batch, first, {0, batch.steps()}, start(told)).answers;
  return answers_of(context, at_once(told, batch, inputs_on(context, batch, first, {0, batch.steps()})), batch, first);
}

RecurrentModel::Passage MemoryMachine::pass(const Context& context, const Batch& batch, size_t first, StepRange steps,
                                            const State& past) const {
  Tape& tape = context.tape;
  InputSteps inputs(context, batch, first, steps);
  const std::optional<Var> ahead = seen_ahead(context, batch, first, steps);
  auto* scored = tape.keep<uint32_t>(steps.to - steps.from);
  Var* features = tape.keep<Var>(steps.to - steps.from);
  size_t count = 0;
  State state = past;
  for (size_t t = steps.from; t < steps.to; ++t) {
    tape.at_step(t + 1);
    const MemoryCore::Thought thought = ahead ? core_.think_ahead(context, columns(*ahead, t - steps.from, 1), state)
                                              : core_.think(context, seen(tape, inputs.next()), state);
    state = thought.state;
    if (!batch.any_scored(t)) continue;
    scored[count] = static_cast<uint32_t>(t);
    features[count++] = stack(thought.features);
  }
  return {answers_of(context, {{features, count}, {scored, count}}, batch, first), state};
}

size_t MemoryMachine::together(const Batch& batch, size_t first, size_t most) const {
  size_t count = 1;
  while (count < most && batch.answer_begins(first + count) == batch.answer_begins(first)) ++count;
  return count;
}

State MemoryMachine::listen(const Context& context, const Batch& batch, size_t first) const {
  if (together(batch, first, context.batch) < context.batch)
    throw ShapeError("memory machine: got episodes whose answers begin at different steps; it listens to them apart");
  const size_t heard = batch.answer_begins(first);
  State state = start(context);
  if (heard == 0) return state;
  InputSteps inputs(context, batch, first, {0, heard});
  for (size_t t = 0; t < heard; ++t) {
    context.tape.at_step(t + 1);
    state = core_.think(context, seen(context.tape, inputs.next()), state).state;
  }
  return state;
}

Recurrent::Step MemoryMachine::say(const Context& context, Var previous, const State& past) const {
  const auto read = static_cast<uint32_t>(inputs_ - previous.rows);  // token kinds that only occur as inputs
  uint32_t* const tokens = context.tape.keep<uint32_t>(context.batch);
  for (size_t b = 0; b < context.batch; ++b) tokens[b] = read + context.tape.token(previous, b, 0);
  return step(context, context.tape.tokens(inputs_, 1, context.batch, tokens), past);
}

Var MemoryMachine::seen(Tape& tape, Var steps) const {
  if (!stem_) return steps;
  tape.at("stem");
  return (*stem_)(tape, steps);
}

std::optional<Var> MemoryMachine::seen_ahead(const Context& context, const Batch& batch, size_t first,
                                             StepRange steps) const {
  if (!stem_ || stem_->size() < kWide || !core_.sees_ahead()) return {};
  const Var all = seen(context.tape, inputs_on(context, batch, first, steps));
  context.tape.at("controller");
  return core_.sees_ahead()->ahead(context, all);
}

Answers MemoryMachine::answers_of(const Context& context, const Features& features, const Batch& batch,
                                  size_t first) const {
  context.tape.at("output");
  if (features.steps.empty()) return {{}, features.steps};
  return linear_answers(context, output_, beside(features.values), features.steps, batch, first);
}

MemoryMachine::Features MemoryMachine::at_once(const Context& context, const Batch& batch, Var inputs) const {
  Tape& tape = context.tape;
  const Var steps = seen(tape, inputs);
  tape.at("controller");
  const Within controller(tape, "controller");
  const Var outputs = core_.whole()->whole(context, steps);
  auto* scored = tape.keep<uint32_t>(batch.steps());
  Var* features = tape.keep<Var>(batch.steps());
  size_t count = 0;
  for (size_t t = 0; t < batch.steps(); ++t) {
    if (!batch.any_scored(t)) continue;
    scored[count] = static_cast<uint32_t>(t);
    features[count++] = columns(outputs, t, 1);
  }
  return {{features, count}, {scored, count}};
}

}  // namespace tapehead::inline TAPEHEAD_REAL
