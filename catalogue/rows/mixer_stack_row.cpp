#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "autodiff/base/error.hpp"
#include "catalogue/rows/make_part.hpp"
#include "catalogue/rows/mixer_list.hpp"
#include "catalogue/rows/model_rows.hpp"
#include "catalogue/rows/transformer_options.hpp"
#include "models/machine/attention_mixer.hpp"
#include "models/machine/mixer_stack.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

constexpr const char *kHeads = "model.heads", *kAttentionSize = "model.attention-size", *kPositions = "model.positions",
                     *kMaxDistance = "model.max-distance";

struct MixerOptions : MixerStackSettings {
  std::string memory = "fast-weights", mixers = "memory";
  size_t layers = 2, attention_size = 0, max_distance = 16;
};

bool are_codes(Positions positions) { return positions == Positions::kSinusoidal || positions == Positions::kLearned; }

const Bound<MixerOptions>& mixer_options() {
  static const auto all =
      Bound<MixerOptions>{}
          .part("memory", &MixerOptions::memory, PartKind::kMemory, "what mixes the steps of a layer")
          .list("model.mixers", &MixerOptions::mixers, PartKind::kMemory, {kAttentionMixer},
                "what mixes steps, layer by layer, separated by commas and from the beginning again; behind a colon "
                "options of its own: fast-weights:rule=momentum,attention:heads=2")
          .checked_at("fast-weights:width=4:heads=2:key-size=3,memory,attention")
          .integer("model.layers", &MixerOptions::layers, 1, 64, "layers, each a mixer and hidden units")
          .checked_at("3")
          .integer("model.rounds", &MixerOptions::rounds, 1, 64,
                   "times that the layers are gone through, with the same weights (Universal Transformer)")
          .real("model.ponder", &MixerOptions::ponder, 0, 1000,
                "what a round of a token costs in training, in nats; above 0 each decides after how many its answer is "
                "made (adaptive computation time); 0: all go through all")
          .with(token_options("model"))
          .with(attention_options("model"))
          .integer(kAttentionSize, &MixerOptions::attention_size, 0, 65536,
                   "numbers of an attention layer's query, key and value, which model.heads divide; 0: model.size")
          .checked_at("10")
          .choice(kPositions, &MixerOptions::positions, causal_position_words(),
                  "what tells a step's place: sinusoidal and learned codes are added to tokens before each round, the "
                  "others tell it to attention")
          .integer("model.max-steps", &MixerOptions::max_steps, 1, 65536,
                   "with learned positions: steps of the longest sequence")
          .checked_at("12")
          .only_with(kPositions, {"learned"})
          .integer(kMaxDistance, &MixerOptions::max_distance, 1, 65536,
                   "with relative positions: steps from which on all distances are alike")
          .checked_at("2")
          .only_with(kPositions, {"relative"})
          .flag("model.tied", &MixerOptions::tied,
                "a token is embedded by the weights that its output is made by; inputs and outputs are the same tokens")
          .integer("model.convolution", &MixerOptions::convolution, 1, 64,
                   "steps that a mixer's input is taken together from, a weight for each number; 1: its own alone")
          .checked_at("3")
          .real("model.dropout", &MixerOptions::dropout, 0, 0.95, "of what each half of a layer adds, in training")
          .checked_at("0.25");
  return all;
}

/// An attention mixer. Throws InputError where its heads do not divide this.
MixerStack::MakeMemory attention_mixer(const Settings& own) {
  const MixerOptions attention = mixer_options().read(own);
  const bool as_tokens = attention.attention_size == 0;
  const size_t size = as_tokens ? attention.size : attention.attention_size, heads = attention.heads;
  check_heads(kHeads, heads, as_tokens ? "model.size" : kAttentionSize, size);
  const Positions positions = are_codes(attention.positions) ? Positions::kNone : attention.positions;
  return [=, far = attention.max_distance](const Scope& scope) {
    return std::make_unique<AttentionMixer>(size, PlacedAttention(scope, size, heads, positions, far));
  };
}

MixerStack::MakeMemory memory_mixer(const Settings& own, const Spec& spec) {
  check_told(own, spec);
  return [own](const Scope& scope) { return make_part(memory_rows(), own, "memory", own, scope); };
}

/// What an attention layer may have of its own: codes are added to tokens for all layers.
std::vector<Option> options_of_attention() {
  constexpr std::array kNames{kHeads, kAttentionSize, kPositions, kMaxDistance};
  std::vector<Option> options = mixer_options().options();
  std::erase_if(options,
                [&](const Option& one) { return std::find(kNames.begin(), kNames.end(), one.name) == kNames.end(); });
  const Words<Positions> words = causal_position_words();
  for (Option& option : options)
    if (option.name == kPositions)
      std::erase_if(option.choices, [&](const std::string& choice) {
        return std::any_of(words.begin(), words.end(),
                           [&](const auto& word) { return word.first == choice && are_codes(word.second); });
      });
  return options;
}

std::unique_ptr<Model> make_mixer_stack(const Settings& settings, const Spec& spec, const Scope& scope) {
  MixerOptions options = mixer_options().read(settings);
  std::vector<MixerStack::MakeMemory> pattern, mixers;
  bool attends = false;
  for (const ListedMixer& mixer : listed_mixers(options.mixers, options.memory, settings, options_of_attention())) {
    pattern.push_back(mixer.memory.empty() ? attention_mixer(mixer.settings) : memory_mixer(mixer.settings, spec));
    attends = attends || mixer.memory.empty();
  }
  if (!attends && !are_codes(options.positions) && options.positions != Positions::kNone)
    throw InputError(
        fmt::format("{}: got {}, which attention is told, and model.mixers ({}) has none; sinusoidal, "
                    "learned or none is needed",
                    kPositions, settings.text(kPositions), options.mixers));
  if (pattern.size() > options.layers)
    throw InputError(
        fmt::format("model.layers: got {}, and model.mixers has {}; at least a layer for each of these is "
                    "needed",
                    options.layers, pattern.size()));
  for (size_t i = 0; i < options.layers; ++i) mixers.push_back(pattern[i % pattern.size()]);
  if (options.ponder > 0 && options.rounds == 1)
    throw InputError(fmt::format("model.ponder: got {} with model.rounds 1; 2 at least are needed", options.ponder));
  if (options.tied && (spec.inputs()[0].kind != StreamKind::kTokens || spec.features() != spec.outputs()))
    throw InputError(
        fmt::format("model.tied: got true for {} inputs and {} outputs; the same tokens are needed as both",
                    spec.features(), spec.outputs()));
  options.heads = 1;  // of no layer any more
  settle_layers("model", options);
  return std::make_unique<MixerStack>(scope, spec, options, mixers);
}

}  // namespace

ModelRow mixer_stack_row() {
  return {{"mixer-stack",
           "layers whose steps are mixed by attention or by a memory, without a controller",
           "Yang et al. 2024; Vaswani et al. 2017",
           mixer_options().options(),
           {}},
          make_mixer_stack};
}

}  // namespace tapehead::inline TAPEHEAD_REAL
