#include "models/speaking/transformer_encoder_decoder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "autodiff/ops/dropout.hpp"
#include "autodiff/ops/embed.hpp"
#include "autodiff/ops/linear.hpp"
#include "autodiff/ops/ops.hpp"
#include "autodiff/ops/watch.hpp"
#include "controllers/starting_weights.hpp"
#include "models/scored_steps.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

Initializer table_start(size_t size) { return normal(1 / std::sqrt(static_cast<Real>(size))); }

Parameter output_parameter(const Scope& scope, const Spec& spec, const TransformerEncoderDecoderSettings& settings) {
  if (settings.tied) return (scope / "output").add("bias", spec.outputs(), 1, zeros());
  const double bound = 1 / std::sqrt(static_cast<double>(settings.size));
  return (scope / "output").add("weights", spec.outputs(), settings.size + 1, uniform_apart(0, 0, bound));
}

/// The state in generation: the source's mask, followed by each layer's keys and values of the source; and for each
/// layer a list of keys and values of the answer, one a step.
struct SpokenState {
  TAPEHEAD_PARTS(source, said);
};

}  // namespace

TransformerEncoderDecoder::TransformerEncoderDecoder(const Scope& scope, const Spec& spec,
                                                     const TransformerEncoderDecoderSettings& settings)
    : settings_(settings),
      source_table_(
          (scope / "encoder").add("table", settings.size, spec.inputs()[0].width(), table_start(settings.size))),
      said_table_((scope / "decoder").add("table", settings.size, spec.outputs(), table_start(settings.size))),
      source_positions_(scope / "encoder", settings.positions, settings.size, settings.max_steps, "model.max-steps"),
      said_positions_(scope / "decoder", settings.positions, settings.size, settings.max_steps, "model.max-steps"),
      encoder_(scope / "encoder", settings, settings.encoder_layers),
      layers_([&] {
        std::vector<Layer> layers;
        for (size_t i = 0; i < settings.decoder_layers; ++i) {
          const Scope layer = scope / "decoder" / fmt::format("layer-{}", i + 1);
          layers.push_back({{layer / "attention", settings},
                            {layer / "source-attention", settings},
                            {layer / "feedforward", settings}});
        }
        return layers;
      }()),
      norm_(scope / "decoder", settings),
      output_(output_parameter(scope, spec, settings)) {}

StateNames TransformerEncoderDecoder::state_names() const {
  const auto of_layers = numbered("keys_values", layers_.size());
  return names_of<SpokenState>({joined(names_of<SourceMask>(), {"", of_layers}), {"", {}, of_layers}});
}

Answers TransformerEncoderDecoder::run(const Context& context, const Batch& batch, size_t first) const {
  Tape& tape = context.tape;
  const BatchStream& source = batch.inputs[0];
  const Var there = source.mask_on(tape, first, context.batch, 0, source.steps);
  const Var encoded = encode(context, batch, first);
  tape.at("decoder");
  const BatchStream& previous = batch.input(kPrevious);
  Var token =
      tokens(context, said_table_, said_positions_, previous.on(tape, first, context.batch, 0, batch.steps()), 0);
  Var* const looked = tape.watcher() ? tape.keep<Var>(layers_.size()) : nullptr;
  for (size_t i = 0; i < layers_.size(); ++i) {
    const Layer& layer = layers_[i];
    token = layer.attention.causally(context, token);
    token = layer.source(context, token, layer.source.remembered(encoded), there, looked ? looked + i : nullptr);
    token = layer.feedforward(context, token);
  }
  if (looked) show(context, {looked, layers_.size()});
  token = norm_(token);

  tape.at("output");
  const std::span<const uint32_t> steps = scored_steps(tape, batch);
  if (steps.empty()) return {{}, steps};
  if (steps.back() + 1 == steps.size()) return {logits(tape, columns(token, 0, steps.size())), steps};  // as is usual
  Var* const features = tape.keep<Var>(steps.size());
  for (size_t i = 0; i < steps.size(); ++i) features[i] = columns(token, steps[i], 1);
  return {logits(tape, beside({features, steps.size()})), steps};
}

