#include "autodiff/tape/tape.hpp"

#include <catch2/catch.hpp>

#include <array>
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

#include "autodiff/base/error.hpp"
#include "autodiff/ops/linear.hpp"
#include "autodiff/ops/ops.hpp"
#include "tests/support/numbers.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

using testing::numbers;

/// A tape with one parameter, 3×2, of the values 1 … 6.
struct Begun {
  ParameterStore store{1};
  Parameter parameter = store.add("w", 3, 2, [](Stream&, MatrixView m) { std::iota(m.begin(), m.end(), Real{1}); });
  std::vector<Real> gradient = std::vector<Real>(store.size(), 0);
  Tape tape;
  Begun() { begin(); }
  void begin() { tape.begin(store, gradient.data()); }
  std::vector<Real> learned() const { return {gradient.begin(), gradient.begin() + 6}; }
};

/// The identity of x, with a rule that counts its calls and, where it can, passes its gradient on.
Var counting(Var x, int* calls, int* handed_on) {
  Var y = x.tape->make(x.rows, x.cols, x.batch());
  const auto from = numbers(x);
  std::copy(from.begin(), from.end(), x.tape->fill(y).data);
  return x.tape->record(y, {x}, [=] {
    ++*calls;
    Tape& t = *y.tape;
    if (t.hand_on(y, x)) {
      ++*handed_on;
      return;
    }
    const auto dy = numbers(t.gradient(y));
    const Gradient dx = t.touch(x);
    size_t i = 0;
    for (size_t b = 0; b < dx.batch; ++b)
      for (size_t c = 0; c < dx.cols; ++c)
        for (size_t r = 0; r < dx.rows; ++r, ++i) dx.column(b, c)[r] = (dx.fresh ? 0 : dx.column(b, c)[r]) + dy[i];
  });
}

}  // namespace

TEST_CASE("a handle from before begin() is refused") {
  Begun b;
  const Var old = sigmoid(b.tape.parameter(b.parameter));
  b.begin();
  CHECK_THROWS_WITH(sigmoid(old), Catch::Contains("before the last begin()"));
  CHECK_THROWS_AS(b.tape.value(old), ShapeError);
  CHECK_THROWS_AS(b.tape.wants(old), ShapeError);
}

TEST_CASE("a handle of another tape is refused") {
  Begun a, b;
  CHECK_THROWS_WITH(add(a.tape.parameter(a.parameter), b.tape.parameter(b.parameter)), Catch::Contains("another tape"));
}

TEST_CASE("backward needs a recording tape and a 1x1 loss") {
  Begun b;
  CHECK_THROWS_WITH(b.tape.backward(b.tape.parameter(b.parameter)), Catch::Contains("got 3x2"));
  b.tape.begin(b.store, nullptr);
  CHECK_THROWS_AS(b.tape.backward(sum(b.tape.parameter(b.parameter))), ShapeError);
}

TEST_CASE("what does not lead to the loss is skipped, and so is what wants no gradient") {
  Begun b;
  int used = 0, unused = 0, constant = 0, handed_on = 0;
  const Var w = b.tape.parameter(b.parameter);
  const Var x = counting(square(w), &used, &handed_on);
  counting(square(w), &unused, &handed_on);
  const Var c = counting(b.tape.filled(3, 2, 1, 2), &constant, &handed_on);
  CHECK_FALSE(b.tape.wants(c));
  b.tape.backward(sum(multiply(x, c)));
  CHECK(used == 1);
  CHECK(unused == 0);
  CHECK(constant == 0);
  CHECK(b.learned() == std::vector<Real>{4, 8, 12, 16, 20, 24});
}

TEST_CASE("without a gradient to fill nothing is recorded") {
  Begun b;
  b.tape.begin(b.store, nullptr);
  CHECK_FALSE(b.tape.recording());
  CHECK_FALSE(b.tape.wants(sigmoid(b.tape.parameter(b.parameter))));
}

