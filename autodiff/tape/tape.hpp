#pragma once
// The tape: values in the forward pass, one closure an op for the backward pass. Nodes are stored in the order of
// creation and swept by index, so sequences may be of any length. Values, gradients and closures live in arenas that
// are reset between steps; once the longest shape was seen, a step allocates nothing.

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <new>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "autodiff/base/arena.hpp"
#include "autodiff/base/portable.hpp"
#include "autodiff/tape/observations.hpp"
#include "autodiff/tape/op_work.hpp"
#include "autodiff/tape/outer_queue.hpp"
#include "autodiff/tape/parameters.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// In place of a token: padding, or a word outside the vocabulary.
inline constexpr uint32_t kNoToken = ~uint32_t{0};

/// Whether gradient rules are compiled at all: a forward-only engine is half as large without them.
#ifdef TAPEHEAD_FORWARD_ONLY
inline constexpr bool kHasGradients = false;
#else
inline constexpr bool kHasGradients = true;
#endif

class Frozen;
class Profile;
class Tape;
class Watcher;

/// The type of a handle's object (Tape::handle()), with its name for errors; there is one for each type.
struct HandleKind {
  const char* name;
};
template <class T>
inline constexpr HandleKind kHandleKind{T::kHandleName};

/// A handle to rows×cols (× batch) values on a tape, column-major. It may be a window of what an op made, so that rows,
/// columns and reshape record nothing. Valid until the tape is reset; later use is a ShapeError.
struct Var {
  Tape* tape = nullptr;
  uint32_t node = 0, generation = 0;
  uint32_t offset = 0;  ///< of the first element, within the node's item
  uint32_t rows = 0, cols = 0;
  uint32_t leading = 0;  ///< distance between columns

  size_t batch() const;  ///< episodes side by side; 1 for a parameter
  size_t size() const { return size_t{rows} * cols; }
  size_t numbers() const { return size() * batch(); }  ///< of all items
  bool contiguous() const { return leading == rows || cols == 1; }
};

/// Where a Var's numbers are: element (r, c) of item b is data[b·stride + c·leading + r].
template <class T>
struct Window {
  T* data;
  size_t rows, cols, batch;
  size_t leading, stride;

  /// Whether all elements are contiguous, item after item.
  bool dense() const { return (leading == rows || cols == 1) && (batch == 1 || stride == rows * cols); }
  T* item(size_t b) const { return data + b * stride; }
  T* column(size_t b, size_t c) const { return data + b * stride + c * leading; }
};

/// The gradient of a Var in the backward pass. `fresh`: nothing was added yet, and it must be assigned, not added to.
struct Gradient : Window<Real> {
  bool fresh;
};

class Tape final {
 public:
  Tape() = default;
  Tape(const Tape&) = delete;
  Tape& operator=(const Tape&) = delete;

  /// Forgets all nodes and keeps the memory. Parameters are read from `store`; backward() adds their gradient to
  /// `gradient`, laid out like store.values(). With nullptr no gradient rules are recorded (evaluation).
  void begin(const ParameterStore& store, Real* gradient);

  Var parameter(Parameter p);
  const ParameterStore& store() const { return *store_; }  ///< the one given to begin()

  /// Shows a running mean a value of its shape, once for each item; the trainer moves the mean at the next update.
  /// Throws ShapeError where the shapes differ.
  void observe(Parameter mean, Var value);
  /// All observations since begin().
  const Observations& observations() const { return observations_; }

  /// Numbers from outside, copied: rows×cols×batch, dense.
  Var constant(size_t rows, size_t cols, size_t batch, const Real* values);
  Var filled(size_t rows, size_t cols, size_t batch, Real value);

