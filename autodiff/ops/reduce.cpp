#include <algorithm>

#include "autodiff/base/fastmath.hpp"
#include "autodiff/base/lanes.hpp"
#include "autodiff/ops/elementwise.hpp"
#include "autodiff/ops/ops.hpp"
#include "autodiff/ops/softmax_column.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

Var softmax(Var x) {
  Var y = like(x);
  const auto from = x.tape->value(x);
  const auto to = x.tape->fill(y);
  for (size_t b = 0; b < from.batch; ++b)
    for (size_t c = 0; c < from.cols; ++c) softmax_column(from.column(b, c), to.column(b, c), from.rows);
  tell_each(y, {x}, kSoftmaxWork, {4});
  return x.tape->record(y, {x}, [=] {  // dx = y ∘ (dy − Σ dy∘y)
    Tape& t = *x.tape;
    const auto value = t.value(y);
    const auto dy = t.gradient(y);
    const Gradient dx = t.touch(x);
    for (size_t b = 0; b < dx.batch; ++b)
      for (size_t c = 0; c < dx.cols; ++c) {
        const Real* v = value.column(b, c);
        const Real* d = dy.column(b, c);
        Real* out = dx.column(b, c);
        const Real along = dot(v, d, dx.rows);
        in_lanes<Real>(dx.rows, [&](auto at) {
          const auto value_of = at(v) * (at(d) - along);
          at.put(out, dx.fresh ? value_of : at(out) + value_of);
        });
      }
  });
}

Var scaled_softmax(Var x, Var factors) {
  if (factors.rows != 1 || factors.cols != x.cols || factors.batch() != x.batch())
    shapes_do_not_fit("scaled_softmax", {x, factors}, "one factor for each column is needed");
  Var y = like(x);
  const auto from = x.tape->value_by_item(x), by = x.tape->value_by_item(factors);
  const auto to = x.tape->fill(y);
  x.tape->each_item(from.batch, [=](size_t b) {
    for (size_t c = 0; c < from.cols; ++c) {
      const Real factor = *by.column(b, c);
      const Real* __restrict scores = from.column(b, c);
      Real* __restrict weights = to.column(b, c);
      for (size_t r = 0; r < from.rows; ++r) weights[r] = factor * scores[r];
      softmax_column(weights, weights, from.rows);
    }
  });
  x.tape->tell([=] { return OpWork{y.numbers() * (Work{1} + kSoftmaxWork), y.numbers() * Work{7}}; });
  return x.tape->record_by_item(y, {x, factors}, [=] {  // d(factor·x) = y ∘ (dy − Σ dy∘y)
    Tape& t = *x.tape;
    const auto value = t.value_by_item(y), dy = t.gradient(y), scores = t.value_by_item(x),
               scale_by = t.value_by_item(factors);
    const auto gradients = t.touch(std::array{x, factors});
    t.each_item(dy.batch, [=](size_t b) {
      const Gradient &dx = gradients[0], &dfactors = gradients[1];
      Real* const unwanted = x.tape->borrow(x.rows);
      for (size_t c = 0; c < dy.cols; ++c) {
        const Real *v = value.column(b, c), *d = dy.column(b, c), *s = scores.column(b, c);
        const Real along = dot(v, d, dy.rows), factor = *scale_by.column(b, c);
        Sum<Real> of_factor;
        const auto rows = [&](Real* out, auto fresh) {
          in_lanes<Real>(dy.rows, [&](auto at) {
            const auto scaled = at(v) * (at(d) - along);
            of_factor.add(scaled * at(s));
            at.put(out, fresh ? factor * scaled : at(out) + factor * scaled);
          });
        };
        Real* const out = dx.data ? dx.column(b, c) : unwanted;
        !dx.data || dx.fresh ? rows(out, std::true_type{}) : rows(out, std::false_type{});
        if (dfactors.data) *dfactors.column(b, c) = (dfactors.fresh ? 0 : *dfactors.column(b, c)) + of_factor.total();
      }
      x.tape->give_back(unwanted, x.rows);
    });
  });
}

namespace {

/// Sums along each axis for which `rows` or `cols` is 1.
Var reduce(Var x, size_t rows, size_t cols, SourceLocation caller = SourceLocation::current()) {
  Var y = x.tape->make(rows, cols, x.batch());
  const auto from = x.tape->value(x);
  const auto to = x.tape->fill(y);
  std::fill_n(to.data, rows * cols * to.batch, Real{0});
  for (size_t b = 0; b < from.batch; ++b)
    for (size_t c = 0; c < from.cols; ++c) {
      const Real* in = from.column(b, c);
      Real* out = to.column(b, cols == 1 ? 0 : c);
      if (rows == 1) {
        *out += total<Real>(in, from.rows);
      } else {
        for (size_t r = 0; r < from.rows; ++r) out[r] += in[r];
      }
    }
  x.tape->tell([=] { return OpWork{x.numbers() * Work{1}}; });
  return x.tape->record(
      y, {x},
      [=] {
        Tape& t = *x.tape;
        const auto dy = t.gradient(y);
        const Gradient dx = t.touch(x);
        for (size_t b = 0; b < dx.batch; ++b)
          for (size_t c = 0; c < dx.cols; ++c) {
            const Real* d = dy.column(b, cols == 1 ? 0 : c);
            Real* out = dx.column(b, c);
            for (size_t r = 0; r < dx.rows; ++r) out[r] = (dx.fresh ? 0 : out[r]) + d[rows == 1 ? 0 : r];
          }
      },
      caller);
}

}  // namespace

