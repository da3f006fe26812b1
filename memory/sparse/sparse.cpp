#include "memory/sparse/sparse.hpp"

#include <algorithm>
#include <utility>

#include "autodiff/ops/ops.hpp"
#include "autodiff/ops/watch.hpp"
#include "memory/matrix/of_writers.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

/// With more slots than this, watchers see the chosen slots instead of the whole memory.
constexpr size_t kMostSlotsShown = 1024;

constexpr View kChosenView{"chosen", "head", 0, 1, "weighting"};
constexpr View kModesView{"backward, content, forward", "head", 0, 1, "share"};

SparseAccessState accessed_in(const SparseState& state, size_t width, size_t heads) {
  return {reshape(state.reads, width, heads), state.read_weights, state.read_slots, state.memory, state.links};
}

SparseState state_of(const SparseAccessState& accessed, Var keys) {
  const Var reads = reshape(accessed.reads, accessed.reads.rows * accessed.reads.cols, 1);
  return {reads, accessed.weights, accessed.slots, accessed.memory, accessed.links, keys};
}

}  // namespace

size_t SparseMemory::controls() const {
  const size_t modes = settings_.kept_links > 0 ? 3 : 0;
  return (settings_.width + 1 + modes) * settings_.read_heads + (settings_.width + 2) * settings_.write_heads;
}

void SparseMemory::add_start_biases(std::span<Real> biases) const {
  const size_t strengths = settings_.width * settings_.read_heads;
  const size_t amounts = strengths + settings_.read_heads + settings_.width * settings_.write_heads;
  for (size_t h = 0; h < settings_.read_heads; ++h) biases[strengths + h] += settings_.strength_bias;
  for (size_t h = 0; h < settings_.write_heads; ++h) {
    biases[amounts + h] += settings_.amount_bias;
    biases[amounts + settings_.write_heads + h] += settings_.gate_bias;
  }
}

/// The start content is shared by all episodes. A step leaves a row for each writing head, which erases a slot of its
/// own; for each reading head the read, and for each slot chosen its number, weight and share.
Footprint SparseMemory::footprint() const {
  const auto width = static_cast<double>(settings_.width);
  const auto readers = static_cast<double>(settings_.read_heads), writers = static_cast<double>(settings_.write_heads);
  return {0, writers * width + readers * (width + 3 * static_cast<double>(chosen()))};
}

Held SparseMemory::held() const {
  const size_t row = settings_.width + 1;                                        // and when it was accessed last
  const size_t links = settings_.kept_links > 0 ? 4 * settings_.kept_links : 0;  // of a slot, in N and P
  const size_t numbers = settings_.slots * (row + links) + links / 2;            // and the precedence
  const size_t slots = chosen() * settings_.read_heads + (chosen() + 1) * settings_.write_heads;
  return {numbers, numbers - std::min(numbers, slots * (row + links) + links / 2)};
}

StateNames SparseMemory::state_names() const { return names_of<SparseState>(); }

State SparseMemory::start(const Context& context) const {
  Tape& tape = context.tape;
  const SparseAccessState accessed = start_sparse(tape, beginning_, how_, settings_.read_heads, context.batch);
  return State::of(tape, state_of(accessed, tape.filled(settings_.width, settings_.read_heads, context.batch, 0)));
}

Recurrent::Step SparseMemory::step(const Context& context, Columns inputs, const State& past) const {
  Tape& tape = context.tape;
  const auto last = past.as<SparseState>();
  const size_t readers = settings_.read_heads, writers = settings_.write_heads, width = settings_.width;
  size_t row = 0;
  const auto next = [&](size_t rows_each, size_t columns) {
    const size_t count = rows_each * columns;
    return reshape(rows(inputs[0], std::exchange(row, row + count), count), rows_each, columns);
  };
  SparseControls said;
  said.keys = next(width, readers);
  said.strengths = softplus(next(1, readers));
  said.vectors = next(width, writers);
  if (settings_.write_past_keys) said.vectors = add(said.vectors, of_writers(last.keys, writers));
  if (settings_.squash_writes) said.vectors = tanh(said.vectors);
  const Var shares = sigmoid(next(1, 2 * writers));
  said.amounts = columns(shares, 0, writers);
  said.gates = columns(shares, writers, writers);
  if (settings_.kept_links > 0) said.modes = softmax(next(3, readers));
  const SparseAccessState accessed = sparse_access(beginning_, how_, accessed_in(last, width, readers), said);

  if (tape.watcher()) {
    const bool all = settings_.slots <= kMostSlotsShown;
    watch("write/gate", said.gates, kGate);
    watch("write/amount", said.amounts, kGate);
    const View slots_view{"chosen", "head", 0, static_cast<double>(settings_.slots - 1), "slot"};
    const auto look = [&](const char* slots, const char* weights, const ChosenSlots& chosen) {
      if (all) return watch(weights, dense_weights(accessed, chosen), kWeighting);
      watch(slots, chosen.slots, slots_view);
      watch(weights, chosen.weights, kChosenView);
    };
    look("write/slots", "write/weights", chosen_writes(accessed));
    watch("write/add", said.vectors, kAddView);
    watch("read/strength", said.strengths, kStrength);
    if (settings_.kept_links > 0) watch("read/modes", said.modes, kModesView);
    look("read/slots", "read/weights", {accessed.slots, accessed.weights});
    watch("reads", accessed.reads, kReadView);
    if (all) watch("memory", dense_rows(accessed), kMemoryView);
  }
  const SparseState state = state_of(accessed, said.keys);
  return {state.reads, State::of(tape, state)};
}

/// Turns the memory into numbers.
State SparseMemory::settled(Tape& tape, const State& state) const {
  auto values = state.as<SparseState>();
  const SparseAccessState accessed = accessed_in(values, settings_.width, settings_.read_heads);
  values.memory = settled_rows(accessed);
  values.links = settled_links(accessed);
  return State::of(tape, values);
}

}  // namespace tapehead::inline TAPEHEAD_REAL