  /// One-hot columns given by number: `chosen` has, for each step, which of `vocabulary` it is; → vocabulary×steps, of
  /// which only the numbers are kept (in place: `chosen` must be the tape's memory). linear() and
  /// softmax_cross_entropy() take it; it has no value() of numbers.
  Var tokens(size_t vocabulary, size_t steps, size_t batch, const uint32_t* chosen);
  bool is_tokens(Var x) const { return nodes_[checked(x).node].tokens != nullptr; }
  /// The token of a column of an item; kNoToken for none.
  uint32_t token(Var x, size_t item, size_t column) const {
    const Node& node = nodes_[checked(x).node];
    return node.tokens[item * (node.size / x.rows) + x.offset / x.rows + column];
  }

  /// A node that refers to an object which steps change in place, for all `batch` items; it must be in keep() and lives
  /// as long as the round. In states it is a Var like others, 0×0. It has no gradient, and its use as numbers is a
  /// ShapeError that says T::kHandleName.
  template <class T>
  Var handle(T* object, size_t batch) {
    return add_handle(&kHandleKind<T>, object, batch);
  }
  template <class T>
  bool is_handle(Var x) const {
    const Handle* const handle = nodes_[checked(x).node].handle;
    return handle && handle->kind == &kHandleKind<T>;
  }
  /// The object of a handle. Throws ShapeError for an x that is no handle to a T.
  template <class T>
  T* object(Var x) const {
    if (!is_handle<T>(x)) no_handle(x, kHandleKind<T>);
    return static_cast<T*>(nodes_[x.node].handle->object);
  }

  /// Numbers from outside, read in place, whose gradient is added to `gradient`.
  Var variable(size_t rows, size_t cols, size_t batch, const Real* values, Real* gradient);

  /// A new, uninitialised value for an op to fill and then record().
  Var make(size_t rows, size_t cols, size_t batch) {
    return add_node(rows, cols, batch, values_.take<Real>(rows * cols * batch), nullptr, false, -1);
  }

  /// Memory in the arena for what an op keeps for its gradient.
  template <class T>
  T* keep(size_t count) {
    return values_.take<T>(count);
  }

  /// Says what the op computes that is recorded next, for the profile: `work` gives an OpWork, and is called only where
  /// a profile is taken.
  template <class Count>
  void tell(Count work) {
    if (profile_) [[unlikely]]
      told(work());
  }

  /// Gives `y` its gradient rule, which the backward sweep calls if y's gradient was touched. It is dropped where no
  /// input wants a gradient. The closure must be trivially destructible: handles, numbers, arena pointers.
  template <class Rule>
  Var record(Var y, std::initializer_list<Var> inputs, Rule rule, SourceLocation op = SourceLocation::current()) {
    return record(y, std::span(inputs.begin(), inputs.size()), rule, op);
  }
  template <class Rule>
  Var record(Var y, std::span<const Var> inputs, Rule rule, SourceLocation op = SourceLocation::current()) {
    return record_rule(y, inputs, rule, false, op);
  }
  /// The same for a rule that computes in each_item(), on gradients that it touches beforehand.
  template <class Rule>
  Var record_by_item(Var y, std::initializer_list<Var> inputs, Rule rule,
                     SourceLocation op = SourceLocation::current()) {
    return record_rule(y, std::span(inputs.begin(), inputs.size()), rule, true, op);
  }

  /// Calls body(b) for every item b, now or later. Consecutive ops that work this way are run item by item: one item
  /// goes through all of them before the next, so that what they share, a memory and its gradient, stays in the
  /// first-level cache. All pending bodies run before anybody reads a value() and before a rule that is not by item.
  /// Bodies get what they read from value_by_item() and what they write from fill(); they hold windows and numbers
  /// only.
  template <class Body>
  void each_item(size_t items, Body body) {
    static_assert(std::is_trivially_copyable_v<Body> && sizeof(Body) <= ItemBodies::kBytes);
    if (items == 1) {
      do_items();
      return body(0);
    }
    if (bodies_.items != items || !bodies_.has_room(sizeof(Body))) do_items();
    bodies_.items = items;
    bodies_.add(body);
  }

