#include "experiments/score.hpp"

#include <algorithm>
#include <numbers>

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

constexpr uint64_t kScoreBatch = 10;

struct Sums {
  double nats = 0, wrong = 0, worst = 0, solved = 0;
};

double count_wrong(const Tape& tape, const Answers& answers, const Batch& batch, size_t episode) {
  const auto logits = tape.value(answers.logits);
  double wrong = 0;
  for (size_t i = 0; i < answers.steps.size(); ++i) {
    const Real* logit = logits.column(episode, i);
    const Real* target = batch.target(episode, answers.steps[i]);
    const Real* scored = batch.scored(episode, answers.steps[i]);
    for (size_t r = 0; r < batch.outputs; ++r) wrong += scored[r] != 0 && (logit[r] > 0) != (target[r] > Real(0.5));
  }
  return wrong;
}

}  // namespace

Scorer::Scorer(Workers& workers) : workers_(workers) {
  for (size_t i = 0; i < workers.count(); ++i) desks_.push_back(std::make_unique<Desk>());
}

Score Scorer::score(const Model& model, const ParameterStore& store, const Task& task, uint64_t seed, Split split,
                    uint64_t episodes) {
  const uint64_t batches = (episodes + kScoreBatch - 1) / kScoreBatch;
  std::vector<Sums> sums(batches);
  workers_.run(batches, [&](size_t number, size_t worker) {
    auto& [tape, batch] = *desks_[worker];
    const uint64_t first = number * kScoreBatch, count = std::min(kScoreBatch, episodes - first);
    Stream draw(seed, split, Purpose::kShape, number);
    const Shape shape = task.shape(draw, 1);
    Sums& sum = sums[number];
    task.sample({seed, split, first, count}, shape, batch);
    tape.begin(store, nullptr);
    const Answers answers = model.run({tape, count}, batch, 0);
    const Var loss = sequence_loss(answers, batch, 0);
    for (size_t b = 0; b < count; ++b) {
      const double wrong = count_wrong(tape, answers, batch, b);
      sum.nats += *tape.value(loss).item(b);
      sum.wrong += wrong;
      sum.worst = std::max(sum.worst, wrong);
      sum.solved += wrong == 0;
    }
  });
  Score score;
  for (const Sums& sum : sums) {
    score.bits += sum.nats / std::numbers::ln2;
    score.wrong_bits += sum.wrong;
    score.wrong_bits_max = std::max(score.wrong_bits_max, sum.worst);
    score.solved += sum.solved;
  }
  const auto count = static_cast<double>(episodes);
  score.bits /= count;
  score.wrong_bits /= count;
  score.solved /= count;
  return score;
}

}  // namespace tapehead::inline TAPEHEAD_REAL
