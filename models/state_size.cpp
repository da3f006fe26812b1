#include "models/state_size.hpp"

#include <algorithm>
#include <array>

#include "memory/held.hpp"
#include "models/speaker.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

StateSize size_over_a_step(size_t before, size_t after, const Held& held) {
  return {before + held.numbers, after - before, 0, held.untouched};
}

/// Statements of a word each, as far as the vocabulary goes of different ones, and a question of these words after
/// them. Its views are valid as long as it is.
struct Story {
  std::vector<Word> words;
  std::vector<Sentence> statements;
  std::array<Question, 1> question;

  Story(size_t steps, size_t vocabulary) : words(steps) {
    for (size_t t = 0; t < steps; ++t) {
      words[t] = static_cast<Word>(t % vocabulary);
      statements.push_back(std::span(words).subspan(t, 1));
    }
    question[0] = {words, static_cast<uint32_t>(steps), 0, {}, {}};
  }
  StoryView view() const { return {statements, question}; }
};

/// Counts the state of a model that has read an episode of so many steps of zeros.
class Counted final {
 public:
  Counted(const Model& model, const ParameterStore& store, const Spec& spec, size_t steps)
      : noise_(0, Split::kCheck, 0, 1), context_{tape_, 1, noise_, Phase::kScoring, some_episode()} {
    tape_.begin(store, nullptr);
    const bool at_once =
        !model.in_steps() && spec.input().kind == StreamKind::kReal && spec.input().layout.is_picture();
    Batch batch;
    batch.resize(spec, at_once ? 1 : steps, 1);
    const Story story(steps, std::max<size_t>(1, spec.outputs()));
    if (spec.tells_stories()) batch.tell(story.view());
    for (BatchStream& stream : batch.inputs) std::fill(stream.tokens.begin(), stream.tokens.end(), uint32_t{0});
    const Speaker* const speaker = model.in_steps() ? nullptr : model.speaks();
    const State state = speaker ? speaker->listen(context_, batch, 0) : model.state_after(context_, batch, 0, steps);
    numbers = numbers_of(state);
    if (!speaker) return;
    const uint32_t end = kEnd;
    const Var previous = tape_.tokens(batch.inputs[kPreviousInput].width(), 1, 1, &end);
    said = numbers_of(speaker->say(context_, previous, state).state) - numbers;
  }

  size_t numbers = 0, said = 0;

 private:
  Tape tape_;
  Noise noise_;
  Context context_;
};

}  // namespace

size_t numbers_of(const State& state) {
  size_t count = 0;
  for (const Var& value : state) count += value.size();
  for (const State& part : state.parts()) count += numbers_of(part);
  return count;
}

StateSize state_size(const Memory& memory, const ParameterStore& store) {
  if (memory.controls() == 0) return {};
  Tape tape;
  tape.begin(store, nullptr);
  Noise noise(0, Split::kCheck, 0, 1);
  const Context context{tape, 1, noise, Phase::kScoring, some_episode()};
  const State start = memory.start(context);
  const State next = memory.step(context, tape.filled(memory.controls(), 1, 1, 0), start).state;
  return size_over_a_step(numbers_of(start), numbers_of(next), held_by(memory));
}

StateSize state_size(const Model& model, const ParameterStore& store, const Spec& spec) {
  const Counted one(model, store, spec, 1), two(model, store, spec, 2);
  const size_t each_step = two.numbers - one.numbers;
  StateSize size = size_over_a_step(one.numbers - each_step, one.numbers, held_by(model));
  size.each_said = one.said;
  return size;
}

}  // namespace tapehead::inline TAPEHEAD_REAL
