#pragma once
// What tells a step's place in its sequence.

#include <string>
#include <vector>

#include "autodiff/tape/scope.hpp"
#include "autodiff/tape/tape.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

enum class Positions { kSinusoidal, kLearned, kNone };

/// Waves of growing length, sine and cosine in turn (Vaswani et al. 2017, section 3.5).
class Waves final {
 public:
  explicit Waves(size_t size);
  /// What tells that place from others: `size` numbers.
  void put(double place, Real* to) const;

 private:
  size_t size_;
  std::vector<double> frequencies_;  ///< one for each pair of numbers
};

/// Where learned positions start: as they commonly do, small beside a token.
inline constexpr Real kPositionDeviation = Real(0.02);

/// Waves, or a learned vector for each step, which starts at N(0, 0.02²), or nothing.
class PositionCode final {
 public:
  /// max_steps: learned positions there are. option: what sets it, as an error names it.
  PositionCode(const Scope& scope, Positions kind, size_t size, size_t max_steps, std::string option);

  /// bare: size×cols, the vectors of steps from `first` on; with the codes of their places added. Throws InputError
  /// where the sequence is longer than there are learned positions.
  Var added_to(Var bare, size_t first) const;

 private:
  Positions kind_;
  size_t max_steps_;
  std::string option_;
  Parameter learned_{};
  Waves waves_;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
