// The information about a batch that a curriculum receives.

#include <catch2/catch.hpp>

#include "tests/support/tiny_run.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

using testing::TinyRun;

/// Mean cost by compute() and by cost_of(), and the number of scored items.
struct Taught {
  double loss, again, answers;
  size_t steps;
};

Taught taught(TinyRun& run, const Shape& shape, size_t threads) {
  Workers workers(threads);
  BatchGradient gradients(workers, run.state.store().size(), 2);
  std::vector<Real> gradient(run.state.store().size());
  const EpisodeRange range{run.train.seed, Split::kTrain, 30, 5};
  const double loss = gradients.compute(run.state.model(), run.state.store(), *run.task, range, shape, gradient);
  return {loss, gradients.cost_of(run.state.model(), run.state.store(), *run.task, range, shape), gradients.answers(),
          gradients.steps()};
}

}  // namespace

TEST_CASE("the cost alone is that of the gradient's batch, dropout included") {
  TinyRun plain, noisy(
                     "controller = transformer\ncontroller.size = 8\ncontroller.heads = 2\n"
                     "controller.dropout = 0.5\n");
  for (TinyRun* run : {&plain, &noisy}) {
    const Taught one = taught(*run, {3}, 1), two = taught(*run, {3}, 2);
    CHECK(one.loss == Approx(one.again).epsilon(1e-6));
    CHECK(one.loss == two.loss);
    CHECK(one.again == two.again);
    CHECK(one.answers == 9);
    CHECK(one.steps == 7);
  }
}

TEST_CASE("of classes, an answer counts once") {
  TinyRun run("task = key-value-recall\ntask.vocabulary = 8\ntask.length = 12\ntask.pairs = 3\n");
  CHECK(taught(run, run.shape(0), 2).answers == 3);
}

}  // namespace tapehead::inline TAPEHEAD_REAL
