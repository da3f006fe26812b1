// Training noise is a function of seed and episode, independent of threads and of the other episodes of a batch.

#include <catch2/catch.hpp>

#include "tests/support/tiny_run.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

using testing::TinyRun;

const std::string kQuiet =
    "controller = transformer\ncontroller.size = 8\ncontroller.heads = 2\ntrain.optimizer = adam\ntask.length = 3\n";
const std::string kNoisy = kQuiet + "controller.dropout = 0.3\n";

/// A controller with noise in its preactivations.
std::string unsteady(const std::string& controller, const std::string& noise) {
  return "controller = " + controller + "\ncontroller.size = 8\ncontroller.layers = 2\ncontroller.noise = " + noise +
         "\nmemory = ntm\ntask.length = 3\n";
}

double largest_difference(const std::vector<Real>& a, const std::vector<Real>& b) {
  REQUIRE(a.size() == b.size());
  double largest = 0;
  for (size_t i = 0; i < a.size(); ++i) largest = std::max<double>(largest, std::abs(a[i] - b[i]));
  return largest;
}

}  // namespace

TEST_CASE("with noise a batch's gradient is the same bits for any number of threads") {
  for (const std::string& settings : {kNoisy + "memory = none\n", kNoisy + "memory = ntm\n", unsteady("lstm", "0.6"),
                                      unsteady("gru", "0.6"), unsteady("elman", "0.6")}) {
    TinyRun run(settings + "train.batch = 18\n");
    for (uint64_t number = 0; number < 2; ++number) {
      const auto one = run.gradient(1, number);
      CHECK(run.gradient(2, number) == one);
      CHECK(run.gradient(1, number) == one);
    }
  }
}

TEST_CASE("with dropout a batch's gradient is the mean of its episodes' own, to rounding, for any shard") {
  const size_t episodes = 18;
  TinyRun run(kNoisy + "memory = none\ntrain.batch = 18\n"), single(kNoisy + "memory = none\ntrain.batch = 1\n");
  std::vector<Real> mean(run.state.store().size() + 1);
  for (uint64_t k = 0; k < episodes; ++k) {
    const auto one = single.gradient(1, episodes + k);
    for (size_t i = 0; i < mean.size(); ++i) mean[i] += one[i] / static_cast<Real>(episodes);
  }
  for (const size_t shard : {1, 4, 5, 100}) {
    INFO("shard " << shard);
    const auto batch = run.gradient(2, 1, shard);
    CHECK(largest_difference(batch, std::vector<Real>(batch.size(), 0)) > 0.1);
    CHECK(largest_difference(batch, mean) < 2e-5);
  }
}

TEST_CASE("noise is there in training") {
  TinyRun quiet(kQuiet + "memory = none\ntrain.batch = 4\n");
  TinyRun noisy(kNoisy + "memory = none\ntrain.batch = 4\n");
  REQUIRE(std::equal(quiet.state.store().values().begin(), quiet.state.store().values().end(),
                     noisy.state.store().values().begin()));
  CHECK(largest_difference(quiet.gradient(1, 0), noisy.gradient(1, 0)) > 1e-3);
  for (const std::string controller : {"lstm", "gru", "elman"}) {
    INFO(controller);
    TinyRun still(unsteady(controller, "0")), moved(unsteady(controller, "0.6"));
    REQUIRE(std::equal(still.state.store().values().begin(), still.state.store().values().end(),
                       moved.state.store().values().begin()));
    CHECK(largest_difference(still.gradient(1, 0), moved.gradient(1, 0)) > 1e-3);
  }
}

}  // namespace tapehead::inline TAPEHEAD_REAL
