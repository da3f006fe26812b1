#include "tasks/bits/shown_bits.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

using Names = std::vector<std::string>;

/// Prints rows; `last` names the last of them; `cell(row, step)` gives their cells.
template <class Cell>
std::string panel(const char* title, size_t rows, size_t steps, const Names& last, size_t margin, Cell cell) {
  std::string text = fmt::format("{}\n", title);
  for (size_t r = 0; r < rows; ++r) {
    text +=
        fmt::format("{:>{}} ", r + last.size() < rows ? std::to_string(r + 1) : last[r + last.size() - rows], margin);
    for (size_t t = 0; t < steps; ++t) text += cell(r, t);
    text += '\n';
  }
  return text;
}

const char* mark(Real value) { return value > Real(0.5) ? "█" : value > 0 ? "▒" : value < 0 ? "-" : "·"; }

}  // namespace

std::string shown_bits(const Batch& batch, size_t episode, const Real* answers, const ChannelNames& names) {
  size_t margin = 4;
  for (const Names* all : {&names.inputs, &names.outputs})
    for (const std::string& name : *all) margin = std::max(margin, name.size());
  const auto targets = [&](const char* title, auto cell) {
    return panel(title, batch.outputs(), batch.steps(), names.outputs, margin,
                 [&](size_t r, size_t t) { return batch.scored(episode, t)[r] == 0 ? " " : cell(r, t); });
  };
  std::string text = panel("inputs", batch.features(), batch.steps(), names.inputs, margin,
                           [&](size_t r, size_t t) { return mark(batch.input(episode, t)[r]); });
  text += targets("targets", [&](size_t r, size_t t) { return mark(batch.target.at(episode, t)[r]); });
  if (answers)
    text += targets("answers",
                    [&](size_t r, size_t t) { return answers[t * batch.outputs() + r] > Real(0.5) ? "█" : "·"; });
  return text;
}

}  // namespace tapehead::inline TAPEHEAD_REAL
