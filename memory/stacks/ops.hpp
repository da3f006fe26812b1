#pragma once
// The ops of the continuous stack, queue and deque: a list of values, each with a strength, from which amounts are
// taken at either end (Grefenstette, Hermann, Suleyman & Blunsom 2015, section 3).

#include <span>

#include "autodiff/tape/tape.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// An end of the list: its first entry is at the bottom, its last at the top.
enum class End { kTop, kBottom };

/// How much an amount u takes of each entry's strength s, going inwards from an end: all of an entry before any of the
/// next, y(i,h) = min(s(i,h), max(0, u(h) − Σ s(j,h) over the entries j nearer that end)). s − y is what a pop of
/// strength u leaves (eqs. 2, 4, 7, 8); with u = 1, y are the weights of a read (eqs. 3, 5, 10, 11). strengths:
/// entries×heads, none negative; amount: 1×heads; → entries×heads. At a tie the gradient is that of an entry which is
/// taken whole, or of one that is not reached.
Var taken(Var strengths, Var amount, End from);

/// r_h = Σᵢ w(i,h)·vᵢ,ₕ, the sum in eq. 3. values: as many as w has rows, each width×heads; weights: entries×heads; →
/// width×heads. Values are not copied; each has a gradient only where its weight is not 0.
Var weigh(std::span<const Var> values, Var weights);

}  // namespace tapehead::inline TAPEHEAD_REAL
