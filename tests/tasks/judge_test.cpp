// Judges: partial counts added up equal those of a single judge. The counts themselves are tested where models are
// scored (tests/experiments/score_test.cpp).

#include "tasks/judges/judge.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <typeinfo>
#include <vector>

#include "tasks/judges/answer_counts.hpp"
#include "tasks/judges/bits_judge.hpp"
#include "tasks/judges/classes_judge.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

constexpr size_t kExamined = 5, kOutputs = 3;

/// Episodes of one step: the first output is right, and the answers differ between episodes.
struct PlainExam {
  Batch batch;
  std::vector<Real> logits;
  std::vector<uint32_t> steps{0};

  explicit PlainExam(Scoring scoring) {
    batch.resize(scoring == Scoring::kClasses ? Spec::of_tokens(1, kOutputs) : Spec(1, kOutputs), 1, kExamined);
    for (size_t b = 0; b < kExamined; ++b) {
      if (scoring == Scoring::kClasses) {
        batch.ask(b, 0, 0);
      } else {
        batch.target.at(b, 0)[0] = 1;
        std::fill_n(batch.scored(b, 0), kOutputs, Real{1});
      }
      for (size_t r = 0; r < kOutputs; ++r) {  // so many bits are wrong, the first of them first
        const bool says_one = (r == 0) != (r < b);
        logits.push_back(says_one ? 2 : static_cast<Real>(r) - 2);
      }
    }
  }

  Paper paper(size_t episode) const {
    const Window<const Real> all{logits.data(), kOutputs, 1, kExamined, kOutputs, kOutputs};
    return {batch, episode, all, steps, 0.25 * static_cast<double>(1 + episode)};
  }
};

void check_same(const Score& a, const Score& b) {
  CHECK(a.text == b.text);
  CHECK(a.wrong == b.wrong);
  CHECK(a.episodes == b.episodes);
  REQUIRE(a.metrics.size() == b.metrics.size());
  for (size_t i = 0; i < a.metrics.size(); ++i) {
    CHECK(a.metrics[i].name == b.metrics[i].name);
    CHECK(a.metrics[i].value == b.metrics[i].value);
  }
}

template <class Made>
void check_parts(Scoring scoring, Made made) {
  const PlainExam exam(scoring);
  auto whole = made(), first = made(), second = made(), sum = made();
  for (size_t b = 0; b < kExamined; ++b) {
    whole.mark(exam.paper(b));
    (b < 2 ? first : second).mark(exam.paper(b));
  }
  sum.add(first);
  sum.add(second);
  check_same(sum.score(), whole.score());
  CHECK(whole.score().episodes == kExamined);
  CHECK(whole.score().wrong > 0);
  CHECK(first.score().text != whole.score().text);
  REQUIRE(whole.score().each.size() == kExamined);
  for (size_t b = 0; b < kExamined; ++b) {  // in the order in which they were marked, each as it is alone
    auto alone = made();
    alone.mark(exam.paper(b));
    const EpisodeMark mark = sum.score().each[b];
    CHECK(mark.wrong == alone.score().wrong);
    CHECK(mark.bits == Approx(alone.score().value("bits")));
    CHECK(alone.score().perfect == (mark.wrong == 0));
  }
}

TEST_CASE("judges: parts add up to the whole") {
  check_parts(Scoring::kBits, [] { return BitsJudge(); });
  check_parts(Scoring::kBits, [] { return BitsJudge([](const Batch&, size_t episode) { return 0.5 * episode; }); });
  check_parts(Scoring::kClasses, [] { return ClassesJudge(); });
}

TEST_CASE("judges: goal and mistakes are among the metrics, and no other is there") {
  const PlainExam bits(Scoring::kBits), classes(Scoring::kClasses);
  BitsJudge plain, with_oracle([](const Batch&, size_t) { return 0.125; });
  ClassesJudge of_classes;
  for (size_t b = 0; b < kExamined; ++b) {
    plain.mark(bits.paper(b));
    with_oracle.mark(bits.paper(b));
    of_classes.mark(classes.paper(b));
  }
  for (const Judge* judge : {static_cast<const Judge*>(&plain), static_cast<const Judge*>(&with_oracle),
                             static_cast<const Judge*>(&of_classes)}) {
    const Score score = judge->score();
    CHECK_NOTHROW(score.value(score.goal));
    CHECK_NOTHROW(score.value(score.mistakes));
    CHECK_THROWS_AS(score.value("another"), std::out_of_range);
  }
  CHECK(with_oracle.score().value("over_oracle") == Approx(plain.score().value("bits") - 0.125));
}

TEST_CASE("judges: a lost episode is told as a count, beside what a typical one costs") {
  const PlainExam exam(Scoring::kBits);
  BitsJudge judge;
  for (int k = 0; k < 1999; ++k) judge.mark(exam.paper(0));
  CHECK(judge.score().text.ends_with("0 wrong bits (worst 0), 1,999 of 1,999 (100 %) without an error"));
  judge.mark(exam.paper(4));  // pays five times as much, all three bits wrong
  const Score score = judge.score();
  CHECK(score.text.ends_with("0.0015 wrong bits (worst 3), 1,999 of 2,000 (99.95 %) without an error"));
  CHECK(score.perfect == 1999);
  CHECK(score.value("perfect") == 1999);
  CHECK(score.value("solved") == 1999 / 2000.0);
  const double bits = 0.25 / std::log(2.0);
  CHECK(score.value("bits_median") == Approx(bits));
  CHECK(score.value("bits_max") == Approx(5 * bits));
  CHECK(score.value("bits") == Approx(bits * 2004 / 2000));
}

