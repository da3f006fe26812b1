#include "models/speaking/lstmn_encoder_decoder.hpp"

#include <algorithm>
#include <cmath>

#include "autodiff/ops/linear.hpp"
#include "autodiff/ops/ops.hpp"
#include "autodiff/ops/watch.hpp"
#include "controllers/starting_weights.hpp"
#include "models/scored_steps.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

/// The state in generation: the source's mask, the reader's tapes for each layer, and the states of the answering
/// layers.
struct FusedState {
  TAPEHEAD_PARTS(source, reader, speaker);
};

State of_parts(Tape& tape, const State* parts, size_t count) {
  return State::of_parts(tape, std::span<const State>(parts, count));
}

}  // namespace

LstmnEncoderDecoder::LstmnEncoderDecoder(const Scope& scope, const Spec& spec, const LstmnSettings& settings)
    : reader_(lstmn_layers(scope / "encoder", settings, spec.inputs()[0].width(), 0)),
      speaker_(lstmn_layers(scope / "decoder", settings, spec.inputs()[1].width(), 0, true)),
      output_((scope / "output")
                  .add("weights", spec.outputs(), settings.size + 1,
                       uniform_apart(0, 0, 1 / std::sqrt(static_cast<double>(settings.size))))) {}

StateNames LstmnEncoderDecoder::state_names() const {
  return names_of<FusedState>({names_of<SourceMask>(),
                               names_of_layers(std::vector(reader_.size(), names_of<LstmnTapes>())),
                               names_of_layers(std::vector(speaker_.size(), speaker_[0].state_names()))});
}

Answers LstmnEncoderDecoder::run(const Context& context, const Batch& batch, size_t first) const {
  Tape& tape = context.tape;
  const std::span<const uint32_t> scored = scored_steps(tape, batch);
  if (scored.empty()) return {{}, scored};
  State state = listen(context, batch, first);
  const Var previous = batch.input(kPrevious).on(tape, first, context.batch, 0, batch.steps());
  Var* const features = tape.keep<Var>(scored.size());
  size_t count = 0;
  for (size_t t = 0; count < scored.size(); ++t) {
    tape.at_step(t + 1);
    const Recurrent::Step step = think(context, columns(previous, t, 1), state);
    state = step.state;
    if (t == scored[count]) features[count++] = step.output;
  }
  tape.at("output");
  return {linear(tape.parameter(output_), {beside({features, count})}), scored};
}

State LstmnEncoderDecoder::listen(const Context& context, const Batch& batch, size_t first) const {
  Tape& tape = context.tape;
  tape.at("encoder");
  const BatchStream& source = batch.inputs[kSourceInput];
  const Var inputs = source.on(tape, first, context.batch, 0, source.steps);
  State* const tapes = tape.keep<State>(reader_.size());
  State* const layers = tape.keep<State>(reader_.size());
  Var* const tokens = tape.keep<Var>(source.steps);
  for (size_t t = 0; t < source.steps; ++t) tokens[t] = columns(inputs, t, 1);
  std::span<const Var> below(tokens, source.steps);
  for (size_t i = 0; i < reader_.size(); ++i) {
    const LstmnLayer::Passed passed = reader_[i].pass(context, below);
    Var* const kept = tape.keep<Var>(2 * source.steps);
    for (size_t t = 0; t < source.steps; ++t) kept[t] = speaker_[i].other_key(passed.hidden[t]);
    std::copy(passed.memory.begin(), passed.memory.end(), kept + source.steps);
    tapes[i] = State(tape, {kept, 2 * source.steps});
    layers[i] = speaker_[i].start(context);
    below = passed.hidden;
  }
  const SourceMask mask{source.mask_on(tape, first, context.batch, 0, source.steps)};
  return State::of_parts(tape, FusedState{State::of(tape, mask), of_parts(tape, tapes, reader_.size()),
                                          of_parts(tape, layers, reader_.size())});
}

Recurrent::Step LstmnEncoderDecoder::say(const Context& context, Var previous, const State& past) const {
  const Recurrent::Step step = think(context, previous, past);
  context.tape.at("output");
  return {linear(context.tape.parameter(output_), {step.output}), step.state};
}

Recurrent::Step LstmnEncoderDecoder::think(const Context& context, Var previous, const State& past) const {
  Tape& tape = context.tape;
  tape.at("decoder");
  const auto last = past.as<FusedState>();
  const Var there = last.source.as<SourceMask>().there;
  const size_t count = speaker_.size();
  State* const layers = tape.keep<State>(count);
  Var* const looks = tape.keep<Var>(count);
  Var* const below = tape.keep<Var>(count + 1);
  below[0] = previous;
  for (size_t i = 0; i < count; ++i) {
    const auto tapes = last.reader.parts()[i].as<LstmnTapes>();
    const LstmnLayer::Others others{tapes.keys, tapes.memory, there};
    const LstmnLayer::Step step = speaker_[i].step(context, {below + i, 1}, last.speaker.parts()[i], &others);
    layers[i] = step.state;
    looks[i] = step.other_weights;
    below[i + 1] = step.hidden;
  }
  if (tape.watcher()) watch("attention", beside({looks, count}), kAlignment);
  return {below[count], State::of_parts(tape, FusedState{last.source, last.reader, of_parts(tape, layers, count)})};
}

}  // namespace tapehead::inline TAPEHEAD_REAL
