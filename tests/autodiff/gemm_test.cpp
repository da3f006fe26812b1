#include "autodiff/base/gemm.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <cstring>
#include <limits>
#include <thread>
#include <vector>

#include "autodiff/base/random.hpp"

namespace tapehead {
namespace {

/// A prime number of random numbers: under the sanitizers, to draw each anew would take half of the test's time.
template <class T>
const std::vector<T>& drawn() {
  static const std::vector<T> numbers = [] {
    std::vector<T> made(4099);
    Stream stream(1, Split::kTrain, Purpose::kTest, 0);
    for (T& number : made) number = static_cast<T>(stream.uniform(-1, 1));
    return made;
  }();
  return numbers;
}

/// rows×cols numbers in columns `gap` further apart than they are long. The gaps hold NaN, which must be neither read
/// nor written. Nothing follows the last column.
template <class T>
struct Columns {
  size_t rows, cols, distance;
  std::vector<T> values;

  Columns(size_t rows_, size_t cols_, size_t gap, uint64_t index) : rows(rows_), cols(cols_), distance(rows_ + gap) {
    values.assign(cols == 0 ? 0 : distance * (cols - 1) + rows, std::numeric_limits<T>::quiet_NaN());
    const std::vector<T>& numbers = drawn<T>();
    size_t next = index * 613;
    for (size_t j = 0; j < cols; ++j)
      for (size_t i = 0; i < rows; ++i) values[j * distance + i] = numbers[next++ % numbers.size()];
  }
  T at(size_t i, size_t j) const { return values[j * distance + i]; }
};

template <class T>
struct Problem {
  Transpose ta, tb;
  size_t m, n, k;
  Columns<T> a, b, c;

  Problem(Transpose ta_, Transpose tb_, size_t m_, size_t n_, size_t k_, size_t gap)
      : ta(ta_),
        tb(tb_),
        m(m_),
        n(n_),
        k(k_),
        a(ta == Transpose::kNo ? m : k, ta == Transpose::kNo ? k : m, gap, 1),
        b(tb == Transpose::kNo ? k : n, tb == Transpose::kNo ? n : k, gap, 2),
        c(m, n, gap, 3) {}

