#pragma once
// The gradient check: the tape's gradient against central differences. Meant for double; in float the differences are
// lost in rounding.

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "autodiff/tape/tape.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// The largest error that passes, relative to the gradient's norm.
inline constexpr double kGradientTolerance = 1e-6;

/// One input of a function under check.
struct CheckedInput {
  std::string name;
  size_t rows, cols, batch;
  std::vector<Real> values;    ///< rows×cols×batch, dense
  double scale = 1;            ///< how large a change matters to the function; the step is a thousandth of it
  bool differentiated = true;  ///< false: a constant, such as a mask
};

/// Where the analytic and the numeric gradient differ most.
struct GradientError {
  double error = 0;   ///< ‖analytic − numeric‖ / the gradient's norm, of the worst input
  std::string place;  ///< the input's name, the worst element, and how the input was given
  double analytic = 0, numeric = 0;

  bool ok() const { return error <= kGradientTolerance; }  ///< false for a NaN
  /// `memory(3,1) of item 0, as a window: analytic 0.25, numeric 0.24 (error 4.1e-02)`
  std::string text() const;
};

/// The worse of two errors; a NaN is the worst.
GradientError worse(const GradientError& a, const GradientError& b);

// In both checks, values that are deliberately not their own derivative are frozen (autodiff/tape/frozen.hpp).

/// A function of several inputs; its value may have any shape.
using CheckedFunction = std::function<Var(Tape&, std::span<const Var>)>;

/// Checks the derivative of Σ weights ∘ f(inputs), with random weights, by each element of each input. The tape's
/// gradient is taken several times: for inputs in the caller's memory; made on the tape; used by a later op too; as
/// windows of something larger; and for each input alone, with the others constant.
GradientError check_gradient(const CheckedFunction& f, const std::vector<CheckedInput>& inputs, uint64_t seed);

/// Checks the derivative of a loss (1×1 an item, summed over items) by the parameters of a store, along random
/// directions within each parameter. A parameter's error is relative to the average projection of its gradient on a
/// direction, or to a small part of the whole gradient where that is larger. `parameters` is unchanged afterwards.
GradientError check_parameters(const std::function<Var(Tape&)>& loss, ParameterStore& parameters, uint64_t seed);

}  // namespace tapehead::inline TAPEHEAD_REAL
