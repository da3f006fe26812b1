// The cost of a batch, according to its task's scoring.

#include <catch2/catch.hpp>

#include <cmath>
#include <vector>

#include "autodiff/ops/ops.hpp"
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

/// What the answers cost with targets that are smoothed by ε.
Var smoothed_loss(const Answers& answers, const Batch& batch, Real epsilon) {
  return add(sequence_loss(answers, batch, kFirst), scale(label_smoothing(answers, batch, kFirst), epsilon));
}

/// The losses of the episodes from kFirst on.
std::vector<double> losses(const Batch& batch, double epsilon) {
  const ParameterStore none(0);
  Tape tape;
  tape.begin(none, nullptr);
  std::vector<Real> logits;
  for (size_t b = kFirst; b < kEpisodes; ++b)
    for (size_t i = 0; i < kScored.size(); ++i)
      for (size_t r = 0; r < kOutputs; ++r) logits.push_back(static_cast<Real>(logit(r, i, b)));
  const Answers answers{tape.constant(kOutputs, kScored.size(), kEpisodes - kFirst, logits.data()), kScored};
  const Var loss = smoothed_loss(answers, batch, static_cast<Real>(epsilon));
  std::vector<double> all;
  for (size_t b = 0; b < kEpisodes - kFirst; ++b) all.push_back(*tape.value(loss).item(b));
  return all;
}

}  // namespace

TEST_CASE("sequence loss: of bits each is scored by itself, of classes the one that is asked for") {
  const auto scoring = GENERATE(Scoring::kBits, Scoring::kClasses);
  const double epsilon = GENERATE(0., 0.3);
  const Batch batch = one_hot_batch(scoring);
  const std::vector<double> got = losses(batch, epsilon);
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
        const double kinds = scoring == Scoring::kBits ? 2 : kOutputs;
        const double target = (1 - epsilon) * asked + epsilon / kinds;
        if (scoring == Scoring::kBits)
          right -= target * std::log(bit) + (1 - target) * std::log(1 - bit);
        else
          right -= target * std::log(std::exp(logit(r, i, b)) / sum);
      }
    }
    CHECK(got[b - kFirst] == Approx(right).epsilon(1e-5));
  }
}

TEST_CASE("sequence loss: of digits each is a class of its own") {
  const double epsilon = GENERATE(0., 0.3);
  constexpr size_t kPlaces = 2, kKinds = 3;
  Batch batch;
  batch.resize({{vectors("input", 1)}, digits("target", kPlaces, kKinds)}, kSteps, kEpisodes);
  REQUIRE(batch.scoring() == Scoring::kDigits);
  REQUIRE(batch.scored_rows() == kPlaces);
  std::vector<Real> logits;
  std::vector<double> right;
  for (size_t b = 0; b < kEpisodes; ++b) {
    double nats = 0;
    for (size_t i = 0; i < kScored.size(); ++i)
      for (size_t p = 0; p < kPlaces; ++p) {
        const size_t asked = (b + i + p) % kKinds;
        const bool scored = b != 1 || i == 0 || p == 1;  // one digit is not asked for
        if (scored) batch.target.at(b, kScored[i])[p * kKinds + asked] = 1;
        batch.scored(b, kScored[i])[p] = scored ? 1 : 0;
        double all = 0, of_asked = 0, of_any = 0;
        for (size_t k = 0; k < kKinds; ++k) {
          const double one = logit(p * kKinds + k, i, b);
          if (b >= kFirst) logits.push_back(static_cast<Real>(one));
          all += std::exp(one);
          if (k == asked) of_asked = one;
          of_any += one / kKinds;
        }
        if (scored) nats += std::log(all) - (1 - epsilon) * of_asked - epsilon * of_any;
      }
    right.push_back(nats);
  }
  const ParameterStore none(0);
  Tape tape;
  tape.begin(none, nullptr);
  const Answers answers{tape.constant(kPlaces * kKinds, kScored.size(), kEpisodes - kFirst, logits.data()), kScored};
  const Var loss = smoothed_loss(answers, batch, static_cast<Real>(epsilon));
  for (size_t b = kFirst; b < kEpisodes; ++b)
    CHECK(*tape.value(loss).item(b - kFirst) == Approx(right[b]).epsilon(1e-5));
  CHECK(batch.answers() == kEpisodes * kScored.size() * kPlaces - 1);
}
