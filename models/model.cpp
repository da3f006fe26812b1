#include "models/model.hpp"

#include "autodiff/ops.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

Var sequence_loss(const Answers& answers, const Batch& batch, size_t first) {
  Tape& tape = *answers.logits.tape;
  const size_t episodes = answers.logits.batch(), outputs = batch.outputs;
  const Var target = tape.make(outputs, answers.steps.size(), episodes);
  const Var mask = tape.make(outputs, answers.steps.size(), episodes);
  const auto target_to = tape.fill(target), mask_to = tape.fill(mask);
  for (size_t b = 0; b < episodes; ++b)
    for (size_t i = 0; i < answers.steps.size(); ++i) {
      std::copy_n(batch.target(first + b, answers.steps[i]), outputs, target_to.column(b, i));
      std::copy_n(batch.scored(first + b, answers.steps[i]), outputs, mask_to.column(b, i));
    }
  return batch.scoring == Scoring::kClasses ? softmax_cross_entropy(answers.logits, target, mask)
                                            : sigmoid_cross_entropy(answers.logits, target, mask);
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

}  // namespace tapehead::inline TAPEHEAD_REAL
