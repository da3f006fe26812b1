// Answers at the scored steps: of very many outputs training makes only those that an episode is scored by, to the same
// cost and gradients as if it made all.

#include "models/scored_steps.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

#include "autodiff/tape/scope.hpp"
#include "tests/support/context.hpp"
#include "tests/support/numbers.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

constexpr size_t kRows = 3, kStepsAsked = 7, kEpisodesAsked = 4, kFirstAsked = 1;  // the first episode is not run
const std::vector<std::vector<uint32_t>> kAsked{{0, 3}, {1, 2, 6}, {5}, {}};

uint32_t right_answer(size_t episode, uint32_t step, size_t outputs) {
  return static_cast<uint32_t>((101 * episode + 17 * step) % outputs);
}

Batch asked_batch(size_t outputs) {
  Batch batch;
  batch.resize(Spec::of_tokens(2, outputs), kStepsAsked, kEpisodesAsked);
  for (size_t b = 0; b < kEpisodesAsked; ++b)
    for (const uint32_t t : kAsked[b]) batch.ask(b, t, right_answer(b, t, outputs));
  return batch;
}

struct AskedResult {
  size_t columns;
  bool apart;
  std::vector<Real> costs, features, weights;  // the last two: gradients
};

class AskedOutput final {
 public:
  explicit AskedOutput(size_t outputs)
      : outputs_(outputs), store_(3), weights_(store_.add("weights", outputs, kRows + 1, normal(1))) {
    Stream draw(5, Split::kCheck, Purpose::kTest, 0);
    for (size_t i = 0; i < kRows * kStepsAsked * kEpisodesAsked; ++i)
      features_.push_back(static_cast<Real>(draw.normal()));
  }

  AskedResult run(Phase phase) {
    const Batch batch = asked_batch(outputs_);
    constexpr size_t kRun = kEpisodesAsked - kFirstAsked;
    std::vector<Real> dfeatures(kRows * kStepsAsked * kRun), dweights(store_.size());
    Tape tape;
    tape.begin(store_, dweights.data());
    const Context context{tape, kRun, testing::noise(), phase};
    const auto steps = scored_steps(tape, batch);
    const Var all =
        tape.variable(kRows, kStepsAsked, kRun, features_.data() + kFirstAsked * kRows * kStepsAsked, dfeatures.data());
    std::vector<Var> at;
    for (const uint32_t t : steps) at.push_back(columns(all, t, 1));
    const Answers answers = linear_answers(context, weights_, beside(at), steps, batch, kFirstAsked);
    const Var cost = sequence_loss(answers, batch, kFirstAsked);
    AskedResult got{answers.logits.cols, answers.apart, testing::numbers(cost), {}, {}};
    tape.backward(cost);
    got.features = dfeatures;
    got.weights = dweights;
    return got;
  }

  /// −Σ log softmax(W·[x; 1]) of what an episode is asked.
  double cost_by_loops(size_t b) const {
    double cost = 0;
    for (const uint32_t t : kAsked[b]) {
      std::vector<double> logits;
      for (size_t r = 0; r < outputs_; ++r) {
        double y = store_.data(weights_)[kRows * outputs_ + r];
        for (size_t i = 0; i < kRows; ++i)
          y += store_.data(weights_)[i * outputs_ + r] * features_[(b * kStepsAsked + t) * kRows + i];
        logits.push_back(y);
      }
      double sum = 0;
      for (const double y : logits) sum += std::exp(y);
      cost += std::log(sum) - logits[right_answer(b, t, outputs_)];
    }
    return cost;
  }

 private:
  size_t outputs_;
  ParameterStore store_;
  Parameter weights_;
  std::vector<Real> features_;
};

void check_alike(const std::vector<Real>& got, const std::vector<Real>& right) {
  REQUIRE(got.size() == right.size());
  for (size_t i = 0; i < got.size(); ++i) CHECK(got[i] == Approx(right[i]).epsilon(1e-12).margin(1e-13));
}

}  // namespace

TEST_CASE("answers of many outputs: training makes each episode's own, to the cost and gradients of all") {
  AskedOutput output(1500);
  const AskedResult all = output.run(Phase::kScoring), own = output.run(Phase::kTraining);
  CHECK(all.columns == 6);  // steps at which any episode of the batch is scored
  CHECK_FALSE(all.apart);
  CHECK(own.columns == 3);  // as many as the episode with most; the others' are filled up by what is not scored
  CHECK(own.apart);
  check_alike(own.costs, all.costs);
  check_alike(own.features, all.features);
  check_alike(own.weights, all.weights);
  for (size_t b = kFirstAsked; b < kEpisodesAsked; ++b)
    CHECK(own.costs[b - kFirstAsked] == Approx(output.cost_by_loops(b)).epsilon(1e-12).margin(1e-13));
}

TEST_CASE("answers of few outputs are made for all scored steps together") {
  AskedOutput output(9);
  const AskedResult own = output.run(Phase::kTraining);
  CHECK(own.columns == 6);
  CHECK_FALSE(own.apart);
}

}  // namespace tapehead::inline TAPEHEAD_REAL
