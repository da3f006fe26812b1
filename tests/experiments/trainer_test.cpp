// The gradient of a batch by shards and threads, the memory a step takes, and a run from its options to its result.

#include "experiments/training/trainer.hpp"

#include <fmt/format.h>
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include <csignal>
#include <functional>

#include "autodiff/base/error.hpp"
#include "autodiff/optimisers/clip.hpp"
#include "experiments/command_line/interrupt.hpp"
#include "experiments/runs/run_directory.hpp"
#include "tests/support/counting_allocator.hpp"
#include "tests/support/folder.hpp"
#include "tests/support/process_end.hpp"
#include "tests/support/tiny_run.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

using Catch::Contains;
using testing::tiny_configuration;
using testing::TinyRun;

RunReport train(const TestFolder& folder, const std::string& name, const std::string& more) {
  return run_training({tiny_configuration(more), folder.path() / name, {}, 2, "last", false, true});
}

nlohmann::json result(const TestFolder& folder, const std::string& name) {
  return nlohmann::json::parse(read_whole(RunDirectory(folder.path() / name).result(), 1 << 20));
}

/// All that a run of the folder leaves but its seconds.
std::string left_by(const TestFolder& folder, const std::string& name) {
  const RunDirectory run(folder.path() / name);
  auto end = result(folder, name);
  for (const char* const of_the_clock : {"seconds", "sequences_per_second"}) end.erase(of_the_clock);
  std::string all = end.dump();
  const std::string metrics = read_whole(run.metrics(), 1 << 20);
  for (size_t at = 0, next; at < metrics.size(); at = next + 1) {
    next = metrics.find('\n', at);
    const std::string line = metrics.substr(at, next - at);
    const size_t split = line.rfind(',', line.rfind(',', line.rfind(',') - 1) - 1);  // ,split,metric,value
    all += '\n' + line.substr(0, line.rfind(',', split - 1)) + line.substr(split);
  }
  return all + to_bytes(run.load("last")) + to_bytes(run.load("best"));
}

}  // namespace

TEST_CASE("a batch's gradient is the same bits for any number of threads") {
  for (const size_t batch : {1, 3, 4, 18, 33}) {
    TinyRun run("train.batch = " + std::to_string(batch) + "\n");
    for (uint64_t number = 0; number < 3; ++number) {
      const auto one = run.gradient(1, number);
      CHECK(run.gradient(2, number) == one);
      CHECK(run.gradient(3, number) == one);
    }
  }
}

TEST_CASE("a batch of eight or more gives two threads work, halved where it would be one shard") {
  const TinyRun run("train.batch = 1\n");
  for (size_t batch = kLeastDivided; batch < 40; ++batch) CHECK(shard_size(run.state.model(), batch) < batch);
  CHECK(shard_size(run.state.model(), 8) == 4);
  CHECK(shard_size(run.state.model(), 13) == 7);
  CHECK(shard_size(run.state.model(), 32) == 8);
}

TEST_CASE("a batch's gradient is the mean of its episodes' own, to rounding, for any shard") {
  const size_t episodes = 18;
  TinyRun run("train.batch = 18\ntask.length = 3\n"), single("train.batch = 1\ntask.length = 3\n");
  std::vector<double> mean(run.state.store().size() + 1);
  for (uint64_t k = 0; k < episodes; ++k) {
    const auto one = single.gradient(1, episodes + k);
    for (size_t i = 0; i < mean.size(); ++i) mean[i] += one[i] / static_cast<double>(episodes);
  }
  for (const size_t shard : {1, 4, 5, 100}) {
    INFO("shard " << shard);
    const auto batch = run.gradient(2, 1, shard);
    double largest = 0, difference = 0;
    for (size_t i = 0; i < mean.size(); ++i) {
      largest = std::max(largest, std::abs(mean[i]));
      difference = std::max(difference, std::abs(mean[i] - batch[i]));
    }
    CHECK(largest > 0.1);
    CHECK(difference < 1e-5 * largest);
  }
}

