#include "tasks/judges/sequence_judge.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <numbers>
#include <typeinfo>

#include "tasks/episode/spoken_batch.hpp"
#include "tasks/judges/answer_counts.hpp"
#include "tasks/judges/answers_judge.hpp"
#include "tasks/judges/classes_judge.hpp"
#include "tasks/judges/text_score.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

using Tokens = std::vector<uint32_t>;

constexpr size_t kSaid = 6;

/// The targets of some episodes, the predictions at each target token (kEnd included), and the generated answers.
struct Exam {
  struct Episode {
    Tokens right, foretold;
    std::optional<Tokens> said = {};
    Tokens aligned = {}, looked = {};
  };

  explicit Exam(std::vector<Episode> all) : episodes(std::move(all)) {
    size_t longest = 0;
    for (const Episode& one : episodes) longest = std::max(longest, one.right.size());
    resize_spoken(Spec::of_answers(3, kSaid), 2, longest, episodes.size(), batch);
    for (uint32_t t = 0; t <= longest; ++t) steps.push_back(t);
    const size_t room = longest + 1;
    for (size_t b = 0; b < episodes.size(); ++b) {
      const Episode& one = episodes[b];
      ask_for(batch, b, one.right);
      for (size_t t = 0; t < room; ++t)
        for (uint32_t k = 0; k < kSaid; ++k)
          logits.push_back(t < one.foretold.size() && k == one.foretold[t] ? Real{2} : Real{-1});
      if (one.aligned.empty()) continue;
      if (batch.aligned.empty()) batch.aligned.assign(room * episodes.size(), kNoToken);
      std::copy(one.aligned.begin(), one.aligned.end(), batch.aligned.begin() + static_cast<std::ptrdiff_t>(b * room));
    }
    for (Episode& one : episodes)
      if (!one.looked.empty()) one.looked.resize(room, kNoToken);
  }

  Paper paper(size_t b) const {
    Paper paper{batch,
                b,
                {logits.data(), kSaid, steps.size(), episodes.size(), kSaid, kSaid * steps.size()},
                steps,
                std::numbers::ln2 * static_cast<double>(b + 1)};
    if (episodes[b].said) paper.said = *episodes[b].said;
    paper.looked = episodes[b].looked;
    return paper;
  }

  Score score(SequenceMetrics metrics = {}) const {
    SequenceJudge judge(std::move(metrics));
    for (size_t b = 0; b < episodes.size(); ++b) judge.mark(paper(b));
    return judge.score();
  }

  std::vector<Episode> episodes;
  Batch batch;
  std::vector<Real> logits;
  std::vector<uint32_t> steps;
};

bool has(const Score& score, std::string_view name) {
  return std::any_of(score.metrics.begin(), score.metrics.end(), [&](const Metric& m) { return m.name == name; });
}

TEST_CASE("sequence judge: told what was said before, a sequence is wrong where one token is not foretold") {
  const Exam exam({{{1, 2, 3}, {1, 2, 3, kEnd}}, {{4}, {4, 4}}, {{2, 2}, {1, 2, kEnd}}, {{}, {kEnd}}});
  const Score score = exam.score();
  CHECK(score.value("bits") == Approx(2.5));
  CHECK(score.value("bits_median") == Approx(2.5));
  CHECK(score.value("bits_max") == Approx(4));
  CHECK(score.value("bits_token") == Approx(1));  // 1 + 2 + 3 + 4 bits of 4 + 2 + 3 + 1 tokens
  CHECK(score.value("token_accuracy") == Approx(80));
  CHECK(score.value("error") == Approx(50));
  CHECK(score.value("perfect") == 2);
  CHECK(score.value("solved") == Approx(0.5));
  CHECK(score.wrong == Approx(0.5));
  CHECK(score.goal == "bits");
  CHECK(score.mistakes == "error");
  for (const char* const name : {"edit_distance", "word_error", "bleu", "alignment_error"})
    CHECK_FALSE(has(score, name));
  REQUIRE(score.each.size() == 4);
  CHECK(score.each[1].answers == 1);
  CHECK(score.each[1].wrong == 1);
}

TEST_CASE("sequence judge: what was said counts where it is there") {
  // Predicted right but generated wrong, and the reverse.
  const Exam exam(
      {{{1, 2, 3}, {1, 2, 3, kEnd}, Tokens{1, 3}}, {{4}, {5, 5}, Tokens{4}}, {{2, 2}, {2, 2, kEnd}, Tokens{}}});
  SequenceMetrics metrics{"phoneme_error", "word_error", true, {}};
  const Score score = exam.score(metrics);
  CHECK(score.value("error") == Approx(200.0 / 3));
  CHECK(score.value("word_error") == score.value("error"));
  CHECK(score.value("edit_distance") == Approx(1));              // 1 + 0 + 2 edits
  CHECK(score.value("phoneme_error") == Approx(100 * 3.0 / 6));  // of 3 + 1 + 2 tokens
  CHECK(score.value("bleu") == 0);
  CHECK(score.value("token_accuracy") == Approx(100 * 7.0 / 9));
  CHECK(score.goal == "error");
  CHECK(score.perfect == 1);
  CHECK_FALSE(has(exam.score(), "word_error"));
  CHECK_FALSE(has(exam.score(), "bleu"));
  CHECK(has(exam.score(), "edit_distance"));
}

