#pragma once
// How batches of answers are filled.

#include <algorithm>
#include <span>

#include "tasks/batch/batch.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// Sizes the batch for sources of at most `source` steps and answers of at most `said` tokens, kEnd not counted; empty
/// so far. `spec` is one of answers.
inline void resize_spoken(const Spec& spec, size_t source, size_t said, size_t episodes, Batch& batch) {
  batch.resize(spec, source, episodes);
  batch.inputs[1].resize(spec.inputs()[1], said + 1, episodes);
  batch.resize_target(spec.target, said + 1);
  batch.joined_answers = true;
}

/// Sets an episode's source.
inline void tell_source(Batch& batch, size_t episode, std::span<const uint32_t> source) {
  BatchStream& read = batch.inputs[0];
  std::copy(source.begin(), source.end(), read.tokens.begin() + static_cast<std::ptrdiff_t>(episode * read.steps));
  read.lengths[episode] = static_cast<uint32_t>(source.size());
}

/// Sets an episode's target, `said` and kEnd after it, and the tokens fed back, delayed by one step.
inline void ask_for(Batch& batch, size_t episode, std::span<const uint32_t> said) {
  BatchStream& previous = batch.inputs[1];
  const size_t length = said.size();
  previous.token(episode, 0) = kEnd;
  for (size_t t = 0; t < length; ++t) {
    batch.ask(episode, t, said[t]);
    previous.token(episode, t + 1) = said[t];
  }
  batch.ask(episode, length, kEnd);
  previous.lengths[episode] = batch.target.lengths[episode] = static_cast<uint32_t>(length + 1);
}

/// Removes steps that no answer of the batch needs, where the longest has `longest` tokens.
inline void trim_answers(Batch& batch, size_t longest) {
  const size_t room = batch.target.steps, steps = longest + 1;
  if (steps == room) return;
  const auto trim = [&](auto& values) {
    for (size_t b = 1; b < batch.episodes && !values.empty(); ++b)
      std::copy_n(values.begin() + static_cast<std::ptrdiff_t>(b * room), steps,
                  values.begin() + static_cast<std::ptrdiff_t>(b * steps));
    if (!values.empty()) values.resize(batch.episodes * steps);
  };
  trim(batch.inputs[1].tokens);
  trim(batch.target.tokens);
  trim(batch.mask);
  trim(batch.aligned);
  trim(batch.boxes);
  batch.inputs[1].steps = batch.target.steps = steps;
}

/// A batch of one episode with a source and no target, as for SpokenTask::ask(): one step in which anything may be
/// said.
inline void ask_openly(const Spec& spec, std::span<const uint32_t> source, Batch& batch) {
  resize_spoken(spec, source.size(), 0, 1, batch);
  tell_source(batch, 0, source);
  batch.inputs[1].token(0, 0) = kEnd;
}

}  // namespace tapehead::inline TAPEHEAD_REAL