TEST_CASE("the number of scored bits is that of a sequence") {
  TinyRun run("train.batch = 6\ntask.length = 3\n");
  Workers workers(2);
  BatchGradient gradients(workers, run.state.store().size(), 4);
  std::vector<Real> gradient(run.state.store().size());
  gradients.compute(run.state.model(), run.state.store(), *run.task, {1, Split::kTrain, 0, 6}, run.shape(0), gradient);
  CHECK(gradients.answers() == 9);
}

TEST_CASE("a whole training step allocates nothing once the longest sequence was seen") {
  for (const PartInfo* row : part_infos(PartKind::kOptimizer)) {
    const std::string& optimizer = row->name;
    TinyRun run("train.batch = 18\ntrain.average = 0.9\ntrain.optimizer = " + optimizer + "\n");
    Workers workers(1);
    BatchGradient gradients(workers, run.state.store().size(), 4);
    AlignedVector<Real> gradient(run.state.store().size());
    uint64_t batches = 0;
    const auto step = [&] {
      const uint64_t first = batches * run.train.batch;
      gradients.compute(run.state.model(), run.state.store(), *run.task, {1, Split::kTrain, first, run.train.batch},
                        run.shape(batches++), gradient);
      clip_gradient(gradient, gradient_norm(gradient), Clip::kNorm, Real(0.1));
      run.state.update(gradient, gradients.extents(), gradients.looked_up(), Real(1e-3));
    };
    for (int i = 0; i < 30; ++i) step();
    const size_t before = allocation_count();
    for (int i = 0; i < 30; ++i) step();
    const size_t after = allocation_count();
    INFO(optimizer);
    CHECK(after == before);
  }
}

TEST_CASE("a run ends finished, and once more says so") {
  const TestFolder folder;
  const RunReport report = train(folder, "run", "");
  CHECK(report.outcome == Outcome::kFinished);
  CHECK_FALSE(report.was_finished);
  CHECK(result(folder, "run")["sequences"] == 60);
  CHECK(train(folder, "run", "").was_finished);
  CHECK_THROWS_AS(train(folder, "run", "seed = 2\n"), InputError);
}

TEST_CASE("a run that fails its check starts anew, and keeps the attempt that did best") {
  const TestFolder folder;
  const std::string options =
      "train.stop-below = 1000\ntrain.check = task.length=6\ntrain.check-below = 0\ntrain.check-episodes = 20\n"
      "train.restarts = 2\ntrain.sequences = 1000\n";
  CHECK(train(folder, "run", options).outcome == Outcome::kFinished);  // no attempt has passed
  const auto told = result(folder, "run");
  CHECK(told["restarts"] == 2);
  CHECK(told["sequences"] == 60);  // three attempts, each below at its first validation
  const std::string metrics = read_whole(RunDirectory(folder.path() / "run").metrics(), 1 << 20);
  double least = 1e9;
  int checks = 0;
  for (size_t at = 0; (at = metrics.find(",check,wrong_bits,", at)) != std::string::npos; ++checks) {
    at += std::string(",check,wrong_bits,").size();
    least = std::min(least, std::stod(metrics.substr(at)));
  }
  CHECK(checks == 3);
  CHECK(told["check_wrong_bits"] == least);
}

TEST_CASE("a run that fails its check trains on and is checked again, as often as it may") {
  const TestFolder folder;
  const auto checked_at = [&](const std::string& name) {
    const std::string metrics = read_whole(RunDirectory(folder.path() / name).metrics(), 1 << 20);
    std::vector<int> sequences;
    for (size_t at = 0; (at = metrics.find(",check,wrong_bits,", at + 1)) != std::string::npos;) {
      const size_t seconds = metrics.rfind(',', at - 1);
      sequences.push_back(std::stoi(metrics.substr(metrics.rfind(',', seconds - 1) + 1)));
    }
    return sequences;
  };
  const std::string options =
      "train.stop-below = 1000\ntrain.check = task.length=6\ntrain.check-below = 0\ntrain.check-episodes = 4\n"
      "train.validate-every = 10\ntrain.checkpoint-every = 10\ntrain.patience = 2\n";
  CHECK(train(folder, "run", options + "train.check-tries = 3\ntrain.restarts = 1\ntrain.sequences = 1000\n").outcome ==
        Outcome::kFinished);
  CHECK(checked_at("run") == std::vector<int>{20, 40, 60, 80, 100, 120});
  CHECK(result(folder, "run")["restarts"] == 1);
  // It goes on after two of three failed checks from a checkpoint that tells of them.
  const std::string tries = options + "train.check-tries = 3\ntrain.restarts = 0\ntrain.sequences = ";
  CHECK(train(folder, "part", tries + "50\n").outcome == Outcome::kFinished);
  CHECK(checked_at("part") == std::vector<int>{20, 40});
  run_training({tiny_configuration(tries + "200\n"), folder.path() / "part", {}, 1, "last", true, true});
  CHECK(checked_at("part") == std::vector<int>{20, 40, 60});
  CHECK(result(folder, "part")["sequences"] == 60);
}

