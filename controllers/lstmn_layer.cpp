#include "controllers/lstmn_layer.hpp"

#include <algorithm>
#include <array>

#include "attention/fused/attend_additively.hpp"
#include "autodiff/ops/linear.hpp"
#include "autodiff/ops/ops.hpp"
#include "controllers/lstm_cell.hpp"
#include "controllers/starting_weights.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

/// The inputs from below and one more vector under them.
std::span<const Var> with(Tape& tape, std::span<const Var> below, Var last) {
  Var* all = tape.keep<Var>(below.size() + 1);
  *std::copy(below.begin(), below.end(), all) = last;
  return {all, below.size() + 1};
}

/// lstm_cell() with a further term in c.
Var cells_with(Var preactivations, Var previous, Var term) {
  const size_t size = previous.rows;
  const Var into = sigmoid(rows(preactivations, 0, size)), forget = sigmoid(rows(preactivations, size, size));
  const Var out = sigmoid(rows(preactivations, 2 * size, size)), update = tanh(rows(preactivations, 3 * size, size));
  const Var c = add(add(multiply(forget, previous), multiply(into, update)), term);
  return beside(std::array{multiply(out, tanh(c)), c});
}

}  // namespace

TapeAttention::TapeAttention(const Scope& scope, size_t size, size_t below)
    : key_(scope.add("key-weights", size, size + 1, glorot_with_bias())),
      query_(scope.add("query-weights", size, below + size + 1, glorot_with_bias())),
      score_(scope.add("score-weights", size, 1, uniform(static_cast<Real>(glorot_bound(size, 1))))) {}

Var TapeAttention::key(Var hidden) const { return linear(hidden.tape->parameter(key_), {hidden}); }

Var TapeAttention::summary(std::span<const Var> below, Var before, std::span<const Var> keys,
                           std::span<const Var> memory, std::optional<Var> there, Var* weights) const {
  Tape& tape = *before.tape;
  const Var query = linear(tape.parameter(query_), with(tape, below, before));
  return attend_additively(query, tape.parameter(score_), keys, memory, there, weights);
}

LstmnLayer::LstmnLayer(const Scope& scope, size_t size, size_t below, size_t apart, bool deep)
    : size_(size),
      weights_(
          scope.add("weights", 4 * size, below + size + 1,
                    uniform_apart(apart, glorot_bound(apart, 4 * size), glorot_bound(below - apart + size, 4 * size)))),
      intra_(scope / "attention", size, below),
      h_(scope.add("start-h", size, 1, zeros())),
      c_(scope.add("start-c", size, 1, zeros())) {
  if (deep)
    inter_ = {{scope / "inter-attention", size, below},
              scope.add("inter-weights", size, below + size + 1, glorot_with_bias())};
}

StateNames LstmnLayer::state_names() const {
  const StateNames own = joined(names_of<LstmnState>(), names_of<LstmnTapes>());
  return inter_ ? joined(names_of<LstmnOther>(), own) : own;
}

State LstmnLayer::start(const Context& context) const {
  Tape& tape = context.tape;
  const Var h = repeat(tape.parameter(h_), context.batch), c = repeat(tape.parameter(c_), context.batch);
  const Var memory = beside(std::array{h, c});
  if (!inter_) return State::of(tape, LstmnState{h}, intra_.key(h), memory);
  return State::of(tape, LstmnOther{tape.filled(size_, 1, context.batch, 0)}, LstmnState{h}, intra_.key(h), memory);
}

LstmnLayer::Step LstmnLayer::step(const Context& context, std::span<const Var> below, const State& past,
                                  const Others* others) const {
  Tape& tape = context.tape;
  const State before = own(past);
  const auto tapes = before.after<LstmnState>().as<LstmnTapes>();
  Step step{};
  const Var found = intra_.summary(below, before.as<LstmnState>().summary, tapes.keys, tapes.memory, {}, &step.weights);
  const LstmnState summary{columns(found, 0, 1)};
  const Var cell = columns(found, 1, 1);
  const Var preactivations = linear(tape.parameter(weights_), with(tape, below, summary.summary));

  if (!inter_) {
    const Var now = lstm_cell(preactivations, cell);
    step.hidden = columns(now, 0, 1);
    step.state = State::of(tape, summary, tapes.keys, intra_.key(step.hidden), tapes.memory, now);
    return step;
  }
  const Var there = inter_->attention.summary(below, past.as<LstmnOther>().other_summary, others->keys, others->memory,
                                              others->there, &step.other_weights);
  const LstmnOther other{columns(there, 0, 1)};
  const Var gate = sigmoid(linear(tape.parameter(inter_->gate), with(tape, below, other.other_summary)));
  const Var now = cells_with(preactivations, cell, multiply(gate, columns(there, 1, 1)));
  step.hidden = columns(now, 0, 1);
  step.state = State::of(tape, other, summary, tapes.keys, intra_.key(step.hidden), tapes.memory, now);
  return step;
}

LstmnLayer::Passed LstmnLayer::pass(const Context& context, std::span<const Var> below) const {
  Var* const hidden = context.tape.keep<Var>(below.size());
  State state = start(context);
  for (size_t t = 0; t < below.size(); ++t) {
    const Step now = step(context, below.subspan(t, 1), state);
    hidden[t] = now.hidden;
    state = now.state;
  }
  const auto tapes = state.after<LstmnState>().as<LstmnTapes>();
  return {{hidden, below.size()}, tapes.memory.last(below.size()), state};
}

}  // namespace tapehead::inline TAPEHEAD_REAL
