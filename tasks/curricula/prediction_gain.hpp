#pragma once
// A curriculum that prefers sizes with the most progress.

#include "tasks/curricula/bandit.hpp"
#include "tasks/curricula/curriculum.hpp"

namespace tapehead {

/// Levels are the arms of a bandit whose reward is how much a batch's own cost falls by training on it, per step
/// (Graves, Bellemare, Menick, Munos & Kavukcuoglu 2017, "Automated curriculum learning", prediction gain).
/// State: the bandit's.
class PredictionGainCurriculum final : public Curriculum {
 public:
  explicit PredictionGainCurriculum(size_t levels) : bandit_(levels) {}

  std::vector<double> start() const override { return bandit_.start(); }
  std::string fault(const std::vector<double>& state) const override { return bandit_.fault(state); }
  Reach next(Stream& draw, uint64_t seen, const std::vector<double>& state) const override;
  bool wants_bits_after() const override { return true; }
  void learn(Reach reach, const Lesson& lesson, Stream& draw, std::vector<double>& state) const override;

 private:
  Bandit bandit_;
};

}  // namespace tapehead
