#include "experiments/score.hpp"

#include <algorithm>
#include <numbers>

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

constexpr uint64_t kScoreBatch = 10;

struct Sums {
  double nats = 0, wrong = 0, worst = 0, solved = 0, answers = 0, oracle = 0;
  bool has_oracle = false;
};

bool is_wrong_class(const Real* logit, const Real* target, size_t classes) {
  return target[std::max_element(logit, logit + classes) - logit] < Real(0.5);
}

/// The steps at which this episode is scored.
size_t count_answers(const Batch& batch, size_t episode, std::span<const uint32_t> steps) {
  return static_cast<size_t>(std::count_if(steps.begin(), steps.end(), [&](uint32_t t) {
    const Real* scored = batch.scored(episode, t);
    return std::any_of(scored, scored + batch.outputs, [](Real m) { return m != 0; });
  }));
}

double count_wrong(const Tape& tape, const Answers& answers, const Batch& batch, size_t episode) {
  const auto logits = tape.value(answers.logits);
  double wrong = 0;
  for (size_t i = 0; i < answers.steps.size(); ++i) {
    const Real* logit = logits.column(episode, i);
    const Real* target = batch.target(episode, answers.steps[i]);
    const Real* scored = batch.scored(episode, answers.steps[i]);
    if (batch.scoring == Scoring::kClasses) {
      wrong += scored[0] != 0 && is_wrong_class(logit, target, batch.outputs);
      continue;
    }
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
    const Shape shape = task.shape(draw, {});
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
      sum.answers += static_cast<double>(count_answers(batch, b, answers.steps));
      if (const auto oracle = task.oracle_bits(batch, b)) {
        sum.oracle += *oracle;
        sum.has_oracle = true;
      }
    }
  });
  Sums all;
  for (const Sums& sum : sums) {
    all.nats += sum.nats;
    all.wrong += sum.wrong;
    all.worst = std::max(all.worst, sum.worst);
    all.solved += sum.solved;
    all.answers += sum.answers;
    all.oracle += sum.oracle;
    all.has_oracle = all.has_oracle || sum.has_oracle;
  }
  const auto count = static_cast<double>(episodes);
  Score score;
  score.scoring = task.spec().scoring;
  score.bits = all.nats / std::numbers::ln2 / count;
  score.wrong = all.wrong / count;
  score.wrong_max = all.worst;
  score.solved = all.solved / count;
  score.error = 100 * all.wrong / all.answers;
  if (all.has_oracle) score.over_oracle = score.bits - all.oracle / count;
  return score;
}

std::vector<std::pair<std::string_view, double>> Score::metrics() const {
  std::vector<std::pair<std::string_view, double>> all{{"bits", bits}};
  if (over_oracle) all.emplace_back("over_oracle", *over_oracle);
  if (scoring == Scoring::kClasses)
    all.emplace_back("error", error);
  else
    all.emplace_back("wrong_bits", wrong);
  all.emplace_back("solved", solved);
  return all;
}

}  // namespace tapehead::inline TAPEHEAD_REAL