TEST_CASE("judges: of an even number the median lies between the two in the middle") {
  const PlainExam exam(Scoring::kClasses);
  ClassesJudge judge;
  const double bits = 0.25 / std::log(2.0);
  for (size_t b : {4, 0, 3, 1}) judge.mark(exam.paper(b));
  CHECK(judge.score().value("bits_median") == Approx(3 * bits));
  CHECK(judge.score().value("bits_max") == Approx(5 * bits));
  CHECK(judge.score().text.ends_with("75.00 % of the answers wrong, 1 of 4 (25.0 %) without an error"));
  Paper lost = exam.paper(2);
  lost.nats = std::nan("");
  judge.mark(lost);
  CHECK(std::isnan(judge.score().value("bits_median")));
  CHECK(std::isnan(judge.score().value("bits_max")));
}

TEST_CASE("judges: those of different kinds do not add up") {
  BitsJudge bits;
  ClassesJudge classes;
  CHECK_THROWS_AS(bits.add(classes), std::bad_cast);
  CHECK_THROWS_AS(classes.add(bits), std::bad_cast);
}

TEST_CASE("judges: an answer of digits is wrong where any of its scored digits is") {
  constexpr size_t kPlaces = 3, kKinds = 2;
  const auto wrong = [](std::vector<size_t> said, std::vector<Real> scored) {
    Batch batch;
    batch.resize(Spec({vectors("input", 1)}, digits("target", kPlaces, kKinds)), 1, 1);
    std::vector<Real> logits(kPlaces * kKinds, 0);
    for (size_t p = 0; p < kPlaces; ++p) {
      batch.target.at(0, 0)[p * kKinds + 1] = 1;  // 1 1 1 is right
      logits[p * kKinds + said[p]] = 2;
    }
    std::copy(scored.begin(), scored.end(), batch.scored(0, 0));
    const std::vector<uint32_t> steps{0};
    const AnswerCount counted =
        count_digits({batch, 0, {logits.data(), kPlaces * kKinds, 1, 1, kPlaces * kKinds, kPlaces * kKinds}, steps, 0});
    return std::pair(counted.wrong, counted.answers);
  };
  using Counted = decltype(wrong({}, {}));
  CHECK(wrong({1, 1, 1}, {1, 1, 1}) == Counted(0, 1));
  CHECK(wrong({0, 1, 1}, {1, 1, 1}) == Counted(1, 1));
  CHECK(wrong({1, 0, 1}, {1, 1, 1}) == Counted(1, 1));
  CHECK(wrong({0, 0, 0}, {1, 1, 1}) == Counted(1, 1));
  CHECK(wrong({0, 1, 1}, {0, 1, 1}) == Counted(0, 1));
  CHECK(wrong({0, 0, 0}, {0, 0, 0}) == Counted(0, 0));
}

TEST_CASE("judges: a class is answered where it is the likeliest, and the first of those") {
  constexpr size_t kClasses = 37;
  const auto wrong = [](uint32_t right, std::vector<std::pair<size_t, Real>> likely) {
    Batch batch;
    batch.resize(Spec::of_tokens(1, kClasses), 1, 1);
    batch.ask(0, 0, right);
    std::vector<Real> logits(kClasses, -1);
    for (const auto& [place, logit] : likely) logits[place] = logit;
    const std::vector<uint32_t> steps{0};
    return count_classes({batch, 0, {logits.data(), kClasses, 1, 1, kClasses, kClasses}, steps, 0}).wrong;
  };
  for (const uint32_t right : {0, 5, 31, 32, 36}) {
    CHECK(wrong(right, {{right, 2}}) == 0);
    CHECK(wrong(right, {{right, 2}, {9, 3}}) == 1);
    CHECK(wrong(right, {{right, 2}, {9, 2}}) == (right > 9));
    CHECK(wrong(right, {{right, std::numeric_limits<Real>::quiet_NaN()}}) == 1);
  }
}

TEST_CASE("judges: of classes training tells the error, of bits nothing beside the cost") {
  const PlainExam exam(Scoring::kClasses);
  const ClassesJudge classes;
  AnswerCount sums;
  for (size_t b = 0; b < kExamined; ++b) {
    const AnswerCount counted = classes.count(exam.paper(b));
    CHECK(counted.answers == 1);
    CHECK(counted.wrong == (b > 0));
    sums.answers += counted.answers;
    sums.wrong += counted.wrong;
  }
  const auto told = classes.in_training(sums);
  REQUIRE(told);
  CHECK(told->name == "error");
  CHECK(told->value == 80);
  CHECK(classes.in_training({})->value == 0);
  CHECK_FALSE(BitsJudge().in_training({10, 5}));
}

}  // namespace
}  // namespace tapehead::inline TAPEHEAD_REAL
