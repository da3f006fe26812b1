#pragma once
// Controllers that take what the inputs of all steps contribute at once, where these are known before the first step.

#include "autodiff/tape/recurrent.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// Rows of an input from which reading its weights at each step costs more than one more op.
inline constexpr size_t kWide = 256;

/// The weights of wide inputs are read once for many steps, not at each of them. Values are those of step() up to
/// rounding: the terms of a sum are added in another order.
class SeesAhead {
 public:
  virtual ~SeesAhead() = default;

  virtual bool sees_ahead() const = 0;  ///< whether its settings allow that
  /// What inputs (x×steps) contribute: a column for each step.
  virtual Var ahead(const Context& context, Var inputs) const = 0;
  /// A step on such a column, and on what was read.
  virtual Recurrent::Step step_ahead(const Context& context, Var column, Columns reads, const State& past) const = 0;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
