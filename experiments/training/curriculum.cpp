#include "experiments/training/curriculum.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "experiments/training/bandit.hpp"

namespace tapehead {
namespace {

Reach level(size_t number, size_t levels) {
  return {static_cast<double>(number) / static_cast<double>(levels),
          static_cast<double>(number + 1) / static_cast<double>(levels)};
}

/// All sizes from the start.
class NoCurriculum final : public Curriculum {
 public:
  std::vector<double> start() const override { return {}; }
  Reach next(Stream&, uint64_t, const std::vector<double>&) const override { return {}; }
  bool wants_bits_after() const override { return false; }
  void learn(Reach, const Lesson&, Stream&, std::vector<double>&) const override {}
};

/// The largest sizes open at a steady pace.
class LinearCurriculum final : public Curriculum {
 public:
  explicit LinearCurriculum(double sequences) : sequences_(sequences) {}

  std::vector<double> start() const override { return {}; }
  Reach next(Stream&, uint64_t seen, const std::vector<double>&) const override {
    return {0, std::min(1.0, static_cast<double>(seen + 1) / sequences_)};
  }
  bool wants_bits_after() const override { return false; }
  void learn(Reach, const Lesson&, Stream&, std::vector<double>&) const override {}

 private:
  double sequences_;
};

// Where a level rises as it is learned, the state is the level and the running cost of what is drawn to learn it: over
// some 50 batches, and at first a bit a bit, what knowing nothing costs.
constexpr double kUnknown = 1;

/// One batch more of it. A cost of at most `below` raises the level, but not above `last`.
void rise(const Lesson& lesson, double below, double last, std::vector<double>& state) {
  constexpr double kMemory = 50;
  double &level = state[0], &cost = state[1];
  cost += (lesson.bits_before / lesson.answers - cost) / kMemory;
  if (cost > below || level >= last) return;
  level += 1;
  cost = kUnknown;
}

/// The largest size that is open doubles as soon as what is open costs little; all that are open are alike (Rae et al.
/// 2016, "Scaling memory-augmented neural networks with sparse reads and writes", section 4.3).
/// A level is a doubling.
class DoublingCurriculum final : public Curriculum {
 public:
  DoublingCurriculum(size_t doublings, double below) : doublings_(static_cast<double>(doublings)), below_(below) {}

  std::vector<double> start() const override { return {0, kUnknown}; }
  Reach next(Stream&, uint64_t, const std::vector<double>& state) const override {
    return {0, std::exp2(state[0] - doublings_)};
  }
  bool wants_bits_after() const override { return false; }
  void learn(Reach, const Lesson& lesson, Stream&, std::vector<double>& state) const override {
    rise(lesson, below_, doublings_, state);
  }

 private:
  double doublings_, below_;
};

/// A level C that rises as soon as its own cost is low, and a mixture around it that looks back and ahead (Zaremba &
/// Sutskever 2015, "Reinforcement learning neural Turing machines", curriculum learning): with probability 0.1 any
/// level; with 0.25 any up to C + e; else C + e itself, e geometric with success probability ½, from 0.
/// Learned from the batches drawn at C.
class LookBackCurriculum final : public Curriculum {
 public:
  LookBackCurriculum(size_t levels, double below) : levels_(levels), below_(below) {}

  std::vector<double> start() const override { return {0, kUnknown}; }

  Reach next(Stream& draw, uint64_t, const std::vector<double>& state) const override {
    const double kind = draw.uniform();
    if (kind < 0.1) return level(static_cast<size_t>(draw.integer(0, static_cast<int64_t>(levels_) - 1)), levels_);
    auto top = static_cast<size_t>(state[0]);
    while (top + 1 < levels_ && draw.uniform() < 0.5) ++top;
    if (kind < 0.35) top = static_cast<size_t>(draw.integer(0, static_cast<int64_t>(top)));
    return level(top, levels_);
  }

  bool wants_bits_after() const override { return false; }

  void learn(Reach reach, const Lesson& lesson, Stream&, std::vector<double>& state) const override {
    if (std::abs(reach.from * static_cast<double>(levels_) - state[0]) > 0.5) return;  // another level than C
    rise(lesson, below_, static_cast<double>(levels_ - 1), state);
  }

