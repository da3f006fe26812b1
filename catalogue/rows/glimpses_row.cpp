#include <fmt/format.h>

#include <optional>

#include "autodiff/base/error.hpp"
#include "catalogue/options/bound.hpp"
#include "catalogue/rows/make_part.hpp"
#include "catalogue/rows/model_rows.hpp"
#include "models/seeing/glimpses.hpp"
#include "models/seeing/retina_gaze.hpp"
#include "models/seeing/window_gaze.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

constexpr long long kMostPixels = 4096, kMostScales = 8;

struct GlimpsesOptions : GlimpsesSettings {
  RetinaGazeSettings retina;
  std::optional<GazePolicy> policy = GazePolicy::kLearned;  ///< none: a soft window
};

const Bound<GlimpsesOptions>& glimpses_options() {
  using Options = GlimpsesOptions;
  const auto retina = [](auto field) { return inside(&Options::retina, field); };
  static const auto all =
      Bound<Options>{}
          .part("controller", PartKind::kController, "lstm", "what decides")
          .part("memory", PartKind::kMemory, "none", "what remembers the glimpses, beside the controller")
          .integer("model.glimpses", &Options::looks, 1, 1000, "looks at a picture")
          .checked_at("3")
          .integer("model.window", retina(&RetinaGazeSettings::side), 1, kMostPixels,
                   "pixels of the sharpest window's side")
          .checked_at("2")
          .integer("model.scales", retina(&RetinaGazeSettings::scales), 1, kMostScales,
                   "windows of a look, each twice as wide as the one before")
          .checked_at("2")
          .choice("model.policy", &Options::policy,
                  {{"learned", GazePolicy::kLearned},
                   {"random", GazePolicy::kRandom},
                   {"fixed", GazePolicy::kFixed},
                   {"window", std::nullopt}},
                  "where it looks: learned from reward; anywhere; over a grid; or through a soft window that has "
                  "a gradient")
          .choice("model.first", retina(&RetinaGazeSettings::from_centre), {{"random", false}, {"centre", true}},
                  "where the first look goes, but over a grid")
          .only_with("model.policy", {"learned", "random"})
          .real("model.deviation", retina(&RetinaGazeSettings::deviation), 1e-3, 10,
                "of a learned place about its mean; half a picture's width is 1")
          .checked_at("0.5")
          .only_with("model.policy", {"learned"})
          .choice("model.start", retina(&RetinaGazeSettings::from_grid), {{"middle", false}, {"grid", true}},
                  "where learned looks go before they have learned: about the middle, or over a grid, each by a "
                  "bias of its own")
          .only_with("model.policy", {"learned"})
          .real("model.location-gain", retina(&RetinaGazeSettings::gain), 1e-3, 1000,
                "gain of the location network: below 1 places are learned that much more slowly")
          .checked_at("0.5")
          .only_with("model.policy", {"learned"})
          .choice("model.scored-at", retina(&RetinaGazeSettings::mean_in_scoring), {{"drawn", false}, {"mean", true}},
                  "where learned looks go outside of training: drawn by seed as in training, or at the mean")
          .only_with("model.policy", {"learned"})
          .real("model.reward", &Options::reward, 0, 1e6, "what the reward for the right class weighs beside the cost")
          .only_with("model.policy", {"learned"})
          .flag("model.reward-in-core", retina(&RetinaGazeSettings::moves_core),
                "the reward teaches the core too, not only where to look")
          .only_with("model.policy", {"learned"})
          .choice("model.told-at", &Options::told_at_every_look, {{"end", false}, {"every-look", true}},
                  "in training the class is asked for at the end, or after every look too: then the cost is their "
                  "mean, and a place answers for the looks from it on")
          .real("model.dropout", &Options::dropout, 0, 0.95,
                "of a glimpse, and of what the class is made of, in training")
          .checked_at("0.25")
          .integer("model.what", &Options::what, 1, 65536, "units for what is seen")
          .checked_at("4")
          .integer("model.where", &Options::where, 1, 65536, "units for where it is")
          .checked_at("3")
          .integer("model.features", &Options::glimpse, 1, 65536, "units that a glimpse becomes")
          .checked_at("4");
  return all;
}

std::unique_ptr<Gaze> make_gaze(const GlimpsesOptions& g, const Scope& scope, const PictureShape& shape,
                                size_t features) {
  RetinaGazeSettings retina = g.retina;
  if (!g.policy) return std::make_unique<WindowGaze>(scope, shape, retina.side, retina.scales, features);
  retina.looks = g.looks;
  retina.policy = *g.policy;
  return std::make_unique<RetinaGaze>(scope, shape, retina, features);
}

/// The picture of a task that asks for its class. Throws InputError where there is none, or where it is smaller than a
/// window.
PictureShape looked_at(size_t side, const Spec& spec) {
  const auto [height, width, channels] = spec.input().layout;
  const bool picture = spec.input().kind == StreamKind::kReal && spec.input().layout.is_picture();
  if (!picture || spec.input_count > 1 || spec.scoring() != Scoring::kClasses)
    throw InputError(
        "model: got glimpses, which looks for a picture's class; a task of pictures is needed, such as fashion, "
        "without task.patch");
  const size_t most = std::min(height, width);
  if (side > most)
    throw InputError(fmt::format("model.window: got {}, and pictures of {}x{} pixels; at most {} is needed for them",
                                 side, width, height, most));
  return {height, width, channels};
}

std::unique_ptr<Model> make_glimpses(const Settings& s, const Spec& spec, const Scope& scope) {
  const GlimpsesOptions g = glimpses_options().read(s);
  const PictureShape shape = looked_at(g.retina.side, spec);
  const auto core = [&](const Scope& inner, size_t x_size) {
    return MemoryCore(
        inner, x_size, [&](const Scope& in) { return make_part(memory_rows(), s, "memory", s, in); },
        [&](const Scope& in, size_t x, size_t reads) {
          return make_part(controller_rows(), s, "controller", s, in, x, reads);
        });
  };
  return std::make_unique<Glimpses>(scope, spec, g, Glimpses::Parts{core, [&](const Scope& inner, size_t features) {
                                                                      return make_gaze(g, inner, shape, features);
                                                                    }});
}

}  // namespace

ModelRow glimpses_row() {
  ModelRow row = {{"glimpses",
                   "a picture is seen glimpse by glimpse, each where the last ones led",
                   "Mnih, Heess, Graves & Kavukcuoglu 2014; Gregor et al. 2015",
                   glimpses_options().options(),
                   {}},
                  make_glimpses};
  row.info.once = row.info.pictures = true;
  return row;
}

}  // namespace tapehead::inline TAPEHEAD_REAL
