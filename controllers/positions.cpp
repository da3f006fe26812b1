#include "controllers/positions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "attention/fused/step_kernels.hpp"
#include "autodiff/base/error.hpp"
#include "autodiff/ops/ops.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

constexpr double kLongestWave = 10000;  // steps over 2π, of the slowest sinusoid (Vaswani et al., section 3.5)

}  // namespace

Var turn_by_place(Var x, size_t turned, size_t heads, size_t first) {
  if (heads == 0 || turned % heads != 0 || turned > x.rows)
    shapes_do_not_fit("turn_by_place", {x}, "the heads divide the rows that are turned");
  Tape& tape = *x.tape;
  const size_t width = turned / heads, pairs = width / 2, cols = x.cols;
  // cosine and sine of each pair's angle, for each column
  Real* angles = tape.keep<Real>(std::max<size_t>(2 * pairs * cols, 1));
  for (size_t c = 0; c < cols; ++c)
    for (size_t p = 0; p < pairs; ++p) {
      const double angle = static_cast<double>(first + c) *
                           std::pow(kLongestWave, -2 * static_cast<double>(p) / static_cast<double>(width));
      angles[2 * (c * pairs + p)] = static_cast<Real>(std::cos(angle));
      angles[2 * (c * pairs + p) + 1] = static_cast<Real>(std::sin(angle));
    }
  const Var y = tape.make(x.rows, cols, x.batch());
  const auto in = tape.value(x);
  const auto out = tape.fill(y);
  for (size_t b = 0; b < x.batch(); ++b)
    for (size_t c = 0; c < cols; ++c) {
      const Real* from = in.column(b, c);
      Real* to = out.column(b, c);
      std::copy_n(from, x.rows, to);
      for (size_t h = 0; h < heads; ++h)
        for (size_t p = 0; p < pairs; ++p) {
          const size_t r = h * width + 2 * p;
          const Real cosine = angles[2 * (c * pairs + p)], sine = angles[2 * (c * pairs + p) + 1];
          to[r] = cosine * from[r] - sine * from[r + 1];
          to[r + 1] = sine * from[r] + cosine * from[r + 1];
        }
    }
  tape.tell([=] {
    const Work turn = x.batch() * cols * heads * pairs * Work{6};
    return OpWork{turn + cols * pairs * Work{2, 3}, turn};
  });
  return tape.record(y, {x}, [=] {
    Tape& t = *y.tape;
    const auto dy = t.gradient(y);
    const Gradient d = touch_to_add(t, x);
    for (size_t b = 0; b < d.batch; ++b)
      for (size_t c = 0; c < cols; ++c) {
        const Real* from = dy.column(b, c);
        Real* to = d.column(b, c);
        for (size_t h = 0; h < heads; ++h) {
          for (size_t p = 0; p < pairs; ++p) {  // turned back
            const size_t r = h * width + 2 * p;
            const Real cosine = angles[2 * (c * pairs + p)], sine = angles[2 * (c * pairs + p) + 1];
            to[r] += cosine * from[r] + sine * from[r + 1];
            to[r + 1] += cosine * from[r + 1] - sine * from[r];
          }
          if (width % 2 == 1) to[(h + 1) * width - 1] += from[(h + 1) * width - 1];
        }
        for (size_t r = turned; r < d.rows; ++r) to[r] += from[r];
      }
  });
}

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
  if (kind_ == Positions::kLearned) {
    if (first + count > max_steps_)
      throw InputError(
          fmt::format("{}: got {} and a sequence of {} steps or more; as many learned positions as steps are needed",
                      option_, max_steps_, first + count));
    return add(bare, columns(tape.parameter(learned_), first, count));
  }
  if (kind_ != Positions::kSinusoidal) return bare;
  const Var waves = tape.make(bare.rows, count, 1);
  const auto to = tape.fill(waves);
  for (size_t c = 0; c < count; ++c) waves_.put(static_cast<double>(first + c), to.column(0, c));
  return add(bare, waves);
}

}  // namespace tapehead::inline TAPEHEAD_REAL
