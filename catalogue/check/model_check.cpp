#include "catalogue/check/model_check.hpp"

#include <fmt/format.h>

#include <stdexcept>

#include "autodiff/ops/ops.hpp"
#include "catalogue/catalogue.hpp"
#include "catalogue/check/small_answers.hpp"
#include "catalogue/check/small_stories.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

constexpr size_t kBits = 3, kLength = 3, kEpisodes = 2, kTokens = 4;
constexpr Layout kStepsPicture{4, 6, 2};  // for models that see one at each step
constexpr Real kMove = Real(0.2);         // how far parameters are moved from their starting values

using ChosenRows = std::vector<const PartInfo*>;

/// Rows chosen so far, and the options that they have brought in.
struct Combination {
  std::string name;
  ChosenRows rows;
  Settings settings;
  std::vector<const Option*> open;  ///< parts still to be chosen
};

void set_small_options(const PartInfo& row, Settings& settings) {
  for (const Option& option : row.options) {
    if (option.type == Option::Type::kPart || option.type == Option::Type::kLimits) continue;
    settings.set(option.name, option.small.empty() ? option.value : option.small);
  }
}

/// Parts of which combinations have only the default; the others replace it one at a time, like the values of a choice.
bool varies_alone(const Option& option) {
  return option.type == Option::Type::kPart &&
         (option.part == PartKind::kSimilarity || option.part == PartKind::kNormaliser);
}

void choose(Combination& so_far, const PartInfo& row) {
  so_far.rows.push_back(&row);
  set_small_options(row, so_far.settings);
  for (const Option& option : row.options)
    if (option.type == Option::Type::kPart) so_far.open.push_back(&option);
}

void complete(const Combination& so_far, std::vector<Combination>& all) {
  if (so_far.open.empty()) {
    all.push_back(so_far);
    return;
  }
  const Option& part = *so_far.open.front();
  for (const PartInfo* row : part_infos(part.part)) {
    if (!row->stands_for.empty() || (varies_alone(part) && row->name != part.value)) continue;
    Combination next = so_far;
    next.open.erase(next.open.begin());
    next.settings.set(part.name, row->name);
    if (!varies_alone(part)) next.name += (next.name.empty() ? "" : " ") + row->name;
    choose(next, *row);
    complete(next, all);
  }
}

/// The values of an option other than `value`; none for a number, a path or a part.
std::vector<std::string> other_values(const Option& option, const std::string& value) {
  std::vector<std::string> values;
  if (option.type == Option::Type::kChoice) values = option.choices;
  if (option.type == Option::Type::kFlag) values = {"true", "false"};
  if (varies_alone(option))
    for (const PartInfo* row : part_infos(option.part)) values.push_back(row->name);
  std::erase(values, value);
  return values;
}

const PartInfo& find_row(PartKind kind, const std::string& name) {
  for (const PartInfo* row : part_infos(kind))
    if (row->name == name) return *row;
  throw std::logic_error("model check: no row " + name);
}

/// Whether a combination's part of that kind is the catalogue's first, or absent.
bool is_first(const Combination& combination, PartKind kind) {
  const std::string choice(kind_name(kind));
  return !combination.settings.has(choice) || combination.settings.text(choice) == part_infos(kind).front()->name;
}

bool classes_without_encoder(const Settings& settings) { return answers_once(settings) && !settings.has("encoder"); }

/// Whether all parts unrelated to the option are the catalogue's first: a controller's options are varied with the
/// first memory, a memory's with the first controller, those of a model and its encoder with the first of all these;
/// similarities with every encoder too. What a memory does is independent of what writes it, and a controller of how a
/// picture is encoded.
bool rest_is_usual(const Combination& combination, const Option& option) {
  const auto first = [&](PartKind kind) { return is_first(combination, kind); };
  const bool memory = first(PartKind::kMemory) && first(PartKind::kAddressing),
             controller = first(PartKind::kController), attention = first(PartKind::kDecoderAttention);
  if (combination.settings.text("model") == "mixer-stack") return option.name.starts_with("model.") && memory;
  if (classes_without_encoder(combination.settings)) return option.name.starts_with("model.") && memory && controller;
  if (option.name == "controller.places" && combination.settings.text("model") != "memory-machine")
    return false;  // the number of steps must be known ahead
  if (option.name.starts_with("controller.")) return memory && first(PartKind::kEncoder) && attention;
  if (option.name.starts_with("encoder.")) return memory && controller && attention;
  if (option.name.starts_with("model.")) return memory && controller && first(PartKind::kEncoder);
  const bool written_by_encoder = combination.settings.has("encoder") && combination.settings.has("memory");
  return controller && !written_by_encoder && (first(PartKind::kEncoder) || option.part == PartKind::kSimilarity);
}