 private:
  size_t levels_;
  double below_;
};

/// Levels as the arms of a bandit whose reward is how much a batch's own cost falls by training on it, for each step it
/// took (Graves, Bellemare, Menick, Munos & Kavukcuoglu 2017, "Automated curriculum learning", prediction gain).
class PredictionGainCurriculum final : public Curriculum {
 public:
  explicit PredictionGainCurriculum(size_t levels) : bandit_(levels) {}

  std::vector<double> start() const override { return bandit_.start(); }
  Reach next(Stream& draw, uint64_t, const std::vector<double>& state) const override {
    return level(bandit_.choose(draw, state), bandit_.arms());
  }
  bool wants_bits_after() const override { return true; }
  void learn(Reach reach, const Lesson& lesson, Stream& draw, std::vector<double>& state) const override {
    const auto arm = static_cast<size_t>(reach.from * static_cast<double>(bandit_.arms()) + 0.5);
    bandit_.reward(arm, (lesson.bits_before - lesson.bits_after) / lesson.steps, draw, state);
  }

 private:
  Bandit bandit_;
};

struct CurriculumRow {
  PartInfo info;
  std::unique_ptr<Curriculum> (*make)(const Settings&);
};

Option levels_option() {
  return Option::integer("train.curriculum-levels", 10, 2, 1000, "parts into which the sizes' range is cut");
}

Option below_option() {
  return Option::real("train.curriculum-below", 0.3, 1e-9, 1e9,
                      "cost a scored bit, in bits, at which the next level opens");
}

const std::vector<CurriculumRow>& rows() {
  static const std::vector<CurriculumRow> all = {
      {{"none", "all sizes from the start", "", {}, {}},
       [](const Settings&) -> std::unique_ptr<Curriculum> { return std::make_unique<NoCurriculum>(); }},
      {{"linear",
        "the largest sizes open step by step",
        "this project",
        {Option::integer("train.curriculum-sequences", 10000, 1, 1000000000000000,
                         "sequences until all sizes are open")},
        {}},
       [](const Settings& s) -> std::unique_ptr<Curriculum> {
         return std::make_unique<LinearCurriculum>(static_cast<double>(s.integer("train.curriculum-sequences")));
       }},
      {{"doubling",
        "the largest sizes double each time that what is open is learned",
        "Rae et al. 2016",
        {Option::integer("train.curriculum-doublings", 5, 1, 30, "times that the open sizes double until all are open"),
         below_option()},
        {}},
       [](const Settings& s) -> std::unique_ptr<Curriculum> {
         return std::make_unique<DoublingCurriculum>(s.size("train.curriculum-doublings"),
                                                     s.real("train.curriculum-below"));
       }},
      {{"look-back",
        "a level that rises as it is learned, mixed with easier and harder ones",
        "Zaremba & Sutskever 2015",
        {levels_option(), below_option()},
        {}},
       [](const Settings& s) -> std::unique_ptr<Curriculum> {
         return std::make_unique<LookBackCurriculum>(s.size("train.curriculum-levels"),
                                                     s.real("train.curriculum-below"));
       }},
      {{"prediction-gain",
        "levels as a bandit's arms, rewarded by how much is learned from them",
        "Graves et al. 2017",
        {levels_option()},
        {}},
       [](const Settings& s) -> std::unique_ptr<Curriculum> {
         return std::make_unique<PredictionGainCurriculum>(s.size("train.curriculum-levels"));
       }},
  };
  return all;
}

}  // namespace

std::vector<const PartInfo*> curriculum_infos() {
  std::vector<const PartInfo*> infos;
  for (const CurriculumRow& row : rows()) infos.push_back(&row.info);
  return infos;
}

std::unique_ptr<Curriculum> make_curriculum(const Settings& settings) {
  for (const CurriculumRow& row : rows())
    if (row.info.name == settings.text("train.curriculum")) return row.make(settings);
  throw std::logic_error("make_curriculum: no row " + settings.text("train.curriculum"));
}

}  // namespace tapehead
