#include "tasks/bits_picture.hpp"

#include <fmt/format.h>

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

/// `cell(row, step)` gives what stands there.
template <class Cell>
std::string panel(const char* title, size_t rows, size_t steps, Cell cell) {
  std::string text = fmt::format("{}\n", title);
  for (size_t r = 0; r < rows; ++r) {
    text += fmt::format("{:4} ", r + 1);
    for (size_t t = 0; t < steps; ++t) text += cell(r, t);
    text += '\n';
  }
  return text;
}

const char* mark(Real value) { return value > Real(0.5) ? "█" : value > 0 ? "▒" : "·"; }

}  // namespace

std::string bits_picture(const Batch& batch, size_t episode, const Real* answers) {
  std::string text = panel("inputs", batch.features, batch.steps,
                           [&](size_t r, size_t t) { return mark(batch.input(episode, t)[r]); });
  text += panel("targets", batch.outputs, batch.steps, [&](size_t r, size_t t) {
    return batch.scored(episode, t)[r] == 0 ? " " : mark(batch.target(episode, t)[r]);
  });
  if (answers)
    text += panel("answers", batch.outputs, batch.steps, [&](size_t r, size_t t) {
      if (batch.scored(episode, t)[r] == 0) return " ";
      return answers[t * batch.outputs + r] > Real(0.5) ? "█" : "·";
    });
  return text;
}

}  // namespace tapehead::inline TAPEHEAD_REAL
