#include "models/state_size.hpp"

#include <algorithm>

#include "memory/held.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

StateSize size_over_a_step(const Recurrent& part, const Context& context, Var input) {
  const State start = part.start(context), next = part.step(context, input, start).state;
  const auto* const beside = dynamic_cast<const HoldsBeside*>(&part);
  const Held held = beside ? beside->held() : Held{};
  return {numbers_of(start) + held.numbers, numbers_of(next) - numbers_of(start), held.untouched};
}

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
  return size_over_a_step(memory, {tape, 1, noise, Phase::kScoring, some_episode()},
                          tape.filled(memory.controls(), 1, 1, 0));
}

StateSize state_size(const RecurrentModel& model, const ParameterStore& store, const Spec& spec) {
  Tape tape;
  tape.begin(store, nullptr);
  Noise noise(0, Split::kCheck, 0, 1);
  Batch batch;
  batch.resize(spec, 1, 1);
  for (BatchStream& stream : batch.inputs) std::fill(stream.tokens.begin(), stream.tokens.end(), uint32_t{0});
  return size_over_a_step(model, {tape, 1, noise, Phase::kScoring, some_episode()},
                          batch.inputs[0].on(tape, 0, 1, 0, 1));
}

}  // namespace tapehead::inline TAPEHEAD_REAL
