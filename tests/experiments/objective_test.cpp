// The minimised objective and the reported cost: they differ in a model with its own objective.

#include <catch2/catch.hpp>
#include <numeric>

#include "autodiff/base/error.hpp"
#include "tests/support/tiny_run.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

using testing::TinyRun;

const std::string kStories = "task = babi\ntask.ids = 1\ntask.questions = 40\ntask.test-questions = 10\n";
const std::string kOwn = kStories + "model = memory-network\nmodel.width = 6\n";

/// Means over a training batch on one tape: of the objective and of the cost.
struct Means {
  double objective, cost;
};

Means means(TinyRun& run, const EpisodeRange& range) {
  Batch batch;
  run.task->sample(range, {}, batch);
  Noise noise(range.seed, range.split, range.first, range.count);
  Tape tape;
  tape.begin(run.state.store(), nullptr);
  const Answers answers = run.state.model().run({tape, range.count, noise, Phase::kTraining}, batch, 0);
  CHECK(answers.objective.has_value() == run.state.model().has_own_objective());
  const auto mean = [&](Var losses) {
    const auto value = tape.value(losses);
    return std::accumulate(value.data, value.data + range.count, 0.0) / static_cast<double>(range.count);
  };
  return {mean(objective_of(answers, batch, 0)), mean(sequence_loss(answers, batch, 0))};
}

TEST_CASE("an objective of its own is what training makes small, and the cost stands beside it") {
  TinyRun own(kOwn), plain(kStories + "model = memn2n\nmodel.width = 6\n");
  CHECK(own.state.model().has_own_objective());
  CHECK_FALSE(plain.state.model().has_own_objective());
  for (TinyRun* run : {&own, &plain}) {
    const EpisodeRange range{run->train.seed, Split::kTrain, 3, 10};
    Workers workers(2);
    BatchGradient gradients(workers, run->state.store().size(), 4);
    AlignedVector<Real> gradient(run->state.store().size());
    const auto judge = run->task->judge();
    const double objective = gradients.compute(run->state.model(), run->state.store(), *run->task, range, {}, gradient,
                                               {.judge = judge.get()});
    const Means expected = means(*run, range);
    CHECK(objective == Approx(expected.objective).epsilon(1e-5));
    CHECK(gradients.cost() == Approx(expected.cost).epsilon(1e-5));
    CHECK((gradients.cost() == objective) == (run == &plain));
    CHECK(gradients.counted().answers == Approx(1));
    CHECK(gradients.counted().wrong > 0);
    CHECK(gradients.cost_of(run->state.model(), run->state.store(), *run->task, range, {}) == gradients.cost());
  }
}

TEST_CASE("label smoothing is in the gradient, by its share, and in no cost that is told") {
  TinyRun own(kOwn), plain(kStories + "model = memn2n\nmodel.width = 6\n"), bits;
  for (TinyRun* run : {&own, &plain, &bits}) {
    const EpisodeRange range{run->train.seed, Split::kTrain, 3, 10};
    Workers workers(2);
    BatchGradient gradients(workers, run->state.store().size(), 4);
    Stream draw(run->train.seed, Split::kTrain, Purpose::kShape, 0);
    const Shape shape = run->task->shape(draw, {});
    const auto computed = [&](Real smoothing) {
      AlignedVector<Real> gradient(run->state.store().size());
      const double objective = gradients.compute(run->state.model(), run->state.store(), *run->task, range, shape,
                                                 gradient, {.label_smoothing = smoothing});
      return std::tuple(gradient, objective, gradients.cost());
    };
    const auto [none, objective, cost] = computed(0);
    const auto [some, same_objective, same_cost] = computed(Real(0.25));
    const auto [twice, as_ever, as_before] = computed(Real(0.5));
    CHECK(same_objective == objective);
    CHECK(same_cost == cost);
    double moved = 0;
    for (size_t i = 0; i < none.size(); ++i) {
      moved = std::max<double>(moved, std::abs(some[i] - none[i]));
      CHECK(twice[i] - none[i] == Approx(2 * (some[i] - none[i])).epsilon(1e-3).margin(1e-4));
    }
    CHECK(moved > 1e-3);
  }
}

TEST_CASE("a checkpoint keeps the cost apart where it is not the objective") {
  TinyRun run(kOwn), other(kOwn);
  run.state.sums.loss = 3;
  run.state.sums.cost = 5;
  SafetensorsFile file = run.state.to_file("");
  other.state.from_file(file, "file", "bits");
  CHECK(other.state.sums.loss == 3);
  CHECK(other.state.sums.cost == 5);

  // As written when an objective was logged as bits: resuming would mix the two in one column.
  std::erase_if(file.tensors, [](const NamedTensor& tensor) { return tensor.name == "progress/sum-cost"; });
  CHECK_THROWS_AS(other.state.from_file(file, "file", "bits"), InputError);
  CHECK_THROWS_WITH(other.state.from_file(file, "file", "bits"), Catch::StartsWith("file: is of a version that took"));

  TinyRun plain, same;
  plain.state.sums.loss = plain.state.sums.cost = 7;
  const SafetensorsFile as_ever = plain.state.to_file("");
  CHECK_FALSE(find_tensor(as_ever.tensors, "progress/sum-cost"));
  same.state.from_file(as_ever, "file", "bits");
  CHECK(same.state.sums.cost == 7);
}

}  // namespace
}  // namespace tapehead::inline TAPEHEAD_REAL