TEST_CASE("gradients add up over uses, sweeps and steps") {
  Begun b;
  const Var w = b.tape.parameter(b.parameter);
  CHECK(b.tape.parameter(b.parameter).node == w.node);
  const Var loss = sum(add(multiply(w, w), w));
  b.tape.backward(loss);
  CHECK(b.learned() == std::vector<Real>{3, 5, 7, 9, 11, 13});
  b.tape.backward(loss);
  CHECK(b.learned() == std::vector<Real>{6, 10, 14, 18, 22, 26});
  b.begin();
  b.tape.backward(sum(b.tape.parameter(b.parameter)));
  CHECK(b.learned() == std::vector<Real>{7, 11, 15, 19, 23, 27});
}

TEST_CASE("a batch's losses are summed, and each item of the loss starts at one") {
  Begun b;
  const Var items = repeat(b.tape.parameter(b.parameter), 3);
  b.tape.backward(sum(items));
  CHECK(b.learned() == std::vector<Real>(6, 3));
}

TEST_CASE("flows are cut at each value on the way back, number by number, and not where they end") {
  Begun b;  // of w = 1 … 6: loss = Σ (5·(−4·w²))
  const auto loss = [&] { return sum(scale(scale(square(b.tape.parameter(b.parameter)), -4), 5)); };
  b.tape.cut_flows(7);
  b.tape.backward(loss());
  // By −4·w²: 5. By w²: −20, cut to −7. By w: −7·2w, which is not cut.
  CHECK(b.learned() == std::vector<Real>{-14, -28, -42, -56, -70, -84});
  CHECK(b.tape.flows().all == 1 + 3 * 6);  // the loss, and three values of six numbers
  CHECK(b.tape.flows().cut == 6);

  std::fill(b.gradient.begin(), b.gradient.end(), Real{0});
  b.begin();
  b.tape.cut_flows(0);
  b.tape.backward(loss());
  CHECK(b.learned() == std::vector<Real>{-40, -80, -120, -160, -200, -240});
  CHECK(b.tape.flows().all == 0);
}

TEST_CASE("where flows meet, their sum is cut, of each item by itself") {
  Begun b;
  const Real values[] = {1, 2};  // of two items
  Real gradient[] = {0, 0};
  const Var x = b.tape.variable(1, 1, 2, values, gradient);
  const Var both = square(x);
  b.tape.cut_flows(3);
  b.tape.backward(sum(add(scale(both, 2), multiply(both, x))));  // by both: 2 + x, 3 and 4, which becomes 3
  CHECK(gradient[0] == 3 * 2 * 1 + 1);                           // and by x of the product, both: 1
  CHECK(gradient[1] == 3 * 2 * 2 + 4);
}

TEST_CASE("a loss that is itself a variable is added to") {
  Begun b;
  const Real value = 2;
  Real gradient = 5;
  b.tape.backward(b.tape.variable(1, 1, 1, &value, &gradient));
  CHECK(gradient == 6);
}

TEST_CASE("a window's gradient lands in its place, and the rest of the node stays zero") {
  Begun b;
  const Var x = shift(b.tape.parameter(b.parameter), 0);
  const Var corner = columns(rows(x, 1, 2), 1, 1);
  CHECK(numbers(corner) == std::vector<Real>{5, 6});
  b.tape.backward(sum(square(corner)));
  CHECK(b.learned() == std::vector<Real>{0, 0, 0, 0, 10, 12});
  b.begin();
  std::fill(b.gradient.begin(), b.gradient.end(), Real{0});
  const Var y = shift(b.tape.parameter(b.parameter), 0);
  b.tape.backward(add(sum(rows(y, 0, 2)), sum(rows(y, 1, 2))));  // the windows overlap
  CHECK(b.learned() == std::vector<Real>{1, 2, 1, 1, 2, 1});
}

