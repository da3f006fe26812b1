#include "memory/fast/scan.hpp"

#include <algorithm>
#include <array>

#include "autodiff/ops/ops.hpp"
#include "memory/fast/matrices.hpp"

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
  /// The reads, a column a step and head, at the front of each item of what a scan gives.
  template <class T>
  Window<T> reads_of(const Window<T>& all) const {
    return {all.data, values, heads * steps, all.batch, values, all.stride};
  }
};

/// The values of one item.
struct ScanValues {
  Window<const Real> keep, keys, erase, add, queries;  ///< data null where there is none
};

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

/// Steps of the matrices M of some heads, the first of which is number `first`: those of the first item, then those of
/// the next.
template <class M>
class ScanSteps final {
 public:
  ScanSteps(const M& matrices, size_t first, const ScanShape& shape, const ScanValues& in)
      : matrices_(matrices), shape_(shape), in_(in) {
    for (size_t m = 0; m < M::kMatrices; ++m) {
      items_[m] = (first + m) / shape.heads;
      heads_[m] = (first + m) % shape.heads;
    }
  }

  size_t numbers() const { return M::kMatrices * shape_.numbers(); }
  size_t values() const { return M::kMatrices * shape_.values; }

  void fade(size_t t, Real* s) const {
    if (in_.keep.data) matrices_.fade(at_step(in_.keep, t), in_.keep.rows == 1, s);
  }

  /// S after a write; change = a − Sᵀe.
  void write(size_t t, size_t i, Real* s, Real* change) const {
    const auto changes = each(change);
    const auto added = at_write(in_.add, t, i);
    for (size_t m = 0; m < M::kMatrices; ++m) {
      if (in_.add.data)
        std::copy_n(added[m], shape_.values, changes[m]);
      else
        std::fill_n(changes[m], shape_.values, Real{0});
    }
    if (in_.erase.data) matrices_.look_up(s, at_write(in_.erase, t, i), -1, changes);
    matrices_.add_pair(at_write(in_.keys, t, i), 1, constant(changes), s);
  }

  /// reads = Sᵀq
  void read(size_t t, const Real* s, const Window<Real>& reads) const {
    const auto to = at_step(reads, t);
    for (Real* const read : to) std::fill_n(read, shape_.values, Real{0});
    matrices_.look_up(s, at_step(in_.queries, t), 1, to);
  }

  /// The steps of a chunk from S before it, forwards again and then back: `ds`, the gradient of S after the chunk,
  /// becomes that before it. `room` has chunk_room() numbers.
  void back(const Real* before, size_t from, size_t to, const Window<const Real>& dreads, const ScanGradients& d,
            Real* room, Real* ds) const {
    Real *s = room, *const changes = room + chunk_states() * numbers();
    std::copy_n(before, numbers(), s);
    const auto next = [&] {
      std::copy_n(s, numbers(), s + numbers());
      s += numbers();
    };
    const auto change_of = [&](size_t t, size_t i) { return changes + ((t - from) * shape_.writes + i) * values(); };
    for (size_t t = from; t < to; ++t) {
      next();
      fade(t, s);
      for (size_t i = 0; i < shape_.writes; ++i) {
        next();
        write(t, i, s, change_of(t, i));
      }
    }
    for (size_t t = to; t-- > from;) {
      read_back(t, s, dreads, d, ds);
      for (size_t i = shape_.writes; i-- > 0;) {
        s -= numbers();  // S before the write
        write_back(t, i, s, change_of(t, i), d, changes + kStepsKept * shape_.writes * values(), ds);
      }
      s -= numbers();  // S before the step
      if (in_.keep.data) fade_back(t, s, d, ds);
    }
  }

  size_t chunk_room() const { return chunk_states() * numbers() + (kStepsKept * shape_.writes + 1) * values(); }

  /// of(number among these, item, head) for each matrix.
  template <class Of>
  void for_each_place(Of of) const {
    for (size_t m = 0; m < M::kMatrices; ++m) of(m, items_[m], heads_[m]);
  }

 private:
  template <class T>
  using Each = typename M::template Each<T>;

  size_t chunk_states() const { return kStepsKept * (shape_.writes + 1) + 1; }

  template <class T>
  Each<T> at_step(const Window<T>& x, size_t t) const {
    Each<T> columns;
    for (size_t m = 0; m < M::kMatrices; ++m) columns[m] = x.column(items_[m], shape_.of_step(t, heads_[m]));
    return columns;
  }
  template <class T>
  Each<T> at_write(const Window<T>& x, size_t t, size_t i) const {
    Each<T> columns;
    for (size_t m = 0; m < M::kMatrices; ++m) columns[m] = x.column(items_[m], shape_.of_write(t, i, heads_[m]));
    return columns;
  }
  /// Vectors of values, one after another.
  Each<Real> each(Real* vectors) const {
    Each<Real> of;
    for (size_t m = 0; m < M::kMatrices; ++m) of[m] = vectors + m * shape_.values;
    return of;
  }
  static Each<const Real> constant(const Each<Real>& of) {
    Each<const Real> same;
    std::copy(of.begin(), of.end(), same.begin());
    return same;
  }