  /// Sweeps back from a 1×1 value (all its items), adding to the gradients of parameters and variables.
  void backward(Var loss);

  /// From now on, beyond begin(), the gradient of each value that an op made is limited to ±at, number by number, when
  /// the sweep comes to it: before it goes on to what the value was made of. Parameters and variables, where it ends,
  /// get the sum of what came. 0: no limit. What objects in keep() hold for themselves (a sparse memory's rows) is not
  /// limited.
  void cut_flows(Real at) {
    flows_at_ = at;
    flows_ = {};
  }
  /// How many numbers of gradients the sweeps since cut_flows() came to, and how many were limited.
  struct Flows {
    uint64_t all = 0, cut = 0;
  };
  const Flows& flows() const { return flows_; }

  bool recording() const { return recording_; }
  size_t batch(Var x) const { return nodes_[checked(x).node].batch; }
  bool wants(Var x) const { return nodes_[checked(x).node].wants_gradient; }

  Window<const Real> value(Var x) const {
    do_items();
    return value_by_item(x);
  }
  /// Where x's numbers are once each_item() gets there.
  Window<const Real> value_by_item(Var x) const {
    const Node& node = nodes_[checked(x).node];
    if (!node.value) no_numbers(x);
    return {node.value + x.offset, x.rows, x.cols, node.batch, x.leading, node.size};
  }
  /// x's memory to fill; only between make() and record().
  Window<Real> fill(Var x) {
    const Node& node = nodes_[checked(x).node];
    return {node.value + x.offset, x.rows, x.cols, node.batch, x.leading, node.size};
  }

  /// The gradient accumulated on x by later ops; for use in a rule, on the op's own output.
  Window<const Real> gradient(Var x) const {
    const Node& node = nodes_[checked(x).node];
    return {node.gradient + x.offset, x.rows, x.cols, node.batch, x.leading, node.size};
  }

  /// x's gradient, to add to (or to assign, where fresh). Only for an x that wants() one.
  Gradient touch(Var x) {
    Node& node = nodes_[checked(x).node];
    const bool fresh = !node.gradient && first_touch(node, x.size());
    return {{node.gradient + x.offset, x.rows, x.cols, node.batch, x.leading, node.size}, fresh};
  }

  /// The gradients of several inputs of one op; null data for inputs that want none. None is fresh among inputs that
  /// share a node, so that the rule may fill them in any order.
  template <size_t N>
  std::array<Gradient, N> touch(const std::array<Var, N>& inputs) {
    std::array<Gradient, N> all{};
    for (size_t i = 0; i < N; ++i) {
      if (!wants(inputs[i])) continue;
      all[i] = touch(inputs[i]);
      if (all[i].fresh && node_shared(inputs, i)) clear(inputs[i].node, all[i]);
    }
    return all;
  }

  /// Lets x take over the gradient memory of y (same shape, both whole), for an op whose input's gradient is made in
  /// place from its output's. False where x already has a gradient.
  bool hand_on(Var y, Var x);

  /// Memory that a rule uses and returns at its end; not for recording.
  Real* borrow(size_t count) { return take_gradient(count); }
  void give_back(Real* memory, size_t count) { recycle(memory, count); }

  /// The queue of outer products for x where x is whole columns of a parameter, else nullptr.
  OuterQueue* outer_queue(Var x);

  /// The NaN trap's slow second pass: checks every op's output as it is recorded; the first value that is not finite,
  /// or above `limit` in absolute value, throws DivergedError with place, op, row and column.
  void check_values(bool on, Real limit) {
    checking_ = on;
    limit_ = limit;
    attended_ = checking_ || !held_.empty() || profile_;
  }

