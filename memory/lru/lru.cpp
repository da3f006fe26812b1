#include "memory/lru/lru.hpp"

#include <array>

#include "autodiff/ops/ops.hpp"
#include "autodiff/ops/watch.hpp"
#include "memory/lru/ops.hpp"
#include "memory/matrix/access.hpp"
#include "memory/matrix/of_writers.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

size_t LruMemory::controls() const {
  const size_t written = settings_.write_keys ? 0 : settings_.width * settings_.write_heads;
  return (settings_.width + 1) * settings_.read_heads + settings_.write_heads + written;
}

void LruMemory::add_start_biases(std::span<Real> biases) const {
  const size_t strengths = settings_.width * settings_.read_heads, gates = strengths + settings_.read_heads;
  for (size_t i = strengths; i < gates; ++i) biases[i] += settings_.strength_bias;
  for (size_t i = gates; i < gates + settings_.write_heads; ++i) biases[i] += settings_.gate_bias;
}

/// A step leaves a memory; each reading head's scores and weighting; each writing head's least used slot and weighting;
/// the usage and what was added to it.
Footprint LruMemory::footprint() const {
  const auto slots = static_cast<double>(settings_.slots), width = static_cast<double>(settings_.width);
  const auto weightings = static_cast<double>(2 * (settings_.read_heads + settings_.write_heads) + 2);
  return {slots * width, slots * (width + weightings)};
}

StateNames LruMemory::state_names() const { return names_of<LruState>(); }

State LruMemory::start(const Context& context) const {
  Tape& tape = context.tape;
  const size_t slots = settings_.slots, readers = settings_.read_heads, batch = context.batch;
  const Var memory = tape.filled(slots, settings_.width, batch, 0);  // like a cleared slot
  const Var usage = tape.filled(slots, 1, batch, 0);
  // The first slots are also the least used, so the first write goes to a single slot for any gate.
  const Var looked = least_used(usage, readers);
  return State::of(tape, LruState{tape.filled(reads(), 1, batch, 0), memory, looked, usage});
}

Recurrent::Step LruMemory::step(const Context& context, Columns inputs, const State& past) const {
  const Var controls = inputs[0];
  Tape& tape = context.tape;
  const size_t readers = settings_.read_heads, writers = settings_.write_heads, width = settings_.width;
  const HeadsInView view(tape, readers);
  const auto last = past.as<LruState>();
  const Var before = last.memory, looked = last.read_weights, usage = last.usage;
  const Var keys = reshape(rows(controls, 0, width * readers), width, readers);
  const Var strengths = softplus(reshape(rows(controls, width * readers, readers), 1, readers));
  const Var gates = sigmoid(reshape(rows(controls, (width + 1) * readers, writers), 1, writers));
  const Var write_controls =
      settings_.write_keys ? of_writers(keys, writers)
                           : reshape(rows(controls, (width + 1) * readers + writers, width * writers), width, writers);
  const Var written = settings_.squash_writes ? tanh(write_controls) : write_controls;

  const Var unused = least_used(usage, writers);                                          // eq. 6, of the step before
  const Var write_weights = mix(gates, of_writers(looked, writers), unused);              // eq. 7
  const Var memory = clear_and_add(before, sum_columns(unused), write_weights, written);  // eq. 8
  const Var seen = settings_.write_first ? memory : before;
  const Var read_weights = content_->weights(seen, keys, strengths);  // eqs. 2 and 3
  const Var reads = read(seen, read_weights);                         // eq. 4
  const Var used = sum_columns(beside(std::array{read_weights, write_weights}));
  const Var next_usage = add(scale(usage, settings_.usage_decay), used);  // eq. 5

  watch("write/least-used", unused, kWeighting.called("least used"));
  watch("write/gate", gates, kGate);
  watch("write/weights", write_weights, kWeighting);
  watch("read/weights", read_weights, kWeighting);
  watch("write/add", written, kAddView);
  watch("reads", reads, kReadView);
  watch("usage", next_usage, kUsageView);
  watch("memory", memory, kMemoryView);
  const Var read_column = reshape(reads, this->reads(), 1);
  return {read_column, State::of(tape, LruState{read_column, memory, read_weights, next_usage})};
}

}  // namespace tapehead::inline TAPEHEAD_REAL
