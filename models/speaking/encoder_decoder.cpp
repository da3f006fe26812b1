#include "models/speaking/encoder_decoder.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <numeric>

#include "autodiff/base/error.hpp"
#include "autodiff/ops/chance.hpp"
#include "autodiff/ops/dropout.hpp"
#include "autodiff/ops/linear.hpp"
#include "autodiff/ops/ops.hpp"
#include "autodiff/ops/ragged.hpp"
#include "models/scored_steps.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

struct DecoderState {
  TAPEHEAD_PARTS(decoder, attention, back);
};

/// The given columns of x, side by side.
Var columns_at(Var x, std::span<const uint32_t> at) {
  if (at.size() == x.cols) return x;
  Var* const some = x.tape->keep<Var>(at.size());
  for (size_t i = 0; i < at.size(); ++i) some[i] = columns(x, at[i], 1);
  return beside({some, at.size()});
}

/// What the attention's objective needs of the answers, whose looks are all steps up to the last scored one.
AnswerOfLooks answer_of_looks(const Answers& answers, const Batch& batch, size_t first) {
  Tape& tape = *answers.logits.tape;
  const size_t episodes = answers.logits.batch(), count = answers.steps.size(), most = answers.steps.back() + 1;
  const Var right = tape.filled(answers.logits.rows, count, episodes, 0);
  auto* const looks = tape.keep<uint32_t>(episodes);
  for (size_t b = 0; b < episodes; ++b) {
    looks[b] = 0;
    for (size_t i = 0; i < count; ++i) {
      const uint32_t step = answers.steps[i], token = batch.target.token(first + b, step);
      if (*batch.scored(first + b, step) == 0) continue;
      looks[b] = step + 1;
      if (token != kNoToken) tape.fill(right).column(b, i)[token] = 1;
    }
  }
  const Var said = log_probability(stop_gradient(answers.logits), right), by_look = tape.filled(1, most, episodes, 0);
  for (size_t b = 0; b < episodes; ++b)
    for (size_t i = 0; i < count; ++i) *tape.fill(by_look).column(b, answers.steps[i]) = *tape.value(said).column(b, i);
  return {sequence_loss(answers, batch, first), by_look, {looks, episodes}, batch, first};
}

}  // namespace

