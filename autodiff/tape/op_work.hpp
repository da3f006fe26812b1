#pragma once
// What an op computes, as it tells the tape's profile.

#include <cstddef>

namespace tapehead {

/// Arithmetic. The addition of a result to a gradient that is there already is not counted.
struct Work {
  double operations = 0;  ///< additions, multiplications, divisions, comparisons; a multiply-add is two
  double functions = 0;   ///< exp, log, tanh, roots and their like, one each

  double all() const { return operations + functions; }
  Work& operator+=(const Work& more) { return *this = *this + more; }
  friend Work operator+(const Work& a, const Work& b) {
    return {a.operations + b.operations, a.functions + b.functions};
  }
  friend Work operator*(size_t times, const Work& work) {
    const auto factor = static_cast<double>(times);
    return {factor * work.operations, factor * work.functions};
  }
};

/// A matrix product: m×k by k×n.
inline Work product_work(size_t m, size_t n, size_t k) { return {2 * static_cast<double>(m * n * k)}; }

/// How many numbers an op reads and writes, where these are not its whole operands, each once; below 0: they are.
struct Moved {
  double forward = -1, back = -1;
};

/// What an op computes for its value, and for the gradients that its inputs want, for all columns and items. An op that
/// only copies computes nothing.
struct OpWork {
  Work forward = {}, back = {};
  Moved moved = {};
};

}  // namespace tapehead
