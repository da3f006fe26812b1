#include "tasks/sequences/problem_task.hpp"

#include <catch2/catch.hpp>

#include "autodiff/base/error.hpp"
#include "tasks/data/problems/chomsky.hpp"
#include "tests/support/episodes.hpp"

using namespace tapehead;
using namespace tapehead::testing;

namespace {

ProblemTask task_of(const std::string& name, size_t min_length = 1, size_t max_length = 40) {
  return ProblemTask(
      {chomsky_problem(name), name, min_length, max_length, true, "10", Task::ScoredRange{"task.length", 41, 500}});
}

}  // namespace

TEST_CASE("problem task: a batch is the problem's episodes side by side") {
  for (const std::string& name : chomsky_names())
    for (const uint32_t length : {1u, 2u, 3u, 12u}) {
      INFO(name << " of length " << length);
      const ProblemTask task = task_of(name);
      const Problem problem = chomsky_problem(name);
      const Batch batch = sampled(task, {3, Split::kTrain, 5, 4}, {length});
      CHECK(batch.features() == problem.tokens.size() + 1);
      CHECK(batch.outputs() == problem.classes.size());
      for (size_t b = 0; b < 4; ++b) {
        Stream stream(3, Split::kTrain, Purpose::kEpisode, 5 + b);
        ProblemEpisode episode;
        problem.draw(stream, length, episode);
        REQUIRE(episode.shown.size() == batch.steps());
        for (size_t t = 0; t < batch.steps(); ++t) {
          const uint32_t shown = episode.shown[t];
          CHECK(batch.inputs[0].token(b, t) == (shown == kNothing ? problem.tokens.size() : shown));
          CHECK(batch.target.token(b, t) == episode.asked[t]);
          CHECK(all_scored(batch, b, t, episode.asked[t] != kNothing));
        }
      }
    }
}

TEST_CASE("problem task: lengths come from the open part of their range, and a problem says which it has") {
  const ProblemTask task = task_of("reverse-string", 10, 49);
  CHECK(task.has_sizes());
  CHECK_FALSE(task_of("reverse-string", 5, 5).has_sizes());
  Stream draw(1, Split::kTrain, Purpose::kShape, 0);
  for (int i = 0; i < 100; ++i) {
    CHECK(task.shape(draw, {0, 0.25})[0] <= 19);
    CHECK(task.shape(draw, {0.5, 1})[0] >= 30);
  }
  CHECK(task.must_hold() == 49);
  CHECK(task_of("missing-duplicate-string").must_hold() == 20);
  CHECK(task_of("parity-check").must_hold() == 0);
  CHECK_THROWS_AS(task_of("compute-sqrt", 1, 100001), InputError);
  CHECK_THROWS_AS(task_of("compute-sqrt", 3, 2), InputError);
}

TEST_CASE("problem task: an episode as it is shown") {
  const ProblemTask task = task_of("stack-manipulation");
  Batch batch;
  batch.resize(task.spec(), 5, 1);
  batch.inputs[0].token(0, 0) = 1;
  batch.inputs[0].token(0, 1) = 2;
  for (size_t t = 2; t < 5; ++t) batch.inputs[0].token(0, t) = 5;
  batch.ask(0, 2, 2);
  const float answers[] = {0, 0, 0, 0, 0, 0, 0.25F, 0.5F, 0.25F, 0, 0, 0, 0, 0, 0};
  CHECK(task.show(batch, 0, answers) ==
        "inputs   1 POP · · ·\n"
        "targets  -   - 2 - -\n"
        "answers  -   - 1 - -\n");
  CHECK(task.show(batch, 0, nullptr) ==
        "inputs   1 POP · · ·\n"
        "targets  -   - 2 - -\n");
}
