#include "memory/sparse/sparse.hpp"

#include <utility>

#include "autodiff/ops/ops.hpp"
#include "autodiff/ops/watch.hpp"
#include "memory/matrix/of_writers.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

/// With more slots than this, watchers see the chosen slots instead of the whole memory.
constexpr size_t kMostShown = 1024;

constexpr View kChosenView{"chosen", "head", 0, 1, "weighting"};
constexpr View kModesView{"backward, content, forward", "head", 0, 1, "share"};

SparseAccessState accessed_in(const State& state, size_t width, size_t heads) {
  return {reshape(state[0], width, heads), state[1], state[2], state[3], state[4]};
}

constexpr size_t kKeys = 5;  // of a state

State state_of(Tape& tape, const SparseAccessState& accessed, Var keys) {
  return State(tape, {reshape(accessed.reads, accessed.reads.rows * accessed.reads.cols, 1), accessed.weights,
                      accessed.slots, accessed.record, accessed.links, keys});
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

/// What the memory is when it begins is shared by all episodes. A step leaves a row for each writing head, which erases
/// a slot of its own; of each reading head what was read, and of each slot that it chose which, its weight and its
/// share.
Footprint SparseMemory::footprint() const {
  const auto width = static_cast<double>(settings_.width);
  const auto readers = static_cast<double>(settings_.read_heads), writers = static_cast<double>(settings_.write_heads);
  return {0, writers * width + readers * (width + 3 * static_cast<double>(chosen()))};
}

State SparseMemory::start(const Context& context) const {
  Tape& tape = context.tape;
  return state_of(tape, start_sparse(tape, beginning_, how_, settings_.read_heads, context.batch),
                  tape.filled(settings_.width, settings_.read_heads, context.batch, 0));
}

Recurrent::Step SparseMemory::step(const Context& context, Columns inputs, const State& past) const {
  Tape& tape = context.tape;
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
  if (settings_.write_past_keys) said.vectors = add(said.vectors, of_writers(past[kKeys], writers));
  if (settings_.squash_writes) said.vectors = tanh(said.vectors);
  const Var shares = sigmoid(next(1, 2 * writers));
  said.amounts = columns(shares, 0, writers);
  said.gates = columns(shares, writers, writers);
  if (settings_.kept_links > 0) said.modes = softmax(next(3, readers));
  const SparseAccessState accessed = sparse_access(beginning_, how_, accessed_in(past, width, readers), said);

  if (tape.watcher()) {
    const bool all = settings_.slots <= kMostShown;
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
  const State state = state_of(tape, accessed, said.keys);
  return {state[0], state};
}

/// The memory becomes numbers.
State SparseMemory::settled(Tape& tape, const State& state) const {
  const SparseAccessState accessed = accessed_in(state, settings_.width, settings_.read_heads);
  return State(tape, {state[0], state[1], state[2], settled_rows(accessed), settled_links(accessed), state[kKeys]});
}

}  // namespace tapehead::inline TAPEHEAD_REAL
