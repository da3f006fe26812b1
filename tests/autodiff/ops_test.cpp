// Every op's row in float too, whose loops differ; and under the sanitizers.

#include <catch2/catch.hpp>

#include "catalogue/check/op_catalogue.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

TEST_CASE("every op's gradient is about right in float") {
  constexpr double kRounding = 0.02;  // what single-precision differences leave
  for (const OpRow& row : op_rows()) {
    const GradientError error = check_op(row);
    INFO(row.name << ": " << error.text());
    CHECK(error.error < kRounding);
  }
}

}  // namespace tapehead::inline TAPEHEAD_REAL