Var sum_rows(Var x) { return reduce(x, 1, x.cols); }
Var sum_columns(Var x) { return reduce(x, x.rows, 1); }
Var sum(Var x) { return reduce(x, 1, 1); }

namespace {

bool same_shape(Var a, Var b) { return a.rows == b.rows && a.cols == b.cols && a.batch() == b.batch(); }

}  // namespace

Var sigmoid_cross_entropy(Var logits, Var target, Var mask) {
  // −t·log σ(z) − (1 − t)·log(1 − σ(z)) = softplus(z) − t·z
  Tape& tape = *logits.tape;
  if (!same_shape(logits, target) || !same_shape(logits, mask))
    shapes_do_not_fit("sigmoid_cross_entropy", {logits, target, mask}, "all three have one shape");
  Var y = tape.make(1, 1, logits.batch());
  const auto z = tape.value(logits), t = tape.value(target), m = tape.value(mask);
  const auto out = tape.fill(y);
  for (size_t b = 0; b < z.batch; ++b) {
    Real total = 0;
    for (size_t c = 0; c < z.cols; ++c) {
      const Real *zc = z.column(b, c), *tc = t.column(b, c), *mc = m.column(b, c);
#pragma omp simd reduction(+ : total)
      for (size_t r = 0; r < z.rows; ++r) total += mc[r] * (fast::softplus(zc[r]) - tc[r] * zc[r]);
    }
    *out.item(b) = total;
  }
  tape.tell([=] { return OpWork{logits.numbers() * Work{4, 1}, logits.numbers() * Work{3, 1}}; });
  return tape.record(y, {logits}, [=] {
    Tape& again = *logits.tape;
    const auto zw = again.value(logits), tw = again.value(target), mw = again.value(mask);
    const auto dy = again.gradient(y);
    const Gradient dz = again.touch(logits);
    for (size_t b = 0; b < dz.batch; ++b)
      for (size_t c = 0; c < dz.cols; ++c) {
        const Real *zc = zw.column(b, c), *tc = tw.column(b, c), *mc = mw.column(b, c);
        Real* d = dz.column(b, c);
        const Real scale_by = *dy.item(b);
        for (size_t r = 0; r < dz.rows; ++r)
          d[r] = (dz.fresh ? 0 : d[r]) + scale_by * mc[r] * (fast::logistic(zc[r]) - tc[r]);
      }
  });
}

namespace {

/// softmax_cross_entropy() with tokens as target.
Var token_cross_entropy(Var logits, Var target, Var mask) {
  Tape& tape = *logits.tape;
  if (target.rows != logits.rows || target.cols != logits.cols || target.batch() != logits.batch() || mask.rows != 1 ||
      mask.cols != logits.cols || mask.batch() != logits.batch())
    shapes_do_not_fit("softmax_cross_entropy", {logits, target, mask}, "a token and a mask for each column are needed");
  Var y = tape.make(1, 1, logits.batch());
  const auto z = tape.value(logits), m = tape.value(mask);
  Real* const log_sums = tape.keep<Real>(z.cols * z.batch);
  Real* const tops = tape.keep<Real>(z.cols * z.batch);
  const auto weight_of = [=, &tape](size_t b, size_t c) {
    return tape.token(target, b, c) == kNoToken ? 0 : *m.column(b, c);
  };
  for (size_t b = 0; b < z.batch; ++b)
    for (size_t c = 0; c < z.cols; ++c) {
      const size_t i = b * z.cols + c;
      const bool is_asked = weight_of(b, c) != 0;
      tops[i] = is_asked ? largest(z.column(b, c), z.rows) : 0;
      log_sums[i] = is_asked ? exponentials_added(z.column(b, c), tops[i], z.rows) : 1;
    }
#pragma GCC ivdep
  for (size_t i = 0; i < z.cols * z.batch; ++i) log_sums[i] = fast::log(log_sums[i]);
  const auto out = tape.fill(y);
  for (size_t b = 0; b < z.batch; ++b) {
    Real total = 0;
    for (size_t c = 0; c < z.cols; ++c) {
      const size_t i = b * z.cols + c;
      if (const Real weight = weight_of(b, c); weight != 0)
        total += weight * (log_sums[i] - (z.column(b, c)[tape.token(target, b, c)] - tops[i]));
      log_sums[i] += tops[i];
    }
    *out.item(b) = total;
  }
  tape.tell([&] {
    size_t asked = 0;
    for (size_t b = 0; b < z.batch; ++b)
      for (size_t c = 0; c < z.cols; ++c) asked += weight_of(b, c) != 0;
    return OpWork{asked * (z.rows * Work{3, 1} + Work{5, 1}), asked * z.rows * Work{3, 1}};
  });
  return tape.record(y, {logits}, [=] {  // dz = dy·m·(softmax(z) − target)
    Tape& again = *logits.tape;
    const auto zw = again.value(logits), mw = again.value(mask), dy = again.gradient(y);
    const Gradient dz = again.touch(logits);
    for (size_t b = 0; b < dz.batch; ++b)
      for (size_t c = 0; c < dz.cols; ++c) {
        const uint32_t right = again.token(target, b, c);
        const Real *zc = zw.column(b, c), scored = *mw.column(b, c), scale_by = *dy.item(b);
        Real* d = dz.column(b, c);
        if (right == kNoToken || scored == 0) {
          if (dz.fresh) std::fill_n(d, dz.rows, Real{0});
          continue;
        }
        const Real log_sum = log_sums[b * dz.cols + c],
                   taken = scale_by * (scored * fast::exp(zc[right] - log_sum) - scored);
        const Real there = dz.fresh ? 0 : d[right];
#pragma GCC ivdep
        for (size_t r = 0; r < dz.rows; ++r)
          d[r] = (dz.fresh ? 0 : d[r]) + scale_by * (scored * fast::exp(zc[r] - log_sum));
        d[right] = there + taken;
      }
  });
}

}  // namespace

