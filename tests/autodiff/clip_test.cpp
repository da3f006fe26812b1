// Norm and clipping against plain loops.

#include "autodiff/optimisers/clip.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <vector>

namespace tapehead::inline TAPEHEAD_REAL {

TEST_CASE("the norm of a long gradient, over several blocks") {
  std::vector<Real> gradient(10000);
  double squares = 0;
  for (size_t i = 0; i < gradient.size(); ++i) {
    gradient[i] = static_cast<Real>(std::cos(static_cast<double>(i)));
    squares += static_cast<double>(gradient[i]) * gradient[i];
  }
  CHECK(gradient_norm(gradient) == Approx(std::sqrt(squares)).epsilon(1e-6));
  CHECK(gradient_norm({}) == 0);
}

TEST_CASE("one bad element makes the norm bad, wherever it is") {
  for (const size_t at : {0, 4095, 4096, 8191, 9000}) {
    std::vector<Real> gradient(9001, Real(0.5));
    gradient[at] = std::numeric_limits<Real>::quiet_NaN();
    CHECK(std::isnan(gradient_norm(gradient)));
    gradient[at] = -std::numeric_limits<Real>::infinity();
    CHECK(std::isinf(gradient_norm(gradient)));
  }
}

TEST_CASE("clipping by norm keeps the direction") {
  std::vector<Real> gradient = {3, -4};
  CHECK(clip_gradient(gradient, 5, Clip::kNorm, 1) == 1);
  CHECK(gradient[0] == Approx(0.6));
  CHECK(gradient[1] == Approx(-0.8));
  CHECK(clip_gradient(gradient, gradient_norm(gradient), Clip::kNorm, 2) == 0);
  CHECK(gradient[0] == Approx(0.6));
}

TEST_CASE("clipping by value cuts each element and tells the share") {
  std::vector<Real> gradient = {3, -4, 0.5, 1};
  CHECK(clip_gradient(gradient, gradient_norm(gradient), Clip::kValue, 1) == 0.5);
  CHECK(gradient == std::vector<Real>{1, -1, 0.5, 1});
  CHECK(clip_gradient(gradient, gradient_norm(gradient), Clip::kValue, 1) == 0);
}

TEST_CASE("no clipping changes nothing") {
  std::vector<Real> gradient = {300, -400};
  CHECK(clip_gradient(gradient, 500, Clip::kNone, 1) == 0);
  CHECK(gradient == std::vector<Real>{300, -400});
}

TEST_CASE("clipping by matrix cuts each by its own norm, those in one parameter too") {
  ParameterStore store(1);
  store.add("one", 4, 2, zeros(), 2);  // two matrices of 2×2, one below the other
  store.add_constant("fixed", 3, 3, filled(1));
  const Parameter other = store.add("other", 1, 2, zeros());
  std::vector<Real> gradient(store.size(), 0);
  const std::vector<Real> one = {3, 0, 0.1f, 0.2f, 0, 4, 0.3f, 0.4f};  // norms 5 and 0.55, columns side by side
  std::copy(one.begin(), one.end(), gradient.begin());
  Real* const rest = gradient.data() + store.entry(other).offset;
  rest[0] = 6;
  rest[1] = -8;
  CHECK(clip_gradient(gradient, store, gradient_norm(gradient), Clip::kMatrix, 2) == Approx(2.0 / 3));
  const double want[] = {1.2, 0, 0.1, 0.2, 0, 1.6, 0.3, 0.4};
  for (size_t i = 0; i < one.size(); ++i) CHECK(gradient[i] == Approx(want[i]));
  CHECK(rest[0] == Approx(1.2));
  CHECK(rest[1] == Approx(-1.6));
  CHECK(clip_gradient(gradient, store, gradient_norm(gradient), Clip::kMatrix, 20) == 0);
  CHECK_THROWS_AS(clip_gradient(gradient, gradient_norm(gradient), Clip::kMatrix, 2), std::invalid_argument);
}

}  // namespace tapehead::inline TAPEHEAD_REAL
