#include "catalogue/rows/model_rows.hpp"

#include <algorithm>

#include "autodiff/base/error.hpp"
#include "catalogue/catalogue.hpp"
#include "catalogue/options/bound.hpp"
#include "catalogue/rows/make_part.hpp"
#include "models/machine/embedding_stem.hpp"
#include "models/machine/memory_machine.hpp"
#include "models/machine/picture_stem.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

enum class StemKind { kNone, kConvolution, kEmbedding };

struct MachineOptions {
  StemKind stem = StemKind::kNone;
  size_t embedding = 64;
  ConvolutionLayersSettings convolution = {.kernel = 4};
};

const Bound<MachineOptions>& machine_options() {
  using Options = MachineOptions;
  const auto convolution = [](auto field) { return inside(&Options::convolution, field); };
  static const auto all =
      Bound<Options>{}
          .part("controller", PartKind::kController, "lstm", "what decides")
          .part("memory", PartKind::kMemory, "ntm", "what remembers")
          .choice(
              "model.stem", &Options::stem,
              {{"none", StemKind::kNone}, {"convolution", StemKind::kConvolution}, {"embedding", StemKind::kEmbedding}},
              "what is made of a step's picture, or token, before the controller sees it")
          .integer("model.embedding", &Options::embedding, 1, 65536, "numbers that a token becomes")
          .checked_at("3")
          .only_with("model.stem", {"embedding"})
          .integer("model.stem-layers", convolution(&ConvolutionLayersSettings::layers), 1, 16,
                   "layers of convolution of stride 2")
          .checked_at("1")
          .only_with("model.stem", {"convolution"})
          .integer("model.stem-size", convolution(&ConvolutionLayersSettings::size), 1, 65536,
                   "channels of its last layer; each before has half as many")
          .checked_at("3")
          .only_with("model.stem", {"convolution"})
          .integer("model.stem-kernel", convolution(&ConvolutionLayersSettings::kernel), 1, 255,
                   "pixels of a window's side")
          .only_with("model.stem", {"convolution"});
  return all;
}

/// The settings' stem; none for other models, since whether tasks and models go together is asked before any is made.
StemKind stem_of(const Settings& settings) {
  MachineOptions machine;
  machine_options().fill_declared(settings, machine);
  return machine.stem;
}

std::unique_ptr<Stem> make_stem(const Settings& settings, const Scope& scope, const Spec& spec) {
  const MachineOptions machine = machine_options().read(settings);
  switch (machine.stem) {
    case StemKind::kEmbedding: return std::make_unique<EmbeddingStem>(scope, machine.embedding, spec);
    case StemKind::kConvolution: return std::make_unique<PictureStem>(scope, machine.convolution, spec);
    case StemKind::kNone: break;
  }
  return nullptr;
}

std::unique_ptr<Model> make_memory_machine(const Settings& settings, const Spec& spec, const Scope& scope) {
  return std::make_unique<MemoryMachine>(
      scope, spec, [&](const Scope& inner) { return make_part(memory_rows(), settings, "memory", settings, inner); },
      [&](const Scope& inner, size_t x_size, size_t read_size) {
        return make_part(controller_rows(), settings, "controller", settings, inner, x_size, read_size);
      },
      [&](const Scope& inner, const Spec& of) { return make_stem(settings, inner, of); });
}

/// An alias for the controller of that name without a memory.
ModelRow alone(const std::string& controller, const std::string& source) {
  return {{controller,
           "short for --model memory-machine --controller " + controller + " --memory none",
           source,
           {},
           {{"model", "memory-machine"}, {"controller", controller}, {"memory", "none"}}},
          make_memory_machine};
}

/// The flag `what` of the row that the settings choose for that kind.
bool part_is(PartKind kind, const Settings& settings, bool PartInfo::*what) {
  const std::string choice(kind_name(kind));
  if (!settings.has(choice)) return false;
  const auto rows = part_infos(kind);
  return std::any_of(rows.begin(), rows.end(),
                     [&](const PartInfo* row) { return row->*what && row->name == settings.text(choice); });
}

}  // namespace

const std::vector<ModelRow>& model_rows() {
  static const std::vector<ModelRow> rows = {
      {{"memory-machine",
        "a controller that steers a memory's heads",
        "Graves, Wayne & Danihelka 2014, figure 1",
        machine_options().options(),
        {}},
       make_memory_machine},
      alone("lstm", "Hochreiter & Schmidhuber 1997"),
      alone("gru", "Cho et al. 2014"),
      alone("lstmn", "Cheng, Dong & Lapata 2016"),
      alone("transformer", "Vaswani et al. 2017"),
      memn2n_row(),
      memory_network_row(),
      entity_network_row(),
      key_value_network_row(),
      encoder_decoder_row(),
      classifier_row(),
      transformer_encoder_decoder_row(),
      lstmn_encoder_decoder_row(),
      glimpses_row(),
      mixer_stack_row(),
  };
  return rows;
}

void check_told(const Settings& settings, const Spec& spec) {
  if (spec.answers_last || !is_told_length(settings)) return;
  throw InputError(
      "memory: got " + settings.text("memory") +
      ", which is told the input's length; a task whose answer comes after its input, in silence, is needed, "
      "such as chomsky or copy");
}

bool reads_stories(const Settings& settings) { return part_is(PartKind::kModel, settings, &PartInfo::stories); }

bool listens(const Settings& settings) { return part_is(PartKind::kModel, settings, &PartInfo::listens); }

bool answers_once(const Settings& settings) { return part_is(PartKind::kModel, settings, &PartInfo::once); }

bool reads_pictures(const Settings& settings) {
  return part_is(PartKind::kModel, settings, &PartInfo::pictures) ||
         part_is(PartKind::kEncoder, settings, &PartInfo::pictures);
}

bool is_told_length(const Settings& settings) { return part_is(PartKind::kMemory, settings, &PartInfo::told); }

bool sees_pictures(const Settings& settings) { return stem_of(settings) == StemKind::kConvolution; }

bool embeds_tokens(const Settings& settings) { return stem_of(settings) == StemKind::kEmbedding; }

std::unique_ptr<Model> make_model(const Settings& settings, const Spec& spec, const Scope& scope) {
  if (reads_stories(settings) && !(spec.tells_stories() && spec.corpus))
    throw InputError("model: got " + settings.text("model") +
                     ", which reads stories; a task with stories is needed, such as babi");
  const bool asked = spec.says() && spec.input_count == 2;
  if (listens(settings) && !asked)
    throw InputError("model: got " + settings.text("model") +
                     ", which reads a source and says an answer; a task with both is needed, such as scan");
  if (!listens(settings) && spec.input_count > 1)
    throw InputError("model: got " + settings.text("model") +
                     ", which reads one stream; one that reads a source and says an answer is needed for this task, "
                     "such as encoder-decoder");
  if (answers_once(settings) && (spec.scoring() != Scoring::kClasses || spec.says() || spec.tells_stories()))
    throw InputError("model: got " + settings.text("model") +
                     ", which classifies its whole input; a task that asks for one class is needed, such as fashion");
  check_told(settings, spec);
  return make_part(model_rows(), settings, "model", settings, spec, scope);
}

}  // namespace tapehead::inline TAPEHEAD_REAL
