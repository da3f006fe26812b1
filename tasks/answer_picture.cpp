#include "tasks/answer_picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace tapehead::inline TAPEHEAD_REAL {

std::vector<uint32_t> most_probable(const Batch& batch, size_t episode, const Real* answers) {
  std::vector<uint32_t> tokens;
  for (size_t t = 0; t < batch.target.lengths[episode]; ++t) {
    const Real* const chances = answers + t * batch.outputs();
    tokens.push_back(static_cast<uint32_t>(std::max_element(chances, chances + batch.outputs()) - chances));
  }
  return tokens;
}

std::string answer_picture(const Batch& batch, size_t episode, const Wording& wording, const Real* answers) {
  const BatchStream &source = batch.inputs[0], &target = batch.target;
  const size_t asked = target.lengths[episode] - 1;
  const auto tokens = [&](const BatchStream& stream, size_t length) {
    return std::span<const uint32_t>(stream.tokens.data() + episode * stream.steps, length);
  };
  std::string text =
      fmt::format("source  {}\ntarget  {}\n", wording.source_text(tokens(source, source.lengths[episode])),
                  wording.said_text(tokens(target, asked)));
  if (!batch.aligned.empty()) {
    text += "from   ";
    for (size_t t = 0; t < asked; ++t)
      if (const uint32_t step = batch.aligned[episode * target.steps + t]; step == kNoToken)
        text += " -";
      else
        text += fmt::format(" {}", step + 1);
    text += '\n';
  }
  if (!answers) return text;
  std::vector<uint32_t> said = most_probable(batch, episode, answers);
  said.erase(std::find(said.begin(), said.end(), kEnd), said.end());
  double log = 0;
  for (size_t t = 0; t <= asked; ++t)
    if (const uint32_t right = target.token(episode, t); right != kNoToken)
      log += std::log(static_cast<double>(answers[t * batch.outputs() + right]));
  return text + fmt::format("answer  {}\nprobability of the target {:.3g}\n", wording.said_text(said), std::exp(log));
}

}  // namespace tapehead::inline TAPEHEAD_REAL
