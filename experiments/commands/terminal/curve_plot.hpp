#pragma once
// Curves in a terminal's characters.

#include <string>
#include <vector>

#include "experiments/runs/run_curve.hpp"

namespace tapehead {

struct PlotStyle {
  size_t columns = 100, rows = 20;  ///< of the whole picture, with its axes
  bool braille = false;             ///< eight points a character, else letters
  bool coloured = false;            ///< by the terminal's escape sequences; a colour a curve
};

/// What a curve is drawn with: 'a', 'b', … or its colour's dot.
std::string curve_mark(size_t number, const PlotStyle& style);

/// The curves over sequences, numbered from 0; the values on a logarithmic axis where all are above zero and the
/// greatest is twenty times the least or more, else on a linear one. Empty curves are left out; no curve at all is an
/// empty text. Each line ends in \n.
std::string curve_plot(const std::vector<std::vector<CurvePoint>>& curves, const PlotStyle& style);

}  // namespace tapehead
