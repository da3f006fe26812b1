#include <fmt/format.h>

#include <algorithm>

#include "autodiff/ops/elementwise.hpp"
#include "autodiff/ops/ops.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

void shapes_do_not_fit(const char* op, std::initializer_list<Var> got, const char* right) {
  std::string text = fmt::format("{}: got ", op);
  const char* between = "";
  for (const Var& x : got) {
    text += fmt::format("{}{}x{} (batch {})", between, x.rows, x.cols, x.batch());
    between = " and ";
  }
  throw ShapeError(text + "; " + right);
}

Var rows(Var x, size_t first, size_t count) {
  if (first + count > x.rows) shapes_do_not_fit("rows", {x}, "the rows asked for go past the last");
  if (x.tape->is_tokens(x)) shapes_do_not_fit("rows", {x}, "tokens are whole columns");
  x.offset += static_cast<uint32_t>(first);
  x.rows = static_cast<uint32_t>(count);
  return x;
}

Var columns(Var x, size_t first, size_t count) {
  if (first + count > x.cols) shapes_do_not_fit("columns", {x}, "the columns asked for go past the last");
  x.offset += static_cast<uint32_t>(first * x.leading);
  x.cols = static_cast<uint32_t>(count);
  return x;
}

Var reshape(Var x, size_t rows, size_t cols) {
  if (!x.contiguous() || rows * cols != x.size())
    shapes_do_not_fit("reshape", {x}, "the new shape needs as many elements, side by side in memory");
  if (x.tape->is_tokens(x)) shapes_do_not_fit("reshape", {x}, "tokens are whole columns");
  x.rows = x.leading = static_cast<uint32_t>(rows);
  x.cols = static_cast<uint32_t>(cols);
  return x;
}

namespace {

/// The parts' handles, copied to the tape for a gradient rule.
std::span<const Var> keep(std::span<const Var> parts) {
  Var* kept = parts[0].tape->keep<Var>(parts.size());
  std::copy(parts.begin(), parts.end(), kept);
  return {kept, parts.size()};
}

size_t largest_batch(std::span<const Var> parts) {
  size_t batch = 1;
  for (const Var& p : parts) batch = std::max(batch, p.batch());
  return batch;
}

/// Calls each(part, window of y that the part fills) for part after part; `along` is the axis of concatenation.
template <class Window, class Each>
void each_window(Window y, std::span<const Var> parts, bool along_rows, Each each) {
  for (const Var& p : parts) {
    Window w = y;
    w.rows = p.rows;
    w.cols = p.cols;
    each(p, w);
    y.data += along_rows ? p.rows : p.cols * y.leading;
  }
}

Var join(const char* op, std::span<const Var> parts, bool along_rows,
         SourceLocation caller = SourceLocation::current()) {
  if (parts.empty()) throw ShapeError(fmt::format("{}: got nothing; one part at least is needed", op));
  const size_t batch = largest_batch(parts);
  size_t rows = along_rows ? 0 : parts[0].rows, cols = along_rows ? parts[0].cols : 0;
  for (const Var& p : parts) {
    const bool fits = (along_rows ? p.cols == cols : p.rows == rows) && (p.batch() == batch || p.batch() == 1);
    if (!fits) shapes_do_not_fit(op, {parts[0], p}, "the other axis and the batch must be equal");
    (along_rows ? rows : cols) += along_rows ? p.rows : p.cols;
  }
  Tape& tape = *parts[0].tape;
  Var y = tape.make(rows, cols, batch);
  each_window(tape.fill(y), parts, along_rows, [&](Var p, Window<Real> w) {
    const auto from = tape.value(p);
    for (size_t b = 0; b < batch; ++b)
      for (size_t c = 0; c < w.cols; ++c) std::copy_n(from.column(from.batch == 1 ? 0 : b, c), w.rows, w.column(b, c));
  });
  const auto kept = keep(parts);
  tape.tell([] { return OpWork{}; });
  return tape.record(
      y, parts,
      [=] {
        Tape& t = *y.tape;
        each_window(t.gradient(y), kept, along_rows, [&](Var p, Window<const Real> dy) {
          if (!t.wants(p)) return;
          const Gradient dp = t.touch(p);
          bool assign = dp.fresh;
          for (size_t b = 0; b < batch; ++b) {
            for (size_t c = 0; c < dp.cols; ++c) {
              Real* to = dp.column(dp.batch == 1 ? 0 : b, c);
              const Real* from = dy.column(b, c);
              if (assign)
                std::copy_n(from, dp.rows, to);
              else
                for (size_t r = 0; r < dp.rows; ++r) to[r] += from[r];
            }
            if (dp.batch == 1) assign = false;
          }
        });
      },
      caller);
}

}  // namespace

Var stack(std::span<const Var> parts) { return join("stack", parts, true); }

Var beside(std::span<const Var> parts) { return join("beside", parts, false); }

Var repeat(Var x, size_t batch) {
  if (x.batch() != 1) shapes_do_not_fit("repeat", {x}, "the batch must be 1");
  Var y = x.tape->make(x.rows, x.cols, batch);
  map(
      y, [](Real v) { return v; }, x);
  tell_each(y, {x}, {}, {});
  return x.tape->record(y, {x}, [=] { accumulate(x, y, [](Real dy) { return dy; }); });
}

Var regroup(Var x, size_t cols, size_t batch) {
  Tape& tape = *x.tape;
  const auto from = tape.value(x);
  if (from.cols == cols && from.batch == batch) return x;
  if (from.cols * from.batch != cols * batch)
    shapes_do_not_fit("regroup", {x}, "as many columns in all are needed as there will be");
  Var y = tape.make(x.rows, cols, batch);
  Real* to = tape.fill(y).data;
  for (size_t b = 0; b < from.batch; ++b)
    for (size_t c = 0; c < from.cols; ++c, to += from.rows) std::copy_n(from.column(b, c), from.rows, to);
  tape.tell([] { return OpWork{}; });
  return tape.record(y, {x}, [=] {
    Tape& again = *x.tape;
    const Real* dy = again.gradient(y).data;
    const Gradient dx = again.touch(x);
    for (size_t b = 0; b < dx.batch; ++b)
      for (size_t c = 0; c < dx.cols; ++c, dy += dx.rows) {
        Real* const d = dx.column(b, c);
        for (size_t r = 0; r < dx.rows; ++r) d[r] = (dx.fresh ? 0 : d[r]) + dy[r];
      }
  });
}

}  // namespace tapehead::inline TAPEHEAD_REAL