EncoderDecoder::EncoderDecoder(const Scope& scope, const Spec& spec, const EncoderDecoderSettings& settings,
                               const Parts& parts)
    : settings_(settings) {
  const StreamShape& source = spec.inputs()[kSourceInput];
  const size_t said = spec.inputs()[kPreviousInput].width(), width = settings.embedding;
  if (settings.logits.output != SpokenOutput::kLinear && width == 0)
    throw InputError(
        "model.output: got a deep one, with model.embedding 0; a model.embedding above 0 is needed for it, or linear");
  if (embeds_source_ = width > 0 && source.kind == StreamKind::kTokens; embeds_source_)
    source_embedding_ = (scope / "embedding").add("source", width, source.width() + 1, glorot_with_bias());
  if (width > 0) said_embedding_ = (scope / "embedding").add("said", width, said + 1, glorot_with_bias());
  encoder_ =
      parts.encoder(scope / "encoder", embeds_source_ ? Layout{1, 1, static_cast<uint32_t>(width)} : source.layout);
  if (settings.reversed && encoder_->grid().cells() > 0)
    throw InputError("model.reversed: got true, and an encoder that reads a picture at once; false is needed for it");
  const size_t x_size = width > 0 ? width : said, summary = encoder_->size();
  const auto& [query, sizes] = parts.decoder_sizes;
  const bool maps = settings.hand_over == HandOver::kMap || settings.hand_over == HandOver::kBackward;
  if (maps || has_context()) mapped_ = sizes;
  reads_summary_ = settings.hand_over == HandOver::kInput || has_context() || (maps && sizes.empty());
  attention_ = parts.attention(scope / "attention", {encoder_->size(), query, encoder_->grid()});
  const bool cells = encoder_->grid().cells() > 0, pictures = source.kind == StreamKind::kReal;
  if (attention_->guided() && !(spec.tells_places && cells == pictures))
    throw InputError(
        "attention.guidance: got a factor above 0, and a task or an encoder by which it is not known where what is "
        "said stands; 0 is needed, or mosaic with an encoder of cells, or lexical-translation");
  const size_t reads = attention_->reads();
  decoder_ = parts.decoder(scope / "controller", x_size,
                           (looks_first() ? reads
                            : feeds()     ? query
                                          : 0) +
                               (reads_summary_ ? summary : 0));
  if (settings.hand_over == HandOver::kState && (sizes.empty() || sizes != encoder_->state_sizes()))
    throw InputError(
        fmt::format("model.hand-over: got state, and states of [{}] numbers of the encoder, [{}] of the decoder; "
                    "the same of both are needed, or map",
                    fmt::join(encoder_->state_sizes(), " "), fmt::join(sizes, " ")));
  const bool begins_with_state = looks_first() && settings.first_query == FirstQuery::kState;
  if (begins_with_state && sizes.empty())
    throw InputError(
        "model.first-query: got state, and a controller that begins without an output; map is needed for it, or lstm "
        "or gru");
  if (settings.logits.output == SpokenOutput::kMaxoutBefore && (sizes.empty() || (looks() && !looks_first())))
    throw InputError(
        "model.output: got maxout-before, and a decoder that has no output before it looks; lstm or gru with "
        "model.order bahdanau is needed for it, or maxout");
  if (has_context()) context_ = (scope / "hand-over").add("context-weights", summary, summary + 1, glorot_with_bias());
  const size_t handed = settings.hand_over == HandOver::kBackward ? summary - encoder_->backward_row() : summary;
  if (!mapped_.empty())
    state_map_ =
        (scope / "hand-over")
            .add("weights", std::accumulate(mapped_.begin(), mapped_.end(), size_t{0}), handed + 1, glorot_with_bias());
  if (looks_first() && !begins_with_state)
    first_query_ = (scope / "first-query").add("weights", query, summary + 1, glorot_with_bias());
  const bool combines = looks() && !looks_first();
  if (combines) combination_ = (scope / "combination").add("weights", query, query + reads + 1, glorot_with_bias());
  logits_.emplace(
      scope / "output", settings.logits,
      SpokenLogitsSizes{query + (looks_first() ? reads : 0), width, has_context() ? summary : 0, spec.outputs()});
}

size_t EncoderDecoder::step_weights() const {
  const size_t query = decoder_->output_size();
  return encoder_->step_weights() + query * (query + attention_->reads());
}

Var EncoderDecoder::embedded(const Context& context, Parameter table, Var x) const {
  if (settings_.embedding == 0) return x;
  return dropout(linear(context.tape.parameter(table), {x}), settings_.logits.dropout, context);
}

State EncoderDecoder::first_state(const Context& context, const Reading& reading, Var handed) const {
  Tape& tape = context.tape;
  if (settings_.hand_over == HandOver::kState) return State(tape, reading.ended);
  if (mapped_.empty()) return decoder_->start(context);
  if (settings_.hand_over == HandOver::kBackward) {
    const size_t from = encoder_->backward_row();
    handed = rows(handed, from, handed.rows - from);
  }
  const Var all = tanh(linear(tape.parameter(state_map_), {handed}));
  Var* const values = tape.keep<Var>(mapped_.size());
  for (size_t i = 0, row = 0; i < mapped_.size(); row += mapped_[i++]) values[i] = rows(all, row, mapped_[i]);
  return State(tape, {values, mapped_.size()});
}

State EncoderDecoder::begin(const Context& context, const Reading& reading) const {
  Tape& tape = context.tape;
  const Var handed = has_context() ? tanh(linear(tape.parameter(context_), {reading.summary})) : reading.summary;
  const State decider = first_state(context, reading, handed);
  const State seen = [&] {
    const Within attention(tape, "attention");
    return attention_->begin(context, reading.annotations, reading.lengths);
  }();
  Back back{{}, handed};
  if (looks_first())
    back.output = settings_.first_query == FirstQuery::kState
                      ? *decoder_->output_in(tape, decider)
                      : tanh(linear(tape.parameter(first_query_), {reading.summary}));
  if (feeds()) back.output = tape.filled(decoder_->output_size(), 1, context.batch, 0);
  return State::of_parts(tape, DecoderState{decider, seen, state_of(tape, back)});
}

