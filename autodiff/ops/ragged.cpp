#include "autodiff/ops/ragged.hpp"

#include <algorithm>

#include "autodiff/base/turned.hpp"
#include "autodiff/ops/elementwise.hpp"
#include "autodiff/ops/ops.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

/// Where a step goes in the reversed sequence: the first `length` steps are mirrored, the others stay.
size_t mirrored(size_t step, size_t length) { return step < length ? length - 1 - step : step; }

Var reversed_tokens(Var x, std::span<const uint32_t> lengths) {
  Tape& tape = *x.tape;
  uint32_t* const chosen = tape.keep<uint32_t>(x.cols * lengths.size());
  for (size_t b = 0; b < lengths.size(); ++b)
    for (size_t c = 0; c < x.cols; ++c) chosen[b * x.cols + c] = tape.token(x, b, mirrored(c, lengths[b]));
  return tape.tokens(x.rows, x.cols, lengths.size(), chosen);
}

}  // namespace

Var reversed(Var x, std::span<const uint32_t> lengths) {
  Tape& tape = *x.tape;
  const auto too_long = [&](uint32_t length) { return length > x.cols; };
  if (x.batch() != lengths.size() || std::any_of(lengths.begin(), lengths.end(), too_long))
    shapes_do_not_fit("reversed", {x}, "a length for each item is needed, of as many steps as there are at most");
  if (tape.is_tokens(x)) return reversed_tokens(x, lengths);
  Var y = like(x);
  const auto from = tape.value(x);
  const auto to = tape.fill(y);
  for (size_t b = 0; b < from.batch; ++b)
    for (size_t c = 0; c < from.cols; ++c)
      std::copy_n(from.column(b, mirrored(c, lengths[b])), from.rows, to.column(b, c));
  tape.tell([] { return OpWork{}; });
  return tape.record(y, {x}, [=] {
    Tape& again = *x.tape;
    const auto dy = again.gradient(y);
    const Gradient dx = again.touch(x);
    for (size_t b = 0; b < dx.batch; ++b)
      for (size_t c = 0; c < dx.cols; ++c) {
        const Real* d = dy.column(b, mirrored(c, lengths[b]));
        Real* out = dx.column(b, c);
        for (size_t r = 0; r < dx.rows; ++r) out[r] = (dx.fresh ? 0 : out[r]) + d[r];
      }
  });
}

Var last_of(std::span<const Var> steps, std::span<const uint32_t> lengths) {
  const auto fits = [&](Var x) {
    return x.rows == steps[0].rows && x.cols == steps[0].cols && x.batch() == lengths.size();
  };
  const auto too_long = [&](uint32_t length) { return length > steps.size(); };
  if (steps.empty() || std::any_of(lengths.begin(), lengths.end(), too_long) ||
      !std::all_of(steps.begin(), steps.end(), fits))
    throw ShapeError("last_of: steps of one shape are needed, as many as the longest sequence, with a length an item");
  Tape& tape = *steps[0].tape;
  Var* const kept = tape.keep<Var>(steps.size());
  std::copy(steps.begin(), steps.end(), kept);
  const auto last = [](uint32_t length) { return std::max(length, uint32_t{1}) - 1; };
  Var y = like(steps[0]);
  const auto to = tape.fill(y);
  for (size_t b = 0; b < lengths.size(); ++b) {
    const auto from = tape.value(steps[last(lengths[b])]);
    for (size_t c = 0; c < from.cols; ++c) std::copy_n(from.column(b, c), from.rows, to.column(b, c));
  }
  const size_t count = steps.size();
  tape.tell([=] {  // copies one step of each item
    const auto copied = static_cast<double>(2 * y.numbers());
    return OpWork{{}, {}, {copied, copied}};
  });
  return tape.record(y, steps, [=] {
    Tape& again = *y.tape;
    const auto dy = again.gradient(y);
    for (size_t s = 0; s < count; ++s) {
      const auto ends_here = [&](uint32_t length) { return last(length) == s; };
      if (!again.wants(kept[s]) || std::none_of(lengths.begin(), lengths.end(), ends_here)) continue;
      const Gradient dx = again.touch(kept[s]);
      for (size_t b = 0; b < dx.batch; ++b)
        for (size_t c = 0; c < dx.cols; ++c) {
          Real* out = dx.column(b, c);
          if (dx.fresh) std::fill_n(out, dx.rows, Real{0});
          const Real* d = dy.column(b, c);
          if (ends_here(lengths[b]))
            for (size_t r = 0; r < dx.rows; ++r) out[r] += d[r];
        }
    }
  });
}

