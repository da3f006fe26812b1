#include "experiments/batches/passages.hpp"

#include <algorithm>

namespace tapehead::inline TAPEHEAD_REAL {

size_t passage_steps(const Model& model, size_t episodes, size_t outputs) {
  constexpr size_t kNumbers = size_t{1} << 24;  // of a round, roughly: 64 MB
  constexpr size_t kBesides = 4096;             // of a step without its memory: a controller of a few hundred units
  return std::max<size_t>(1, kNumbers / (episodes * (model.cost() + outputs + kBesides)));
}

Answers Passages::run(const Context& context, const Model& model, const ParameterStore& store, const Batch& batch) {
  Tape& tape = context.tape;
  tape.begin(store, nullptr);
  const RecurrentModel* const steps = model.in_steps();
  const size_t most = passage_steps(model, context.batch, batch.outputs());
  if (!steps || batch.steps() <= most) return model.run(context, batch, 0);
  logits_.assign(context.batch, {});
  steps_.clear();
  size_t outputs = 0;
  State past = steps->start(at_start_of(context, batch, 0));
  for (size_t from = 0; from < batch.steps(); from += most) {
    const auto [answers, state] = steps->pass(context, batch, 0, {from, std::min(from + most, batch.steps())}, past);
    steps_.insert(steps_.end(), answers.steps.begin(), answers.steps.end());
    if (!answers.steps.empty()) {
      const auto logits = tape.value(answers.logits);
      outputs = logits.rows;
      for (size_t b = 0; b < logits.batch; ++b)
        for (size_t c = 0; c < logits.cols; ++c)
          logits_[b].insert(logits_[b].end(), logits.column(b, c), logits.column(b, c) + outputs);
    }
    if (from + most >= batch.steps()) break;
    const Carried carried(steps->settled(tape, state));
    tape.begin(store, nullptr);
    past = carried.on(tape);
  }
  tape.begin(store, nullptr);
  if (steps_.empty()) return {};
  const Var logits = tape.make(outputs, steps_.size(), context.batch);
  const auto to = tape.fill(logits);
  for (size_t b = 0; b < context.batch; ++b) std::copy(logits_[b].begin(), logits_[b].end(), to.item(b));
  return {logits, steps_};
}

}  // namespace tapehead::inline TAPEHEAD_REAL
