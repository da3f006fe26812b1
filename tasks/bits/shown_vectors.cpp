#include <fmt/format.h>

#include <algorithm>

#include "tasks/bits/shown_bits.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

/// A row a step: the inputs, the targets ("-": not scored) and, where known, the model's outputs.
std::string numbers_table(const Batch& batch, size_t episode, const Real* answers) {
  std::string text = fmt::format("{:>4}", "step");
  const auto title = [&](const char* kind, size_t count) {
    for (size_t i = 0; i < count; ++i) text += fmt::format(" {:>9}", fmt::format("{}.{}", kind, i + 1));
  };
  title("in", batch.features());
  title("out", batch.outputs());
  if (answers) title("answer", batch.outputs());
  for (size_t t = 0; t < batch.steps(); ++t) {
    text += fmt::format("\n{:4}", t + 1);
    for (size_t i = 0; i < batch.features(); ++i) text += fmt::format(" {:9.4g}", batch.input(episode, t)[i]);
    const auto cells = [&](const Real* values) {
      for (size_t i = 0; i < batch.outputs(); ++i)
        text += batch.scored(episode, t)[i] == 0 ? fmt::format(" {:>9}", "-") : fmt::format(" {:9.4g}", values[i]);
    };
    cells(batch.target.at(episode, t));
    if (answers) cells(answers + t * batch.outputs());
  }
  return text + '\n';
}

}  // namespace

std::string shown_vectors(const Batch& batch, size_t episode, const Real* answers) {
  const Real* const inputs = batch.input(episode, 0);
  const bool bits =
      std::all_of(inputs, inputs + batch.features() * batch.steps(), [](Real x) { return x == 0 || x == 1; });
  return bits ? shown_bits(batch, episode, answers) : numbers_table(batch, episode, answers);
}

}  // namespace tapehead::inline TAPEHEAD_REAL