  void read_back(size_t t, const Real* s, const Window<const Real>& dreads, const ScanGradients& d, Real* ds) const {
    const auto dread = at_step(dreads, t);
    if (d.queries.data) matrices_.look_back(s, dread, 1, at_step<Real>(d.queries, t));
    matrices_.add_pair(at_step(in_.queries, t), 1, dread, ds);
  }

  void write_back(size_t t, size_t i, const Real* s, Real* change, const ScanGradients& d, Real* room, Real* ds) const {
    std::fill_n(room, values(), Real{0});
    const auto dchange = each(room);
    matrices_.look_up(ds, at_write(in_.keys, t, i), 1, dchange);
    if (d.keys.data) matrices_.look_back(ds, constant(each(change)), 1, at_write<Real>(d.keys, t, i));
    if (d.add.data) {
      const auto to = at_write<Real>(d.add, t, i);
      for (size_t m = 0; m < M::kMatrices; ++m)
        for (size_t j = 0; j < shape_.values; ++j) to[m][j] += dchange[m][j];
    }
    if (!in_.erase.data) return;
    if (d.erase.data) matrices_.look_back(s, constant(dchange), -1, at_write<Real>(d.erase, t, i));
    matrices_.add_pair(at_write(in_.erase, t, i), -1, constant(dchange), ds);
  }

  void fade_back(size_t t, const Real* s, const ScanGradients& d, Real* ds) const {
    const bool one = in_.keep.rows == 1;
    if (d.keep.data) matrices_.fade_back(s, ds, one, at_step<Real>(d.keep, t));
    matrices_.fade(at_step(in_.keep, t), one, ds);
  }

  const M& matrices_;
  const ScanShape& shape_;
  const ScanValues& in_;
  std::array<size_t, M::kMatrices> items_, heads_;
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
  const auto kept_of = [=](size_t first, size_t chunk, size_t together) {
    return kept + (first * shape.chunks() + chunk * together) * numbers;
  };
  const auto window = [&tape](Var x) { return x.tape ? tape.value(x) : Window<const Real>{}; };
  {
    const ScanValues values{window(in.keep), window(in.keys), window(in.erase), window(in.add), window(in.queries)};
    const auto start = tape.value(in.memory);
    const auto out = tape.fill(y);
    const Window<Real> reads = shape.reads_of(out);
    for_matrices(shape.keys, shape.values, heads * batch, [&](auto matrices, size_t first) {
      const ScanSteps steps(matrices, first, shape, values);
      Real *const s = tape.borrow(steps.numbers() + steps.values()), *const change = s + steps.numbers();
      steps.for_each_place([&](size_t m, size_t b, size_t h) {
        for (size_t j = 0; j < shape.values; ++j)
          for (size_t r = 0; r < shape.keys; ++r)
            s[m * numbers + r * shape.values + j] = start.column(b, h * shape.values + j)[r];
      });
      for (size_t t = 0; t < shape.steps; ++t) {
        if (keeps && t % kStepsKept == 0)
          std::copy_n(s, steps.numbers(), kept_of(first, t / kStepsKept, matrices.kMatrices));
        steps.fade(t, s);
        for (size_t i = 0; i < shape.writes; ++i) steps.write(t, i, s, change);
        steps.read(t, s, reads);
      }
      steps.for_each_place([&](size_t m, size_t b, size_t h) {
        swap_axes(s + m * numbers, shape.values, shape.keys, out.item(b) + read + h * numbers);
      });
      tape.give_back(s, steps.numbers() + steps.values());
    });
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
    const Window<const Real> dreads = shape.reads_of(dy);
    for_matrices(shape.keys, shape.values, heads * batch, [&](auto matrices, size_t first) {
      const ScanSteps steps(matrices, first, shape, values);
      const size_t size = steps.chunk_room() + steps.numbers();
      Real *const room = t.borrow(size), *const ds = room + steps.chunk_room();
      steps.for_each_place([&](size_t m, size_t b, size_t h) {
        swap_axes(dy.item(b) + read + h * numbers, shape.keys, shape.values, ds + m * numbers);
      });
      for (size_t c = shape.chunks(); c-- > 0;)
        steps.back(kept_of(first, c, matrices.kMatrices), c * kStepsKept, std::min((c + 1) * kStepsKept, shape.steps),
                   dreads, d, room, ds);
      steps.for_each_place([&](size_t m, size_t b, size_t h) {
        for (size_t j = 0; d.memory.data && j < shape.values; ++j)
          for (size_t r = 0; r < shape.keys; ++r)
            d.memory.column(b, h * shape.values + j)[r] += ds[m * numbers + r * shape.values + j];
      });
      t.give_back(room, size);
    });
  });
  return {reshape(columns(whole, 0, read), shape.values, heads * shape.steps),
          reshape(columns(whole, read, numbers * heads), shape.keys, shape.values * heads)};
}

}  // namespace tapehead::inline TAPEHEAD_REAL
