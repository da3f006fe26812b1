#pragma once
// The op of a tape that is moved by degrees (Delétang et al. 2023).

#include "autodiff/tape/tape.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// How many ways there are to roll a tape: not at all, by one cell to the left, to the right, and by a jump to the
/// left, to the right.
inline constexpr size_t kRolls = 5;

/// y(i) = a₁x(i) + a₂x(i + 1) + a₃x(i − 1) + a₄x(i + j) + a₅x(i − j), cells counted round about. cells: width×cells,
/// one column each; shares: kRolls×1; jump: 1×1, a whole number, none negative, without a gradient. → width×cells.
Var rolled(Var cells, Var shares, Var jump);

}  // namespace tapehead::inline TAPEHEAD_REAL
