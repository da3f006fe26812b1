#include "memory/fast/fast_weights.hpp"

#include <algorithm>

#include "attention/normalisers/top_k.hpp"
#include "autodiff/ops/ops.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

constexpr Real kDamping = Real(0.125);  // 1/τ (Zhang et al. 2024, section 3.2)

inline constexpr View kMatrixView = View{"key", "component"}.called("Memory");

View view_of(const RuleGate& gate) {
  if (gate.kind == RuleGate::Kind::kRate) return kStrength;
  View view = gate.rows == 1 ? kGate : View{"component", "head", 0, 1};
  if (gate.kind == RuleGate::Kind::kTwice) view.high = 2;
  return view;
}

bool has_rate(const RuleGate& gate) {
  return gate.kind == RuleGate::Kind::kDecay || gate.kind == RuleGate::Kind::kRate;
}

}  // namespace

FastWeights::FastWeights(const Scope& scope, const FastSettings& settings, std::unique_ptr<WriteRule> rule)
    : settings_(settings), rule_(std::move(rule)), scanned_(dynamic_cast<const ScannedRule*>(rule_.get())) {
  const auto add_gates = [&](const std::vector<RuleGate>& gates, size_t times) {
    for (const RuleGate& gate : gates) {
      gates_.push_back({gate, times});
      if (has_rate(gate))
        gates_.back().decay = scope.add(std::string(gate.name) + "-rate", 1, settings_.heads, zeros());
    }
  };
  add_gates(rule_->step_gates(), 1);
  step_gates_ = gates_.size();
  add_gates(rule_->write_gates(), settings_.writes);
}

size_t FastWeights::before_gates() const {
  const size_t values = rule_->takes_values() ? settings_.width * settings_.writes : 0;
  return settings_.key_size * settings_.heads * (1 + settings_.writes) + values;
}

size_t FastWeights::controls() const {
  size_t count = before_gates();
  for (const Gate& one : gates_) count += one.gate.rows * settings_.heads * one.times;
  return count;
}

void FastWeights::add_start_biases(std::span<Real> biases) const {
  size_t next = before_gates();
  for (const Gate& one : gates_)
    for (size_t i = 0; i < one.gate.rows * settings_.heads * one.times; ++i) biases[next++] += one.gate.bias;
}

/// A step leaves a state.
Footprint FastWeights::footprint() const {
  const auto numbers = static_cast<double>(rule_->numbers());
  return {numbers, numbers};
}

StateNames FastWeights::state_names() const { return joined(names_of<MemoryState>(), rule_->state_names()); }

State FastWeights::start(const Context& context) const {
  const State rule = rule_->start(context);
  return State::of(context.tape, MemoryState{context.tape.filled(reads(), 1, context.batch, 0)}, rule);
}

/// gates: rows×(heads·times), times a multiple of the writes.
Var FastWeights::squashed(Tape& tape, const Gate& one, Var gates) const {
  switch (one.gate.kind) {
    case RuleGate::Kind::kShare: return sigmoid(gates);
    case RuleGate::Kind::kTwice: return scale(sigmoid(gates), 2);
    case RuleGate::Kind::kDamped: return exp(scale(softplus(negate(gates)), -kDamping));
    case RuleGate::Kind::kRouted:  // log σ(x), for a softmax of logarithms divides by their numbers' sum
      return top_k(negate(softplus(negate(gates))), one.gate.chosen);
    case RuleGate::Kind::kDecay:
    case RuleGate::Kind::kRate: break;
  }
  const size_t length = one.gate.rows * settings_.heads, times = gates.cols / settings_.heads;
  Var rate = exp(tape.parameter(one.decay));  // A = exp(a), 1 at first; each head's for all its rows
  if (one.gate.rows > 1) rate = multiply(tape.filled(one.gate.rows, settings_.heads, 1, 1), rate);
  const Var g = multiply(reshape(softplus(gates), length, times), reshape(rate, length, 1));
  return reshape(one.gate.kind == RuleGate::Kind::kRate ? g : exp(negate(g)), one.gate.rows, gates.cols);
}