TEST_CASE("a run that is interrupted while a model is scored goes on from there to the same end") {
  struct Now final : RunListener {
    uint64_t sequences;
    bool is_validated;
    std::function<void()> act;
    Now(uint64_t at, bool validated, std::function<void()> does)
        : sequences(at), is_validated(validated), act(std::move(does)) {}
    bool goes_on(const Moment& moment) override {
      if (moment.sequences == sequences && (moment.validation != nullptr) == is_validated) act();
      return true;
    }
    bool goes_on_scoring() override { return true; }
  };
  const TestFolder folder;
  const auto end_of = [&](const std::string& name, const std::string& more, Now now) {
    return testing::end_of_process([&] {
      install_interrupt_handlers();
      RunRequest request{tiny_configuration(more), folder.path() / name, {}, 2, "last", false, true};
      request.listener = &now;
      return run_training(request).outcome == Outcome::kInterrupted ? 75 : 0;
    });
  };
  const auto terminate = [] { std::raise(SIGTERM); };
  const std::string checked =
      "train.stop-below = 1000\ntrain.check = task.length=6\ntrain.check-below = 0\ntrain.check-episodes = 4\n"
      "train.patience = 2\ntrain.check-tries = 2\ntrain.checkpoint-every = 1000\n";
  int runs = 0;
  for (const std::string& options : {std::string(), checked}) {
    const std::string whole = fmt::format("whole {}", ++runs);
    CHECK(train(folder, whole, options).outcome == Outcome::kFinished);
    for (const auto& [sequences, is_validated] :
         {std::pair{20, false}, std::pair{40, false}, std::pair{60, false}, std::pair{60, true}}) {
      INFO(options << "at " << sequences << (is_validated ? ", at its end" : ""));
      const std::string name = fmt::format("run {}", ++runs);
      const auto at = static_cast<uint64_t>(sequences);
      CHECK(end_of(name, options, {at, is_validated, terminate}) == 75);
      CHECK_FALSE(RunDirectory(folder.path() / name).finished());
      CHECK(end_of(name, options, {at, true, [] { _exit(9); }}) == (is_validated ? 0 : 9));  // as killed
      CHECK(end_of(name, options, {0, false, terminate}) == 0);
      CHECK(left_by(folder, name) == left_by(folder, whole));
    }
  }
}

TEST_CASE("a run whose listener stops a scoring goes on from there to the same end") {
  struct Listener final : RunListener {
    int until_stop = 0, stops = 0;
    bool goes_on(const Moment&) override { return true; }
    bool goes_on_scoring() override {
      if (--until_stop > 0) return true;
      ++stops;
      return false;
    }
  };
  const TestFolder folder;
  CHECK(train(folder, "whole", "train.final-episodes = 100\n").outcome == Outcome::kFinished);
  Listener listener;
  Outcome outcome = Outcome::kInterrupted;
  for (int most = 1; outcome == Outcome::kInterrupted && most < 100; ++most) {  // each scoring is begun until it ends
    listener.until_stop = most;
    RunRequest request{tiny_configuration("train.final-episodes = 100\n"), folder.path() / "run", {}, 1};
    request.quiet = true;
    request.listener = &listener;
    outcome = run_training(request).outcome;
    CHECK(RunDirectory(folder.path() / "run").finished() == (outcome == Outcome::kFinished));
  }
  CHECK(outcome == Outcome::kFinished);
  CHECK(listener.stops > 5);
  CHECK(left_by(folder, "run") == left_by(folder, "whole"));
}

