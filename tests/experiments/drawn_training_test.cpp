// Training with random draws: running means and the measured variance do not depend on threads, and are saved.

#include <catch2/catch.hpp>
#include <cmath>

#include "experiments/runs/run_directory.hpp"
#include "experiments/training/trainer.hpp"
#include "tests/support/folder.hpp"
#include "tests/support/tiny_run.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

using testing::TinyRun;

const std::string kDrawn =
    "task = lexical-translation\ntask.vocabulary = 11\ntask.min-length = 3\ntask.max-length = 5\n"
    "task.min-fertility = 1\nmodel = encoder-decoder\nencoder = gru\nencoder.size = 4\ncontroller = gru\n"
    "controller.size = 4\nmodel.embedding = 3\nattention = hard\n";
const std::string kBatch = "train.batch = 18\n";

Real baseline_of(const ParameterStore& store) {
  for (const auto& entry : store.entries())
    if (entry.name.ends_with("baseline")) return *store.data(entry);
  throw std::logic_error("no baseline");
}

}  // namespace

TEST_CASE("a batch moves a running mean once, the same for any number of threads and for averaged weights") {
  Real once = 0;
  for (const size_t threads : {1, 3}) {
    TinyRun run(kDrawn + kBatch + "train.average = 0.9\n");
    Workers workers(threads);
    BatchGradient gradients(workers, run.state.store().size(), 4);
    AlignedVector<Real> gradient(run.state.store().size());
    const auto before = run.state.store().values();
    for (uint64_t batch = 0; batch < 2; ++batch) {
      gradients.compute(run.state.model(), run.state.store(), *run.task, {1, Split::kTrain, batch * 18, 18},
                        run.shape(batch), gradient);
      run.state.move_means(gradients.observations());
    }
    CHECK(run.state.store().values() == before);
    CHECK(baseline_of(run.state.store()) < -0.1);  // a tenth of log p of an answer, and more
    CHECK(baseline_of(run.state.scored_store()) == baseline_of(run.state.store()));
    if (once == 0) once = baseline_of(run.state.store());
    CHECK(baseline_of(run.state.store()) == once);
    TinyRun other(kDrawn + kBatch + "train.average = 0.9\n");
    other.state.from_file(run.state.to_file(""), "file", "bits");
    CHECK(baseline_of(other.state.store()) == once);
  }
}

TEST_CASE("the variance of an episode's gradient is measured from what parts of a batch differ by") {
  TinyRun run("train.batch = 18\ntask.length = 3\n");
  constexpr size_t kShard = 4, kEpisodes = 18;  // 4, 4, 4, 4 and 2, which the first accumulator gets too
  Workers workers(2);
  BatchGradient gradients(workers, run.state.store().size(), kShard);
  AlignedVector<Real> gradient(run.state.store().size());
  const auto sum_of = [&](uint64_t first, size_t count) {
    gradients.compute(run.state.model(), run.state.store(), *run.task, {1, Split::kTrain, first, count}, run.shape(0),
                      gradient, {.sum = true});
    return std::vector<double>(gradient.begin(), gradient.end());
  };
  std::vector<std::vector<double>> sums;
  for (size_t lane = 0; lane < 4; ++lane) sums.push_back(sum_of(lane * kShard, kShard));
  const std::vector<double> rest = sum_of(16, 2), all = sum_of(0, kEpisodes);
  double right = 0;
  for (size_t lane = 0; lane < 4; ++lane) {
    const double count = lane == 0 ? 6 : 4;
    for (size_t i = 0; i < all.size(); ++i) {
      const double own = sums[lane][i] + (lane == 0 ? rest[i] : 0);
      right += count * std::pow(own / count - all[i] / kEpisodes, 2) / 3;
    }
  }
  for (const bool sum : {false, true}) {
    gradients.compute(run.state.model(), run.state.store(), *run.task, {1, Split::kTrain, 0, kEpisodes}, run.shape(0),
                      gradient, {.sum = sum, .variance = true});
    CHECK(gradients.variance() == Approx(right).epsilon(1e-4));
  }
}

TEST_CASE("the variance is a metric, the same for any number of threads and for a run that went on") {
  const TestFolder folder;
  const auto metrics = [&](const std::string& name, size_t threads, bool in_two) {
    const std::string options = kDrawn + kBatch +
                                "train.gradient-variance = true\ntrain.validation-episodes = 4\n"
                                "train.final-episodes = 4\ntrain.validate-every = 72\n";
    const auto train = [&](const char* sequences) {
      run_training({testing::tiny_configuration(options + "train.sequences = " + sequences + "\n"),
                    folder.path() / name,
                    {},
                    threads,
                    "last",
                    in_two,
                    true});
    };
    if (in_two) train("36");
    train("144");
    std::vector<std::string> rows;
    std::string text = read_whole(RunDirectory(folder.path() / name).metrics(), 1 << 20);
    for (size_t from = 0; from < text.size();) {
      const size_t end = text.find('\n', from);
      const std::string row = text.substr(from, end - from);
      if (row.find(",gradient_variance,") != row.npos && row.find(",36,") == row.npos)
        rows.push_back(row.substr(row.find("gradient_variance")));
      from = end + 1;
    }
    return rows;
  };
  const auto one = metrics("one", 1, false);
  REQUIRE(one.size() == 2);
  CHECK(std::stod(one[0].substr(one[0].find(',') + 1)) > 0);
  CHECK(metrics("two", 2, false) == one);
  CHECK(metrics("on", 1, true).back() == one.back());
  CHECK_THROWS_WITH(
      RunParts(testing::tiny_configuration(kDrawn + "train.gradient-variance = true\ntrain.batch = 7\n"), 1),
      Catch::StartsWith("train.gradient-variance: got true, and train.batch 7, which is not divided; 8 or more"));
}

}  // namespace tapehead::inline TAPEHEAD_REAL