Var TransformerEncoderDecoder::encode(const Context& context, const Batch& batch, size_t first) const {
  context.tape.at("encoder");
  const BatchStream& source = batch.inputs[0];
  const Var there = source.mask_on(context.tape, first, context.batch, 0, source.steps);
  const Var chosen = source.on(context.tape, first, context.batch, 0, source.steps);
  return encoder_(context, tokens(context, source_table_, source_positions_, chosen, 0), there);
}

State TransformerEncoderDecoder::listen(const Context& context, const Batch& batch, size_t first) const {
  Tape& tape = context.tape;
  const BatchStream& source = batch.inputs[0];
  const Var encoded = encode(context, batch, first);
  const SourceMask mask{source.mask_on(tape, first, context.batch, 0, source.steps)};
  Var* const kept = tape.keep<Var>(layers_.size());
  for (size_t i = 0; i < layers_.size(); ++i) kept[i] = layers_[i].source.remembered(encoded);
  const State heard = State::of(tape, mask, std::span<const Var>(kept, layers_.size()));
  return State::of_parts(tape, SpokenState{heard, {}});
}

Recurrent::Step TransformerEncoderDecoder::say(const Context& context, Var previous, const State& past) const {
  Tape& tape = context.tape;
  const auto last = past.as<SpokenState>();
  const Var there = last.source.as<SourceMask>().there;
  const State of_source = last.source.after<SourceMask>();
  const size_t before = last.said.size() / layers_.size(), now = before + 1;
  Var* const remembered = tape.keep<Var>(layers_.size() * now);
  Var* const looked = tape.watcher() ? tape.keep<Var>(layers_.size()) : nullptr;
  tape.at("decoder");
  Var token = tokens(context, said_table_, said_positions_, previous, before);
  for (size_t i = 0; i < layers_.size(); ++i) {
    const Layer& layer = layers_[i];
    Var* const own = remembered + i * now;
    const auto earlier = last.said.list(i, layers_.size());
    std::copy(earlier.begin(), earlier.end(), own);
    token = layer.attention.next(context, token, {own, now});
    token = layer.source(context, token, of_source[i], there, looked ? looked + i : nullptr);
    token = layer.feedforward(context, token);
  }
  if (looked) show(context, {looked, layers_.size()});
  tape.at("output");
  return {logits(tape, norm_(token)),
          State::of_parts(tape, SpokenState{last.source, State(tape, {remembered, layers_.size() * now})})};
}

Var TransformerEncoderDecoder::tokens(const Context& context, Parameter table, const PositionCode& positions,
                                      Var chosen, size_t first) const {
  const Var bare = scale(embed(context.tape.parameter(table), chosen), std::sqrt(static_cast<Real>(settings_.size)));
  return dropout(positions.added_to(bare, first), settings_.dropout, context);
}

void TransformerEncoderDecoder::show(const Context& context, std::span<const Var> weights) const {
  for (size_t t = 0; t * settings_.heads < weights[0].cols; ++t)
    for (size_t i = 0; i < weights.size(); ++i) {
      const Var heads = columns(weights[i], t * settings_.heads, settings_.heads);
      if (i + 1 == weights.size()) {
        watch("attention", heads, kAlignment);
      } else {
        const Within layer(context.tape, fmt::format("layer-{}", i + 1).c_str());
        watch("attention", heads, kAlignment);
      }
    }
}

Var TransformerEncoderDecoder::logits(Tape& tape, Var tokens) const {
  const Var output = tape.parameter(output_);
  if (settings_.tied) return linear_transposed(tape.parameter(said_table_), tokens, output);
  return linear(output, {tokens});
}

}  // namespace tapehead::inline TAPEHEAD_REAL
