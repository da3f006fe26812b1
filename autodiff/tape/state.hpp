#pragma once
// State in, state out: nothing that steps through time holds a sequence's state; it is handed on as a list of values.

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <span>
#include <vector>

#include "autodiff/base/aligned.hpp"
#include "autodiff/tape/tape.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// A list of values in the tape's arena, or of the states of several parts; copying it copies the handle. As long-lived
/// as its tape's round: Carried takes it over into the next.
class State final {
 public:
  State() = default;
  State(Tape& tape, std::span<const Var> values) : values_(kept(tape, values)), size_(values.size()) {}
  State(Tape& tape, std::initializer_list<Var> values) : State(tape, std::span(values.begin(), values.size())) {}

  /// The states of a whole's parts, in its own order.
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

/// The numbers of a state, outside of any tape: what is left of a sequence's past once its tape is begun anew.
class Carried final {
 public:
  Carried() = default;
  /// Copies; no gradient goes back beyond it. The state must be settled() (autodiff/tape/recurrent.hpp).
  explicit Carried(const State& state);

  /// The same state, as constants on a tape.
  State on(Tape& tape) const;
  /// A state of as many items: the i-th is item `items[i]` of this one, which may be taken often or not at all. What
  /// all items shared each has for itself.
  State on(Tape& tape, std::span<const uint32_t> items) const;

 private:
  struct Shape {
    uint32_t rows, cols, batch;
  };
  std::vector<Shape> shapes_;
  AlignedVector<Real> numbers_;  ///< of all values, one after the other
  std::vector<Carried> parts_;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
