// What a batch costs, as its task is scored.

#include <catch2/catch.hpp>

#include <cmath>
#include <vector>

#include "models/model.hpp"

using namespace tapehead;

namespace {

constexpr size_t kOutputs = 3, kSteps = 4, kEpisodes = 3, kFirst = 1;
const std::vector<uint32_t> kScored{1, 3};

Batch one_hot_batch(Scoring scoring) {
  Batch batch;
  batch.resize(scoring == Scoring::kClasses ? Spec::of_tokens(1, kOutputs) : Spec(1, kOutputs), kSteps, kEpisodes);
  for (size_t b = 0; b < kEpisodes; ++b)
    for (const uint32_t t : kScored) {
      if (b == 2 && t == 3) continue;  // padding
      if (scoring == Scoring::kClasses) {
        batch.ask(b, t, (b + t) % kOutputs);
        continue;
      }
      batch.target.at(b, t)[(b + t) % kOutputs] = 1;
      std::fill_n(batch.scored(b, t), kOutputs, Real{1});
    }
  return batch;
}

double logit(size_t r, size_t step, size_t item) { return std::sin(1. + static_cast<double>(r + 3 * step + 7 * item)); }

/// The losses of the episodes from kFirst on.
std::vector<double> losses(const Batch& batch) {
  const ParameterStore none(0);
  Tape tape;
  tape.begin(none, nullptr);
  std::vector<Real> logits;
  for (size_t b = kFirst; b < kEpisodes; ++b)
    for (size_t i = 0; i < kScored.size(); ++i)
      for (size_t r = 0; r < kOutputs; ++r) logits.push_back(static_cast<Real>(logit(r, i, b)));
  const Answers answers{tape.constant(kOutputs, kScored.size(), kEpisodes - kFirst, logits.data()), kScored};
  const Var loss = sequence_loss(answers, batch, kFirst);
  std::vector<double> all;
  for (size_t b = 0; b < kEpisodes - kFirst; ++b) all.push_back(*tape.value(loss).item(b));
  return all;
}

}  // namespace

TEST_CASE("sequence loss: of bits each is scored by itself, of classes the one that is asked for") {
  const auto scoring = GENERATE(Scoring::kBits, Scoring::kClasses);
  const Batch batch = one_hot_batch(scoring);
  const std::vector<double> got = losses(batch);
  for (size_t b = kFirst; b < kEpisodes; ++b) {
    double right = 0;
    for (size_t i = 0; i < kScored.size(); ++i) {
      if (batch.scored(b, kScored[i])[0] == 0) continue;
      double sum = 0;
      for (size_t r = 0; r < kOutputs; ++r) sum += std::exp(logit(r, i, b));
      for (size_t r = 0; r < kOutputs; ++r) {
        const bool asked = batch.scoring() == Scoring::kClasses ? batch.target.token(b, kScored[i]) == r
                                                                : batch.target.at(b, kScored[i])[r] == 1;
        const double bit = 1 / (1 + std::exp(-logit(r, i, b)));
        if (scoring == Scoring::kBits)
          right -= std::log(asked ? bit : 1 - bit);
        else if (asked)
          right -= std::log(std::exp(logit(r, i, b)) / sum);
      }
    }
    CHECK(got[b - kFirst] == Approx(right).epsilon(1e-5));
  }
}