TEST_CASE("sequence judge: of several right answers any will do, and the nearest counts") {
  const Exam exam({{{1, 2, 3}, {}, Tokens{4, 5}}, {{1, 2, 3}, {}, Tokens{4, 5, 5, 3}}});
  const Tokens first{1, 2, 3}, second{4, 5};
  SequenceMetrics metrics{"phoneme_error", {}, false, [&](const Batch&, size_t) {
                            return std::vector<std::span<const uint32_t>>{first, second};
                          }};
  const Score score = exam.score(metrics);
  CHECK(score.value("error") == Approx(50));
  CHECK(score.value("edit_distance") == Approx(1));   // none, and two
  CHECK(score.value("phoneme_error") == Approx(50));  // of twice two tokens
  CHECK(exam.score({"phoneme_error"}).value("phoneme_error") == Approx(100 * (3 + 3) / 6.0));
}

TEST_CASE("sequence judge: what not all episodes have is not told") {
  const Exam exam({{{1}, {1, kEnd}, Tokens{1}}, {{2}, {2, kEnd}}});
  const Score score = exam.score();
  CHECK_FALSE(has(score, "edit_distance"));
  CHECK(score.goal == "bits");
}

TEST_CASE("sequence judge: alignment error as Och and Ney define it") {
  // The end is not aligned; the second token of the second episode comes from nowhere; the third episode's first token
  // has no look: |A| = 2 + 2 + 0, |S| = 2 + 1 + 1, and they share 2.
  const Exam exam({{{1, 2}, {1, 2, kEnd}, {}, {0, 1}, {0, 0, 1}},
                   {{1, 2}, {1, 2, kEnd}, {}, {1, kNoToken}, {1, 1, 0}},
                   {{1}, {1, kEnd}, {}, {0}, {kNoToken, 0}}});
  CHECK(exam.score().value("alignment_error") == Approx(100 * (1 - 2.0 * 2 / (4 + 4))));
  const Exam right({{{1, 2}, {1, 2, kEnd}, {}, {0, 1}, {0, 1, 1}}});
  CHECK(right.score().value("alignment_error") == Approx(0).margin(1e-12));
  const Exam blind({{{1, 2}, {1, 2, kEnd}, {}, {0, 1}, {}}});
  CHECK_FALSE(has(blind.score(), "alignment_error"));
  const Exam unaligned({{{1, 2}, {1, 2, kEnd}, {}, {}, {0, 1, 1}}});
  CHECK_FALSE(has(unaligned.score(), "alignment_error"));
}

TEST_CASE("sequence judge: parts add up to the whole, and no other judge is one") {
  const Exam exam({{{1, 2, 3, 4}, {1, 2, 3, 4, kEnd}, Tokens{1, 2, 3, 4, 5}, {0, 1, 1, 0}, {0, 0, 0, 0, 0}},
                   {{4}, {5, 5}, Tokens{4}, {1}, {1}},
                   {{2, 2}, {2, 2, kEnd}, Tokens{3}, {1, 1}, {1, 0}}});
  const SequenceMetrics metrics{"phoneme_error", "word_error", true, {}};
  SequenceJudge first(metrics), second(metrics), sum(metrics);
  first.mark(exam.paper(0));
  for (const size_t b : {1, 2}) second.mark(exam.paper(b));
  sum.add(first);
  sum.add(second);
  const Score whole = exam.score(metrics), parts = sum.score();
  CHECK(parts.text == whole.text);
  CHECK(parts.goal == whole.goal);
  REQUIRE(parts.metrics.size() == whole.metrics.size());
  for (size_t i = 0; i < whole.metrics.size(); ++i) CHECK(parts.metrics[i].value == whole.metrics[i].value);
  CHECK(whole.value("bleu") > 0);
  CHECK(whole.value("alignment_error") > 0);
  CHECK_THROWS_AS(sum.add(ClassesJudge()), std::bad_cast);
  CHECK_THROWS_AS(ClassesJudge().add(sum), std::bad_cast);
}

TEST_CASE("sequence judge: training tells the error") {
  const Exam exam({{{1, 2}, {1, 2, kEnd}}, {{4}, {5, kEnd}}});
  const SequenceJudge judge({});
  AnswerCount sums;
  for (size_t b = 0; b < 2; ++b) {
    const AnswerCount counted = judge.count(exam.paper(b));
    sums.answers += counted.answers;
    sums.wrong += counted.wrong;
  }
  CHECK(sums.answers == 2);
  CHECK(sums.wrong == 1);
  CHECK(judge.in_training(sums)->name == "error");
  CHECK(judge.in_training(sums)->value == 50);
  CHECK(judge.in_training({})->value == 0);
}

TEST_CASE("text judge: the cost of a token, over all windows") {
  Exam exam({{{1, 2, 3}, {1, 2, 2, kEnd}}, {{4}, {5, 5}}});
  exam.batch.joined_answers = false;
  AnswersJudge judge(count_classes, text_score), later = judge;
  judge.mark(exam.paper(0));
  later.mark(exam.paper(1));
  judge.add(later);
  CHECK_THROWS_AS(judge.add(AnswersJudge(count_digits)), std::bad_cast);
  const Score score = judge.score();
  CHECK(score.value("bits") == Approx(1.5));
  CHECK(score.value("bits_token") == Approx(0.5));  // 1 + 2 bits of 4 + 2 tokens
  CHECK(score.value("nats") == Approx(std::numbers::ln2 / 2));
  CHECK(score.value("error") == Approx(50));
  CHECK(score.value("perfect") == 0);
  CHECK(score.goal == "bits");
  CHECK(judge.in_training({4, 1})->value == 25);
}

}  // namespace
}  // namespace tapehead::inline TAPEHEAD_REAL
