#include "autodiff/ops/chance.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "autodiff/base/fastmath.hpp"
#include "autodiff/base/lanes.hpp"
#include "autodiff/ops/elementwise.hpp"
#include "autodiff/ops/ops.hpp"
#include "autodiff/ops/softmax_column.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

void need_streams(const char* op, const Context& context, Var x) {
  if (context.noise.size() < x.batch())
    throw ShapeError(fmt::format("{}: got {} streams for a batch of {}; one for each is needed", op,
                                 context.noise.size(), x.batch()));
}

/// The index of the weight that the share u of the total falls on. The n weights need not sum to 1; never one of weight
/// 0.
size_t at_share(const Real* weights, size_t n, double u) {
  double all = 0, so_far = 0;
  for (size_t i = 0; i < n; ++i) all += static_cast<double>(weights[i]);
  size_t last = 0;
  for (size_t i = 0; i < n; ++i) {
    if (weights[i] == 0) continue;
    so_far += static_cast<double>(weights[i]);
    last = i;
    if (u * all < so_far) break;
  }
  return last;
}

/// The largest row of each column, as a one-hot column.
Var largest_row(Var x) {
  const Var y = like(x);
  const auto from = x.tape->value(x);
  const auto to = x.tape->fill(y);
  for (size_t b = 0; b < to.batch; ++b)
    for (size_t c = 0; c < to.cols; ++c) {
      std::fill_n(to.column(b, c), to.rows, Real{0});
      to.column(b, c)[std::max_element(from.column(b, c), from.column(b, c) + from.rows) - from.column(b, c)] = 1;
    }
  return y;
}

}  // namespace

Var draw_class(const Context& context, Var logits) {
  need_streams("draw_class", context, logits);
  Tape& tape = *logits.tape;
  const Var drawn = like(logits);
  const auto from = tape.value(logits);
  const auto to = tape.fill(drawn);
  for (size_t b = 0; b < to.batch; ++b)
    for (size_t c = 0; c < to.cols; ++c) {
      Real* const column = to.column(b, c);
      softmax_column(from.column(b, c), column, to.rows);
      const size_t row = at_share(column, to.rows, context.noise.of(b).uniform());
      std::fill_n(column, to.rows, Real{0});
      column[row] = 1;
    }
  return stop_gradient(drawn);
}

Var log_probability(Var logits, Var chosen) {
  Tape& tape = *logits.tape;
  if (logits.rows != chosen.rows || logits.cols != chosen.cols || logits.batch() != chosen.batch())
    shapes_do_not_fit("log_probability", {logits, chosen}, "both have one shape");
  const Var y = tape.make(1, logits.cols, logits.batch());
  const auto z = tape.value(logits), s = tape.value(chosen);
  const auto to = tape.fill(y);
  Real* const log_sums = tape.keep<Real>(z.cols * z.batch);
  for (size_t b = 0; b < z.batch; ++b)
    for (size_t c = 0; c < z.cols; ++c) {
      const Real *zc = z.column(b, c), *sc = s.column(b, c), top = largest(zc, z.rows);
      Real sum = 0, along = 0;
      for (size_t r = 0; r < z.rows; ++r) {
        sum += fast::exp(zc[r] - top);
        along += sc[r] * (zc[r] - top);
      }
      const Real log_sum = fast::log(sum);
      log_sums[b * z.cols + c] = top + log_sum;
      *to.column(b, c) = along - total<Real>(sc, z.rows) * log_sum;
    }
  tape.tell([=] {
    return OpWork{logits.numbers() * Work{6, 1} + y.numbers() * Work{3, 1}, logits.numbers() * Work{5, 1}};
  });
  return tape.record(y, {logits}, [=] {  // dz = dy·(s − Σs · softmax(z))
    Tape& again = *logits.tape;
    const auto zw = again.value(logits), sw = again.value(chosen), dy = again.gradient(y);
    const Gradient dz = again.touch(logits);
    for (size_t b = 0; b < dz.batch; ++b)
      for (size_t c = 0; c < dz.cols; ++c) {
        const Real *zc = zw.column(b, c), *sc = sw.column(b, c), d = *dy.column(b, c);
        const Real all = total<Real>(sc, dz.rows), log_sum = log_sums[b * dz.cols + c];
        Real* const out = dz.column(b, c);
        for (size_t r = 0; r < dz.rows; ++r)
          out[r] = (dz.fresh ? 0 : out[r]) + d * (sc[r] - all * fast::exp(zc[r] - log_sum));
      }
  });
}

