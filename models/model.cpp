#include "models/model.hpp"

#include <algorithm>
#include <cmath>

#include "autodiff/ops.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

Var sequence_loss(const Answers& answers, const Batch& batch, size_t first) {
  Tape& tape = *answers.logits.tape;
  const size_t episodes = answers.logits.batch(), count = answers.steps.size(), outputs = batch.outputs();
  const size_t scored_rows = batch.scored_rows();
  const bool classes = batch.scoring() == Scoring::kClasses;
  const Var mask = tape.make(scored_rows, count, episodes);
  const Var bits = classes ? Var{} : tape.make(outputs, count, episodes);
  uint32_t* const right = tape.keep<uint32_t>(classes ? count * episodes : 0);
  for (size_t b = 0; b < episodes; ++b)
    for (size_t i = 0; i < count; ++i) {
      const uint32_t step = answers.steps[i];
      std::copy_n(batch.scored(first + b, step), scored_rows, tape.fill(mask).column(b, i));
      if (classes)
        right[b * count + i] = batch.target.token(first + b, step);
      else
        std::copy_n(batch.target.at(first + b, step), outputs, tape.fill(bits).column(b, i));
    }
  return classes ? softmax_cross_entropy(answers.logits, tape.tokens(outputs, count, episodes, right), mask)
                 : sigmoid_cross_entropy(answers.logits, bits, mask);
}

double absurd_cost(Scoring scoring) {
  // On average over a batch the right bit would have a probability of e^-100, for which a float is too small. Of
  // classes it may be more: a memory network in its linear start multiplies scores of all its sentences hop by hop.
  constexpr double kOfBits = 100, kOfClasses = 1e5;
  return scoring == Scoring::kClasses ? kOfClasses : kOfBits;
}

Var objective_of(const Answers& answers, const Batch& batch, size_t first) {
  return answers.objective ? *answers.objective : sequence_loss(answers, batch, first);
}

void probabilities(Scoring scoring, const Real* logits, size_t count, Real* to) {
  if (scoring == Scoring::kBits) {
    std::transform(logits, logits + count, to, [](Real logit) { return 1 / (1 + std::exp(-logit)); });
    return;
  }
  const Real highest = *std::max_element(logits, logits + count);
  Real sum = 0;
  for (size_t i = 0; i < count; ++i) sum += to[i] = std::exp(logits[i] - highest);
  for (size_t i = 0; i < count; ++i) to[i] /= sum;
}

}  // namespace tapehead::inline TAPEHEAD_REAL
