#include "controllers/positions.hpp"

#include <fmt/format.h>

#include <cmath>

#include "autodiff/base/error.hpp"
#include "autodiff/ops/ops.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

constexpr double kLongestWave = 10000;  // steps over 2π, of the slowest sinusoid (Vaswani et al., section 3.5)

}  // namespace

Waves::Waves(size_t size) : size_(size) {
  for (size_t r = 0; r < size; r += 2)  // numbers r and r + 1 share a frequency
    frequencies_.push_back(std::pow(kLongestWave, -static_cast<double>(r) / static_cast<double>(size)));
}

void Waves::put(double place, Real* to) const {
  for (size_t r = 0; r < size_; ++r) {
    const double angle = place * frequencies_[r / 2];
    to[r] = static_cast<Real>(r % 2 == 0 ? std::sin(angle) : std::cos(angle));
  }
}

PositionCode::PositionCode(const Scope& scope, Positions kind, size_t size, size_t max_steps, std::string option)
    : kind_(kind), max_steps_(max_steps), option_(std::move(option)), waves_(size) {
  if (kind == Positions::kLearned) learned_ = scope.add("positions", size, max_steps, normal(kPositionDeviation));
}

Var PositionCode::added_to(Var bare, size_t first) const {
  Tape& tape = *bare.tape;
  const size_t count = bare.cols;
  if (kind_ == Positions::kNone) return bare;
  if (kind_ == Positions::kLearned) {
    if (first + count > max_steps_)
      throw InputError(
          fmt::format("{}: got {} and a sequence of {} steps or more; as many learned positions as steps are needed",
                      option_, max_steps_, first + count));
    return add(bare, columns(tape.parameter(learned_), first, count));
  }
  const Var waves = tape.make(bare.rows, count, 1);
  const auto to = tape.fill(waves);
  for (size_t c = 0; c < count; ++c) waves_.put(static_cast<double>(first + c), to.column(0, c));
  return add(bare, waves);
}

}  // namespace tapehead::inline TAPEHEAD_REAL
