#include <fmt/format.h>

#include "autodiff/base/error.hpp"
#include "catalogue/rows/make_part.hpp"
#include "catalogue/rows/model_rows.hpp"
#include "models/seeing/glimpses.hpp"
#include "models/seeing/retina_gaze.hpp"
#include "models/seeing/window_gaze.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

constexpr long long kMostPixels = 4096, kMostScales = 8;

std::unique_ptr<Gaze> make_gaze(const Settings& s, const Scope& scope, const PictureShape& shape, size_t features) {
  const std::string& policy = s.text("model.policy");
  const size_t side = s.size("model.window"), scales = s.size("model.scales");
  if (policy == "window") return std::make_unique<WindowGaze>(scope, shape, side, scales, features);
  RetinaGazeSettings r;
  r.side = side;
  r.scales = scales;
  r.looks = s.size("model.glimpses");
  r.policy = policy == "learned" ? GazePolicy::kLearned : policy == "random" ? GazePolicy::kRandom : GazePolicy::kFixed;
  r.from_centre = s.text("model.first") == "centre";
  r.deviation = static_cast<Real>(s.real("model.deviation"));
  r.mean_in_scoring = s.text("model.scored-at") == "mean";
  r.moves_core = s.flag("model.reward-in-core");
  r.from_grid = s.text("model.start") == "grid";
  r.gain = static_cast<Real>(s.real("model.location-gain"));
  return std::make_unique<RetinaGaze>(scope, shape, r, features);
}

/// The picture of a task that asks for its class. Throws InputError where there is none, or it is smaller than a
/// window.
PictureShape looked_at(const Settings& s, const Spec& spec) {
  const auto [height, width, channels] = spec.input().layout;
  const bool picture = spec.input().kind == StreamKind::kReal && spec.input().layout.is_picture();
  if (!picture || spec.input_count > 1 || spec.scoring() != Scoring::kClasses)
    throw InputError(
        "model: got glimpses, which looks for a picture's class; a task of pictures is needed, such as fashion, "
        "without task.patch");
  const size_t side = s.size("model.window"), most = std::min(height, width);
  if (side > most)
    throw InputError(fmt::format("model.window: got {}, and pictures of {}x{} pixels; at most {} is needed for them",
                                 side, width, height, most));
  return {height, width, channels};
}

std::unique_ptr<Model> make_glimpses(const Settings& s, const Spec& spec, const Scope& scope) {
  const PictureShape shape = looked_at(s, spec);
  GlimpsesSettings g;
  g.looks = s.size("model.glimpses");
  g.what = s.size("model.what");
  g.where = s.size("model.where");
  g.glimpse = s.size("model.features");
  g.dropout = static_cast<Real>(s.real("model.dropout"));
  g.told_at_every_look = s.text("model.told-at") == "every-look";
  g.reward = static_cast<Real>(s.real("model.reward"));
  const auto core = [&](const Scope& inner, size_t x_size) {
    return MemoryCore(
        inner, x_size, [&](const Scope& in) { return make_part(memory_rows(), s, "memory", s, in); },
        [&](const Scope& in, size_t x, size_t reads) {
          return make_part(controller_rows(), s, "controller", s, in, x, reads);
        });
  };
  return std::make_unique<Glimpses>(scope, spec, g, Glimpses::Parts{core, [&](const Scope& inner, size_t features) {
                                                                      return make_gaze(s, inner, shape, features);
                                                                    }});
}

}  // namespace

ModelRow glimpses_row() {
  ModelRow row = {
      {"glimpses",
       "a picture is seen glimpse by glimpse, each where the last ones led",
       "Mnih, Heess, Graves & Kavukcuoglu 2014; Gregor et al. 2015",
       {Option::a_part("controller", PartKind::kController, "lstm", "what decides"),
        Option::a_part("memory", PartKind::kMemory, "none", "what remembers the glimpses, beside the controller"),
        Option::integer("model.glimpses", 6, 1, 1000, "looks at a picture").checked_at("3"),
        Option::integer("model.window", 8, 1, kMostPixels, "pixels of the sharpest window's side").checked_at("2"),
        Option::integer("model.scales", 1, 1, kMostScales, "windows of a look, each twice as wide as the one before")
            .checked_at("2"),
        Option::choice("model.policy", "learned", {"learned", "random", "fixed", "window"},
                       "where it looks: learned from reward; anywhere; over a grid; or through a soft window that has "
                       "a gradient"),
        Option::choice("model.first", "random", {"random", "centre"}, "where the first look goes, but over a grid")
            .only_with("model.policy", {"learned", "random"}),
        Option::real("model.deviation", 0.11, 1e-3, 10,
                     "of a learned place about its mean; half a picture's width is 1")
            .checked_at("0.5")
            .only_with("model.policy", {"learned"}),
        Option::choice("model.start", "middle", {"middle", "grid"},
                       "where learned looks go before they have learned: about the middle, or over a grid, each by a "
                       "bias of its own")
            .only_with("model.policy", {"learned"}),
        Option::real("model.location-gain", 1, 1e-3, 1000,
                     "of what moves a learned place: below 1 it learns as much more slowly than the rest")
            .checked_at("0.5")
            .only_with("model.policy", {"learned"}),
        Option::choice("model.scored-at", "drawn", {"drawn", "mean"},
                       "where learned looks go outside of training: drawn by seed as in training, or at the mean")
            .only_with("model.policy", {"learned"}),
        Option::real("model.reward", 1, 0, 1e6, "what the reward for the right class weighs beside the cost")
            .only_with("model.policy", {"learned"}),
        Option::flag("model.reward-in-core", false, "the reward teaches the core too, not only where to look")
            .only_with("model.policy", {"learned"}),
        Option::choice("model.told-at", "end", {"end", "every-look"},
                       "in training the class is asked for at the end, or after every look too: then the cost is their "
                       "mean, and a place answers for the looks from it on"),
        Option::real("model.dropout", 0, 0, 0.95, "of a glimpse, and of what the class is made of, in training")
            .checked_at("0.25"),
        Option::integer("model.what", 128, 1, 65536, "units for what is seen").checked_at("4"),
        Option::integer("model.where", 128, 1, 65536, "units for where it is").checked_at("3"),
        Option::integer("model.features", 256, 1, 65536, "units that a glimpse becomes").checked_at("4")},
       {}},
      make_glimpses};
  row.info.once = row.info.pictures = true;
  return row;
}

}  // namespace tapehead::inline TAPEHEAD_REAL