EncoderDecoder::Back EncoderDecoder::back_of(const State& state) const {
  const State values = state.as<DecoderState>().back;
  Back back;
  if (looks_first() || feeds()) back.output = values[0];
  if (reads_summary_) back.summary = values[values.size() - 1];
  return back;
}

State EncoderDecoder::state_of(Tape& tape, const Back& back) const {
  std::array<Var, 2> values;
  size_t count = 0;
  if (looks_first() || feeds()) values[count++] = back.output;
  if (reads_summary_) values[count++] = back.summary;
  return State(tape, std::span<const Var>(values.data(), count));
}

StateNames EncoderDecoder::state_names() const {
  StateNames back;
  if (looks_first() || feeds()) back.values.emplace_back("output");
  if (reads_summary_) back.values.emplace_back("summary");
  return names_of<DecoderState>({decoder_->state_names(), attention_->state_names(), back});
}

State EncoderDecoder::listen(const Context& context, const Batch& batch, size_t first) const {
  if (batch.inputs.size() != 2)
    throw ShapeError(
        fmt::format("encoder-decoder: got {} inputs; a source and what was said are needed", batch.inputs.size()));
  Tape& tape = context.tape;
  const BatchStream& source = batch.inputs[kSourceInput];
  auto* const kept = tape.keep<uint32_t>(context.batch);
  std::copy_n(source.lengths.begin() + static_cast<std::ptrdiff_t>(first), context.batch, kept);
  const std::span<const uint32_t> lengths(kept, context.batch);
  const size_t steps = std::max(*std::max_element(lengths.begin(), lengths.end()), uint32_t{1});
  tape.at("encoder");
  Var inputs = source.on(tape, first, context.batch, 0, steps);
  if (settings_.reversed) inputs = reversed(inputs, lengths);
  const Within encoder(tape, "encoder");
  if (embeds_source_) inputs = embedded(context, source_embedding_, inputs);
  Reading reading = encoder_->read(context, inputs, lengths);
  if (settings_.reversed) reading.annotations = reversed(reading.annotations, lengths);
  return begin(context, reading);
}

Recurrent::Step EncoderDecoder::decide(const Context& context, Var x, Var read, const State& past) const {
  Tape& tape = context.tape;
  const Back back = back_of(past);
  std::array<Var, 3> inputs{x};
  size_t count = 1;
  if (looks_first()) inputs[count++] = read;
  if (feeds()) inputs[count++] = back.output;
  if (reads_summary_) inputs[count++] = back.summary;
  tape.at("controller");
  const Within controller(tape, "controller");
  return decoder_->step(context, std::span<const Var>(inputs.data(), count), past.as<DecoderState>().decoder);
}

Recurrent::Step EncoderDecoder::look(const Context& context, Var queries, const State& past) const {
  context.tape.at("attention");
  const Within attention(context.tape, "attention");
  return attention_->look(context, queries, past);
}

Var EncoderDecoder::combined(Tape& tape, Var outputs, Var reads) const {
  if (!looks()) return outputs;
  if (looks_first()) return stack(std::array{outputs, reads});
  return tanh(linear(tape.parameter(combination_), {outputs, reads}));
}

Recurrent::Step EncoderDecoder::think(const Context& context, Var x, const State& past) const {
  Tape& tape = context.tape;
  Back back = back_of(past);
  Recurrent::Step seen{{}, past.as<DecoderState>().attention};
  if (looks_first()) seen = look(context, back.output, seen.state);
  const Recurrent::Step decided = decide(context, x, seen.output, past);
  if (looks() && !looks_first()) seen = look(context, decided.output, seen.state);
  const Var told =
      logits_->tells_before() ? *decoder_->output_in(tape, past.as<DecoderState>().decoder) : decided.output;
  const Var feature = combined(tape, told, seen.output);
  back.output = feeds() ? feature : decided.output;
  return {feature, State::of_parts(tape, DecoderState{decided.state, seen.state, state_of(tape, back)})};
}

Recurrent::Step EncoderDecoder::say(const Context& context, Var previous, const State& past) const {
  const Var x = embedded(context, said_embedding_, previous);
  const Recurrent::Step thought = think(context, x, past);
  return {logits_->logits(context, thought.output, x, back_of(thought.state).summary), thought.state};
}

