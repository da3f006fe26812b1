// The curricula.

#include "catalogue/options/bound.hpp"
#include "catalogue/rows/make_part.hpp"
#include "tasks/curricula/prediction_gain.hpp"
#include "tasks/curricula/rising.hpp"
#include "tasks/curricula/steady.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

/// Of curricula with levels.
struct LevelOptions {
  size_t levels = 10, doublings = 5;
  double below = 0.3;
};

/// train.curriculum-levels
Bound<LevelOptions> levels_option() {
  return Bound<LevelOptions>{}.integer("train.curriculum-levels", &LevelOptions::levels, 2, 1000,
                                       "parts into which the sizes' range is cut");
}

/// train.curriculum-below
Bound<LevelOptions> below_option() {
  return Bound<LevelOptions>{}.real("train.curriculum-below", &LevelOptions::below, 1e-9, 1e9,
                                    "cost a scored bit, in bits, at which the next level opens");
}

struct LinearOptions {
  size_t sequences = 10000;
};

/// A row of what `make` makes of the options.
template <class Options, class Make>
CurriculumRow curriculum_row(const char* name, const char* summary, const char* source, const Bound<Options>& options,
                             Make make) {
  return {{name, summary, source, options.options(), {}},
          [options, make](const Settings& s) { return make(options.read(s)); }};
}

}  // namespace

const std::vector<CurriculumRow>& curriculum_rows() {
  static const std::vector<CurriculumRow> rows = {
      {{"none", "all sizes from the start", "", {}, {}},
       [](const Settings&) { return std::make_unique<NoCurriculum>(); }},
      curriculum_row("linear", "the largest sizes open step by step", "this project",
                     Bound<LinearOptions>{}.integer("train.curriculum-sequences", &LinearOptions::sequences, 1,
                                                    1000000000000000, "sequences until all sizes are open"),
                     [](const LinearOptions& linear) {
                       return std::make_unique<LinearCurriculum>(static_cast<double>(linear.sequences));
                     }),
      curriculum_row(
          "doubling", "the largest sizes double each time that what is open is learned", "Rae et al. 2016",
          Bound<LevelOptions>{}
              .integer("train.curriculum-doublings", &LevelOptions::doublings, 1, 30,
                       "times that the open sizes double until all are open")
              .with(below_option()),
          [](const LevelOptions& of) { return std::make_unique<DoublingCurriculum>(of.doublings, of.below); }),
      curriculum_row("look-back", "a level that rises as it is learned, mixed with easier and harder ones",
                     "Zaremba & Sutskever 2015", levels_option().with(below_option()),
                     [](const LevelOptions& of) { return std::make_unique<LookBackCurriculum>(of.levels, of.below); }),
      curriculum_row("prediction-gain", "levels as a bandit's arms, rewarded by how much is learned from them",
                     "Graves et al. 2017", levels_option(),
                     [](const LevelOptions& of) { return std::make_unique<PredictionGainCurriculum>(of.levels); }),
  };
  return rows;
}

std::unique_ptr<Curriculum> make_curriculum(const Settings& settings) {
  return make_part(curriculum_rows(), settings, "train.curriculum", settings);
}

}  // namespace tapehead::inline TAPEHEAD_REAL
