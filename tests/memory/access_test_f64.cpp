#include "memory/matrix/access.hpp"

#include <array>

#include "autodiff/base/error.hpp"
#include "tests/support/twins.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

using In = std::span<const Var>;

std::vector<OpInput> inputs(size_t heads) {
  return {{"memory", 7, 4}, {"weights", 7, heads, 0, 1}, {"erase", 4, heads, 0, 1}, {"add", 4, heads}};
}

Var composed_write(Var memory, Var weights, Var erase, Var added) {
  const auto outer = [&](Var v, size_t h) {
    return matmul(columns(weights, h, 1), reshape(columns(v, h, 1), 1, v.rows));
  };
  Var m = memory;
  for (size_t h = 0; h < weights.cols; ++h) m = multiply(m, shift(negate(outer(erase, h)), 1));
  for (size_t h = 0; h < weights.cols; ++h) m = add(m, outer(added, h));
  return m;
}

/// A function of a memory that is written and also used elsewhere, with either write.
template <class Function>
void check_chain(Function f) {
  for (const size_t heads : {1, 3})
    testing::check_twins([=](Tape&, In in) { return f(in, write, read); },
                         [=](Tape&, In in) { return f(in, composed_write, matmul_transposed); }, inputs(heads));
}

}  // namespace

TEST_CASE("read is what plain loops give") {
  const auto in = testing::drawn({{"memory", 7, 4}, {"weights", 7, 3}}, 3);
  const auto got = testing::run([](Tape&, In x) { return read(x[0], x[1]); }, in);
  for (size_t b = 0; b < 3; ++b)
    for (size_t h = 0; h < 3; ++h)
      for (size_t j = 0; j < 4; ++j) {
        double total = 0;
        for (size_t n = 0; n < 7; ++n) total += testing::at(in[0], b, n, j) * testing::at(in[1], b, n, h);
        CHECK(got.value[(b * 3 + h) * 4 + j] == Approx(total).epsilon(1e-12));
      }
}

TEST_CASE("write is what plain loops give: all heads erase, then all add") {
  for (const size_t heads : {1, 2, 3}) {
    const auto in = testing::drawn(inputs(heads), 3);
    const auto got = testing::run([](Tape&, In x) { return write(x[0], x[1], x[2], x[3]); }, in);
    for (size_t b = 0; b < 3; ++b)
      for (size_t n = 0; n < 7; ++n)
        for (size_t j = 0; j < 4; ++j) {
          double m = testing::at(in[0], b, n, j);
          for (size_t h = 0; h < heads; ++h) m *= 1 - testing::at(in[1], b, n, h) * testing::at(in[2], b, j, h);
          for (size_t h = 0; h < heads; ++h) m += testing::at(in[1], b, n, h) * testing::at(in[3], b, j, h);
          CHECK(got.value[(b * 4 + j) * 7 + n] == Approx(m).epsilon(1e-12));
        }
  }
}

TEST_CASE("read's and write's fused gradients are those of their elementary ops") {
  check_chain([](In in, auto put, auto) { return put(in[0], in[1], in[2], in[3]); });
  check_chain([](In in, auto, auto get) { return get(in[0], in[1]); });
}

TEST_CASE("a memory's gradient is handed on through writes, whoever else touches it") {
  const auto next = [](In in, auto put, Var m) { return put(m, in[1], in[2], in[3]); };
  const auto pair = [](Var a, Var b) { return add(sum(square(a)), sum(square(b))); };
  SECTION("nobody") {
    check_chain([=](In in, auto put, auto) { return next(in, put, next(in, put, next(in, put, in[0]))); });
  }
  SECTION("a reader before the write") {
    check_chain([=](In in, auto put, auto get) {
      const Var m = next(in, put, in[0]), seen = get(m, in[1]);
      return pair(seen, next(in, put, m));
    });
  }
  SECTION("a reader after the write, whose gradient comes first") {
    check_chain([=](In in, auto put, auto get) {
      const Var m = next(in, put, in[0]), after = next(in, put, m);
      return pair(get(m, in[1]), after);
    });
  }
  SECTION("a reader of a window, before and after") {
    check_chain([=](In in, auto put, auto) {
      const Var m = next(in, put, in[0]), early = square(rows(m, 2, 2)), after = next(in, put, m);
      return add(pair(early, after), sum(columns(m, 1, 2)));
    });
  }
  SECTION("another write to the same memory") {
    check_chain([=](In in, auto put, auto) {
      const Var m = next(in, put, in[0]);
      return pair(next(in, put, m), next(in, put, next(in, put, m)));
    });
  }
  SECTION("what was written is used only in part") {
    check_chain([=](In in, auto put, auto) { return rows(next(in, put, next(in, put, in[0])), 3, 2); });
  }
  SECTION("the memory is a window, and what is written is not") {
    check_chain([=](In in, auto put, auto) {
      const Var wide = stack(std::array{in[0], in[0]});
      return pair(next(in, put, rows(wide, 4, 7)), wide);
    });
  }
  SECTION("the weightings come from the memory") {
    check_chain([=](In in, auto put, auto) {
      const Var m = next(in, put, in[0]);
      const Var w = softmax(columns(m, 0, in[1].cols));
      return put(m, w, in[2], in[3]);
    });
  }
}

TEST_CASE("read and write refuse what does not fit") {
  const ParameterStore none(0);
  Tape tape;
  tape.begin(none, nullptr);
  const auto ones = [&](size_t rows, size_t cols, size_t batch = 2) { return tape.filled(rows, cols, batch, 1); };
  const Var memory = ones(7, 4), weights = ones(7, 2), vectors = ones(4, 2);
  CHECK_NOTHROW(write(memory, weights, vectors, vectors));
  CHECK_THROWS_AS(read(memory, ones(4, 2)), ShapeError);
  CHECK_THROWS_AS(read(memory, ones(7, 2, 1)), ShapeError);
  CHECK_THROWS_AS(write(memory, ones(6, 2), vectors, vectors), ShapeError);
  CHECK_THROWS_AS(write(memory, weights, ones(4, 1), vectors), ShapeError);
  CHECK_THROWS_AS(write(memory, weights, vectors, ones(4, 2, 1)), ShapeError);
}

}  // namespace tapehead::inline TAPEHEAD_REAL
