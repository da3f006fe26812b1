#pragma once
// An encoder-decoder run step by step with teacher forcing.

#include <algorithm>
#include <vector>

#include "models/speaker.hpp"
#include "tests/support/context.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace testing {

constexpr size_t kSourceKinds = 6, kSaidKinds = 5;

/// Random sources and answers, with lengths from 1 to the maximum.
inline Batch some_answers(size_t episodes, size_t most_read, size_t most_said) {
  const Spec spec = Spec::of_answers(kSourceKinds, kSaidKinds);
  Stream stream(1, Split::kCheck, Purpose::kTest, 0);
  Batch batch;
  batch.resize(spec, most_said, episodes);
  batch.inputs[0].resize(spec.inputs()[0], most_read, episodes);
  for (size_t b = 0; b < episodes; ++b) {
    const auto length = [&](size_t most) {
      return static_cast<uint32_t>(stream.integer(1, static_cast<int64_t>(most)));
    };
    const auto token = [&](size_t kinds) {
      return static_cast<uint32_t>(stream.integer(0, static_cast<int64_t>(kinds) - 1));
    };
    batch.inputs[0].lengths[b] = b == 0 ? static_cast<uint32_t>(most_read) : length(most_read);
    for (size_t t = 0; t < batch.inputs[0].lengths[b]; ++t) batch.inputs[0].token(b, t) = token(kSourceKinds);
    const uint32_t said = b == 0 ? static_cast<uint32_t>(most_said) : length(most_said);
    batch.inputs[1].lengths[b] = batch.target.lengths[b] = said;
    for (size_t t = 0; t < said; ++t) {
      batch.inputs[1].token(b, t) = t == 0 ? kEnd : batch.target.token(b, t - 1);
      batch.ask(b, t, t + 1 < said ? token(kSaidKinds - 1) + 1 : kEnd);
    }
  }
  return batch;
}

/// The logits of the scored steps, episode after episode, from a whole run.
inline std::vector<Real> whole_logits(const Model& model, const ParameterStore& store, const Batch& batch, size_t first,
                                      size_t count) {
  Tape tape;
  tape.begin(store, nullptr);
  const Answers answers = model.run({tape, count, noise()}, batch, first);
  const auto window = tape.value(answers.logits);
  std::vector<Real> all;
  for (size_t b = 0; b < count; ++b)
    for (size_t c = 0; c < answers.steps.size(); ++c)
      if (*batch.scored(first + b, answers.steps[c]) != 0)
        all.insert(all.end(), window.column(b, c), window.column(b, c) + window.rows);
  return all;
}

/// The same from listen() and say(); the tape begins anew after every `round` steps.
inline std::vector<Real> told_logits(const Speaker& speaker, const ParameterStore& store, const Batch& batch,
                                     size_t round) {
  std::vector<std::vector<Real>> logits(batch.episodes);
  Tape tape;
  tape.begin(store, nullptr);
  const Context context{tape, batch.episodes, noise()};
  State state = speaker.listen(context, batch, 0);
  for (size_t t = 0; t < batch.steps(); ++t) {
    if (t > 0 && t % round == 0) {
      const Carried carried(speaker.settled(tape, state));
      tape.begin(store, nullptr);
      state = carried.on(tape);
    }
    const Var previous = batch.input(kPrevious).on(tape, 0, batch.episodes, t, t + 1);
    const Recurrent::Step step = speaker.say(context, previous, state);
    state = step.state;
    const auto window = tape.value(step.output);
    for (size_t b = 0; b < batch.episodes; ++b)
      if (*batch.scored(b, t) != 0) logits[b].insert(logits[b].end(), window.item(b), window.item(b) + window.rows);
  }
  std::vector<Real> all;
  for (const auto& one : logits) all.insert(all.end(), one.begin(), one.end());
  return all;
}

}  // namespace testing
}  // namespace tapehead::inline TAPEHEAD_REAL
