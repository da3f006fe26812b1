#pragma once
// State in, state out: nothing that steps through time holds a sequence's state; it is handed on as a list of values.

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <span>

#include "autodiff/base/random.hpp"
#include "autodiff/tape.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// A list of values in the tape's arena; copying it copies the handle. As long-lived as its tape's sequence.
class State final {
 public:
  State() = default;
  State(Tape& tape, std::span<const Var> values) : size_(values.size()) {
    Var* kept = tape.keep<Var>(values.size());
    std::copy(values.begin(), values.end(), kept);
    values_ = kept;
  }
  State(Tape& tape, std::initializer_list<Var> values) : State(tape, std::span(values.begin(), values.size())) {}

  Var operator[](size_t i) const { return values_[i]; }
  size_t size() const { return size_; }
  const Var* begin() const { return values_; }
  const Var* end() const { return values_ + size_; }
  operator std::span<const Var>() const { return {values_, size_}; }

 private:
  const Var* values_ = nullptr;
  size_t size_ = 0;
};

/// Where the noise of training comes from: a stream for each of the episodes side by side, a function of seed and
/// episode alone, drawn from in the order of the ops.
struct Noise {
  std::span<Stream> streams;
};

/// `seen` of parameters that are trained.
inline constexpr uint64_t kTrained = ~uint64_t{0};

/// What a sequence starts from: the tape it is recorded on, how many episodes run side by side, in training its noise
/// (else nullptr: what is scored, checked or traced is without), and how many training episodes the parameters have
/// seen, which a model that begins gently goes by.
struct Context {
  Tape& tape;
  size_t batch;
  Noise* noise = nullptr;
  uint64_t seen = kTrained;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
