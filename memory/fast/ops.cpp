#include "memory/fast/ops.hpp"

#include "autodiff/base/lanes.hpp"
#include "autodiff/ops/elementwise.hpp"
#include "autodiff/ops/ops.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

/// Whether a matrix a head of `keys` stands beside those of the others, and all have as many items.
bool matrices_of(Var memory, Var keys) {
  return keys.cols > 0 && memory.cols % keys.cols == 0 && memory.batch() == keys.batch();
}

/// y = a·x, or y += a·x.
void put_scaled(Real a, const Real* __restrict x, size_t n, bool fresh, Real* __restrict y) {
  if (fresh)
    for (size_t i = 0; i < n; ++i) y[i] = a * x[i];
  else
    for (size_t i = 0; i < n; ++i) y[i] += a * x[i];
}

}  // namespace

Var look_up(Var memory, Var keys) {
  if (memory.rows != keys.rows || !matrices_of(memory, keys))
    shapes_do_not_fit("look_up", {memory, keys}, "keys x (values·heads) and keys x heads");
  Tape& tape = *memory.tape;
  const size_t size = keys.rows, heads = keys.cols, values = memory.cols / heads, batch = keys.batch();
  Var y = tape.make(values, heads, batch);
  const auto s = tape.value(memory), k = tape.value(keys);
  const auto out = tape.fill(y);
  for (size_t b = 0; b < batch; ++b)
    for (size_t h = 0; h < heads; ++h)
      for (size_t j = 0; j < values; ++j)
        out.column(b, h)[j] = dot<Real>(s.column(b, h * values + j), k.column(b, h), size);
  tape.tell([=, &tape] {
    const size_t numbers = memory.numbers();
    return OpWork{numbers * Work{2}, numbers * (tape.wants(memory) * Work{1} + tape.wants(keys) * Work{2})};
  });
  return tape.record(y, {memory, keys}, [=] {
    Tape& t = *y.tape;
    const auto sv = t.value(memory), kv = t.value(keys), dy = t.gradient(y);
    const auto [ds, dk] = t.touch(std::array{memory, keys});
    for (size_t b = 0; b < batch; ++b)
      for (size_t h = 0; h < heads; ++h)
        for (size_t j = 0; j < values; ++j) {
          const Real d = dy.column(b, h)[j];
          const size_t column = h * values + j;
          if (ds.data) put_scaled(d, kv.column(b, h), size, ds.fresh, ds.column(b, column));
          if (dk.data) put_scaled(d, sv.column(b, column), size, dk.fresh && j == 0, dk.column(b, h));
        }
  });
}

Var combine(Var memory, Var weights) {
  if (memory.cols != weights.rows * weights.cols || memory.batch() != weights.batch())
    shapes_do_not_fit("combine", {memory, weights}, "keys x (values·heads) and values x heads");
  Tape& tape = *memory.tape;
  const size_t size = memory.rows, heads = weights.cols, values = weights.rows, batch = weights.batch();
  Var y = tape.make(size, heads, batch);
  const auto s = tape.value(memory), w = tape.value(weights);
  const auto out = tape.fill(y);
  for (size_t b = 0; b < batch; ++b)
    for (size_t h = 0; h < heads; ++h)
      for (size_t j = 0; j < values; ++j)
        put_scaled(w.column(b, h)[j], s.column(b, h * values + j), size, j == 0, out.column(b, h));
  tape.tell([=, &tape] {
    const size_t numbers = memory.numbers();
    return OpWork{numbers * Work{2}, numbers * (tape.wants(memory) * Work{1} + tape.wants(weights) * Work{2})};
  });
  return tape.record(y, {memory, weights}, [=] {
    Tape& t = *y.tape;
    const auto sv = t.value(memory), wv = t.value(weights), dy = t.gradient(y);
    const auto [ds, dw] = t.touch(std::array{memory, weights});
    for (size_t b = 0; b < batch; ++b)
      for (size_t h = 0; h < heads; ++h)
        for (size_t j = 0; j < values; ++j) {
          const size_t column = h * values + j;
          if (dw.data) {
            Real& to = dw.column(b, h)[j];
            to = (dw.fresh ? 0 : to) + dot<Real>(dy.column(b, h), sv.column(b, column), size);
          }
          if (ds.data) put_scaled(wv.column(b, h)[j], dy.column(b, h), size, ds.fresh, ds.column(b, column));
        }
  });
}

