// Scheduled sampling: the previous tokens that a model receives, against a plain loop.

#include "experiments/batches/scheduled_sampling.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>

#include "catalogue/catalogue.hpp"
#include "experiments/batches/batch_gradient.hpp"
#include "experiments/options/configuration.hpp"
#include "experiments/training/train_settings.hpp"
#include "tests/support/context.hpp"
#include "tests/support/episodes.hpp"
#include "tests/support/numbers.hpp"
#include "tests/support/reversal.hpp"

namespace tapehead {
namespace {

using testing::Reversal;
constexpr size_t kRead = Reversal::kLetters, kKinds = Reversal::kLetters + 1, kEpisodes = 200;

struct Talk {
  Talk() { testing::stir(store, 2); }

  Batch batch() const { return testing::sampled(task, {}, kEpisodes); }
  /// The batch with the model's own tokens in it.
  Batch told(const ScheduledSampling& sampling, uint64_t seed = 1) const {
    Batch all = batch();
    Tape tape;
    Noise noise(seed, Split::kTrain, 0, kEpisodes);
    sample_inputs({tape, kEpisodes, noise}, *model, store, sampling, seed, 0, all);
    return all;
  }

  JoinedStreams task{std::make_unique<Reversal>()};
  ParameterStore store{1};
  std::unique_ptr<MemoryMachine> model = testing::small_speaker(task.spec(), store);
};

/// The number of tokens returned, and how many of them changed.
struct Changes {
  size_t all = 0, changed = 0;
};
Changes changes(const Batch& before, const Batch& after) {
  Changes counted;
  for (size_t b = 0; b < kEpisodes; ++b)
    for (size_t t = 1; t < before.target.lengths[b]; ++t) {
      if (*before.scored(b, t - 1) == 0) continue;
      ++counted.all;
      counted.changed += before.inputs[0].token(b, t) != after.inputs[0].token(b, t);
    }
  return counted;
}

/// The tokens fed back when some of them are the model's own, worked out anew for seed 1: which they are, and what is
/// drawn, comes from each episode's stream of speech, and the model's answers are those of scoring.
std::vector<uint32_t> fed_back(const Model& model, const ParameterStore& store, const Batch& before, double share,
                               bool draws) {
  Tape tape;
  tape.begin(store, nullptr);
  Noise noise(1, Split::kTrain, 0, kEpisodes);
  const Answers answers = model.run({tape, kEpisodes, noise, Phase::kScoring}, before, 0);
  const auto logits = tape.value(answers.logits);
  BatchStream previous = before.inputs.back();
  const size_t source_tokens = previous.width() - kKinds;
  for (size_t b = 0; b < kEpisodes; ++b) {
    Stream speech(1, Split::kTrain, Purpose::kSpeech, b);
    for (size_t i = 0; i + 1 < answers.steps.size(); ++i) {
      const size_t step = answers.steps[i];
      if (step + 1 >= before.target.lengths[b] || *before.scored(b, step) == 0) continue;
      if (speech.uniform() >= share) continue;
      const Real* const column = logits.column(b, i);
      size_t own = static_cast<size_t>(std::max_element(column, column + kKinds) - column);
      if (draws) {
        double all = 0, below = 0;
        for (size_t k = 0; k < kKinds; ++k) all += std::exp(static_cast<double>(column[k]));
        const double place = speech.uniform() * all;
        for (own = 0; own + 1 < kKinds; ++own)
          if (below += std::exp(static_cast<double>(column[own])); place < below) break;
      }
      previous.token(b, step + 1) = static_cast<uint32_t>(source_tokens + own);
    }
  }
  return previous.tokens;
}

}  // namespace

TEST_CASE("which tokens come back, and what is drawn, are the numbers of speech's") {
  const Talk talk;
  const Batch before = talk.batch();
  for (const double share : {0.3, 1.0})
    for (const bool draws : {false, true}) {
      INFO(share << " " << draws);
      CHECK(talk.told({share, draws}).inputs[0].tokens == fed_back(*talk.model, talk.store, before, share, draws));
    }
}

TEST_CASE("what comes back is what the model says in scoring, without its dropout") {
  const testing::Reversal task;
  const Settings settings =
      resolve(declarations(), {ini_layer("small",
                                         "model = encoder-decoder\nencoder = gru\nencoder.size = 6\ncontroller = gru\n"
                                         "controller.size = 6\nmodel.embedding = 4\nmodel.dropout = 0.5\n")})
          .settings;
  ParameterStore store(1);
  const auto model = make_model(settings, task.spec(), store);
  testing::stir(store, 2);
  const Batch before = testing::sampled(task, {}, kEpisodes);
  Batch after = before;
  Tape tape;
  Noise noise(1, Split::kTrain, 0, kEpisodes);
  sample_inputs({tape, kEpisodes, noise, Phase::kTraining}, *model, store, {1, false}, 1, 0, after);
  CHECK(after.inputs[1].tokens != before.inputs[1].tokens);
  CHECK(after.inputs[1].tokens == fed_back(*model, store, before, 1, false));
}

TEST_CASE("with a share of 1 all that comes back is the likeliest of the step before; sources and first steps stay") {
  const Talk talk;
  const Batch before = talk.batch(), after = talk.told({1, false});
  Tape tape;
  tape.begin(talk.store, nullptr);
  const Answers answers = talk.model->run({tape, kEpisodes, testing::noise()}, before, 0);
  const auto logits = tape.value(answers.logits);
  size_t others = 0;
  for (size_t b = 0; b < kEpisodes; ++b)
    for (size_t t = 0; t < before.steps(); ++t) {
      uint32_t expected = before.inputs[0].token(b, t);
      if (t > 0 && t < before.target.lengths[b] && *before.scored(b, t - 1) != 0) {
        const auto at = std::find(answers.steps.begin(), answers.steps.end(), t - 1) - answers.steps.begin();
        const Real* const column = logits.column(b, static_cast<size_t>(at));
        expected = static_cast<uint32_t>(kRead + (std::max_element(column, column + kKinds) - column));
        others += expected != before.inputs[0].token(b, t);
      }
      REQUIRE(after.inputs[0].token(b, t) == expected);
    }
  CHECK(others > 100);
  CHECK(after.target.tokens == before.target.tokens);
}

TEST_CASE("a share of them is the model's, by seed; at 0 none") {
  const Talk talk;
  const Batch before = talk.batch();
  CHECK(talk.told({0, false}).inputs[0].tokens == before.inputs[0].tokens);
  const double all = static_cast<double>(changes(before, talk.told({1, false})).changed);
  const double some = static_cast<double>(changes(before, talk.told({0.3, false})).changed);
  CHECK(testing::is_likely(some, all, 0.3));
  CHECK(talk.told({0.3, false}).inputs[0].tokens == talk.told({0.3, false}).inputs[0].tokens);
  CHECK(talk.told({0.3, false}).inputs[0].tokens != talk.told({0.3, false}, 2).inputs[0].tokens);
  CHECK(talk.told({1, true}).inputs[0].tokens != talk.told({1, false}).inputs[0].tokens);
}

TEST_CASE("drawn ones are drawn as often as they are likely") {
  Talk talk;
  for (Real& v : talk.store.values()) v = 0;  // all are equally likely, and the likeliest is the first
  const Batch drawn = talk.told({1, true}), likeliest = talk.told({1, false});
  std::vector<size_t> counts(kKinds);
  size_t all = 0;
  for (size_t b = 0; b < kEpisodes; ++b)
    for (size_t t = 1; t < drawn.target.lengths[b]; ++t)
      if (*drawn.scored(b, t - 1) != 0) {
        ++counts[drawn.inputs[0].token(b, t) - kRead];
        ++all;
        CHECK(likeliest.inputs[0].token(b, t) == kRead + kEnd);
      }
  for (const size_t count : counts)
    CHECK(testing::is_likely(static_cast<double>(count), static_cast<double>(all), 0.25));
}

TEST_CASE("the gradient is that of the batch with the model's words, whatever the threads and shards") {
  const Talk talk;
  const auto gradient = [&](size_t threads, double share) {
    Workers workers(threads);
    BatchGradient gradients(workers, talk.store.size(), 4);
    std::vector<Real> all(talk.store.size());
    GradientSettings how;
    how.scheduled_sampling = {share, true};
    gradients.compute(*talk.model, talk.store, talk.task, {1, Split::kTrain, 0, 30}, {}, all, how);
    return all;
  };
  CHECK(gradient(1, 0.5) == gradient(3, 0.5));
  CHECK(gradient(1, 0.5) != gradient(1, 0));
}

TEST_CASE("the share rises in a line") {
  const SamplingSchedule schedule{0.4, 1000, false};
  CHECK(schedule.at(0) == 0);
  CHECK(schedule.at(250) == Approx(0.1));
  CHECK(schedule.at(1000) == Approx(0.4));
  CHECK(schedule.at(5000) == Approx(0.4));
  CHECK(SamplingSchedule{0.4, 0, false}.at(0) == 0.4);
}

}  // namespace tapehead
