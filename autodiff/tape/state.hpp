#pragma once
// State in, state out: no object holds a sequence's state; it is passed on as a list of values.

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <span>
#include <vector>

#include "autodiff/base/aligned.hpp"
#include "autodiff/tape/tape.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// A list of values in the tape's arena, or a list of the states of several parts; copying copies the handle. Valid as
/// long as the tape's round; Carried takes it into the next.
class State final {
 public:
  State() = default;
  State(Tape& tape, std::span<const Var> values) : values_(kept(tape, values)), size_(values.size()) {}
  State(Tape& tape, std::initializer_list<Var> values) : State(tape, std::span(values.begin(), values.size())) {}

  /// A state made of the states of its parts, in the owner's order.
  static State of_parts(Tape& tape, std::span<const State> parts) {
    State whole;
    whole.parts_ = kept(tape, parts);
    whole.part_count_ = parts.size();
    return whole;
  }
  static State of_parts(Tape& tape, std::initializer_list<State> parts) {
    return of_parts(tape, std::span(parts.begin(), parts.size()));
  }

  Var operator[](size_t i) const { return values_[i]; }
  size_t size() const { return size_; }
  const Var* begin() const { return values_; }
  const Var* end() const { return values_ + size_; }
  operator std::span<const Var>() const { return {values_, size_}; }

  std::span<const State> parts() const { return {parts_, part_count_}; }

 private:
  template <class T>
  static const T* kept(Tape& tape, std::span<const T> from) {
    T* to = tape.keep<T>(from.size());
    std::copy(from.begin(), from.end(), to);
    return to;
  }

  const Var* values_ = nullptr;
  size_t size_ = 0;
  const State* parts_ = nullptr;
  size_t part_count_ = 0;
};

/// A state's numbers, outside of any tape: what remains of a sequence's past when its tape begins anew.
class Carried final {
 public:
  Carried() = default;
  /// Copies; no gradient flows back through it. The state must be settled() (autodiff/tape/recurrent.hpp).
  explicit Carried(const State& state);

  /// The same state, as constants on a tape.
  State on(Tape& tape) const;
  /// A state of the given items: item i is this state's item `items[i]`, which may occur several times or not at all.
  /// Values that all items shared are copied for each.
  State on(Tape& tape, std::span<const uint32_t> items) const;

 private:
  struct Shape {
    uint32_t rows, cols, batch;
  };
  std::vector<Shape> shapes_;
  AlignedVector<Real> numbers_;  ///< all values, one after the other
  std::vector<Carried> parts_;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