  /// gradients: by gemm_for_gradients(), for Aᵀ·B alone.
  void multiply(bool add, Columns<T>& into, bool gradients = false) const {
    if (gradients)
      return gemm_for_gradients(m, n, k, a.values.data(), a.distance, b.values.data(), b.distance, add,
                                into.values.data(), into.distance);
    gemm(ta, tb, m, n, k, a.values.data(), a.distance, b.values.data(), b.distance, add, into.values.data(),
         into.distance);
  }
  /// The product by its definition, and the sum of its terms' absolute values, which bounds the rounding error.
  std::pair<double, double> right(size_t i, size_t j, bool add) const {
    double sum = add ? static_cast<double>(c.at(i, j)) : 0, size = std::fabs(sum);
    const bool rows = ta == Transpose::kNo, cols = tb == Transpose::kNo;
    const T* x = a.values.data() + (rows ? i : i * a.distance);  // under the sanitizers a call a number takes long
    const T* y = b.values.data() + (cols ? j * b.distance : j);
    const size_t x_step = rows ? a.distance : 1, y_step = cols ? 1 : b.distance;
    for (size_t p = 0; p < k; ++p) {
      const double term = static_cast<double>(x[p * x_step]) * static_cast<double>(y[p * y_step]);
      sum += term;
      size += std::fabs(term);
    }
    return {sum, size};
  }
};

/// The number of elements that are wrong, or were written between C's columns.
template <class T>
size_t mistakes(const Problem<T>& problem, bool add, bool gradients = false) {
  Columns<T> c = problem.c;
  if (!add)  // the previous content of C must not matter, not even a NaN
    std::fill(c.values.begin(), c.values.end(), std::numeric_limits<T>::quiet_NaN());
  problem.multiply(add, c, gradients);
  size_t wrong = 0;
  for (size_t j = 0; j < problem.n; ++j)
    for (size_t i = 0; i < problem.m; ++i) {
      const auto [sum, size] = problem.right(i, j, add);
      const double allowed = std::numeric_limits<T>::epsilon() * (2 + static_cast<double>(problem.k)) * size;
      wrong += !(std::fabs(static_cast<double>(c.at(i, j)) - sum) <= allowed);
    }
  for (size_t j = 0; j + 1 < problem.n; ++j)
    for (size_t i = problem.m; i < c.distance; ++i) wrong += !std::isnan(c.at(i, j));
  return wrong;
}

template <class T>
bool same_bits(const std::vector<T>& x, const std::vector<T>& y) {
  return x.size() == y.size() && std::memcmp(x.data(), y.data(), x.size() * sizeof(T)) == 0;
}

const auto kBoth = {Transpose::kNo, Transpose::kYes};

template <class T>
void check_all(const std::vector<size_t>& ms, const std::vector<size_t>& ns, const std::vector<size_t>& ks) {
  for (const Transpose ta : kBoth)
    for (const Transpose tb : kBoth)
      for (const size_t m : ms)
        for (const size_t n : ns)
          for (const size_t k : ks)
            for (const bool add : {false, true})
              for (const size_t gap : {size_t{0}, size_t{3}}) {
                INFO("transposed " << (ta == Transpose::kYes) << (tb == Transpose::kYes) << ", m " << m << ", n " << n
                                   << ", k " << k << ", add " << add << ", gap " << gap);
                REQUIRE(mistakes(Problem<T>(ta, tb, m, n, k, gap), add) == 0);
              }
}

/// Windows of 6 numbers within a line, 2 numbers apart, which continue in the next line; and their transposes.
template <class T>
void check_runs(size_t m, size_t n, size_t count, bool add) {
  constexpr size_t kDepth = 6, kStep = 2;
  const Columns<T> a(m, kDepth * 3, 1, 1), b(2 * n + 2 * kDepth, 3, 5, 2), before(m, n, 2, 3);
  const Runs runs{count, a.distance * kDepth, b.distance};
  for (const Transpose tb : kBoth) {
    const auto right = [&](size_t i, size_t j) {
      double sum = add ? static_cast<double>(before.at(i, j)) : 0;
      for (size_t run = 0; run < count; ++run)
        for (size_t p = 0; p < kDepth; ++p)
          sum += static_cast<double>(a.at(i, run * kDepth + p)) *
                 static_cast<double>(b.at(tb == Transpose::kYes ? p * kStep + j : j * kStep + p, run));
      return sum;
    };
    Columns<T> c = before;
    gemm_in_runs(runs, tb, m, n, kDepth, a.values.data(), a.distance, b.values.data(), kStep, add, c.values.data(),
                 c.distance);
    for (size_t j = 0; j < n; ++j)
      for (size_t i = 0; i < m; ++i) CHECK(std::fabs(static_cast<double>(c.at(i, j)) - right(i, j)) < 1e-5);
  }
}

}  // namespace

TEST_CASE("gemm is the product by its definition, whatever the sizes") {
  // Around each vector width, and each number of columns that a tile takes.
  check_all<float>({1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 33, 100, 113}, {1, 2, 3, 4, 5, 6, 7, 8, 11, 12, 25},
                   {0, 1, 3, 4, 8, 15, 16, 17, 33, 70});
  // Long columns, alone and a few, and tiles of all their registers.
  check_all<float>({16, 17, 31, 449}, {1, 2}, {255, 256, 257, 271, 272, 287, 400});
  check_all<float>({35, 121}, {5}, {2048, 4095});            // in parts that a cache holds
  check_all<float>({1, 5, 35}, {1, 5, 26}, {4096, 4611});    // in stretches
  check_all<float>({1024, 1101}, {18, 19, 47}, {1, 9, 70});  // rows copied
  check_all<double>({1, 5, 8, 33}, {1, 4}, {0, 1, 8, 17, 70});
}

TEMPLATE_TEST_CASE("gemm_for_gradients is the product by its definition, whatever the sizes", "", float, double) {
  // Around each vector width; as many columns as a sum has terms, and one less; the longest sums; the largest A.
  for (const size_t m : {1, 8, 17, 33, 103})
    for (const size_t n : {15, 16, 40, 161})
      for (const size_t k : {0, 1, 8, 17, 40, 41, 160, 161})
        for (const bool add : {false, true})
          for (const size_t gap : {size_t{0}, size_t{3}}) {
            INFO("m " << m << ", n " << n << ", k " << k << ", add " << add << ", gap " << gap);
            REQUIRE(mistakes(Problem<TestType>(Transpose::kYes, Transpose::kNo, m, n, k, gap), add, true) == 0);
          }
}

TEST_CASE("gemm is right on the engine's own shapes") {
  for (const bool add : {false, true}) {
    CHECK(mistakes(Problem<float>(Transpose::kNo, Transpose::kNo, 400, 4, 130, 0), add) == 0);
    CHECK(mistakes(Problem<float>(Transpose::kYes, Transpose::kNo, 130, 4, 400, 0), add) == 0);
    CHECK(mistakes(Problem<float>(Transpose::kNo, Transpose::kYes, 400, 130, 64, 0), add) == 0);
  }
}

TEST_CASE("gemm in runs is the sum of the runs' products, of columns that overlap too") {
  for (const size_t m : {1, 8, 16, 19, 32, 64})
    for (const size_t n : {1, 7, 28})
      for (const size_t count : {0, 1, 3})
        for (const bool add : {false, true}) {
          INFO("m " << m << ", n " << n << ", runs " << count << ", add " << add);
          check_runs<float>(m, n, count, add);
          check_runs<double>(m, n, count, add);
        }
}

TEST_CASE("gemm does nothing to an empty C") {
  gemm(Transpose::kNo, Transpose::kNo, 0, 3, 2, static_cast<const float*>(nullptr), 1, nullptr, 2, false, nullptr, 1);
  Columns<float> c(4, 1, 0, 1);
  const auto before = c.values;
  gemm(Transpose::kYes, Transpose::kNo, 4, 0, 2, before.data(), 2, before.data(), 2, false, c.values.data(), 4);
  CHECK(same_bits(c.values, before));
}

TEMPLATE_TEST_CASE("a column of the product has the same bits however many columns there are", "", float, double) {
  struct Size {
    size_t m, n, k;
  };
  for (const auto& [m, n, k] : {Size{90, 11, 101}, Size{1040, 25, 101}, Size{35, 25, 4610}})
    for (const Transpose ta : kBoth)
      for (const Transpose tb : kBoth) {
        const Problem<TestType> whole(ta, tb, m, n, k, 0);
        Columns<TestType> all = whole.c, one = whole.c;
        whole.multiply(true, all);
        const size_t next = tb == Transpose::kYes ? 1 : whole.b.distance;
        for (size_t j = 0; j < whole.n; ++j)
          gemm(ta, tb, whole.m, 1, whole.k, whole.a.values.data(), whole.a.distance, whole.b.values.data() + j * next,
               whole.b.distance, true, one.values.data() + j * one.distance, one.distance);
        CHECK(same_bits(all.values, one.values));
      }
}

TEST_CASE("two threads that multiply at once get the bits that one gets alone") {
  for (const Transpose ta : kBoth) {
    const Problem<float> problem(ta, Transpose::kNo, 400, 4, 130, 0);
    Columns<float> alone = problem.c, first = problem.c, second = problem.c;
    const auto repeat = [&](Columns<float>& into) {
      for (int i = 0; i < 200; ++i) problem.multiply(true, into);
    };
    repeat(alone);
    std::thread other([&] { repeat(second); });
    repeat(first);
    other.join();
    CHECK(same_bits(first.values, alone.values));
    CHECK(same_bits(second.values, alone.values));
  }
}

TEST_CASE("a NaN or an infinity in a factor reaches the product") {
  for (const Transpose ta : kBoth)
    for (const float bad : {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
      Problem<float> problem(ta, Transpose::kNo, 40, 3, 21, 0);
      problem.b.values[problem.b.distance + 20] = bad;  // row 20, column 1
      Columns<float> c = problem.c;
      problem.multiply(false, c);
      for (size_t i = 0; i < 40; ++i) {
        CHECK(std::isfinite(c.at(i, 0)));
        CHECK(!std::isfinite(c.at(i, 1)));
        CHECK(std::isfinite(c.at(i, 2)));
      }
    }
}

}  // namespace tapehead
