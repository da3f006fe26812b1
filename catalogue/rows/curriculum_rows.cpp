// The curricula.

#include "catalogue/rows/make_part.hpp"
#include "tasks/curricula/prediction_gain.hpp"
#include "tasks/curricula/rising.hpp"
#include "tasks/curricula/steady.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

Option levels_option() {
  return Option::integer("train.curriculum-levels", 10, 2, 1000, "parts into which the sizes' range is cut");
}

Option below_option() {
  return Option::real("train.curriculum-below", 0.3, 1e-9, 1e9,
                      "cost a scored bit, in bits, at which the next level opens");
}

}  // namespace

const std::vector<CurriculumRow>& curriculum_rows() {
  static const std::vector<CurriculumRow> rows = {
      {{"none", "all sizes from the start", "", {}, {}},
       [](const Settings&) { return std::make_unique<NoCurriculum>(); }},
      {{"linear",
        "the largest sizes open step by step",
        "this project",
        {Option::integer("train.curriculum-sequences", 10000, 1, 1000000000000000,
                         "sequences until all sizes are open")},
        {}},
       [](const Settings& s) {
         return std::make_unique<LinearCurriculum>(static_cast<double>(s.integer("train.curriculum-sequences")));
       }},
      {{"doubling",
        "the largest sizes double each time that what is open is learned",
        "Rae et al. 2016",
        {Option::integer("train.curriculum-doublings", 5, 1, 30, "times that the open sizes double until all are open"),
         below_option()},
        {}},
       [](const Settings& s) {
         return std::make_unique<DoublingCurriculum>(s.size("train.curriculum-doublings"),
                                                     s.real("train.curriculum-below"));
       }},
      {{"look-back",
        "a level that rises as it is learned, mixed with easier and harder ones",
        "Zaremba & Sutskever 2015",
        {levels_option(), below_option()},
        {}},
       [](const Settings& s) {
         return std::make_unique<LookBackCurriculum>(s.size("train.curriculum-levels"),
                                                     s.real("train.curriculum-below"));
       }},
      {{"prediction-gain",
        "levels as a bandit's arms, rewarded by how much is learned from them",
        "Graves et al. 2017",
        {levels_option()},
        {}},
       [](const Settings& s) { return std::make_unique<PredictionGainCurriculum>(s.size("train.curriculum-levels")); }},
  };
  return rows;
}

std::unique_ptr<Curriculum> make_curriculum(const Settings& settings) {
  return make_part(curriculum_rows(), settings, "train.curriculum", settings);
}

}  // namespace tapehead::inline TAPEHEAD_REAL