TEST_CASE("constants of the store get no gradient, and the gaps between parameters stay zero") {
  ParameterStore store(1);
  const Parameter fixed = store.add_constant("fixed", 3, 1, filled(2));
  const Parameter learned = store.add("learned", 3, 1, filled(3));
  std::vector<Real> gradient(store.size(), 0);
  Tape tape;
  tape.begin(store, gradient.data());
  CHECK_FALSE(tape.wants(tape.parameter(fixed)));
  tape.backward(sum(multiply(tape.parameter(fixed), tape.parameter(learned))));
  std::vector<Real> right(store.size(), 0);
  std::fill_n(right.begin(), 3, Real{2});
  CHECK(gradient == right);
}

TEST_CASE("a gradient is handed on only whole, and only where nobody has touched its receiver") {
  Begun b;
  int calls = 0, handed_on = 0;
  const Var x = shift(b.tape.parameter(b.parameter), 0);
  SECTION("whole and untouched") {
    b.tape.backward(sum(square(counting(x, &calls, &handed_on))));
    CHECK(handed_on == 1);
    CHECK(b.learned() == std::vector<Real>{2, 4, 6, 8, 10, 12});
  }
  SECTION("of which only a window was touched") {
    b.tape.backward(sum(columns(counting(x, &calls, &handed_on), 0, 1)));
    CHECK(handed_on == 1);
    CHECK(b.learned() == std::vector<Real>{1, 1, 1, 0, 0, 0});
  }
  SECTION("touched by a later op") {
    const Var y = counting(x, &calls, &handed_on);
    b.tape.backward(add(sum(y), sum(x)));
    CHECK(handed_on == 0);
    CHECK(b.learned() == std::vector<Real>(6, 2));
  }
  SECTION("touched by an earlier op, after it") {
    const Var early = sum(x);
    b.tape.backward(add(sum(counting(x, &calls, &handed_on)), early));
    CHECK(handed_on == 1);
    CHECK(b.learned() == std::vector<Real>(6, 2));
  }
  SECTION("to a window") {
    b.tape.backward(sum(counting(rows(x, 0, 2), &calls, &handed_on)));
    CHECK(handed_on == 0);
    CHECK(b.learned() == std::vector<Real>{1, 1, 0, 1, 1, 0});
  }
  SECTION("to a parameter") {
    b.tape.backward(sum(counting(b.tape.parameter(b.parameter), &calls, &handed_on)));
    CHECK(handed_on == 0);
    CHECK(b.learned() == std::vector<Real>(6, 1));
  }
  CHECK(calls == 1);
}

TEST_CASE("recycled gradients and a reused arena change nothing") {
  Begun b;
  const auto chain = [&](size_t steps, size_t batch) {
    std::fill(b.gradient.begin(), b.gradient.end(), Real{0});
    b.begin();
    const Var w = scale(b.tape.parameter(b.parameter), Real(0.05));
    Var h = repeat(columns(w, 0, 1), batch);
    for (size_t i = 0; i < steps; ++i) {
      const Var wide = stack(std::array{h, rows(h, 0, 2), tanh(h)});
      h = tanh(add(rows(wide, 1, 3), multiply(rows(wide, 5, 3), columns(w, 1, 1))));
    }
    b.tape.backward(sum(square(h)));
    return b.learned();
  };
  const auto once = chain(30, 2);
  CHECK(once[0] != 0);
  for (const size_t steps : {3, 90, 30, 1, 30}) {
    const auto again = chain(steps, 5);
    CHECK(chain(30, 2) == once);
    CHECK(again != once);
  }
}

TEST_CASE("an unroll of many thousand steps is swept without recursion") {
  Begun b;
  Var x = sum(b.tape.parameter(b.parameter));
  for (int i = 0; i < 100000; ++i) x = shift(x, 0);
  b.tape.backward(x);
  CHECK(b.learned() == std::vector<Real>(6, 1));
}

