#include <fmt/format.h>

#include "autodiff/base/error.hpp"
#include "catalogue/rows/make_part.hpp"
#include "catalogue/rows/model_rows.hpp"
#include "catalogue/rows/transformer_options.hpp"
#include "models/machine/attention_mixer.hpp"
#include "models/machine/mixer_stack.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

constexpr const char* kAttention = "attention";

struct MixerOptions : MixerStackSettings {
  std::string memory = "fast-weights", mixers = "memory";
  size_t layers = 2;
};

const Bound<MixerOptions>& mixer_options() {
  static const auto all =
      Bound<MixerOptions>{}
          .part("memory", &MixerOptions::memory, PartKind::kMemory, "what mixes the steps of a layer")
          .text("model.mixers", &MixerOptions::mixers,
                "what mixes steps, layer by layer, separated by commas and from the beginning again: memory (or its "
                "name), or attention")
          .integer("model.layers", &MixerOptions::layers, 1, 64, "layers, each a mixer and hidden units")
          .with(token_options("model"))
          .with(attention_options("model"))
          .integer("model.convolution", &MixerOptions::convolution, 1, 64,
                   "steps that a mixer's input is taken together from, a weight for each number; 1: its own alone")
          .checked_at("3")
          .real("model.dropout", &MixerOptions::dropout, 0, 0.95, "of what each half of a layer adds, in training")
          .checked_at("0.25");
  return all;
}

/// The names in `text`. Throws InputError for one that is neither attention nor the memory.
std::vector<std::string> mixer_names(const std::string& text, const std::string& memory) {
  std::vector<std::string> names;
  for (size_t from = 0; from <= text.size();) {
    const size_t end = std::min(text.find(',', from), text.size());
    const std::string name = text.substr(from, end - from);
    if (name != kAttention && name != "memory" && name != memory)
      throw InputError(fmt::format("model.mixers: got {}; attention, or the memory that memory names ({}) is needed",
                                   name.empty() ? "an empty name" : printable(name), memory));
    names.push_back(name);
    from = end + 1;
  }
  return names;
}

std::unique_ptr<Model> make_mixer_stack(const Settings& settings, const Spec& spec, const Scope& scope) {
  MixerOptions options = mixer_options().read(settings);
  settle_layers("model", options);
  const auto names = mixer_names(options.mixers, options.memory);
  std::vector<MixerStack::MakeMemory> mixers;
  for (size_t i = 0; i < options.layers; ++i) {
    if (names[i % names.size()] == kAttention)
      mixers.emplace_back([&](const Scope&) { return std::make_unique<AttentionMixer>(options.size, options.heads); });
    else
      mixers.emplace_back(
          [&](const Scope& inner) { return make_part(memory_rows(), settings, "memory", settings, inner); });
  }
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
