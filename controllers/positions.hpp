#pragma once
// Position codes.

#include <string>
#include <vector>

#include "autodiff/tape/scope.hpp"
#include "autodiff/tape/tape.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

enum class Positions {
  kSinusoidal,
  kLearned,
  kNone,
  // Of self-attention alone, which no code is added for:
  kRotary,    ///< queries and keys are turned (Su et al. 2021)
  kAlibi,     ///< AgePenalty::kLinear
  kRelative,  ///< AgeVectors, learned (Shaw et al. 2018), starting as learned positions do
};

/// Rotary positions: turns each head's first `turned` / heads rows of a column, pair by pair, by its place times the
/// frequencies of Waves for a head; an odd last row stays. x: rows×cols, columns of steps from `first` on, of which the
/// rows below `turned` are copied. → the same. Products of a turned query and key depend on the distance of their steps
/// (Su et al. 2021, "RoFormer", eq. 14 and 34).
Var turn_by_place(Var x, size_t turned, size_t heads, size_t first);

/// Sinusoids of increasing wavelength, sine and cosine in turn (Vaswani et al. 2017, section 3.5).
class Waves final {
 public:
  explicit Waves(size_t size);
  /// Writes the `size` numbers of that place's code.
  void put(double place, Real* to) const;

 private:
  size_t size_;
  std::vector<double> frequencies_;  ///< one for each pair of numbers
};

/// Standard deviation of learned positions at the start: the usual value, small beside a token.
inline constexpr Real kPositionDeviation = Real(0.02);

/// Sinusoids, or a learned vector for each step, starting at N(0, 0.02²), or for other kinds no code.
class PositionCode final {
 public:
  /// max_steps: the number of learned positions. option: the option that sets it, for errors.
  PositionCode(const Scope& scope, Positions kind, size_t size, size_t max_steps, std::string option);

  /// bare: size×cols, the vectors of steps from `first` on; → with their codes added. Throws InputError where the
  /// sequence is longer than the learned positions.
  Var added_to(Var bare, size_t first) const;

 private:
  Positions kind_;
  size_t max_steps_;
  std::string option_;
  Parameter learned_{};
  Waves waves_;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