FastWeights::Said FastWeights::said(Tape& tape, Var controls) const {
  const size_t heads = settings_.heads, writes = settings_.writes, size = settings_.key_size;
  size_t row = 0;
  const auto next = [&](size_t length, size_t columns) {
    const Var window = rows(controls, row, length * columns);
    row += length * columns;
    return reshape(window.contiguous() ? window : shift(window, 0), length, columns * controls.cols);
  };
  Said said;
  said.queries = settings_.features(next(size, heads), rule_->unit_keys());
  said.keys = settings_.features(next(size, heads * writes), rule_->unit_keys());
  if (rule_->takes_values()) said.values = next(settings_.width / heads, heads * writes);
  Var* const gates = tape.keep<Var>(gates_.size());
  for (size_t i = 0; i < gates_.size(); ++i)
    gates[i] = squashed(tape, gates_[i], next(gates_[i].gate.rows, heads * gates_[i].times));
  said.gates = {gates, gates_.size()};
  return said;
}

/// The rule's state after one step.
State FastWeights::after(const Said& said, const State& rule) const {
  const auto of_step = said.gates.first(step_gates_), of_writes = said.gates.subspan(step_gates_);
  State state = rule_->forget(of_step, rule);
  Var* const of_write = said.keys.tape->keep<Var>(of_writes.size());
  for (size_t i = 0; i < settings_.writes; ++i) {
    const auto own = [&](Var all) { return columns(all, i * settings_.heads, settings_.heads); };
    std::transform(of_writes.begin(), of_writes.end(), of_write, own);
    state =
        rule_->write(own(said.keys), said.values.tape ? own(said.values) : Var{}, {of_write, of_writes.size()}, state);
  }
  return state;
}

void FastWeights::show(const Said& said, Var read, const State& rule) const {
  if (!read.tape->watcher()) return;
  for (size_t i = 0; i < gates_.size(); ++i)
    watch(("write/" + std::string(gates_[i].gate.name)).c_str(), said.gates[i], view_of(gates_[i].gate));
  watch("write/key", said.keys, kVector.called("key that is written under"));
  if (said.values.tape) watch("write/add", said.values, kAddView);
  watch("read/key", said.queries, kVector.called("query"));
  watch("reads", read, kReadView);
  watch("memory", rule.as<FastMatrix>().memory, kMatrixView);
}

Recurrent::Step FastWeights::step(const Context& context, Columns inputs, const State& past) const {
  Tape& tape = context.tape;
  const Said now = said(tape, inputs[0]);
  const State rule = after(now, past.after<MemoryState>());
  const Var read = rule_->read(now.queries, rule);
  show(now, read, rule);
  const Var column = reshape(read, reads(), 1);
  return {column, State::of(tape, MemoryState{column}, rule)};
}

Recurrent::Step FastWeights::steps(const Context& context, Var controls, const State& past, size_t before) const {
  Tape& tape = context.tape;
  const size_t count = controls.cols, heads = settings_.heads;
  if (!scanned_) return one_by_one(*this, context, controls, past, before);
  const Said all = said(tape, controls);
  const State start = past.after<MemoryState>();
  const auto [read, after_all] = scanned_->steps(
      {all.queries, all.keys, all.values, all.gates.first(step_gates_), all.gates.subspan(step_gates_)}, start);
  if (tape.watcher()) {  // who watches sees the state of every step; its numbers go nowhere else
    State rule = start;
    for (size_t t = 0; t < count; ++t) {
      const Said now = said(tape, columns(controls, t, 1));
      rule = after(now, rule);
      show(now, columns(read, t * heads, heads), rule);
    }
  }
  const Var outputs = reshape(read, reads(), count);
  return {outputs, State::of(tape, MemoryState{columns(outputs, count - 1, 1)}, after_all)};
}

}  // namespace tapehead::inline TAPEHEAD_REAL
