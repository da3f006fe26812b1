#include <algorithm>
#include <array>
#include <cmath>

#include "attention/fused/age_kernels.hpp"
#include "attention/fused/multi_head.hpp"
#include "autodiff/base/gemm.hpp"
#include "autodiff/ops/ops.hpp"
#include "autodiff/ops/softmax_column.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

constexpr auto kNo = Transpose::kNo, kYes = Transpose::kYes;
// Queries are processed in blocks of this size, with the keys up to the block's last query, which skips nearly half of
// the square.
constexpr size_t kQueries = 32;

/// to = factor·xᵀ: x is width×steps, columns `leading` apart.
void transpose(const Real* x, size_t leading, size_t width, size_t steps, Real factor, Real* to) {
  for (size_t t = 0; t < steps; ++t)
    for (size_t w = 0; w < width; ++w) to[w * steps + t] = factor * x[t * leading + w];
}

/// Calls each(first, count, keys) for the queries first … first + count − 1, which see only the first `keys` keys.
template <class Each>
void each_block(size_t steps, Each each) {
  for (size_t first = 0; first < steps; first += kQueries) {
    const size_t keys = std::min(first + kQueries, steps);
    each(first, keys - first, keys);
  }
}

}  // namespace

Var attend_causally(Var projected, size_t heads, AgePenalty penalty, const std::optional<AgeVectors>& ages) {
  if (heads == 0 || projected.rows % (3 * heads) != 0 || projected.cols == 0)
    shapes_do_not_fit("attend_causally", {projected}, "query, key and value need rows that the heads divide");
  if (ages) check_ages("attend_causally", projected.rows / 3 / heads, *ages);
  Tape& tape = *projected.tape;
  const size_t size = projected.rows / 3, steps = projected.cols, batch = projected.batch(), width = size / heads;
  const Real scale_by = 1 / std::sqrt(static_cast<Real>(width));
  Var y = tape.make(size, steps, batch);
  // keys×queries for each head of each item, kept for the gradient; some of the keys after a query stay unset
  const size_t square = steps * steps, kept = tape.recording() ? heads * batch : 1;
  Real* all_weights = tape.keep<Real>(square * kept);
  // Keys are transposed so that the products run down them: a score's bits then do not depend on how many keys there
  // are.
  Real* turned = tape.keep<Real>(steps * width);
  const auto x = tape.value(projected);
  const auto out = tape.fill(y);
  for (size_t b = 0; b < batch; ++b)
    for (size_t h = 0; h < heads; ++h) {
      const Real *query = x.item(b) + h * width, *key = query + size, *value = key + size;
      Real* weights = all_weights + (b * heads + h) % kept * square;
      transpose(key, x.leading, width, steps, scale_by, turned);
      each_block(steps, [&](size_t first, size_t count, size_t keys) {
        Real* w = weights + first * steps;
        gemm(kNo, kNo, keys, count, width, turned, steps, query + first * x.leading, x.leading, false, w, steps);
        for (size_t i = 0; i < count; ++i) {
          if (penalty != AgePenalty::kNone) {
            const Real slope = age_slope(penalty, h, heads);
            for (size_t j = 0; j < first + i; ++j) w[i * steps + j] -= slope * static_cast<Real>(first + i - j);
          }
          if (ages)
            add_age_scores(tape.value(ages->keys), query + (first + i) * x.leading, scale_by, w + i * steps,
                           first + i + 1);
          softmax_column(w + i * steps, w + i * steps, first + i + 1);
          std::fill(w + i * steps + first + i + 1, w + i * steps + keys, Real{0});
        }
        gemm(kNo, kNo, width, count, keys, value, x.leading, w, steps, false, out.column(b, first) + h * width, size);
        for (size_t i = 0; ages && i < count; ++i)
          add_age_vectors(tape.value(ages->values), w + i * steps, first + i + 1, out.column(b, first + i) + h * width);
      });
    }

  const std::array<Var, 3> inputs{projected, ages ? ages->keys : projected, ages ? ages->values : projected};
  tape.tell([&] {
    const size_t wanted = tape.wants(projected),
                 pairs = steps * (steps + 1) / 2;  // a query sees the keys up to its own
    const Work of_ages = ages ? pairs * width * Work{2} : Work{};
    OpWork head{steps * width * Work{1} + pairs * kSoftmaxWork + 2 * of_ages, pairs * kSoftmaxBackWork};
    head.back += (1 + wanted + (ages ? tape.wants(ages->keys) + tape.wants(ages->values) : 0)) * of_ages;
    each_block(steps, [&](size_t, size_t count, size_t keys) {
      head.forward += 2 * product_work(keys, count, width);
      head.back += (1 + 3 * wanted) * product_work(keys, count, width);
    });
    if (penalty != AgePenalty::kNone) head.forward += pairs * Work{2};
    return OpWork{heads * batch * head.forward, heads * batch * head.back};
  });
  return tape.record(y, std::span(inputs.data(), ages ? 3 : 1), [=] {
    Tape& t = *y.tape;
    const auto dy = t.gradient(y), in = t.value(projected);
    const auto gradient = [&](Var of) { return t.wants(of) ? touch_to_add(t, of) : Gradient{}; };
    const Gradient d = gradient(projected), dkeys = ages ? gradient(ages->keys) : Gradient{},
                   dvalues = ages ? gradient(ages->values) : Gradient{};
    Real* values = t.borrow(steps * width);
    Real* dscores = t.borrow(steps * kQueries);
    for (size_t b = 0; b < batch; ++b)
      for (size_t h = 0; h < heads; ++h) {
        const Real *query = in.item(b) + h * width, *key = query + size;
        const Real* weights = all_weights + (b * heads + h) * square;
        transpose(key + size, in.leading, width, steps, 1, values);
        each_block(steps, [&](size_t first, size_t count, size_t keys) {
          const Real* w = weights + first * steps;
          const Real* g = dy.column(b, first) + h * width;
          gemm(kNo, kNo, keys, count, width, values, steps, g, dy.leading, false, dscores, steps);
          for (size_t i = 0; i < count; ++i) {
            const Real *wi = w + i * steps, *gi = g + i * dy.leading;
            Real* ds = dscores + i * steps;
            const size_t seen = first + i + 1;
            if (ages) add_age_scores(t.value(ages->values), gi, 1, ds, seen);
            softmax_column_back(wi, ds, seen, scale_by);
            std::fill(ds + seen, ds + keys, Real{0});
            if (dvalues.data) add_age_gradients(dvalues, wi, seen, gi);
            if (dkeys.data) add_age_gradients(dkeys, ds, seen, query + (first + i) * in.leading);
          }
          if (!d.data) return;
          Real *dquery = d.item(b) + h * width, *dkey = dquery + size, *dvalue = dkey + size;
          for (size_t i = 0; ages && i < count; ++i)
            add_age_vectors(t.value(ages->keys), dscores + i * steps, first + i + 1, dquery + (first + i) * d.leading);
          gemm(kNo, kNo, width, count, keys, key, in.leading, dscores, steps, true, dquery + first * d.leading,
               d.leading);
          gemm(kNo, kYes, width, keys, count, query + first * in.leading, in.leading, dscores, steps, true, dkey,
               d.leading);
          gemm(kNo, kYes, width, keys, count, g, dy.leading, w, steps, true, dvalue, d.leading);
        });
      }
    t.give_back(dscores, steps * kQueries);
    t.give_back(values, steps * width);
  });
}

}  // namespace tapehead::inline TAPEHEAD_REAL