  /// A number that replaces one that an op makes, as soon as it is made; later ops use it.
  struct Held {
    uint32_t node;
    size_t element;  ///< within the node's first item
    Real value;
  };
  /// Replaces these numbers from now on, beyond begin(): running the same ops again gives nodes the same indices. It
  /// answers what would happen if, say, a gate were open.
  void hold(std::vector<Held> held) {
    held_ = std::move(held);
    attended_ = checking_ || !held_.empty() || profile_;
  }
  /// The part of the model that the next ops belong to, for the NaN trap's text and the profile.
  void at(const char* part) { part_ = part; }
  void at_step(size_t step) { step_ = step; }

  /// Who watches while the sequence runs; nullptr: nobody.
  Watcher* watcher() const { return watcher_; }
  void set_watcher(Watcher* watcher) { watcher_ = watcher; }
  /// Where in the model the watched values are; set by Within and HeadsInView.
  struct WatchScope {
    std::string path;
    size_t read_heads = 0;
  } watch_scope;

  /// What counts the ops' work and time (autodiff/tape/profile.hpp); nullptr: nothing.
  Profile* profile() const { return profile_; }
  void set_profile(Profile* profile);
  /// For the profile, the next ops belong to this part, within the parts around it, until leave(); see InPart.
  void enter(const char* part) {
    if (profile_) [[unlikely]]
      enter_part(part);
  }
  void leave() {
    if (profile_) [[unlikely]]
      leave_part();
  }

  /// What a gradient check freezes (autodiff/tape/frozen.hpp), rewound by begin(); nullptr: nothing.
  Frozen* frozen() const { return frozen_; }
  void set_frozen(Frozen* frozen) { frozen_ = frozen; }

  size_t node_count() const { return nodes_.size(); }
  size_t bytes_held() const { return values_.bytes_held() + gradients_.bytes_held(); }
  uint32_t generation() const { return generation_; }

 private:
  struct Handle {
    const HandleKind* kind;
    void* object;
  };
  struct Node {
    Real* value;
    Real* gradient;  ///< null until touched
    const void* rule;
    void (*call)(const void*);
    uint32_t size;  ///< of one item
    uint32_t batch;
    const uint32_t* tokens;  ///< in place of values
    const Handle* handle;    ///< or this
    bool wants_gradient;
    bool by_item;       ///< the rule is of record_by_item()
    bool outside;       ///< the gradient's memory is the caller's: added to, never reused
    int32_t parameter;  ///< the parameter's number, or −1
  };

  /// Pending bodies of each_item(), in order.
  struct ItemBodies {
    static constexpr size_t kBytes = 4096, kMost = 16;
    using Call = void (*)(const void*, size_t);
    alignas(kCacheLine) std::byte memory[kBytes];
    std::array<std::pair<const void*, Call>, kMost> calls;
    size_t count = 0, used = 0, items = 0;

    bool has_room(size_t bytes) const { return count < kMost && used + bytes <= kBytes; }
    template <class Body>
    void add(const Body& body) {
      calls[count++] = {new (memory + used) Body(body),
                        [](const void* b, size_t i) { (*static_cast<const Body*>(b))(i); }};
      used += (sizeof(Body) + kCacheLine - 1) / kCacheLine * kCacheLine;
    }
  };
  void do_items() const {
    if (bodies_.count > 0) do_waiting_items();
  }
  void do_waiting_items() const;
  void recycle_all();

  template <class Rule>
  Var record_rule(Var y, std::span<const Var> inputs, Rule rule, bool by_item, SourceLocation op) {
    static_assert(std::is_trivially_destructible_v<Rule>, "a gradient rule holds handles and numbers only");
    if (attended_) attend(y, inputs, op.function_name());
    if constexpr (kHasGradients) {
      if (recording() && wants_any(inputs)) {
        Node& node = nodes_[y.node];
        node.wants_gradient = true;
        node.by_item = by_item;
        node.rule = new (values_.take<Rule>(1)) Rule(rule);
        node.call = [](const void* r) { (*static_cast<const Rule*>(r))(); };
      }
    }
    return y;
  }

