#include "tasks/curricula/prediction_gain.hpp"

namespace tapehead {

Reach PredictionGainCurriculum::next(Stream& draw, uint64_t, const std::vector<double>& state) const {
  return part_of_range(bandit_.choose(draw, state), bandit_.arms());
}

void PredictionGainCurriculum::learn(Reach reach, const Lesson& lesson, Stream& draw,
                                     std::vector<double>& state) const {
  const auto arm = static_cast<size_t>(reach.from * static_cast<double>(bandit_.arms()) + 0.5);
  bandit_.reward(arm, (lesson.bits_before - lesson.bits_after) / lesson.steps, draw, state);
}

}  // namespace tapehead
