#pragma once
// Curves in a terminal's characters.

#include <string>
#include <vector>

#include "experiments/runs/run_curve.hpp"

namespace tapehead {

struct PlotStyle {
  size_t columns = 100, rows = 20;  ///< of the whole picture, with its axes
  bool braille = false;             ///< eight points a character, else letters
  bool coloured = false;            ///< by the terminal's escape sequences
  std::vector<size_t> groups = {};  ///< the number of each curve's group, which share a colour; empty: each is its own
};

/// The mark of a curve: 'a', 'b', … or a dot in its colour.
std::string curve_mark(size_t number, const PlotStyle& style);

/// Draws the curves, numbered from 0, over sequences. The value axis is logarithmic where all values are above zero and
/// the greatest is at least twenty times the least, else linear. Empty curves are left out; without any curve the text
/// is empty. Each line ends in
/// .
std::string curve_plot(const std::vector<std::vector<CurvePoint>>& curves, const PlotStyle& style);

}  // namespace tapehead
