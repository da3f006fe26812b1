#include "models/readers/asked.hpp"

#include <algorithm>
#include <numeric>

#include "autodiff/ops/ops.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

size_t most_questions(const Batch& batch) {
  size_t most = 0;
  for (const StoryView& story : batch.stories()) most = std::max(most, story.questions.size());
  return most;
}

std::span<const Asked> asked_questions(const Context& context, const Batch& batch, size_t first) {
  const size_t most = most_questions(batch), count = context.batch * most;
  auto* const all = context.tape.keep<Asked>(count);
  for (size_t i = 0; i < count; ++i) {
    const StoryView& story = batch.stories()[first + i / most];
    const size_t number = i % most;
    const bool is_there = number < story.questions.size();
    all[i].question = is_there ? &story.questions[number] : nullptr;
    all[i].known = is_there ? story.statements.first(story.questions[number].known) : std::span<const Sentence>();
  }
  return {all, count};
}

std::span<const Asked> asked_after(const Context& context, const Batch& batch, size_t first, size_t steps) {
  auto* const all = context.tape.keep<Asked>(context.batch);
  for (size_t i = 0; i < context.batch; ++i) {
    const StoryView& story = batch.stories()[first + i];
    all[i].question = story.questions.empty() ? nullptr : &story.questions.back();
    all[i].known = story.statements.first(std::min(steps, story.statements.size()));
  }
  return {all, context.batch};
}

Answers answers_of(const Context& context, const Batch& batch, Var logits) {
  const size_t most = most_questions(batch);
  auto* const steps = context.tape.keep<uint32_t>(most);
  std::iota(steps, steps + most, 0u);
  return {regroup(logits, most, context.batch), {steps, most}};
}

}  // namespace tapehead::inline TAPEHEAD_REAL