State EncoderDecoder::settled(Tape& tape, const State& state) const {
  const auto parts = state.as<DecoderState>();
  return State::of_parts(tape, DecoderState{decoder_->settled(tape, parts.decoder),
                                            attention_->settled(tape, parts.attention), parts.back});
}

size_t EncoderDecoder::together(const Batch& batch, size_t first, size_t most) const {
  if (attention_->of_any_lengths()) return most;
  const auto& lengths = batch.inputs[kSourceInput].lengths;
  size_t count = 1;
  while (count < most && lengths[first + count] == lengths[first]) ++count;
  return count;
}

EncoderDecoder::Run EncoderDecoder::run_by_steps(const Context& context, Var inputs, const State& start,
                                                 std::span<const uint32_t> scored) const {
  Var* const features = context.tape.keep<Var>(scored.size());
  State* const looked = context.tape.keep<State>(inputs.cols);
  State state = start;
  size_t count = 0;
  for (size_t t = 0; t < inputs.cols; ++t) {
    context.tape.at_step(t + 1);
    const Recurrent::Step thought = think(context, columns(inputs, t, 1), state);
    state = thought.state;
    looked[t] = state.as<DecoderState>().attention;
    if (scored[count] == t) features[count++] = thought.output;
  }
  return {beside({features, count}), {looked, inputs.cols}};
}

EncoderDecoder::Run EncoderDecoder::run_at_once(const Context& context, Var inputs, const State& start,
                                                std::span<const uint32_t> scored) const {
  Tape& tape = context.tape;
  Var* const outputs = tape.keep<Var>(inputs.cols);
  const auto first = start.as<DecoderState>();
  State state = start;
  for (size_t t = 0; t < inputs.cols; ++t) {
    tape.at_step(t + 1);
    const Recurrent::Step decided = decide(context, columns(inputs, t, 1), {}, state);
    outputs[t] = decided.output;
    state = State::of_parts(tape, DecoderState{decided.state, first.attention, first.back});
  }
  const Var all = beside({outputs, inputs.cols});
  if (!looks()) return {columns_at(all, scored), {}};
  const Recurrent::Step seen = look(context, all, first.attention);
  State* const looked = tape.keep<State>(1);
  *looked = seen.state;
  return {columns_at(combined(tape, all, seen.output), scored), {looked, 1}};
}

Answers EncoderDecoder::run_together(const Context& context, const Batch& batch, size_t first,
                                     std::span<const uint32_t> scored) const {
  Tape& tape = context.tape;
  const State start = listen(context, batch, first);
  const Var previous = batch.inputs[kPreviousInput].on(tape, first, context.batch, 0, scored.back() + 1);
  const Var inputs = embedded(context, said_embedding_, previous);
  const bool at_once =
      !logits_->tells_before() && (!looks() || (settings_.order == LookOrder::kLuong && attention_->each_by_itself()));
  const auto [features, looked] =
      at_once ? run_at_once(context, inputs, start, scored) : run_by_steps(context, inputs, start, scored);
  Answers answers{
      logits_->logits(context, features, logits_->deep() ? columns_at(inputs, scored) : Var{}, back_of(start).summary),
      scored};
  if (context.training() && has_own_objective())
    answers.objective = attention_->objective(context, looked, answer_of_looks(answers, batch, first));
  return answers;
}

Answers EncoderDecoder::run(const Context& context, const Batch& batch, size_t first) const {
  Tape& tape = context.tape;
  const auto scored = scored_steps(tape, batch);
  if (scored.empty()) return {{}, scored};
  Var* const logits = tape.keep<Var>(context.batch);
  Var* const objectives = tape.keep<Var>(context.batch);
  size_t count = 0;
  for (size_t b = 0; b < context.batch;) {
    const size_t some = together(batch, first + b, context.batch - b);
    if (some == context.batch) return run_together(context, batch, first, scored);
    const bool noisy = context.training();  // with sources of one length nothing is drawn in scoring
    Noise noise = noisy ? context.noise.part(b, some) : Noise();
    const Answers answers = run_together({tape, some, noise, context.phase}, batch, first + b, scored);
    logits[count] = answers.logits;
    objectives[count++] = answers.objective.value_or(Var{});
    b += some;
  }
  Answers all{join_items({logits, count}), scored};
  if (objectives[0].tape) all.objective = join_items({objectives, count});
  return all;
}

}  // namespace tapehead::inline TAPEHEAD_REAL