Var add_pairs(Var memory, Var keys, Var values) {
  if (memory.rows != keys.rows || !matrices_of(memory, keys) || values.cols != keys.cols ||
      values.rows * values.cols != memory.cols || values.batch() != keys.batch())
    shapes_do_not_fit("add_pairs", {memory, keys, values}, "keys x (values·heads), keys x heads and values x heads");
  Tape& tape = *memory.tape;
  const size_t size = keys.rows, heads = keys.cols, width = values.rows, batch = keys.batch();
  Var y = tape.make(size, memory.cols, batch);
  {
    const auto s = tape.value(memory), k = tape.value(keys), v = tape.value(values);
    const auto out = tape.fill(y);
    for (size_t b = 0; b < batch; ++b)
      for (size_t h = 0; h < heads; ++h)
        for (size_t j = 0; j < width; ++j) {
          const Real* __restrict from = s.column(b, h * width + j);
          const Real* __restrict key = k.column(b, h);
          Real* __restrict to = out.column(b, h * width + j);
          const Real x = v.column(b, h)[j];
          for (size_t i = 0; i < size; ++i) to[i] = from[i] + key[i] * x;
        }
  }
  tell_each(y, {keys, values}, {2}, {2});
  return tape.record(y, {memory, keys, values}, [=] {
    Tape& t = *y.tape;
    const auto k = t.value(keys), v = t.value(values), dy = t.gradient(y);
    const bool alone = memory.node != keys.node && memory.node != values.node;
    const bool in_place = alone && t.wants(memory) && t.hand_on(y, memory);
    const auto [ds, dk, dv] = t.touch(std::array{memory, keys, values});
    for (size_t b = 0; b < batch; ++b)
      for (size_t h = 0; h < heads; ++h)
        for (size_t j = 0; j < width; ++j) {
          const Real* d = dy.column(b, h * width + j);
          if (dk.data) put_scaled(v.column(b, h)[j], d, size, dk.fresh && j == 0, dk.column(b, h));
          if (dv.data) {
            Real& to = dv.column(b, h)[j];
            to = (dv.fresh ? 0 : to) + dot<Real>(d, k.column(b, h), size);
          }
          if (ds.data && !in_place) put_scaled(1, d, size, ds.fresh, ds.column(b, h * width + j));
        }
  });
}

Var fade(Var memory, Var factors) {
  const bool one = factors.rows == 1;
  if ((!one && memory.rows != factors.rows) || !matrices_of(memory, factors))
    shapes_do_not_fit("fade", {memory, factors}, "keys x (values·heads), and keys x heads or 1 x heads");
  Tape& tape = *memory.tape;
  const size_t size = memory.rows, heads = factors.cols, width = memory.cols / heads, batch = memory.batch();
  Var y = tape.make(size, memory.cols, batch);
  {
    const auto s = tape.value(memory), f = tape.value(factors);
    const auto out = tape.fill(y);
    for (size_t b = 0; b < batch; ++b)
      for (size_t c = 0; c < memory.cols; ++c) {
        const Real* __restrict from = s.column(b, c);
        const Real* __restrict factor = f.column(b, c / width);
        Real* __restrict to = out.column(b, c);
        if (one)
          put_scaled(*factor, from, size, true, to);
        else
          for (size_t i = 0; i < size; ++i) to[i] = factor[i] * from[i];
      }
  }
  tape.tell([=, &tape] {
    const Work back = tape.wants(memory) * Work{1} + tape.wants(factors) * Work{2};
    return OpWork{y.numbers() * Work{1}, y.numbers() * back};
  });
  return tape.record(y, {memory, factors}, [=] {
    Tape& t = *y.tape;
    const auto s = t.value(memory), f = t.value(factors), dy = t.gradient(y);
    const bool in_place = memory.node != factors.node && t.wants(memory) && t.hand_on(y, memory);
    const auto [ds, df] = t.touch(std::array{memory, factors});
    for (size_t b = 0; b < batch; ++b)
      for (size_t c = 0; c < memory.cols; ++c) {
        const Real* d = dy.column(b, c);
        const Real *from = s.column(b, c), *factor = f.column(b, c / width);
        if (df.data) {  // before the memory's, which may overwrite dy
          const bool first = df.fresh && c % width == 0;
          Real* to = df.column(b, c / width);
          if (one)
            *to = (first ? 0 : *to) + dot<Real>(d, from, size);
          else
            for (size_t i = 0; i < size; ++i) to[i] = (first ? 0 : to[i]) + d[i] * from[i];
        }
        if (!ds.data) continue;
        Real* to = ds.column(b, c);
        for (size_t i = 0; i < size; ++i)
          to[i] = (in_place || ds.fresh ? 0 : to[i]) + d[i] * (one ? *factor : factor[i]);
      }
  });
}

}  // namespace tapehead::inline TAPEHEAD_REAL
