#include "python/engine/shown.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "tasks/bits/shown_bits.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

/// A step of a stream in one cell: a token's number, or its numbers.
std::string cell(const BatchStream& stream, size_t episode, size_t step) {
  if (step >= stream.steps) return "";
  if (stream.shape.kind == StreamKind::kTokens)
    return stream.token(episode, step) == kNoToken ? "-" : fmt::format("{}", stream.token(episode, step));
  constexpr size_t kMostShown = 8;
  std::string text;
  for (size_t i = 0; i < std::min(stream.width(), kMostShown); ++i)
    text += fmt::format("{}{:.3g}", i > 0 ? " " : "", stream.at(episode, step)[i]);
  return stream.width() > kMostShown ? text + " ..." : text;
}

}  // namespace

std::string shown_episode(const Batch& batch, size_t episode, const Real* answers) {
  const BatchStream& input = batch.inputs[0];
  const bool vectors = input.shape.kind == StreamKind::kReal && !input.shape.layout.is_picture();
  if (vectors && batch.scoring() == Scoring::kBits) return shown_vectors(batch, episode, answers);
  std::string text = fmt::format("{:>4}  {:<24}  {:<12}  {}", "step", "input", "target", answers ? "answer" : "");
  for (size_t t = 0; t < std::max<size_t>(input.lengths[episode], batch.target.lengths[episode]); ++t) {
    const bool scored = t < batch.steps() && *batch.scored(episode, t) != 0;
    text += fmt::format("\n{:4}  {:<24}  {:<12}  ", t + 1, cell(input, episode, t),
                        scored ? cell(batch.target, episode, t) : "");
    if (!answers || !scored || batch.scoring() != Scoring::kClasses) continue;
    const Real* const chances = answers + t * batch.outputs();
    const Real* const likeliest = std::max_element(chances, chances + batch.outputs());
    text += fmt::format("{} ({:.2f})", likeliest - chances, *likeliest);
  }
  return text + "\n";
}

}  // namespace tapehead::inline TAPEHEAD_REAL
