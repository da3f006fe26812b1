// The learning-rate schedule, and weight averaging.

#include "autodiff/optimisers/rate_schedule.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "autodiff/optimisers/weight_average.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

TEST_CASE("a plain rate stays") {
  const RateSchedule plain{0.5, 0, 1, 10000, 0};
  for (const uint64_t seen : {0, 1, 1000000000}) CHECK(plain.at(seen, seen) == 0.5);
}

TEST_CASE("warm-up rises in a line from its first step, and ends") {
  const RateSchedule rate{2, 100, 1, 10000, 0};
  CHECK(rate.at(0, 0) == Approx(0.02));
  CHECK(rate.at(49, 49) == Approx(1));
  CHECK(rate.at(99, 99) == 2);
  CHECK(rate.at(5000, 5000) == 2);
}

TEST_CASE("decay falls by its factor over its sequences, down to the floor") {
  const RateSchedule rate{1, 0, 0.5, 1000, 0.2};
  CHECK(rate.at(0, 0) == 1);
  CHECK(rate.at(1000, 1000) == Approx(0.5));
  CHECK(rate.at(1500, 1500) == Approx(std::pow(0.5, 1.5)));
  CHECK(rate.at(100000, 100000) == Approx(0.2));
}

TEST_CASE("decay counts from where it began, warm-up from the start") {
  const RateSchedule rate{1, 100, 0.5, 1000, 0};
  CHECK(rate.at(5000, 0) == 1);
  CHECK(rate.at(5000, 2000) == Approx(0.25));
  CHECK(rate.at(49, 1000) == Approx(0.25));
}

TEST_CASE("the first sequences have a rate of their own, and the schedule begins after them") {
  RateSchedule rate{1, 0, 0.5, 1000, 0};
  rate.first_sequences = 300;
  rate.first_rate = 0.125;
  CHECK(rate.at(0, 0) == 0.125);
  CHECK(rate.at(299, 299) == 0.125);
  CHECK(rate.at(300, 300) == 1);
  CHECK(rate.at(1300, 1300) == Approx(0.5));
}

TEST_CASE("in stairs the rate falls at once") {
  RateSchedule rate{1, 0, 0.5, 1000, 0};
  rate.stairs = true;
  CHECK(rate.at(999, 999) == 1);
  CHECK(rate.at(1000, 1000) == 0.5);
  CHECK(rate.at(2999, 2999) == 0.25);
}

TEST_CASE("the average of the weights follows fast at first, then by its own share") {
  std::vector<Real> average = {0, 8};
  const std::vector<Real> weights = {1, 0};
  move_average(average, weights, 0.9, 1);  // d = 2/11
  CHECK(average[0] == Approx(9.0 / 11));
  CHECK(average[1] == Approx(8 * 2.0 / 11));
  average = {0, 8};
  move_average(average, weights, 0.9, 1000000);
  CHECK(average[0] == Approx(0.1));
  CHECK(average[1] == Approx(7.2));
}

}  // namespace tapehead::inline TAPEHEAD_REAL