TEST_CASE("a run that stays on its plateau starts anew, as often as it may") {
  const TestFolder folder;
  const std::string options =
      "train.sequences = 100\ntrain.validate-every = 10\ntrain.plateau-sequences = 20\ntrain.plateau-above = ";
  train(folder, "stuck", options + "0.001\ntrain.restarts = 2\n");
  CHECK(result(folder, "stuck")["restarts"] == 2);
  CHECK(result(folder, "stuck")["sequences"] == 20 + 20 + 100);  // the last attempt has all of train.sequences
  train(folder, "learning", options + "1000\ntrain.restarts = 2\n");
  CHECK(result(folder, "learning")["restarts"] == 0);
  train(folder, "told", options + "0.001\n");
  CHECK(result(folder, "told")["restarts"] == 0);
  CHECK(result(folder, "told")["sequences"] == 100);
  CHECK_THROWS_AS(train(folder, "no goal", options + "0\n"), InputError);
}

TEST_CASE("a run that falls back to its plateau starts anew too") {
  const TestFolder folder;
  // 20 sequences that change nothing, at the 9 bits of a guess, and then a rate at which answers are sure and wrong
  train(folder, "lost",
        "task.length = 3\ntrain.sequences = 100\ntrain.validate-every = 10\ntrain.plateau-sequences = 40\n"
        "train.plateau-above = 9.1\ntrain.restarts = 1\ntrain.first-sequences = 20\ntrain.first-rate = 1e-9\n"
        "train.optimizer = adam\ntrain.learning-rate = 10\n");
  CHECK(result(folder, "lost")["restarts"] == 1);
  CHECK(result(folder, "lost")["sequences"] == 20 + 40 + 100);
}

TEST_CASE("every other attempt may have other options, and goes on from a checkpoint") {
  const TestFolder folder;
  // Never learned, and its levels open at once. The first attempt has the curriculum and the second has none.
  const std::string
      options =
          "train.sequences = 20\ntrain.validate-every = 10\ntrain.checkpoint-every = 10\ntrain.stop-below = 1e-9\n"
          "train.curriculum = doubling\ntrain.curriculum-below = 100\ntrain.optimizer = adam\n",
      others = "train.other-attempts = train.curriculum=none;controller.noise=0.5;train.optimizer=rmsprop\n";
  const auto last = [&](const std::string& name, const std::string& more) {
    train(folder, name, options + more);
    return RunDirectory(folder.path() / name).load("last");
  };
  const auto has_levels = [](const SafetensorsFile& file) { return find_tensor(file.tensors, "curriculum/state"); };
  CHECK(has_levels(last("alike", "train.restarts = 1\n")));
  CHECK(result(folder, "alike")["sequences"] == 20);
  const SafetensorsFile second = last("second", others + "train.restarts = 1\n");
  CHECK(!has_levels(second));
  CHECK(result(folder, "second")["restarts"] == 1);
  CHECK(result(folder, "second")["sequences"] == 20 + 20);
  CHECK(has_levels(last("third", others + "train.restarts = 2\n")));
  const std::string turns = "train.other-attempts = train.curriculum=none|train.sequences=40\n";
  CHECK(has_levels(last("second other", turns + "train.restarts = 2\n")));
  CHECK(result(folder, "second other")["sequences"] == 20 + 20 + 40);
  CHECK(!has_levels(last("first other again", turns + "train.restarts = 4\n")));
  CHECK(result(folder, "first other again")["sequences"] == 20 + 20 + 40 + 20 + 20);

  RunParts again(tiny_configuration(options + others + "train.restarts = 1\n"), 1);
  again.state->from_file(second, "second", "bits");
  const SafetensorsFile same = again.state->to_file(second.metadata.at("config"));
  REQUIRE(same.tensors.size() == second.tensors.size());
  for (const NamedTensor& tensor : second.tensors) {
    INFO(tensor.name);
    REQUIRE(find_tensor(same.tensors, tensor.name));
    CHECK(find_tensor(same.tensors, tensor.name)->data == tensor.data);
  }
}

