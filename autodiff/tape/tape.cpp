#include "autodiff/tape/tape.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "autodiff/base/error.hpp"
#include "autodiff/tape/bare_name.hpp"
#include "autodiff/tape/frozen.hpp"
#include "autodiff/tape/profile.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

void Tape::begin(const ParameterStore& store, Real* gradient) {
  ++generation_;
  nodes_.clear();
  values_.reset();
  gradients_.reset();
  free_.fill(nullptr);
  bodies_.count = bodies_.used = 0;  // pending bodies, of values that nobody read or of an op that threw
  in_use_.clear();
  for (OuterQueue& queue : outer_) queue.drop();  // of a backward pass that threw
  store_ = &store;
  parameter_gradient_ = gradient;
  recording_ = gradient != nullptr;
  parameter_node_.assign(store.entries().size(), 0);
  outer_.resize(store.entries().size());
  observations_.clear();
  if (frozen_) frozen_->rewind();
  at("");
  at_step(0);
}

Var Tape::parameter(Parameter p) {
  const auto& entry = store_->entry(p);
  if (uint32_t& slot = parameter_node_[p.index]; slot != 0) {
    return {this, slot - 1, generation_, 0, entry.rows, entry.cols, entry.rows};
  }
  // The node only reads the values; Node::value is not const since ops fill theirs.
  Real* value = const_cast<Real*>(store_->data(entry));
  const bool learns = recording_ && entry.learned;
  const Var x = add_node(entry.rows, entry.cols, 1, value, learns ? parameter_gradient_ + entry.offset : nullptr,
                         learns, static_cast<int32_t>(p.index));
  parameter_node_[p.index] = x.node + 1;
  if (checking_) check_finite(x, entry.name.c_str());
  return x;
}

void Tape::observe(Parameter mean, Var x) {
  const auto& entry = store_->entry(mean);
  const auto values = value(x);
  if (entry.rows != x.rows || entry.cols != x.cols || !x.contiguous())
    throw ShapeError(fmt::format("observe: got {}x{} for {}; {}x{} in one piece is needed", x.rows, x.cols, entry.name,
                                 entry.rows, entry.cols));
  for (size_t b = 0; b < values.batch; ++b) observations_.add(mean.index, {values.item(b), x.size()});
}

Var Tape::constant(size_t rows, size_t cols, size_t batch, const Real* values) {
  const Var x = make(rows, cols, batch);
  std::copy_n(values, rows * cols * batch, fill(x).data);
  return x;
}

Var Tape::filled(size_t rows, size_t cols, size_t batch, Real value) {
  const Var x = make(rows, cols, batch);
  std::fill_n(fill(x).data, rows * cols * batch, value);
  return x;
}

Var Tape::variable(size_t rows, size_t cols, size_t batch, const Real* values, Real* gradient) {
  return add_node(rows, cols, batch, const_cast<Real*>(values), gradient, true, -1);
}

Var Tape::tokens(size_t vocabulary, size_t steps, size_t batch, const uint32_t* chosen) {
  if (vocabulary * steps > std::numeric_limits<uint32_t>::max())
    throw ShapeError(
        fmt::format("tokens: got {} steps of {} tokens; their product has to fit 32 bits", steps, vocabulary));
  for (size_t i = 0; i < steps * batch; ++i)
    if (chosen[i] >= vocabulary && chosen[i] != kNoToken)
      throw ShapeError(
          fmt::format("tokens: got token {}; one below {}, or kNoToken, is needed", chosen[i], vocabulary));
  const Var x = add_node(vocabulary, steps, batch, nullptr, nullptr, false, -1);
  nodes_[x.node].tokens = chosen;
  return x;
}

Var Tape::add_handle(const HandleKind* kind, void* object, size_t batch) {
  const Var x = add_node(0, 0, batch, nullptr, nullptr, false, -1);
  nodes_[x.node].handle = new (keep<Handle>(1)) Handle{kind, object};
  return x;
}

void Tape::no_handle(const Var& x, const HandleKind& needed) const {
  const Handle* const handle = nodes_[x.node].handle;
  throw ShapeError(fmt::format(
      "tape: got {}; a handle to {} is needed",
      handle ? fmt::format("a handle to {}", handle->kind->name) : fmt::format("numbers, {}x{}", x.rows, x.cols),
      needed.name));
}

void Tape::no_numbers(const Var& x) const {
  if (const Handle* const handle = nodes_[x.node].handle)
    throw ShapeError(fmt::format(
        "tape: got a handle to {} where numbers are needed; settled() makes numbers of a state", handle->kind->name));
  throw ShapeError(
      fmt::format("tape: got {} tokens for an op on numbers; linear and softmax_cross_entropy take tokens", x.cols));
}

void Tape::clear(uint32_t node, Gradient& gradient) {
  std::fill_n(nodes_[node].gradient, size_t{nodes_[node].size} * nodes_[node].batch, Real{0});
  gradient.fresh = false;
}

bool Tape::hand_on(Var y, Var x) {
  Node& from = nodes_[checked(y).node];
  Node& to = nodes_[checked(x).node];
  if (to.gradient || from.outside || x.size() != to.size || from.size != to.size || from.batch != to.batch)
    return false;
  std::swap(from.gradient, to.gradient);
  return true;
}

