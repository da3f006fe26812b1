#include "memory/stacks/deque.hpp"

#include <array>

#include "autodiff/ops/ops.hpp"
#include "autodiff/ops/watch.hpp"
#include "memory/stacks/actions.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

/// The lower half of the strengths, in the order of pushes: as in the upper half, a row keeps its place when others
/// follow. For watchers.
Var bottom_half(Var strengths) {
  const size_t pushed = strengths.rows / 2;
  Var y = strengths.tape->make(pushed, strengths.cols, strengths.batch());
  const auto from = strengths.tape->value(strengths);
  const auto to = strengths.tape->fill(y);
  for (size_t b = 0; b < to.batch; ++b)
    for (size_t h = 0; h < to.cols; ++h)
      std::reverse_copy(from.column(b, h), from.column(b, h) + pushed, to.column(b, h));
  return y;
}

void watch_ends(const char* top_name, const char* bottom_name, Var strengths) {
  if (!strengths.tape->watcher()) return;
  const size_t pushed = strengths.rows / 2;
  watch(top_name, rows(strengths, pushed, pushed), kStrengthsView.called("Strengths, pushed at the top"));
  watch(bottom_name, bottom_half(strengths), kStrengthsView.called("Strengths, pushed at the bottom"));
}

}  // namespace

void DequeMemory::add_start_biases(std::span<Real> biases) const {
  const size_t heads = settings_.heads;
  for (size_t h = 0; h < heads; ++h)
    for (const size_t end : {size_t{0}, 2 * heads}) {
      biases[end + h] += settings_.push_bias;
      biases[end + heads + h] += settings_.pop_bias;
    }
}

State DequeMemory::start(const Context& context) const {
  Tape& tape = context.tape;
  const Var nothing = tape.filled(0, settings_.heads, context.batch, 0);
  return State::of(tape, StackState{tape.filled(reads(), 1, context.batch, 0), nothing});
}

Recurrent::Step DequeMemory::step(const Context& context, Columns inputs, const State& past) const {
  const Var controls = inputs[0];
  Tape& tape = context.tape;
  const size_t width = settings_.width, heads = settings_.heads;
  const Var were = past.as<StackState>().strengths;
  const Var actions = action_strengths(context, rows(controls, 0, 4 * heads), settings_.hard_scoring);
  const auto action = [&](size_t i) { return reshape(rows(actions, i * heads, heads), 1, heads); };
  const Var top_push = action(0), top_pop = action(1), bottom_push = action(2), bottom_pop = action(3);
  const Var pushed = tanh(reshape(rows(controls, 4 * heads, 2 * width * heads), width, 2 * heads));

  Var strengths;
  if (were.rows == 0) {
    strengths = stack(std::array{bottom_push, top_push});
  } else {
    const Var once = subtract(were, taken(were, top_pop, End::kTop));        // eq. 7
    const Var left = subtract(once, taken(once, bottom_pop, End::kBottom));  // eq. 8
    strengths = stack(std::array{bottom_push, left, top_push});              // eq. 9
  }
  const State values = State::of(tape, columns(pushed, heads, heads), past.after<StackState>(),  // eq. 6
                                 columns(pushed, 0, heads));
  const Var all = tape.filled(1, heads, context.batch, 1);
  const Var top_weights = taken(strengths, all, End::kTop), bottom_weights = taken(strengths, all, End::kBottom);
  const Var top = weigh(values, top_weights), bottom = weigh(values, bottom_weights);  // eqs. 10 and 11

  watch("top/push", top_push, kGate);
  watch("top/pop", top_pop, kGate);
  watch("bottom/push", bottom_push, kGate);
  watch("bottom/pop", bottom_pop, kGate);
  watch("write/add", pushed, kAddView);
  watch_ends("memory/top-strengths", "memory/bottom-strengths", strengths);
  if (tape.watcher()) watch("reads", beside(std::array{top, bottom}), kReadView);
  const size_t each = width * heads;
  const Var reads = stack(std::array{reshape(top, each, 1), reshape(bottom, each, 1)});
  return {reads, State::of(tape, StackState{reads, strengths}, values)};
}

}  // namespace tapehead::inline TAPEHEAD_REAL
