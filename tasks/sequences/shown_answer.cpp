#include "tasks/sequences/shown_answer.hpp"

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

std::string target_text(const Batch& batch, size_t episode, const Wording& wording) {
  const BatchStream& target = batch.target;
  return fmt::format("target  {}\n", wording.said_text({target.tokens.data() + episode * target.steps,
                                                        target.lengths[episode] - size_t{1}}));
}

std::string answer_text(const Batch& batch, size_t episode, const Wording& wording, const Real* answers) {
  std::vector<uint32_t> said = most_probable(batch, episode, answers);
  said.erase(std::find(said.begin(), said.end(), kEnd), said.end());
  double log = 0;
  for (size_t t = 0; t < batch.target.lengths[episode]; ++t)
    if (const uint32_t right = batch.target.token(episode, t); right != kNoToken)
      log += std::log(static_cast<double>(answers[t * batch.outputs() + right]));
  return fmt::format("answer  {}\nprobability of the target {:.3g}\n", wording.said_text(said), std::exp(log));
}

std::string shown_answer(const Batch& batch, size_t episode, const Wording& wording, const Real* answers) {
  const BatchStream& source = batch.inputs[0];
  std::string text =
      fmt::format("source  {}\n{}",
                  wording.source_text({source.tokens.data() + episode * source.steps, size_t{source.lengths[episode]}}),
                  target_text(batch, episode, wording));
  if (!batch.aligned.empty()) {
    text += "from   ";
    for (size_t t = 0; t + 1 < batch.target.lengths[episode]; ++t)
      if (const uint32_t step = batch.aligned[episode * batch.target.steps + t]; step == kNoToken)
        text += " -";
      else
        text += fmt::format(" {}", step + 1);
    text += '\n';
  }
  return answers ? text + answer_text(batch, episode, wording, answers) : text;
}

}  // namespace tapehead::inline TAPEHEAD_REAL
