#include "memory/ntm/ntm.hpp"

#include <cmath>

#include "autodiff/ops/ops.hpp"
#include "autodiff/ops/watch.hpp"
#include "autodiff/tape/in_part.hpp"
#include "memory/matrix/access.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

/// Standard deviation of the learned first read at the start: small, but not zero, so that no two are alike.
constexpr Real kStartReadDeviation = Real(0.01);

/// Followed by the addressing's own state.
struct NtmState {
  TAPEHEAD_VALUES(reads, memory);
};

}  // namespace

NtmMemory::NtmMemory(const Scope& scope, const NtmSettings& settings, std::unique_ptr<Addressing> addressing)
    : settings_(settings), addressing_(std::move(addressing)) {
  const Real bound = 1 / std::sqrt(static_cast<Real>(settings.slots + settings.width));
  if (settings.start_memory == StartMemory::kLearned)
    start_memory_ = scope.add("start", settings.slots, settings.width, uniform(bound));
  if (settings.start_memory == StartMemory::kRandom)
    start_memory_ = scope.add_constant("start", settings.slots, settings.width, uniform(bound));
  start_reads_ = scope.add("start-reads", settings.width, settings.read_heads, normal(kStartReadDeviation));
}

size_t NtmMemory::controls() const {
  return addressing_->controls() * heads() + 2 * settings_.width * settings_.write_heads;
}

void NtmMemory::add_start_biases(std::span<Real> biases) const {
  const size_t each = addressing_->controls();
  for (size_t h = 0; h < heads(); ++h)
    addressing_->add_start_biases(h < settings_.read_heads ? settings_.read_biases : settings_.write_biases,
                                  biases.subspan(h * each, each));
}

/// A step leaves a memory and its weightings.
Footprint NtmMemory::footprint() const {
  const auto slots = static_cast<double>(settings_.slots), width = static_cast<double>(settings_.width);
  return {slots * width, slots * (width + static_cast<double>(heads() * addressing_->weightings()))};
}

StateNames NtmMemory::state_names() const { return joined(names_of<NtmState>(), addressing_->state_names()); }

State NtmMemory::start(const Context& context) const {
  Tape& tape = context.tape;
  const Var memory = settings_.start_memory == StartMemory::kConstant
                         ? tape.filled(settings_.slots, settings_.width, context.batch, kConstantMemory)
                         : repeat(tape.parameter(start_memory_), context.batch);
  const Var reads = repeat(tape.parameter(start_reads_), context.batch);
  const State addressing = addressing_->start(context);
  return State::of(tape, NtmState{reshape(reads, this->reads(), 1), memory}, addressing);
}

Recurrent::Step NtmMemory::step(const Context& context, Columns inputs, const State& past) const {
  const Var controls = inputs[0];
  Tape& tape = context.tape;
  const size_t readers = settings_.read_heads, writers = settings_.write_heads, width = settings_.width;
  const size_t addressed = addressing_->controls() * heads();
  const HeadsInView view(tape, readers);
  const Var before = past.as<NtmState>().memory;
  const Var head_controls = reshape(rows(controls, 0, addressed), addressing_->controls(), heads());
  // Before the heads address: from there to the write all goes item by item (Tape::each_item).
  const Var erase = sigmoid(reshape(rows(controls, addressed, width * writers), width, writers));
  const Var add_control = reshape(rows(controls, addressed + width * writers, width * writers), width, writers);
  const Var add = settings_.squash_adds ? tanh(add_control) : add_control;
  const auto [weights, addressing_state] = in_part(
      tape, "addressing", [&] { return addressing_->address(context, head_controls, before, past.after<NtmState>()); });
  const Var read_weights = columns(weights, 0, readers), write_weights = columns(weights, readers, writers);

  const Var reads = in_part(tape, "read", [&] { return read(before, read_weights); });
  const Var memory = in_part(tape, "write", [&] { return write(before, write_weights, erase, add); });

  watch_heads("weights", weights, kWeighting);
  watch("reads", reads, kReadView);
  watch("write/erase", erase, kEraseView);
  watch("write/add", add, kAddView);
  watch("memory", memory, kMemoryView);
  const Var read_column = reshape(reads, this->reads(), 1);
  return {read_column, State::of(tape, NtmState{read_column, memory}, addressing_state)};
}

}  // namespace tapehead::inline TAPEHEAD_REAL