Var entropy(Var logits) {
  Tape& tape = *logits.tape;
  const Var y = tape.make(1, logits.cols, logits.batch());
  const auto z = tape.value(logits);
  const auto to = tape.fill(y);
  Real* const log_sums = tape.keep<Real>(z.cols * z.batch);
  for (size_t b = 0; b < z.batch; ++b)
    for (size_t c = 0; c < z.cols; ++c) {  // log Σ exp(z) − Σ p·z, shifted by the largest
      const Real *zc = z.column(b, c), top = largest(zc, z.rows);
      Real sum = 0, along = 0;
      for (size_t r = 0; r < z.rows; ++r) {
        const Real e = fast::exp(zc[r] - top);
        sum += e;
        along += e * (zc[r] - top);
      }
      const Real log_sum = fast::log(sum);
      log_sums[b * z.cols + c] = top + log_sum;
      *to.column(b, c) = log_sum - along / sum;
    }
  tape.tell([=] {
    return OpWork{logits.numbers() * Work{6, 1} + y.numbers() * Work{3, 1}, logits.numbers() * Work{5, 1}};
  });
  return tape.record(y, {logits}, [=] {  // dz = −dy·p·(log p + H)
    Tape& again = *logits.tape;
    const auto zw = again.value(logits), h = again.value(y), dy = again.gradient(y);
    const Gradient dz = again.touch(logits);
    for (size_t b = 0; b < dz.batch; ++b)
      for (size_t c = 0; c < dz.cols; ++c) {
        const Real *zc = zw.column(b, c), d = *dy.column(b, c);
        const Real log_sum = log_sums[b * dz.cols + c], own = *h.column(b, c);
        Real* const out = dz.column(b, c);
        for (size_t r = 0; r < dz.rows; ++r) {
          const Real log_p = zc[r] - log_sum;
          out[r] = (dz.fresh ? 0 : out[r]) - d * fast::exp(log_p) * (log_p + own);
        }
      }
  });
}

Var draw_normal(const Context& context, Var mean, Real deviation) {
  need_streams("draw_normal", context, mean);
  const Var drawn = like(mean);
  const auto from = mean.tape->value(mean);
  const auto to = mean.tape->fill(drawn);
  for (size_t b = 0; b < to.batch; ++b)
    for (size_t c = 0; c < to.cols; ++c)
      for (size_t r = 0; r < to.rows; ++r)
        to.column(b, c)[r] = from.column(b, c)[r] + deviation * static_cast<Real>(context.noise.of(b).normal());
  return stop_gradient(drawn);
}

Var normal_log_density(Var mean, Real deviation, Var at) {
  const Var squares = sum_rows(square(subtract(stop_gradient(at), mean)));
  const Real log_scale = std::log(deviation * std::sqrt(2 * std::numbers::pi_v<Real>));
  return shift(scale(squares, -1 / (2 * deviation * deviation)), -static_cast<Real>(mean.rows) * log_scale);
}

Var gumbel_softmax(const Context& context, Var logits, Real temperature, bool hard) {
  need_streams("gumbel_softmax", context, logits);
  const Var noise = like(logits);
  const auto to = logits.tape->fill(noise);
  constexpr double kHalf = 0.5 / (uint64_t{1} << 53);  // half of the 2⁻⁵³ grid, so that no logarithm gets 0
  for (size_t b = 0; b < to.batch; ++b)
    for (size_t i = 0; i < logits.size(); ++i)
      to.item(b)[i] = static_cast<Real>(-std::log(-std::log(context.noise.of(b).uniform() + kHalf)));
  const Var soft = softmax(scale(add(logits, stop_gradient(noise)), 1 / temperature));
  return hard ? straight_through(largest_row(soft), soft) : soft;
}

}  // namespace tapehead::inline TAPEHEAD_REAL
