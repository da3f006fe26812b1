// Scores: their dependencies, and their values against a count by hand.

#include "experiments/batches/score.hpp"

#include <fmt/format.h>

#include <array>
#include <catch2/catch.hpp>
#include <numbers>

#include "catalogue/metrics/metric.hpp"
#include "tasks/bits/ngrams.hpp"
#include "tests/support/context.hpp"
#include "tests/support/tiny_run.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

using testing::TinyRun;

Score score(TinyRun& run, size_t threads, uint64_t episodes = 37, Split split = Split::kValidation) {
  Workers workers(threads);
  return Scorer(workers).score(run.state.model(), run.state.store(), *run.task, run.train.seed, split, episodes);
}

bool same(const Score& a, const Score& b) {
  const auto values = [](const Score& score) {
    std::vector<double> all{score.wrong};
    for (const Metric& metric : score.metrics) all.push_back(metric.value);
    return all;
  };
  return values(a) == values(b) && a.text == b.text;
}

}  // namespace

TEST_CASE("a score depends on neither threads nor the training batch") {
  TinyRun run, batched("train.batch = 16\n");
  const Score one = score(run, 1);
  CHECK(same(one, score(run, 2)));
  CHECK(same(one, score(run, 3)));
  CHECK(same(one, score(batched, 2)));
  CHECK_FALSE(same(one, score(run, 1, 37, Split::kEval)));
  CHECK_FALSE(same(one, score(run, 1, 38)));
}

TEST_CASE("a scorer that was used before gives the same") {
  TinyRun run;
  Workers workers(2);
  Scorer scorer(workers);
  const auto again = [&](uint64_t episodes) {
    return scorer.score(run.state.model(), run.state.store(), *run.task, 1, Split::kValidation, episodes);
  };
  const Score first = again(20);
  again(100);
  CHECK(same(first, again(20)));
}

TEST_CASE("a model that knows nothing pays a bit for a bit, and half are wrong") {
  TinyRun run("task.length = 4\n");
  for (Real& v : run.state.store().values()) v = 0;
  const Score blank = score(run, 2, 1000);
  CHECK(blank.value("bits") == Approx(12).epsilon(1e-5));
  CHECK(blank.wrong == Approx(6).margin(0.3));  // a logit of 0 says 0
  CHECK(blank.value("wrong_bits_max") <= 12);
  CHECK(blank.value("wrong_bits_max") >= 9);
  CHECK(blank.value("solved") < 0.01);
}

/// The metrics' names, those that eval alone has in brackets; and, after a colon, the goal and what counts mistakes.
std::string all_told(const Score& score) {
  std::string text;
  for (const Metric& metric : score.metrics)
    text += is_only_in_eval(metric.name) ? fmt::format("({}) ", metric.name) : fmt::format("{} ", metric.name);
  return fmt::format("{}: {} {}", text, score.goal, score.mistakes);
}

TEST_CASE("a task with an oracle is scored against it, on the same episodes") {
  TinyRun run("task = ngrams\ntask.length = 20\ntask.order = 3\n");
  for (Real& v : run.state.store().values()) v = 0;  // pays a bit for each
  const uint64_t episodes = 30;
  double oracle = 0;
  for (uint64_t k = 0; k < episodes; ++k) {
    Batch batch;
    run.task->sample({1, Split::kEval, k, 1}, {20}, batch);
    oracle += dynamic_cast<const NgramsTask&>(*run.task).oracle_bits(batch, 0) / episodes;
  }
  const Score got = score(run, 2, episodes, Split::kEval);
  CHECK(all_told(got) ==
        "bits (bits_median) (bits_max) over_oracle wrong_bits (wrong_bits_max) (perfect) solved : "
        "over_oracle wrong_bits");
  CHECK(got.value("over_oracle") == Approx(20 - oracle).epsilon(1e-4));
  CHECK(score(run, 1, 1, Split::kEval).value("over_oracle") != got.value("over_oracle"));
  TinyRun copy;
  CHECK(all_told(score(copy, 1)) ==
        "bits (bits_median) (bits_max) wrong_bits (wrong_bits_max) (perfect) solved : bits wrong_bits");
}

TEST_CASE("of classes the most probable is the answer") {
  TinyRun run("task = key-value-recall\ntask.vocabulary = 8\ntask.length = 12\ntask.pairs = 2\n");
  const uint64_t episodes = 23;
  double bits = 0, wrong = 0, solved = 0, answered = 0;
  for (uint64_t k = 0; k < episodes; ++k) {
    Tape tape;
    Batch batch;
    Stream draw(1, Split::kEval, Purpose::kShape, k / 10);
    run.task->sample({1, Split::kEval, k, 1}, run.task->shape(draw, {}), batch);
    tape.begin(run.state.store(), nullptr);
    const Answers answers = run.state.model().run({tape, 1, testing::noise()}, batch, 0);
    const auto logits = tape.value(answers.logits);
    double mine = 0;
    for (size_t i = 0; i < answers.steps.size(); ++i) {
      double total = 0;
      size_t best = 0;
      const size_t right = batch.target.token(0, answers.steps[i]);
      for (size_t r = 0; r < batch.outputs(); ++r) {
        total += std::exp(logits.column(0, i)[r]);
        if (logits.column(0, i)[r] > logits.column(0, i)[best]) best = r;
      }
      bits += (std::log(total) - logits.column(0, i)[right]) / std::numbers::ln2;
      mine += best != right;
      ++answered;
    }
    wrong += mine;
    solved += mine == 0;
  }
  const Score got = score(run, 2, episodes, Split::kEval);
  CHECK(answered == 2 * episodes);
  CHECK(got.value("bits") == Approx(bits / episodes).epsilon(1e-4));
  CHECK(got.value("error") == Approx(100 * wrong / answered));
  CHECK(got.value("solved") == Approx(solved / episodes));
  CHECK(got.wrong == Approx(wrong / episodes));
  CHECK(all_told(got) == "bits (bits_median) (bits_max) error (perfect) solved : bits error");
}

