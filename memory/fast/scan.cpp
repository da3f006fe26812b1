#include "memory/fast/scan.hpp"

#include <algorithm>
#include <array>

#include "autodiff/base/lanes.hpp"
#include "autodiff/ops/ops.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

constexpr size_t kStepsKept = 16;  // S is kept once in so many steps

/// Sizes of a scan, and where its columns are. A matrix S of one head is here keys×values by rows: row r has what is
/// under number r of a key.
struct ScanShape {
  size_t keys, values, heads, writes, steps;

  size_t numbers() const { return keys * values; }
  size_t of_step(size_t t, size_t h) const { return t * heads + h; }
  size_t of_write(size_t t, size_t i, size_t h) const { return (t * writes + i) * heads + h; }
  size_t chunks() const { return (steps + kStepsKept - 1) / kStepsKept; }
};

/// The values of one item.
struct ScanValues {
  Window<const Real> keep, keys, erase, add, queries;  ///< data null where there is none
};

void add_to_row(Real a, const Real* __restrict x, size_t n, Real* __restrict y) {
  for (size_t i = 0; i < n; ++i) y[i] += a * x[i];
}

/// y = y + sign·Σ_r x(r)·S(r).
void add_rows_times(const ScanShape& shape, const Real* s, const Real* x, Real sign, Real* y) {
  for (size_t r = 0; r < shape.keys; ++r) add_to_row(sign * x[r], s + r * shape.values, shape.values, y);
}

void fade_rows(const ScanShape& shape, const Window<const Real>& keep, const Real* factors, Real* s) {
  for (size_t r = 0; r < shape.keys; ++r) {
    const Real factor = keep.rows == 1 ? *factors : factors[r];
    Real* row = s + r * shape.values;
    for (size_t j = 0; j < shape.values; ++j) row[j] *= factor;
  }
}

/// S after a write; change = a − Sᵀe.
void write_pair(const ScanShape& shape, const ScanValues& in, size_t b, size_t column, Real* s, Real* change) {
  if (in.add.data)
    std::copy_n(in.add.column(b, column), shape.values, change);
  else
    std::fill_n(change, shape.values, Real{0});
  if (in.erase.data) add_rows_times(shape, s, in.erase.column(b, column), -1, change);
  const Real* key = in.keys.column(b, column);
  for (size_t r = 0; r < shape.keys; ++r) add_to_row(key[r], change, shape.values, s + r * shape.values);
}

/// S by rows from columns, or back.
void swap_axes(const Real* from, size_t rows, size_t cols, Real* to) {
  for (size_t c = 0; c < cols; ++c)
    for (size_t r = 0; r < rows; ++r) to[r * cols + c] = from[c * rows + r];
}

/// The gradient of an input, zero where nothing was added yet; null data where none is wanted.
Gradient zeroed(Tape& tape, Var x) {
  if (!x.tape || !tape.wants(x)) return {};
  const Gradient d = tape.touch(x);
  for (size_t b = 0; d.fresh && b < d.batch; ++b)
    for (size_t c = 0; c < d.cols; ++c) std::fill_n(d.column(b, c), d.rows, Real{0});
  return d;
}

struct ScanGradients {
  Gradient memory, keep, keys, erase, add, queries;
};

/// The steps of one chunk of one head, forwards again and then back.
class ScanChunk final {
 public:
  ScanChunk(const ScanShape& shape, const ScanValues& in, const ScanGradients& d, Real* room)
      : shape_(shape), in_(in), d_(d), states_(room), changes_(room + kStates(shape) * shape.numbers()) {}

  static size_t room(const ScanShape& shape) {
    return kStates(shape) * shape.numbers() + (kStepsKept * shape.writes + 1) * shape.values;
  }

  /// From S before the chunk's first step, `ds` the gradient of S after its last, which becomes that before its first.
  void back(const Real* before, size_t b, size_t h, size_t from, size_t to, const Window<const Real>& dreads,
            Real* ds) {
    std::copy_n(before, shape_.numbers(), states_);
    Real* s = states_;
    const auto next = [&] {
      std::copy_n(s, shape_.numbers(), s + shape_.numbers());
      s += shape_.numbers();
    };
    for (size_t t = from; t < to; ++t) {
      next();
      if (in_.keep.data) fade_rows(shape_, in_.keep, in_.keep.column(b, shape_.of_step(t, h)), s);
      for (size_t i = 0; i < shape_.writes; ++i) {
        next();
        write_pair(shape_, in_, b, shape_.of_write(t, i, h), s, change(t - from, i));
      }
    }
    for (size_t t = to; t-- > from;) {
      read_back(s, b, shape_.of_step(t, h), dreads.column(b, shape_.of_step(t, h)), ds);
      for (size_t i = shape_.writes; i-- > 0;) {
        s -= shape_.numbers();  // S before the write
        write_back(s, b, shape_.of_write(t, i, h), change(t - from, i), ds);
      }
      s -= shape_.numbers();  // S before the step
      if (in_.keep.data) fade_back(s, b, shape_.of_step(t, h), ds);
    }
  }