TEST_CASE("what all attempts share is refused for some of them") {
  const auto message = [](const std::string& others, const char* restarts) {
    try {
      RunParts(tiny_configuration("train.other-attempts = " + others + "\ntrain.restarts = " + restarts + "\n"), 1);
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  CHECK(message("controller.noise=0.5", "1").empty());
  CHECK_THAT(message("controller.noise=0.5", "0"), Contains("train.restarts 0; at least one restart is needed"));
  CHECK_THAT(message("controller.size=9", "1"), Contains("controller.size is the same in all attempts"));
  CHECK_THAT(message("controller.noise", "1"), Contains("OPTION=VALUE is needed"));
  CHECK_THAT(message("controller.noise=0.5|", "1"), Contains("got \"\"; OPTION=VALUE is needed"));
  CHECK_THAT(message("train.bach=2", "1"),
             Catch::StartsWith("train.other-attempts: \"train.bach\" is not known; nearest: "));
  CHECK_THAT(message("train.batch=0", "1"), Catch::StartsWith("train.other-attempts: train.batch: got 0; "));
}

TEST_CASE("training settles while the goal is low, goes back while it is not, and goes on from a checkpoint") {
  const TestFolder folder;
  const auto settled = [&](const std::string& name, const char* below) {
    train(folder, name,
          std::string("train.sequences = 60\ntrain.validate-every = 10\ntrain.settle-sequences = 40\n") +
              "train.settle-below = " + below + "\n");
    const std::string metrics = read_whole(RunDirectory(folder.path() / name).metrics(), 1 << 20);
    std::vector<double> values;
    const std::string row = ",train,settled,";
    for (size_t at = 0; (at = metrics.find(row, at)) != std::string::npos;)
      values.push_back(std::stod(metrics.substr(at += row.size())));
    return values;
  };
  CHECK(settled("low", "1000") == std::vector<double>{0, 0.25, 0.5, 0.75, 1, 1});
  CHECK(settled("high", "0.001") == std::vector<double>(6, 0));
  const auto checkpoint = RunDirectory(folder.path() / "low").load("last");
  CHECK(find_tensor(checkpoint.tensors, "progress/settled"));
  const std::string longer =
      "train.sequences = 70\ntrain.validate-every = 10\ntrain.settle-sequences = 40\ntrain.settle-below = 1000\n";
  const auto resumed = run_training({tiny_configuration(longer), folder.path() / "low", {}, 1, "last", true, true});
  CHECK(resumed.outcome == Outcome::kFinished);
  const std::string metrics = read_whole(RunDirectory(folder.path() / "low").metrics(), 1 << 20);
  CHECK(metrics.find(",train,settled,1", metrics.find(",70,")) != std::string::npos);
}

TEST_CASE("what the options get wrong is told before anything is written") {
  const TestFolder folder;
  for (const char* options : {"train.check = task.bits=5\n", "train.check = seed=5\n", "train.check = task.length=0\n",
                              "task.min-length = 9\n", "memory.shifts = 9\n", "train.init-from = nowhere\n"}) {
    INFO(options);
    CHECK_THROWS_AS(train(folder, "run", options), InputError);
    CHECK_FALSE(std::filesystem::exists(folder.path() / "run"));
  }
}

TEST_CASE("a run may not be made shorter than it is") {
  const TestFolder folder;
  train(folder, "run", "");
  const auto resume = [&](const char* more) {
    return run_training({tiny_configuration(more), folder.path() / "run", {}, 1, "last", true, true});
  };
  CHECK_THROWS_AS(resume("train.sequences = 59\n"), InputError);
  CHECK(result(folder, "run")["sequences"] == 60);
  CHECK(resume("train.sequences = 80\n").outcome == Outcome::kFinished);
  CHECK(result(folder, "run")["sequences"] == 80);
}

TEST_CASE("a run that diverges names its first bad value and keeps a checkpoint") {
  const TestFolder folder;
  const RunReport report = train(folder, "run", "train.learning-rate = 1e5\n");
  CHECK(report.outcome == Outcome::kDiverged);
  CHECK_THAT(report.message, Catch::StartsWith("diverged at sequence "));
  CHECK(result(folder, "run")["status"] == "diverged");
  CHECK_NOTHROW(RunDirectory(folder.path() / "run").load("last"));
  CHECK(train(folder, "run", "train.learning-rate = 1e5\n").outcome == Outcome::kDiverged);
}

}  // namespace tapehead::inline TAPEHEAD_REAL