Var mean_of(Var x, std::span<const uint32_t> lengths) {
  const Var shares = x.tape->filled(x.cols, 1, x.batch(), 0);
  for (size_t b = 0; b < lengths.size(); ++b) {
    const uint32_t count = std::max(lengths[b], uint32_t{1});
    std::fill_n(x.tape->fill(shares).item(b), count, Real(1) / static_cast<Real>(count));
  }
  return matmul(x, shares);
}

Var join_items(std::span<const Var> parts) {
  if (parts.empty()) throw ShapeError("join_items: got nothing; one part at least is needed");
  size_t batch = 0;
  for (const Var& p : parts) {
    if (p.rows != parts[0].rows || p.cols != parts[0].cols)
      shapes_do_not_fit("join_items", {parts[0], p}, "rows and columns must be equal");
    batch += p.batch();
  }
  Tape& tape = *parts[0].tape;
  Var* const kept = tape.keep<Var>(parts.size());
  std::copy(parts.begin(), parts.end(), kept);
  Var y = tape.make(parts[0].rows, parts[0].cols, batch);
  const auto to = tape.fill(y);
  size_t item = 0;
  for (const Var& p : parts) {
    const auto from = tape.value(p);
    for (size_t b = 0; b < from.batch; ++b, ++item)
      for (size_t c = 0; c < from.cols; ++c) std::copy_n(from.column(b, c), from.rows, to.column(item, c));
  }
  const size_t count = parts.size();
  tape.tell([] { return OpWork{}; });
  return tape.record(y, parts, [=] {
    Tape& again = *y.tape;
    const auto dy = again.gradient(y);
    size_t at = 0;
    for (size_t i = 0; i < count; at += kept[i].batch(), ++i) {
      if (!again.wants(kept[i])) continue;
      const Gradient dx = again.touch(kept[i]);
      for (size_t b = 0; b < dx.batch; ++b)
        for (size_t c = 0; c < dx.cols; ++c) {
          Real* out = dx.column(b, c);
          const Real* d = dy.column(at + b, c);
          for (size_t r = 0; r < dx.rows; ++r) out[r] = (dx.fresh ? 0 : out[r]) + d[r];
        }
    }
  });
}

Var transposed(Var x) {
  Tape& tape = *x.tape;
  Var y = tape.make(x.cols, x.rows, x.batch());
  const auto from = tape.value(x);
  const auto to = tape.fill(y);
  for (size_t b = 0; b < from.batch; ++b)
    turn(from.rows, from.cols, from.item(b), from.leading, to.item(b), to.leading);
  tape.tell([] { return OpWork{}; });
  return tape.record(y, {x}, [=] {
    Tape& again = *x.tape;
    const auto dy = again.gradient(y);
    const Gradient dx = again.touch(x);
    for (size_t b = 0; b < dx.batch; ++b) {
      if (dx.fresh) {
        turn(dy.rows, dy.cols, dy.item(b), dy.leading, dx.item(b), dx.leading);
        continue;
      }
      for (size_t c = 0; c < dx.cols; ++c)
        for (size_t r = 0; r < dx.rows; ++r) dx.column(b, c)[r] += dy.column(b, r)[c];
    }
  });
}

}  // namespace tapehead::inline TAPEHEAD_REAL