OuterQueue* Tape::outer_queue(Var x) {
  const Node& node = nodes_[checked(x).node];
  if (node.parameter < 0) return nullptr;
  const size_t rows = store_->entries()[static_cast<size_t>(node.parameter)].rows;
  if (x.rows != rows || x.leading != rows) return nullptr;
  if (profile_) profile_->queued(static_cast<size_t>(node.parameter));
  return &outer_[static_cast<size_t>(node.parameter)];
}

void Tape::backward(Var loss) {
  if (!recording_) throw ShapeError("backward: the tape records nothing; begin() it with a gradient");
  if (loss.size() != 1) throw ShapeError(fmt::format("backward: got {}x{}; the loss is 1x1", loss.rows, loss.cols));
  if (!wants(loss)) return;
  do_items();
  const Gradient start = touch(loss);
  for (size_t b = 0; b < start.batch; ++b) *start.item(b) = (start.fresh ? 0 : *start.item(b)) + 1;
  for (size_t i = nodes_.size(); i-- > 0;) {
    Node& node = nodes_[i];
    if (!node.gradient || node.outside) continue;
    if (!node.by_item || flows_at_ > 0) do_items();
    if (flows_at_ > 0) cut_flow({node.gradient, size_t{node.size} * node.batch});
    if (node.rule) profile_ ? call_in_profile(static_cast<uint32_t>(i)) : node.call(node.rule);
    if (node.gradient) in_use_.emplace_back(node.gradient, size_t{node.size} * node.batch);
    node.gradient = nullptr;
    if (bodies_.count == 0) recycle_all();
  }
  do_items();
  for (OuterQueue& queue : outer_) {
    queue.flush();
    if (profile_) profile_->emptied(static_cast<size_t>(&queue - outer_.data()));
  }
}

void Tape::cut_flow(std::span<Real> gradient) {
  for (Real& g : gradient) {
    flows_.cut += std::abs(g) > flows_at_;
    g = std::clamp(g, -flows_at_, flows_at_);
  }
  flows_.all += gradient.size();
}

void Tape::do_waiting_items() const {
  if (profile_) {
    profile_->begin_items(bodies_.count);
    for (size_t b = 0; b < bodies_.items; ++b)
      for (size_t i = 0; i < bodies_.count; ++i) {
        bodies_.calls[i].second(bodies_.calls[i].first, b);
        profile_->end_item(i);
      }
    profile_->end_items();
    bodies_.count = bodies_.used = 0;
    return;
  }
  for (size_t b = 0; b < bodies_.items; ++b)
    for (size_t i = 0; i < bodies_.count; ++i) bodies_.calls[i].second(bodies_.calls[i].first, b);
  bodies_.count = bodies_.used = 0;
}

void Tape::recycle_all() {
  for (const auto& [memory, count] : in_use_) recycle(memory, count);
  in_use_.clear();
}

void Tape::stale(const Var& x) const {
  throw ShapeError(x.tape == this ? "tape: got a handle from before the last begin(); handles live for one sequence"
                                  : "tape: got another tape's handle; a sequence's handles are of one tape");
}

void Tape::attend(Var y, std::span<const Var> inputs, const char* op) {
  if (profile_) {
    const bool ruled = kHasGradients && recording() && wants_any(inputs);
    profile_->recorded(y.node, op, part_, operands(y, inputs), ruled);
    profile_->claim_items(bodies_.count, Profile::Phase::kForward);
  }
  if (!checking_ && held_.empty()) return;
  do_items();
  for (const Held& held : held_)
    if (held.node == y.node && held.element < nodes_[y.node].size) nodes_[y.node].value[held.element] = held.value;
  if (checking_) check_finite(y, op);
}

/// Forward, inputs are read and the value is written; back, the value's gradient and the inputs are read, and their
/// gradients are read and written.
Moved Tape::operands(Var y, std::span<const Var> inputs) const {
  const auto numbers = [&](Var x) {
    const Node& node = nodes_[x.node];
    return static_cast<double>((node.value ? x.size() : node.tokens ? x.cols : 0) * node.batch);
  };
  Moved moved{numbers(y), numbers(y)};
  for (const Var& x : inputs) {
    moved.forward += numbers(x);
    moved.back += numbers(x) * (wants(x) ? 3 : 1);
  }
  return moved;
}

void Tape::told(const OpWork& work) { profile_->tell(work); }

void Tape::set_profile(Profile* profile) {
  profile_ = profile;
  attended_ = checking_ || !held_.empty() || profile_;
}

void Tape::enter_part(const char* part) { profile_->enter(part); }
void Tape::leave_part() { profile_->leave(); }

void Tape::call_in_profile(uint32_t node) {
  profile_->begin_rule(node);
  nodes_[node].call(nodes_[node].rule);
  profile_->end_rule(node);
  profile_->claim_items(bodies_.count, Profile::Phase::kBack);
}

void Tape::check_finite(Var y, const char* op) const {
  const auto v = value(y);
  for (size_t b = 0; b < v.batch; ++b)
    for (size_t c = 0; c < v.cols; ++c)
      for (size_t r = 0; r < v.rows; ++r)
        if (const Real x = v.column(b, c)[r]; !(std::abs(x) <= limit_))
          throw DivergedError(fmt::format("{} at step {}: {} gave {} (row {}, column {}, episode {} of the batch)",
                                          *part_ ? part_ : "model", step_, bare_name(op), x, r, c, b));
}

}  // namespace tapehead::inline TAPEHEAD_REAL