  const Var& checked(const Var& x) const {
    if (x.tape != this || x.generation != generation_) stale(x);
    return x;
  }
  [[noreturn]] void stale(const Var& x) const;
  [[noreturn]] void no_numbers(const Var& x) const;
  [[noreturn]] void no_handle(const Var& x, const HandleKind& needed) const;
  Var add_handle(const HandleKind* kind, void* object, size_t batch);
  bool wants_any(std::span<const Var> inputs) const {
    bool any = false;
    for (const Var& x : inputs) any |= wants(x);  // all are tested, so that any stale handle is an error
    return any;
  }
  static bool node_shared(std::span<const Var> inputs, size_t i) {
    for (size_t j = 0; j < inputs.size(); ++j)
      if (j != i && inputs[j].node == inputs[i].node) return true;
    return false;
  }
  void clear(uint32_t node, Gradient& gradient);
  Var add_node(size_t rows, size_t cols, size_t batch, Real* value, Real* gradient, bool wants, int32_t parameter) {
    const auto r = static_cast<uint32_t>(rows), c = static_cast<uint32_t>(cols);
    nodes_.push_back({value, gradient, nullptr, nullptr, r * c, static_cast<uint32_t>(batch), nullptr, nullptr, wants,
                      false, gradient != nullptr, parameter});
    return {this, static_cast<uint32_t>(nodes_.size() - 1), generation_, 0, r, c, r};
  }
  void check_finite(Var y, const char* op) const;
  void cut_flow(std::span<Real> gradient);
  void attend(Var y, std::span<const Var> inputs, const char* op);
  Moved operands(Var y, std::span<const Var> inputs) const;
  void told(const OpWork& work);
  void enter_part(const char* part);
  void leave_part();
  void call_in_profile(uint32_t node);

  /// Gives the node gradient memory; true where all of it is about to be assigned.
  bool first_touch(Node& node, size_t touched) {
    const size_t count = size_t{node.size} * node.batch;
    node.gradient = take_gradient(count);
    if (touched == node.size) return true;
    std::fill_n(node.gradient, count, Real{0});
    return false;
  }

  // Gradient memory comes in powers of two of cache lines; the free list runs through the memory itself.
  static size_t size_class(size_t count) {
    return static_cast<size_t>(std::bit_width((count * sizeof(Real) - 1) / kCacheLine));
  }
  Real* take_gradient(size_t count) {
    const size_t size = size_class(count);
    Real* memory = free_[size];
    if (!memory) return gradients_.take<Real>((kCacheLine / sizeof(Real)) << size);
    std::memcpy(&free_[size], memory, sizeof memory);
    return memory;
  }
  void recycle(Real* memory, size_t count) {
    Real*& first = free_[size_class(count)];
    std::memcpy(memory, &first, sizeof first);
    first = memory;
  }

  std::vector<Node> nodes_;
  Arena values_, gradients_;
  std::array<Real*, 64> free_{};                  ///< gradient memory for reuse, by size class
  mutable ItemBodies bodies_;                     ///< of values that nobody has read yet, or of rules
  std::vector<std::pair<Real*, size_t>> in_use_;  ///< gradient memory that becomes free when bodies_ are done
  const ParameterStore* store_ = nullptr;
  Real* parameter_gradient_ = nullptr;
  std::vector<uint32_t> parameter_node_;  ///< node + 1 of each parameter in use; 0: not in use
  std::vector<OuterQueue> outer_;         ///< one for each parameter
  Observations observations_;
  uint32_t generation_ = 0;
  bool recording_ = false, checking_ = false;
  bool attended_ = false;  ///< somebody checks or replaces what ops make
  std::vector<Held> held_;
  Real limit_ = 0, flows_at_ = 0;
  Flows flows_;
  const char* part_ = "";
  size_t step_ = 0;
  Watcher* watcher_ = nullptr;
  Frozen* frozen_ = nullptr;
  Profile* profile_ = nullptr;
};

inline size_t Var::batch() const { return tape->batch(*this); }

}  // namespace tapehead::inline TAPEHEAD_REAL