/// Whether a memory is told the input's length where there is none.
bool is_told_nothing(const Combination& combination) {
  return !checked_spec(combination.settings).answers_last &&
         std::any_of(combination.rows.begin(), combination.rows.end(), [](const PartInfo* row) { return row->told; });
}

/// Encoders are combined with every attention, and controllers too, but not both with one another, and memories that an
/// encoder writes with the first of each; models with glimpses with every controller and every memory, but not both:
/// the rest would run the same code again. What cannot be made is left out.
bool worth_while(const Combination& combination) {
  if (is_told_nothing(combination)) return false;
  if (classes_without_encoder(combination.settings))
    return is_first(combination, PartKind::kController) ||
           (is_first(combination, PartKind::kMemory) && is_first(combination, PartKind::kAddressing));
  if (!combination.settings.has("encoder")) return true;
  const bool encoder = is_first(combination, PartKind::kEncoder),
             controller = is_first(combination, PartKind::kController);
  return combination.settings.has("memory") ? encoder && controller : encoder || controller;
}

}  // namespace

std::vector<ModelCase> small_models() {
  const Option model = Option::a_part("model", PartKind::kModel, "", "");
  std::vector<Combination> combinations;
  complete({{}, {}, {}, {&model}}, combinations);

  std::vector<ModelCase> cases;
  for (const Combination& combination : combinations) {
    if (!worth_while(combination)) continue;
    cases.push_back({combination.name, combination.settings});
    for (const PartInfo* row : combination.rows)
      for (const Option& option : row->options)
        for (const std::string& value : other_values(option, option.value)) {
          if (!rest_is_usual(combination, option)) continue;
          ModelCase other{fmt::format("{} {}={}", combination.name, option.name, value), combination.settings};
          other.settings.set(option.name, value);
          if (varies_alone(option)) set_small_options(find_row(option.part, value), other.settings);
          cases.push_back(std::move(other));
        }
  }
  return cases;
}

Spec checked_spec(const Settings& settings) {
  if (reads_stories(settings)) return small_story_spec();
  const bool pictures = reads_pictures(settings);
  if (listens(settings)) return pictures ? small_caption_spec() : small_answer_spec();
  if (answers_once(settings)) return pictures ? small_picture_spec() : small_class_spec();
  if (settings.has("model.tied") && settings.flag("model.tied"))  // whose outputs are its tokens
    return Spec({tokens("input", kTokens)}, vectors("target", kTokens)).answered_last();
  if (embeds_tokens(settings)) return Spec({tokens("input", kTokens)}, vectors("target", kBits)).answered_last();
  const bool picture = sees_pictures(settings);
  Spec spec((picture ? kStepsPicture.size() : 0) + kBits + 1, kBits);
  if (picture) spec.begins_with = kStepsPicture;
  spec.answers_last = true;
  return spec;
}

Batch checked_batch(const Settings& settings) {
  if (reads_stories(settings)) return small_story_batch();
  const bool pictures = reads_pictures(settings);
  if (listens(settings)) return pictures ? small_caption_batch() : small_answer_batch();
  if (answers_once(settings)) return pictures ? small_picture_batch() : small_class_batch();
  Batch batch;
  batch.resize(checked_spec(settings), 2 * kLength + 1, kEpisodes);
  Stream stream(1, Split::kCheck, Purpose::kTest, 0);
  for (Real& x : batch.inputs[0].values) x = static_cast<Real>(stream.uniform(-1, 1));
  for (uint32_t& token : batch.inputs[0].tokens) token = static_cast<uint32_t>(stream.integer(0, kTokens - 1));
  for (Real& x : batch.target.values) x = static_cast<Real>(stream.bits() & 1);
  for (size_t b = 0; b < kEpisodes; ++b)
    for (size_t t = kLength + 1; t < batch.steps(); ++t) std::fill_n(batch.scored(b, t), batch.outputs(), Real{1});
  return batch;
}

GradientError check_model(const Settings& settings) {
  ParameterStore store(1);
  const auto model = make_model(settings, checked_spec(settings), store);
  Stream stream(1, Split::kCheck, Purpose::kParameters, 0);
  for (const ParameterStore::Entry& entry : store.entries())
    for (size_t i = 0; entry.learned && i < entry.size(); ++i)
      store.data(entry)[i] += static_cast<Real>(stream.uniform(-kMove, kMove));
  const Batch batch = checked_batch(settings);
  GradientError worst;
  for (const uint64_t seen : model->stages()) {
    store.set_seen(seen);
    const GradientError error = check_parameters(
        [&](Tape& tape) {  // with training noise, the same at each evaluation
          Noise noise(1, Split::kCheck, 0, batch.episodes);
          return objective_of(model->run({tape, batch.episodes, noise, Phase::kTraining}, batch, 0), batch, 0);
        },
        store, 1);
    if (seen == model->stages().front() || error.error > worst.error) worst = error;
  }
  return worst;
}

}  // namespace tapehead::inline TAPEHEAD_REAL
