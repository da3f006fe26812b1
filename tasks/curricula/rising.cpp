#include "tasks/curricula/rising.hpp"

#include <fmt/format.h>

#include <cmath>

namespace tapehead {
namespace {

constexpr double kUnknown = 1;  // bits a bit, the cost at chance level
constexpr double kMemory = 50;  // batches, the time constant of the running cost

}  // namespace

std::vector<double> RisingCurriculum::start() const { return {0, kUnknown}; }

std::string RisingCurriculum::fault(const std::vector<double>& state) const {
  const double level = state[0], cost = state[1];
  if (!(level >= 0 && level <= last_ && level == std::floor(level)))
    return fmt::format("the level is {}; a whole number from 0 to {} is needed", level, last_);
  if (!std::isfinite(cost)) return fmt::format("the running cost is {}; a finite number is needed", cost);
  return "";
}

void RisingCurriculum::rise(const Lesson& lesson, std::vector<double>& state) const {
  double &level = state[0], &cost = state[1];
  cost += (lesson.bits_before / lesson.answers - cost) / kMemory;
  if (cost > below_ || level >= last_) return;
  level += 1;
  cost = kUnknown;
}

Reach DoublingCurriculum::next(Stream&, uint64_t, const std::vector<double>& state) const {
  return {0, std::exp2(level(state) - doublings_)};
}

void DoublingCurriculum::learn(Reach, const Lesson& lesson, Stream&, std::vector<double>& state) const {
  rise(lesson, state);
}

Reach LookBackCurriculum::next(Stream& draw, uint64_t, const std::vector<double>& state) const {
  const double kind = draw.uniform();
  if (kind < 0.1)
    return part_of_range(static_cast<size_t>(draw.integer(0, static_cast<int64_t>(levels_) - 1)), levels_);
  auto top = static_cast<size_t>(level(state));
  while (top + 1 < levels_ && draw.uniform() < 0.5) ++top;
  if (kind < 0.35) top = static_cast<size_t>(draw.integer(0, static_cast<int64_t>(top)));
  return part_of_range(top, levels_);
}

void LookBackCurriculum::learn(Reach reach, const Lesson& lesson, Stream&, std::vector<double>& state) const {
  if (std::abs(reach.from * static_cast<double>(levels_) - level(state)) > 0.5) return;  // another level than C
  rise(lesson, state);
}

}  // namespace tapehead
