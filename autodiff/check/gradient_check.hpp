#pragma once
// The gradient check: what the tape says against central differences. Meant for double; in float the differences
// drown in rounding.

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "autodiff/tape/tape.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// The largest error, relative to the gradient's norm, that passes.
inline constexpr double kGradientTolerance = 1e-6;

/// One input of a function under check.
struct CheckedInput {
  std::string name;
  size_t rows, cols, batch;
  std::vector<Real> values;    ///< rows×cols×batch, dense
  double scale = 1;            ///< how large a change the function notices; the step is a thousandth of it
  bool differentiated = true;  ///< false: a constant, such as a mask
};

/// Where analytic and numeric gradient differ most.
struct GradientError {
  double error = 0;   ///< ‖analytic − numeric‖ / the gradient's norm, of the worst input
  std::string place;  ///< its name, the worst element, and how it was used
  double analytic = 0, numeric = 0;

  bool ok() const { return error <= kGradientTolerance; }  ///< a NaN is not
  /// `memory(3,1) of item 0, as a window: analytic 0.25, numeric 0.24 (error 4.1e-02)`
  std::string text() const;
};

/// The worse of two; one that is not a number is the worst.
GradientError worse(const GradientError& a, const GradientError& b);

// In both checks what is not its own derivative by intent stands still (autodiff/tape/frozen.hpp).

/// A function of some inputs; its value may have any shape.
using CheckedFunction = std::function<Var(Tape&, std::span<const Var>)>;

/// The derivative of Σ weights ∘ f(inputs), weights random, by each element of each input. The tape's gradient is
/// taken several times: of inputs that are the caller's own memory; made on the tape; used by a later op too; windows
/// of something larger; and of each input alone, the others constant.
GradientError check_gradient(const CheckedFunction& f, const std::vector<CheckedInput>& inputs, uint64_t seed);

/// The derivative of a loss (1×1 an item, summed over items) by the learned parameters of a store, along random
/// directions within each parameter. A parameter's error is relative to what a direction meets of its gradient on
/// average, or to a small part of the whole gradient where that is more. `parameters` is left as it was.
GradientError check_parameters(const std::function<Var(Tape&)>& loss, ParameterStore& parameters, uint64_t seed);

}  // namespace tapehead::inline TAPEHEAD_REAL