 private:
  static size_t kStates(const ScanShape& shape) { return kStepsKept * (shape.writes + 1) + 1; }
  Real* change(size_t step, size_t i) { return changes_ + (step * shape_.writes + i) * shape_.values; }

  void read_back(const Real* s, size_t b, size_t column, const Real* dread, Real* ds) const {
    const Real* query = in_.queries.column(b, column);
    for (size_t r = 0; r < shape_.keys; ++r) {
      if (d_.queries.data) d_.queries.column(b, column)[r] += dot<Real>(s + r * shape_.values, dread, shape_.values);
      add_to_row(query[r], dread, shape_.values, ds + r * shape_.values);
    }
  }

  void write_back(const Real* s, size_t b, size_t column, const Real* change, Real* ds) {
    Real* const dchange = changes_ + kStepsKept * shape_.writes * shape_.values;
    std::fill_n(dchange, shape_.values, Real{0});
    add_rows_times(shape_, ds, in_.keys.column(b, column), 1, dchange);
    if (d_.add.data) add_to_row(1, dchange, shape_.values, d_.add.column(b, column));
    for (size_t r = 0; r < shape_.keys; ++r) {
      Real* row = ds + r * shape_.values;
      if (d_.keys.data) d_.keys.column(b, column)[r] += dot<Real>(row, change, shape_.values);
      if (!in_.erase.data) continue;
      if (d_.erase.data) d_.erase.column(b, column)[r] -= dot<Real>(s + r * shape_.values, dchange, shape_.values);
      add_to_row(-in_.erase.column(b, column)[r], dchange, shape_.values, row);
    }
  }

  void fade_back(const Real* s, size_t b, size_t column, Real* ds) const {
    const bool one = in_.keep.rows == 1;
    for (size_t r = 0; d_.keep.data && r < shape_.keys; ++r)
      d_.keep.column(b, column)[one ? 0 : r] += dot<Real>(s + r * shape_.values, ds + r * shape_.values, shape_.values);
    fade_rows(shape_, in_.keep, in_.keep.column(b, column), ds);
  }

  const ScanShape& shape_;
  const ScanValues& in_;
  const ScanGradients& d_;
  Real *states_, *changes_;
};

}  // namespace