Var softmax_cross_entropy(Var logits, Var target, Var mask) {
  // Σ m·t·(log Σ exp(z) − z). A column that is not scored costs nothing and is skipped.
  Tape& tape = *logits.tape;
  if (tape.is_tokens(target)) return token_cross_entropy(logits, target, mask);
  if (!same_shape(logits, target) || !same_shape(logits, mask))
    shapes_do_not_fit("softmax_cross_entropy", {logits, target, mask}, "all three have one shape");
  Var y = tape.make(1, 1, logits.batch());
  struct Column {
    Real asked, log_sum;  // Σ m·t and log Σ exp(z)
  };
  Column* const kept = tape.keep<Column>(logits.cols * logits.batch());
  const auto z = tape.value(logits), t = tape.value(target), m = tape.value(mask);
  const auto out = tape.fill(y);
  for (size_t b = 0; b < z.batch; ++b) {
    Real total = 0;
    for (size_t c = 0; c < z.cols; ++c) {
      const Real *zc = z.column(b, c), *tc = t.column(b, c), *mc = m.column(b, c);
      const Real asked = dot(tc, mc, z.rows);
      kept[b * z.cols + c] = {asked, 0};
      if (asked == 0) continue;
      const Real top = largest(zc, z.rows);
      Real sum = 0, along = 0;
#pragma omp simd reduction(+ : sum, along)
      for (size_t r = 0; r < z.rows; ++r) {
        sum += fast::exp(zc[r] - top);
        along += mc[r] * tc[r] * (zc[r] - top);
      }
      const Real log_sum = fast::log(sum);
      kept[b * z.cols + c].log_sum = top + log_sum;
      total += asked * log_sum - along;
    }
    *out.item(b) = total;
  }
  tape.tell([&] {
    size_t asked = 0;
    for (size_t i = 0; i < z.cols * z.batch; ++i) asked += kept[i].asked != 0;
    return OpWork{logits.numbers() * Work{2} + asked * (z.rows * Work{6, 1} + Work{4, 1}), asked * z.rows * Work{5, 1}};
  });
  return tape.record(y, {logits}, [=] {  // dz = dy·(Σ m·t · softmax(z) − m·t)
    Tape& again = *logits.tape;
    const auto zw = again.value(logits), tw = again.value(target), mw = again.value(mask);
    const auto dy = again.gradient(y);
    const Gradient dz = again.touch(logits);
    for (size_t b = 0; b < dz.batch; ++b)
      for (size_t c = 0; c < dz.cols; ++c) {
        const Real *zc = zw.column(b, c), *tc = tw.column(b, c), *mc = mw.column(b, c);
        const Real scale_by = *dy.item(b);
        const auto [asked, log_sum] = kept[b * dz.cols + c];
        Real* d = dz.column(b, c);
        if (asked == 0) {
          if (dz.fresh) std::fill_n(d, dz.rows, Real{0});
          continue;
        }
#pragma GCC ivdep
        for (size_t r = 0; r < dz.rows; ++r)
          d[r] = (dz.fresh ? 0 : d[r]) + scale_by * (asked * fast::exp(zc[r] - log_sum) - mc[r] * tc[r]);
      }
  });
}

}  // namespace tapehead::inline TAPEHEAD_REAL