TEST_CASE("one episode after the other gives the same sums") {
  TinyRun run("task.length = 3\n");
  const uint64_t episodes = 13;
  double bits = 0, wrong = 0, worst = 0, solved = 0;
  for (uint64_t k = 0; k < episodes; ++k) {
    Tape tape;
    Batch batch;
    Stream draw(1, Split::kEval, Purpose::kShape, 0);
    run.task->sample({1, Split::kEval, k, 1}, run.task->shape(draw, {}), batch);
    tape.begin(run.state.store(), nullptr);
    const Answers answers = run.state.model().run({tape, 1, testing::noise()}, batch, 0);
    const auto logits = tape.value(answers.logits);
    double mine = 0;
    for (size_t i = 0; i < answers.steps.size(); ++i)
      for (size_t r = 0; r < batch.outputs(); ++r) {
        const double x = logits.column(0, i)[r], target = batch.target.at(0, answers.steps[i])[r];
        if (batch.scored(0, answers.steps[i])[r] == 0) continue;
        bits += std::log1p(std::exp(target > 0.5 ? -x : x)) / std::numbers::ln2;
        mine += (x > 0) != (target > 0.5);
      }
    wrong += mine;
    worst = std::max(worst, mine);
    solved += mine == 0;
  }
  const Score got = score(run, 2, episodes, Split::kEval);
  CHECK(got.value("bits") == Approx(bits / episodes).epsilon(1e-4));
  CHECK(got.value("wrong_bits") == Approx(wrong / episodes));
  CHECK(got.wrong == got.value("wrong_bits"));
  CHECK(got.value("wrong_bits_max") == worst);
  CHECK(got.value("solved") == Approx(solved / episodes));
}

/// A task of one episode with given targets; and a model that gives the answers it is told.
class Spelling final : public Task {
 public:
  explicit Spelling(std::vector<int> right) : right_(std::move(right)) {}  // a class a step; −1: not scored
  Spec spec() const override { return Spec::of_tokens(1, 3); }
  Shape shape(Stream&, Reach) const override { return {}; }
  bool has_sizes() const override { return false; }
  void sample(const EpisodeRange& range, const Shape&, Batch& batch) const override {
    batch.resize(spec(), right_.size(), range.count);
    batch.joined_answers = true;
    for (size_t t = 0; t < right_.size(); ++t) {
      if (right_[t] >= 0) batch.ask(0, t, static_cast<uint32_t>(right_[t]));
    }
  }
  EvalGrid eval_grid() const override { return {}; }
  size_t must_hold() const override { return 0; }
  std::string show(const Batch&, size_t, const Real*) const override { return ""; }
  size_t episodes(Split, size_t) const override { return 1; }

 private:
  std::vector<int> right_;
};

class ToldAnswers final : public Model {
 public:
  explicit ToldAnswers(std::vector<std::array<Real, 3>> logits) : logits_(std::move(logits)) {}
  Answers run(const Context& context, const Batch& batch, size_t) const override {
    auto* steps = context.tape.keep<uint32_t>(batch.steps());
    std::vector<Real> all;
    size_t count = 0;
    for (size_t t = 0; t < batch.steps(); ++t)
      if (batch.any_scored(t)) {
        all.insert(all.end(), logits_[t].begin(), logits_[t].end());
        steps[count++] = static_cast<uint32_t>(t);
      }
    return {context.tape.constant(3, count, 1, all.data()), {steps, count}};
  }

 private:
  std::vector<std::array<Real, 3>> logits_;
};

TEST_CASE("the words of one answer are wrong together, and count once") {
  // Answers of two words, one, and two; the first has its first word wrong, the second is right, the third all wrong.
  const Spelling task({0, 1, -1, 2, -1, 0, 0});
  const ToldAnswers model({{0, 1, 0}, {0, 1, 0}, {}, {0, 0, 1}, {}, {0, 1, 0}, {0, 0, 1}});
  const ParameterStore store(1);
  Workers workers(1);
  const Score got = Scorer(workers).score(model, store, task, 1, Split::kEval, 100);
  CHECK(got.episodes == 1);  // there are no more
  CHECK(got.wrong == 2);
  CHECK(got.value("error") == Approx(200.0 / 3));
}

TEST_CASE("several members answer by the mean of their probabilities") {
  const Spelling task({0, -1, 1});
  const ToldAnswers sure({{3, 0, 0}, {}, {2, 0, 0}}), unsure({{0, 1, 0}, {}, {0, 4, 0}});
  const ParameterStore store(1);
  Workers workers(1);
  const Member members[] = {{sure, store}, {unsure, store}};
  const Score got = Scorer(workers).score(members, task, {1, Split::kEval, 100});
  const auto share = [](double logit) { return std::exp(logit) / (std::exp(logit) + 2); };  // the others are at 0
  const double first = (share(3) + 1 / (std::exp(1.0) + 2)) / 2, second = (1 / (std::exp(2.0) + 2) + share(4)) / 2;
  CHECK(got.value("bits") == Approx(-std::log2(first) - std::log2(second)).epsilon(1e-5));
  CHECK(got.value("error") == 0);
  CHECK(Scorer(workers).score({members, 1}, task, {1, Split::kEval, 100}).value("error") == 50);
}

}  // namespace tapehead::inline TAPEHEAD_REAL
