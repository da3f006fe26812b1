#include "experiments/batches/scheduled_sampling.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

uint32_t likeliest(const Real* logits, size_t kinds) {
  return static_cast<uint32_t>(std::max_element(logits, logits + kinds) - logits);
}

uint32_t drawn(const Real* logits, size_t kinds, Stream& draw) {
  const Real highest = *std::max_element(logits, logits + kinds);
  double all = 0;
  for (size_t k = 0; k < kinds; ++k) all += std::exp(double{logits[k] - highest});
  double left = draw.uniform() * all;
  uint32_t token = 0;
  while (token + 1 < kinds && (left -= std::exp(double{logits[token] - highest})) >= 0) ++token;
  return token;
}

}  // namespace

void sample_inputs(const Context& context, const Model& model, const ParameterStore& store,
                   const ScheduledSampling& sampling, uint64_t seed, uint64_t first, Batch& batch) {
  if (sampling.share <= 0) return;
  Tape& tape = context.tape;
  tape.begin(store, nullptr);
  const Answers answers = model.run({tape, context.batch, context.noise, Phase::kScoring}, batch, 0);
  if (answers.steps.empty()) return;
  const auto logits = tape.value(answers.logits);
  BatchStream& previous = batch.inputs.back();
  const auto read = static_cast<uint32_t>(previous.width() - batch.outputs());
  for (size_t b = 0; b < batch.episodes; ++b) {
    Stream draw(seed, Split::kTrain, Purpose::kSpeech, first + b);
    for (size_t i = 0; i < answers.steps.size(); ++i) {
      const uint32_t step = answers.steps[i], next = step + 1;
      // A token is fed back only where the answer continues.
      if (next >= batch.target.lengths[b] || *batch.scored(b, step) == 0 || *batch.scored(b, next) == 0) continue;
      if (draw.uniform() >= sampling.share) continue;
      const Real* const column = logits.column(b, i);
      previous.token(b, next) =
          read + (sampling.drawn ? drawn(column, batch.outputs(), draw) : likeliest(column, batch.outputs()));
    }
  }
}

void continue_from_own_answers(const Context& context, const Model& model, const ParameterStore& store,
                               const ScheduledSampling& sampling, const Reacting& world, uint64_t seed, uint64_t first,
                               Batch& batch) {
  if (sampling.share <= 0) return;
  bool changed = true;
  for (size_t round = 0; changed && round <= batch.steps(); ++round) {  // each round settles one more step
    changed = false;
    context.tape.begin(store, nullptr);
    const Answers answers = model.run({context.tape, context.batch, context.noise, Phase::kScoring}, batch, 0);
    if (answers.steps.empty()) return;
    for (size_t b = 0; b < batch.episodes; ++b) {
      const Stream draw(seed, Split::kTrain, Purpose::kSpeech, first + b);
      changed = world.react({context.tape.value(answers.logits), b, answers.steps}, sampling.share, draw, batch, b) ||
                changed;
    }
  }
}

}  // namespace tapehead::inline TAPEHEAD_REAL