TEST_CASE("the trap names step, part, op and place of the first value that is not finite") {
  Begun b;
  b.tape.check_values(true, Real(1e20));
  b.tape.at("memory");
  b.tape.at_step(3);
  const std::array<Real, 3> values{1, -1, 2};
  const Var x = b.tape.constant(3, 1, 1, values.data());
  CHECK_NOTHROW(shift(x, 0));
  try {
    log(x);
    FAIL("log(-1) passed");
  } catch (const DivergedError& error) {
    const std::string text = error.what();
    INFO(text);
    CHECK(text.find("memory at step 3: ") == 0);
    CHECK(text.find("log gave") != std::string::npos);
    CHECK(text.find("row 1, column 0, episode 0") != std::string::npos);
  }
  CHECK_THROWS_AS(scale(x, Real(1e21)), DivergedError);
  b.tape.check_values(false, 0);
  CHECK_NOTHROW(log(x));
}

TEST_CASE("the trap names a parameter that is not finite") {
  Begun b;
  b.store.values()[4] = std::nanf("");
  b.begin();
  b.tape.check_values(true, Real(1e20));
  CHECK_THROWS_WITH(b.tape.parameter(b.parameter), Catch::Contains("w gave nan (row 1, column 1"));
}

namespace {

/// factor·x, item by item; records which thread does what.
Var by_item(Var x, Real factor, std::vector<std::string>* seen) {
  Tape& tape = *x.tape;
  const Var y = tape.make(x.rows, x.cols, x.batch());
  const auto from = tape.value_by_item(x);
  const auto to = tape.fill(y);
  const auto name = [=](char what, size_t b) {
    seen->push_back(what + std::to_string(int(factor)) + std::to_string(b));
  };
  tape.each_item(x.batch(), [=](size_t b) {
    name('v', b);
    for (size_t i = 0; i < x.size(); ++i) to.item(b)[i] = factor * from.item(b)[i];
  });
  return tape.record_by_item(y, {x}, [=] {
    Tape& t = *y.tape;
    const auto dy = t.gradient(y);
    const Gradient dx = t.touch(x);
    t.each_item(x.batch(), [=](size_t b) {
      name('g', b);
      for (size_t i = 0; i < x.size(); ++i) dx.item(b)[i] = (dx.fresh ? 0 : dx.item(b)[i]) + factor * dy.item(b)[i];
    });
  });
}

}  // namespace

TEST_CASE("ops by item let one item go through all of them, once somebody looks") {
  const ParameterStore none(0);
  Real recorded = 0;
  const std::array<Real, 4> values{1, 2, 3, 4};
  std::array<Real, 4> gradient{};
  std::vector<std::string> seen;
  Tape tape;
  tape.begin(none, &recorded);
  const Var x = tape.variable(2, 1, 2, values.data(), gradient.data());
  const Var y = by_item(by_item(x, 2, &seen), 3, &seen);
  CHECK(seen.empty());
  CHECK(numbers(y) == std::vector<Real>{6, 12, 18, 24});
  CHECK(seen == std::vector<std::string>{"v20", "v30", "v21", "v31"});
  SECTION("rules as well, and a rule of another kind finds all done") {
    const Var z = by_item(scale(by_item(y, 5, &seen), 2), 7, &seen);
    seen.clear();
    tape.backward(sum(z));
    CHECK(gradient == std::array<Real, 4>{420, 420, 420, 420});
    CHECK(seen == std::vector<std::string>{"v70", "v71", "g70", "g71", "g50", "g30", "g20", "g51", "g31", "g21"});
  }
  SECTION("more than wait at once, and another number of items") {
    Var last = y;
    for (int k = 0; k < 40; ++k) last = by_item(last, 1, &seen);
    const Var alone = by_item(tape.constant(1, 1, 1, values.data()), 9, &seen);
    CHECK(numbers(last) == numbers(y));
    CHECK(numbers(alone) == std::vector<Real>{9});
  }
  SECTION("what nobody looked at is forgotten with the sequence") {
    seen.clear();
    by_item(y, 5, &seen);
    tape.begin(none, &recorded);
    CHECK(numbers(by_item(tape.constant(1, 1, 2, values.data()), 2, &seen)) == std::vector<Real>{2, 4});
    CHECK(seen == std::vector<std::string>{"v20", "v21"});
  }
}

}  // namespace tapehead::inline TAPEHEAD_REAL
