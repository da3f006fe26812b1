#pragma once
// Position codes.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "autodiff/tape/context.hpp"
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

/// The places of steps: counted, or drawn for each item.
class StepPlaces final {
 public:
  StepPlaces(size_t first) : first_(first) {}
  /// drawn: 1×as many steps as an episode may have; those of the steps from `first` on.
  StepPlaces(Var drawn, size_t first) : first_(first), drawn_(drawn) {}

  size_t at(size_t item, size_t column) const {
    if (!drawn_) return first_ + column;
    return static_cast<size_t>(*drawn_->tape->value(*drawn_).column(item, first_ + column));
  }
  bool are_drawn() const { return drawn_.has_value(); }
  /// How many items of a batch have places of their own.
  size_t items(size_t batch) const { return drawn_ ? batch : 1; }

 private:
  size_t first_;
  std::optional<Var> drawn_;
};

/// Places of the steps of each of a batch's episodes: as many as it has steps of 0 … range − 1, each choice equally
/// likely, in order; then the last of them again (Ruoss et al. 2023, "Randomized positional encodings boost length
/// generalization of Transformers", section 3). Drawn from the context's noise, for context.ahead.steps. → 1×range.
/// Throws InputError, in the name of `option`, for more steps than the range has, and where their number is unknown.
Var drawn_places(const Context& context, size_t range, std::string_view option);

/// Rotary positions: turns each head's first `turned` / heads rows of a column, pair by pair, by its place times the
/// frequencies of Waves for a head; an odd last row stays. x: rows×cols, of which the rows below `turned` are copied. →
/// the same. Products of a turned query and key depend on the distance of their steps (Su et al. 2021, "RoFormer", eq.
/// 14 and 34).
Var turn_by_place(Var x, size_t turned, size_t heads, const StepPlaces& places);

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

  /// Whether there is one.
  bool added() const { return kind_ == Positions::kSinusoidal || kind_ == Positions::kLearned; }
  /// bare: size×cols, the vectors of steps at those places; → with their codes added. Throws InputError where the
  /// sequence is longer than the learned positions.
  Var added_to(Var bare, const StepPlaces& places) const;

 private:
  Positions kind_;
  size_t max_steps_;
  std::string option_;
  Parameter learned_{};
  Waves waves_;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
