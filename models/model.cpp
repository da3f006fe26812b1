#include "models/model.hpp"

#include <algorithm>
#include <cmath>

#include "autodiff/ops/ops.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

namespace {

/// The target kind of one digit, given as one-hot.
uint32_t asked_kind(const Real* place, size_t kinds) {
  return static_cast<uint32_t>(std::max_element(place, place + kinds) - place);
}

/// The class that group p of a step's outputs should be: of classes there is one group, of digits each is one.
uint32_t asked_class(const Batch& batch, size_t episode, size_t step, size_t p) {
  if (batch.scoring() == Scoring::kClasses) return batch.target.token(episode, step);
  const size_t kinds = batch.target.shape.layout.channels;
  return asked_kind(batch.target.at(episode, step) + p * kinds, kinds);
}

}  // namespace

State RecurrentModel::state_after(const Context& context, const Batch& batch, size_t first, size_t steps) const {
  State state = start(context);
  for (size_t t = 0; t < steps; ++t)
    state = step(context, batch.inputs[0].on(context.tape, first, context.batch, t, t + 1), state).state;
  return state;
}

Context at_start_of(const Context& context, const Batch& batch, size_t first) {
  Context told = context;
  const bool says = batch.inputs.back().shape.name == kPrevious;  // it decides itself how long an episode is
  if (!says) told.ahead.steps = std::span(batch.inputs[0].lengths).subspan(first, context.batch);
  if (!batch.answers_last) return told;
  uint32_t* const steps = context.tape.keep<uint32_t>(context.batch);
  for (size_t b = 0; b < context.batch; ++b) steps[b] = static_cast<uint32_t>(batch.answer_begins(first + b));
  told.ahead.input_steps = {steps, context.batch};
  return told;
}

Var sequence_loss(const Answers& answers, const Batch& batch, size_t first) {
  Tape& tape = *answers.logits.tape;
  const size_t episodes = answers.logits.batch(), count = answers.steps_of(0).size(), outputs = batch.outputs();
  const size_t rows = batch.scored_rows(), kinds = batch.target.shape.layout.channels;
  const Scoring scoring = batch.scoring();
  const Var mask = tape.make(rows, count, episodes);
  const Var bits = scoring == Scoring::kBits ? tape.make(outputs, count, episodes) : Var{};
  uint32_t* const right = tape.keep<uint32_t>(scoring == Scoring::kBits ? 0 : rows * count * episodes);
  for (size_t b = 0; b < episodes; ++b)
    for (size_t i = 0; i < count; ++i) {
      const uint32_t step = answers.steps_of(b)[i];
      std::copy_n(batch.scored(first + b, step), rows, tape.fill(mask).column(b, i));
      if (scoring == Scoring::kBits) {
        std::copy_n(batch.target.at(first + b, step), outputs, tape.fill(bits).column(b, i));
        continue;
      }
      for (size_t p = 0; p < rows; ++p) right[(b * count + i) * rows + p] = asked_class(batch, first + b, step, p);
    }
  if (scoring == Scoring::kBits) return sigmoid_cross_entropy(answers.logits, bits, mask);
  return softmax_cross_entropy(reshape(answers.logits, kinds, rows * count),
                               tape.tokens(kinds, rows * count, episodes, right), reshape(mask, 1, rows * count));
}

Var label_smoothing(const Answers& answers, const Batch& batch, size_t first) {
  Tape& tape = *answers.logits.tape;
  const size_t episodes = answers.logits.batch(), count = answers.steps_of(0).size(), rows = batch.scored_rows();
  const size_t kinds = batch.target.shape.layout.channels;
  const Var weights = tape.make(batch.outputs(), count, episodes);
  for (size_t b = 0; b < episodes; ++b)
    for (size_t i = 0; i < count; ++i) {
      const uint32_t step = answers.steps_of(b)[i];
      const Real* const scored = batch.scored(first + b, step);
      Real* const column = tape.fill(weights).column(b, i);
      for (size_t p = 0; p < rows; ++p) {
        if (batch.scoring() == Scoring::kBits) {
          column[p] = scored[p] * (batch.target.at(first + b, step)[p] - Real(0.5));
          continue;
        }
        Real* const group = column + p * kinds;
        const uint32_t right = asked_class(batch, first + b, step, p);
        const Real asked = right == kNoToken ? 0 : scored[p];
        std::fill_n(group, kinds, -asked / static_cast<Real>(kinds));
        if (asked != 0) group[right] += asked;
      }
    }
  return sum(multiply(answers.logits, weights));
}

double absurd_cost(Scoring scoring) {
  // Thresholds in nats. For bits: the right bit would on average have a probability of e^-100, too small for a float.
  // Classes may cost more: a memory network in its linear start multiplies scores of all its sentences hop by hop.
  constexpr double kOfBits = 100, kOfClasses = 1e5;
  return scoring == Scoring::kBits ? kOfBits : kOfClasses;
}

Var objective_of(const Answers& answers, const Batch& batch, size_t first) {
  return answers.objective ? *answers.objective : sequence_loss(answers, batch, first);
}

void probabilities(const StreamShape& target, const Real* logits, Real* to) {
  const size_t count = target.width();
  const Scoring scoring = scoring_of(target);
  if (scoring == Scoring::kBits) {
    std::transform(logits, logits + count, to, [](Real logit) { return 1 / (1 + std::exp(-logit)); });
    return;
  }
  const size_t kinds = target.layout.channels;
  for (const Real* const end = logits + count; logits != end; logits += kinds, to += kinds) {
    const Real highest = *std::max_element(logits, logits + kinds);
    Real sum = 0;
    for (size_t i = 0; i < kinds; ++i) sum += to[i] = std::exp(logits[i] - highest);
    for (size_t i = 0; i < kinds; ++i) to[i] /= sum;
  }
}

}  // namespace tapehead::inline TAPEHEAD_REAL