Scanned scan(const ScanInputs& in, size_t heads) {
  Tape& tape = *in.memory.tape;
  const size_t batch = in.keys.batch();
  const ScanShape shape{in.memory.rows, in.memory.cols / heads, heads,
                        in.keys.cols / std::max<uint32_t>(1, in.queries.cols), in.queries.cols / heads};
  const bool keys_fit = in.keys.rows == shape.keys && in.queries.rows == shape.keys &&
                        in.keys.cols == shape.of_write(shape.steps, 0, 0) &&
                        in.queries.cols == shape.of_step(shape.steps, 0);
  const bool values_fit = in.memory.cols == shape.values * heads &&
                          (!in.add.tape || (in.add.rows == shape.values && in.add.cols == in.keys.cols));
  const bool erase_fits = !in.erase.tape || (in.erase.rows == shape.keys && in.erase.cols == in.keys.cols);
  const bool keep_fits =
      !in.keep.tape || ((in.keep.rows == shape.keys || in.keep.rows == 1) && in.keep.cols == in.queries.cols);
  if (!keys_fit || !values_fit || !erase_fits || !keep_fits || shape.steps == 0 || in.memory.batch() != batch)
    shapes_do_not_fit("scan", {in.memory, in.keys, in.add.tape ? in.add : in.keys, in.queries},
                      "keys x (values·heads), keys x (heads·writes·steps), values x as many, keys x (heads·steps)");

  const size_t read = shape.values * heads * shape.steps, numbers = shape.numbers();
  Var y = tape.make(1, read + numbers * heads, batch);
  const bool keeps = tape.recording();
  Real* const kept = tape.keep<Real>(keeps ? numbers * shape.chunks() * heads * batch : 0);
  const auto kept_of = [=](size_t b, size_t h, size_t chunk) {
    return kept + ((b * heads + h) * shape.chunks() + chunk) * numbers;
  };
  const auto window = [&tape](Var x) { return x.tape ? tape.value(x) : Window<const Real>{}; };
  {
    const ScanValues values{window(in.keep), window(in.keys), window(in.erase), window(in.add), window(in.queries)};
    const auto start = tape.value(in.memory);
    const auto out = tape.fill(y);
    Real *const s = tape.borrow(numbers + shape.values), *const change = s + numbers;
    for (size_t b = 0; b < batch; ++b)
      for (size_t h = 0; h < heads; ++h) {
        for (size_t j = 0; j < shape.values; ++j)
          for (size_t r = 0; r < shape.keys; ++r) s[r * shape.values + j] = start.column(b, h * shape.values + j)[r];
        for (size_t t = 0; t < shape.steps; ++t) {
          if (keeps && t % kStepsKept == 0) std::copy_n(s, numbers, kept_of(b, h, t / kStepsKept));
          if (values.keep.data) fade_rows(shape, values.keep, values.keep.column(b, shape.of_step(t, h)), s);
          for (size_t i = 0; i < shape.writes; ++i) write_pair(shape, values, b, shape.of_write(t, i, h), s, change);
          Real* to = out.item(b) + shape.of_step(t, h) * shape.values;
          std::fill_n(to, shape.values, Real{0});
          add_rows_times(shape, s, values.queries.column(b, shape.of_step(t, h)), 1, to);
        }
        swap_axes(s, shape.values, shape.keys, out.item(b) + read + h * numbers);
      }
    tape.give_back(s, numbers + shape.values);
  }
  std::array<Var, 6> inputs{in.memory, in.keys, in.queries};
  size_t count = 3;
  for (const Var& one : {in.add, in.keep, in.erase})
    if (one.tape) inputs[count++] = one;
  tape.tell([&] {
    const size_t steps = shape.steps * heads * batch, writes = steps * shape.writes;
    const size_t keep = in.keep.tape != nullptr, erase = in.erase.tape != nullptr;
    const auto wants = [&](Var x) { return size_t{x.tape && tape.wants(x)}; };
    // On all numbers of a matrix: a step fades and is read, a write looks up what it erases and adds; back, steps run
    // forward once more without being read.
    const Work step = keep * Work{1}, write = (1 + erase) * Work{2}, dot{2};
    const Work back_step = step + (1 + wants(in.queries) + wants(in.keep)) * dot + keep * Work{1};
    const Work back_write = write + (1 + wants(in.keys) + erase + wants(in.erase)) * dot;
    return OpWork{steps * numbers * (step + dot) + writes * numbers * write,
                  steps * numbers * back_step + writes * numbers * back_write};
  });
  const Var whole = tape.record(y, std::span<const Var>(inputs.data(), count), [=] {
    Tape& t = *y.tape;
    const auto value = [&t](Var x) { return x.tape ? t.value(x) : Window<const Real>{}; };
    const ScanValues values{value(in.keep), value(in.keys), value(in.erase), value(in.add), value(in.queries)};
    const auto dy = t.gradient(y);
    const ScanGradients d{zeroed(t, in.memory), zeroed(t, in.keep), zeroed(t, in.keys),
                          zeroed(t, in.erase),  zeroed(t, in.add),  zeroed(t, in.queries)};
    const size_t size = ScanChunk::room(shape) + numbers;
    Real* const room = t.borrow(size);
    Real* const ds = room + ScanChunk::room(shape);
    for (size_t b = 0; b < batch; ++b) {
      const Window<const Real> dreads{dy.item(b), shape.values, heads * shape.steps, 1, shape.values, 0};
      for (size_t h = 0; h < heads; ++h) {
        swap_axes(dy.item(b) + read + h * numbers, shape.keys, shape.values, ds);
        ScanChunk chunk(shape, values, d, room);
        for (size_t c = shape.chunks(); c-- > 0;)
          chunk.back(kept_of(b, h, c), b, h, c * kStepsKept, std::min((c + 1) * kStepsKept, shape.steps), dreads, ds);
        for (size_t j = 0; d.memory.data && j < shape.values; ++j)
          for (size_t r = 0; r < shape.keys; ++r)
            d.memory.column(b, h * shape.values + j)[r] += ds[r * shape.values + j];
      }
    }
    t.give_back(room, size);
  });
  return {reshape(columns(whole, 0, read), shape.values, heads * shape.steps),
          reshape(columns(whole, read, numbers * heads), shape.keys, shape.values * heads)};
}

}  // namespace tapehead::inline TAPEHEAD_REAL
