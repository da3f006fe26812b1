#pragma once
// A fused op against its equivalent composed of elementary ops.

#include <catch2/catch.hpp>

#include "tests/support/numbers.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace testing {

inline void check_close(const std::vector<Real>& got, const std::vector<Real>& right, const std::string& what) {
  INFO(what);
  REQUIRE(got.size() == right.size());
  for (size_t i = 0; i < right.size(); ++i) {
    INFO("element " << i);
    CHECK(got[i] == Approx(right[i]).epsilon(1e-11).margin(1e-10));  // some are sums of large terms that cancel
  }
}

/// Both give the same value and the same gradient for every input, batch 1 and 3.
inline void check_twins(const CheckedFunction& fused, const CheckedFunction& composed,
                        const std::vector<OpInput>& inputs) {
  for (const size_t batch : {1, 3}) {
    const auto given = drawn(inputs, batch);
    const Outcome got = run(fused, given), right = run(composed, given);
    INFO("batch " << batch);
    REQUIRE(got.rows == right.rows);
    REQUIRE(got.cols == right.cols);
    check_close(got.value, right.value, "value");
    for (size_t i = 0; i < inputs.size(); ++i) check_close(got.gradients[i], right.gradients[i], inputs[i].name);
  }
}

}  // namespace testing
}  // namespace tapehead::inline TAPEHEAD_REAL
