#include "controllers/positions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "attention/fused/step_kernels.hpp"
#include "autodiff/base/error.hpp"
#include "autodiff/ops/embed.hpp"
#include "autodiff/ops/ops.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

constexpr double kLongestWave = 10000;  // steps over 2π, of the slowest sinusoid (Vaswani et al., section 3.5)

/// The places of the columns of x as tokens of so many kinds.
Var tokens_at(const StepPlaces& places, Var x, size_t kinds) {
  uint32_t* const at = x.tape->keep<uint32_t>(x.cols * x.batch());
  for (size_t b = 0; b < x.batch(); ++b)
    for (size_t c = 0; c < x.cols; ++c) at[b * x.cols + c] = static_cast<uint32_t>(places.at(b, c));
  return x.tape->tokens(kinds, x.cols, x.batch(), at);
}

}  // namespace

Var drawn_places(const Context& context, size_t range, std::string_view option) {
  if (context.ahead.steps.size() != context.batch)
    throw InputError(
        fmt::format("{}: got {}, and a sequence whose number of steps is not known before its first; places that are "
                    "counted are needed",
                    option, range));
  const Var places = context.tape.make(1, range, context.batch);
  bool* const chosen = context.tape.keep<bool>(range);
  for (size_t b = 0; b < context.batch; ++b) {
    const size_t steps = context.ahead.steps[b];
    if (steps > range)
      throw InputError(fmt::format("{}: got {} and a sequence of {} steps; as many places as steps are needed at least",
                                   option, range, steps));
    std::fill_n(chosen, range, false);
    for (size_t most = range - steps; most < range; ++most) {  // Floyd's: all choices are equally likely
      const auto any = static_cast<size_t>(context.noise.of(b).integer(0, static_cast<int64_t>(most)));
      chosen[chosen[any] ? most : any] = true;
    }
    Real* to = context.tape.fill(places).item(b);
    Real* const end = to + range;
    for (size_t place = 0; place < range; ++place)
      if (chosen[place]) *to++ = static_cast<Real>(place);
    std::fill(to, end, steps > 0 ? to[-1] : Real{0});
  }
  return places;
}

Var turn_by_place(Var x, size_t turned, size_t heads, const StepPlaces& places) {
  if (heads == 0 || turned % heads != 0 || turned > x.rows)
    shapes_do_not_fit("turn_by_place", {x}, "the heads divide the rows that are turned");
  Tape& tape = *x.tape;
  const size_t width = turned / heads, pairs = width / 2, cols = x.cols;
  const size_t items = places.items(x.batch());
  // cosine and sine of each pair's angle, for each column
  Real* angles = tape.keep<Real>(std::max<size_t>(2 * pairs * cols * items, 1));
  for (size_t i = 0; i < items * cols; ++i)
    for (size_t p = 0; p < pairs; ++p) {
      const double angle = static_cast<double>(places.at(i / cols, i % cols)) *
                           std::pow(kLongestWave, -2 * static_cast<double>(p) / static_cast<double>(width));
      angles[2 * (i * pairs + p)] = static_cast<Real>(std::cos(angle));
      angles[2 * (i * pairs + p) + 1] = static_cast<Real>(std::sin(angle));
    }
  const auto angle_of = [=](size_t b, size_t c, size_t p) {
    return angles + 2 * (((items > 1 ? b : 0) * cols + c) * pairs + p);
  };
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
          const Real *const angle = angle_of(b, c, p), cosine = angle[0], sine = angle[1];
          to[r] = cosine * from[r] - sine * from[r + 1];
          to[r + 1] = sine * from[r] + cosine * from[r + 1];
        }
    }
  tape.tell([=] {
    const Work turn = x.batch() * cols * heads * pairs * Work{6};
    return OpWork{turn + items * cols * pairs * Work{2, 3}, turn};
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
            const Real *const angle = angle_of(b, c, p), cosine = angle[0], sine = angle[1];
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

Var PositionCode::added_to(Var bare, const StepPlaces& places) const {
  Tape& tape = *bare.tape;
  const size_t count = bare.cols;
  if (kind_ == Positions::kLearned) {
    if (places.are_drawn()) return add(bare, embed(tape.parameter(learned_), tokens_at(places, bare, max_steps_)));
    if (const size_t last = places.at(0, count - 1); last >= max_steps_)
      throw InputError(
          fmt::format("{}: got {} and a sequence of {} steps or more; as many learned positions as steps are needed",
                      option_, max_steps_, last + 1));
    return add(bare, columns(tape.parameter(learned_), places.at(0, 0), count));
  }
  if (kind_ != Positions::kSinusoidal) return bare;
  const size_t items = places.items(bare.batch());
  const Var waves = tape.make(bare.rows, count, items);
  const auto to = tape.fill(waves);
  for (size_t b = 0; b < items; ++b)
    for (size_t c = 0; c < count; ++c) waves_.put(static_cast<double>(places.at(b, c)), to.column(b, c));
  return add(bare, waves);
}

}  // namespace tapehead::inline TAPEHEAD_REAL
