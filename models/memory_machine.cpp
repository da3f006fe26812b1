#include "models/memory_machine.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "autodiff/linear.hpp"
#include "autodiff/ops.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

// The interface starts wider than Glorot & Bengio's bound, its biases not quite at zero, so that heads differ.
constexpr Real kInterfaceGain = Real(1.4), kInterfaceBiasDeviation = Real(0.01);

Initializer interface_start(const Memory& memory) {
  return [&memory](Stream& stream, MatrixView w) {
    glorot_with_bias(kInterfaceGain, kInterfaceBiasDeviation)(stream, w);
    memory.add_start_biases(w.column(w.cols - 1));
  };
}

/// U(±1/√inputs), biases 0.
void output_start(Stream& stream, MatrixView w) {
  uniform(1 / std::sqrt(static_cast<Real>(w.cols - 1)))(stream, w);
  std::ranges::fill(w.column(w.cols - 1), Real{0});
}

/// h and the reads of one step, one after the other.
std::span<const Var> with_reads(Tape& tape, Var first, const State& reads) {
  Var* all = tape.keep<Var>(reads.size() + 1);
  all[0] = first;
  std::copy(reads.begin(), reads.end(), all + 1);
  return {all, reads.size() + 1};
}

}  // namespace

MemoryMachine::MemoryMachine(ParameterStore& store, const Spec& spec, std::unique_ptr<Memory> memory,
                             const MakeController& make)
    : memory_(std::move(memory)), controller_(make(spec.inputs, memory_->reads())) {
  const size_t hidden = controller_->output_size();
  if (memory_->controls() == 0 && memory_->reads() == 0) whole_ = dynamic_cast<const WholeSequence*>(controller_.get());
  if (memory_->controls() > 0)
    interface_ = store.add("interface/weights", memory_->controls(), hidden + 1, interface_start(*memory_));
  output_ = store.add("output/weights", spec.outputs, hidden + memory_->reads() + 1, output_start);
}

Answers MemoryMachine::run(const Context& context, const Batch& batch, size_t first) const {
  Tape& tape = context.tape;
  const Var inputs = tape.constant(batch.features, batch.steps, context.batch, batch.input(first, 0));
  const Features features = whole_ ? at_once(context, batch, inputs) : step_by_step(context, batch, inputs);
  tape.at("output");
  if (features.steps.empty()) return {{}, features.steps};
  return {linear(tape.parameter(output_), {beside(features.values)}), features.steps};
}

MemoryMachine::Features MemoryMachine::step_by_step(const Context& context, const Batch& batch, Var inputs) const {
  Tape& tape = context.tape;
  auto* scored = tape.keep<uint32_t>(batch.steps);
  Var* features = tape.keep<Var>(batch.steps);
  size_t count = 0;

  State controller_state = controller_->start(context);
  auto [reads, memory_state] = memory_->start(context);
  for (size_t t = 0; t < batch.steps; ++t) {
    tape.at_step(t + 1);
    tape.at("controller");
    const auto step = controller_->step(context, with_reads(tape, columns(inputs, t, 1), reads), controller_state);
    controller_state = step.state;
    if (memory_->controls() > 0) {
      tape.at("memory");
      const Var controls = linear(tape.parameter(interface_), {step.output});
      const auto remembered = memory_->step(context, controls, memory_state);
      reads = remembered.reads;
      memory_state = remembered.state;
    }
    if (!batch.any_scored(t)) continue;
    scored[count] = static_cast<uint32_t>(t);
    features[count++] = stack(with_reads(tape, step.output, reads));
  }
  return {{features, count}, {scored, count}};
}

MemoryMachine::Features MemoryMachine::at_once(const Context& context, const Batch& batch, Var inputs) const {
  Tape& tape = context.tape;
  tape.at("controller");
  const Var outputs = whole_->whole(context, inputs);
  auto* scored = tape.keep<uint32_t>(batch.steps);
  Var* features = tape.keep<Var>(batch.steps);
  size_t count = 0;
  for (size_t t = 0; t < batch.steps; ++t) {
    if (!batch.any_scored(t)) continue;
    scored[count] = static_cast<uint32_t>(t);
    features[count++] = columns(outputs, t, 1);
  }
  return {{features, count}, {scored, count}};
}

}  // namespace tapehead::inline TAPEHEAD_REAL
