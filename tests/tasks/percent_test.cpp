// Percentages: only all is 100, only none is 0.

#include "tasks/data/text/percent.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <string>

using namespace tapehead;

TEST_CASE("percent: rounds as a person expects") {
  CHECK(percent(1, 3) == "33.3 %");
  CHECK(percent(2, 3) == "66.7 %");
  CHECK(percent(1, 2) == "50.0 %");
  CHECK(percent(1, 3, 2) == "33.33 %");
  CHECK(percent(14.04, 100, 2) == "14.04 %");
  CHECK(percent(9, 10) == "90.0 %");
  CHECK(percent(1, 10) == "10.0 %");
  CHECK(percent(1, 100, 0) == "1 %");
}

TEST_CASE("percent: never 100 while one failed, never 0 while one was right") {
  CHECK(percent(10000, 10000) == "100 %");
  CHECK(percent(0, 10000) == "0 %");
  CHECK(percent(9995, 10000) == "99.95 %");  // one decimal would say 100.0
  CHECK(percent(9994, 10000) == "99.9 %");
  CHECK(percent(9999, 10000) == "99.99 %");
  CHECK(percent(99999, 100000) == "99.999 %");
  CHECK(percent(1, 10000) == "0.01 %");
  CHECK(percent(4, 10000) == "0.04 %");
  CHECK(percent(6, 10000) == "0.1 %");
  CHECK(percent(999999999, 1000000000) == "99.9999999 %");
  CHECK(percent(1, 1000000000) == "0.0000001 %");
  CHECK(percent(199, 200, 0) == "99.5 %");
  CHECK(percent(100 * 99.999, 100 * 100, 2) == "99.999 %");
}

TEST_CASE("percent: each count of 10,000 but none and all reads between") {
  for (int part = 1; part < 10000; ++part) {
    const double told = std::stod(percent(part, 10000));
    REQUIRE(told > 0);
    REQUIRE(told < 100);
    REQUIRE(std::abs(told - part / 100.0) <= 0.05 + 1e-9);
  }
}

TEST_CASE("percent: of nothing there is none") {
  CHECK(percent(0, 0) == "- %");
  CHECK(share_of(0, 0) == "0 of 0 (- %)");
}

TEST_CASE("counts have commas") {
  CHECK(count_of(9998, 10000) == "9,998 of 10,000");
  CHECK(count_of(0, 999) == "0 of 999");
  CHECK(count_of(1234567, 100000000) == "1,234,567 of 100,000,000");
  CHECK(share_of(9998, 10000) == "9,998 of 10,000 (99.98 %)");
  CHECK(share_of(7, 7) == "7 of 7 (100 %)");
}
