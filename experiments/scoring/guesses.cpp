#include "experiments/scoring/guesses.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "autodiff/base/fastmath.hpp"
#include "experiments/command_line/interrupt.hpp"
#include "tasks/guessers/guesser.hpp"

namespace tapehead {
namespace {

constexpr uint64_t kExamples = 1000;       // training episodes that guessers see
constexpr size_t kExampleAnswers = 20000;  // and no more once so many answers were there: episodes may be long

void show_examples(const Task& task, const ScoredSet& set, Guessers& guessers) {
  const auto sees = [](const Guesser& guesser) { return guesser.see != nullptr; };
  if (std::none_of(guessers.begin(), guessers.end(), sees)) return;
  const size_t there = task.episodes(Split::kTrain, set.group);
  const uint64_t episodes = there > 0 ? std::min<uint64_t>(there, kExamples) : kExamples;
  size_t answers = 0;
  Batch batch;
  for (uint64_t first = 0; first < episodes && answers < kExampleAnswers; first += kScoreBatch) {
    stop_if_interrupted();
    const uint64_t count = std::min(kScoreBatch, episodes - first);
    const Shape shape = scored_shape(task, set.seed, Split::kTrain, first);
    task.sample({set.seed, Split::kTrain, first, count, set.group}, shape, batch);
    answers += batch.answers();
    for (Guesser& guesser : guessers)
      if (guesser.see) guesser.see(batch);
  }
}

/// −ln p(class) among `count` of equal standing, where p is the softmax of logits.
double surprise(const Real* logits, size_t count, size_t right) {
  constexpr size_t kTogether = 256;  // of many more, a sum in Real is too rough
  const Real most = largest(logits, count);
  double all = 0;
  for (size_t first = 0; first < count; first += kTogether) {
    Sum<Real> sum;
    in_lanes<Real>(std::min(kTogether, count - first), [&](auto at) { sum.add(fast::exp(at(logits + first) - most)); });
    all += double{sum.total()};
  }
  return std::log(all) - (double{logits[right]} - double{most});
}

/// The cost of an answer in nats, as sequence_loss() has it.
double cost_of(const Asked& asked, const Guess& guess) {
  const Batch& batch = asked.batch;
  const size_t outputs = batch.outputs(), rows = batch.scored_rows(), kinds = outputs / rows;
  double nats = 0;
  for (size_t i = 0; i < asked.steps.size(); ++i) {
    const uint32_t step = asked.steps[i];
    const Real* const logits = guess.column(i, outputs);
    const Real* const scored = batch.scored(asked.episode, step);
    for (size_t r = 0; r < rows; ++r) {
      if (scored[r] == 0) continue;
      if (batch.scoring() == Scoring::kClasses) {
        const uint32_t right = batch.target.token(asked.episode, step);
        nats += right == kNoToken ? 0 : surprise(logits, outputs, right);
        continue;
      }
      const Real* const right = batch.target.at(asked.episode, step) + r * kinds;
      if (batch.scoring() == Scoring::kDigits)
        nats +=
            surprise(logits + r * kinds, kinds, static_cast<size_t>(std::max_element(right, right + kinds) - right));
      else
        nats += std::log1p(std::exp(double{logits[r]})) - double{*right} * double{logits[r]};
    }
  }
  return nats;
}

}  // namespace

std::vector<GuessedMetric> guessed(const Task& task, const ScoredSet& set) {
  Guessers guessers = task.guessers();
  show_examples(task, set, guessers);
  std::vector<std::unique_ptr<Judge>> judges;
  for (size_t g = 0; g < guessers.size(); ++g) judges.push_back(task.judge());
  const size_t there = task.episodes(set.split, set.group);
  const uint64_t episodes = there > 0 ? std::min<uint64_t>(set.episodes, there) : set.episodes;
  Batch batch;
  std::vector<uint32_t> steps;
  std::vector<Real> logits;
  for (uint64_t first = 0; first < episodes; first += kScoreBatch) {
    stop_if_interrupted();
    const uint64_t count = std::min(kScoreBatch, episodes - first);
    const Shape shape = scored_shape(task, set.seed, set.split, first);
    task.sample({set.seed, set.split, first, count, set.group}, shape, batch);
    steps.clear();
    for (uint32_t t = 0; t < batch.steps(); ++t)
      if (batch.any_scored(t)) steps.push_back(t);
    const size_t outputs = batch.outputs(), each = outputs * steps.size();
    for (size_t g = 0; g < guessers.size(); ++g) {
      for (size_t b = 0; b < count; ++b) {
        const Asked asked{batch, b, steps};
        logits.assign(each, 0);  // of this episode: all are said to be in one place
        Guess guess{logits};
        Stream draw(derived_seed(set.seed, Purpose::kSpeech, g), set.split, Purpose::kSpeech, first + b);
        guessers[g].guess(asked, draw, guess);
        Paper paper{batch, b, {logits.data(), outputs, steps.size(), count, outputs, 0}, steps, cost_of(asked, guess)};
        if (guess.said) paper.said = *guess.said;
        paper.looked = guess.looked;
        paper.pointed = guess.pointed;
        judges[g]->mark(paper);
      }
    }
  }
  std::vector<GuessedMetric> all;
  for (size_t g = 0; g < guessers.size(); ++g) {
    const Score score = judges[g]->score();
    for (const std::string_view told : guessers[g].metrics)
      for (const Metric& metric : score.metrics)
        if (metric.name == told) all.push_back({guessers[g].name, metric.name, metric.value});
  }
  return all;
}

std::string guessed_text(const std::vector<GuessedMetric>& all) {
  std::string text;
  std::string_view last;
  for (const auto& [guesser, metric, value] : all) {
    if (guesser == last)
      text += fmt::format(", {} {:.4g}", metric, value);
    else
      text += fmt::format("{}{} {} {:.4g}", text.empty() ? "" : "; ", guesser, metric, value);
    last = guesser;
  }
  return text;
}

}  // namespace tapehead
