// Source and answer as one stream, against the two streams that it joins.

#include "tasks/episode/joined_streams.hpp"

#include <catch2/catch.hpp>

#include "tasks/bits/add.hpp"
#include "tasks/judges/judge.hpp"
#include "tests/support/episodes.hpp"
#include "tests/support/reversal.hpp"

namespace tapehead {
namespace {

using testing::Reversal;

constexpr size_t kRead = Reversal::kLetters, kSaid = Reversal::kLetters + 1;

}  // namespace

TEST_CASE("an episode is its source, then what was said before each token of its answer") {
  const JoinedStreams joined(std::make_unique<Reversal>());
  const Spec spec = joined.spec();
  CHECK(spec.says());
  CHECK(spec.reads());
  CHECK(spec.features() == kRead + kSaid);
  CHECK(spec.outputs() == kSaid);
  REQUIRE(spec.input_count == 1);
  const size_t episodes = 20;
  const Batch apart = testing::sampled(Reversal(), {}, episodes), batch = testing::sampled(joined, {}, episodes);
  size_t longest = 0;
  for (size_t b = 0; b < episodes; ++b) {
    INFO("episode " << b);
    const size_t read = apart.inputs[0].lengths[b], said = apart.target.lengths[b];
    longest = std::max(longest, read + said);
    REQUIRE(batch.inputs[0].lengths[b] == read + said);
    CHECK(batch.target.lengths[b] == read + said);
    for (size_t t = 0; t < batch.steps(); ++t) {
      INFO("step " << t);
      const bool answers = t >= read && t < read + said;
      const uint32_t shown = t < read  ? apart.inputs[0].token(b, t)
                             : answers ? kRead + apart.inputs[1].token(b, t - read)
                                       : kNoToken;
      CHECK(batch.inputs[0].token(b, t) == shown);
      CHECK(batch.target.token(b, t) == (answers ? apart.target.token(b, t - read) : kNoToken));
      CHECK(*batch.scored(b, t) == (answers ? 1 : 0));
      CHECK(batch.aligned[b * batch.steps() + t] == (answers ? apart.aligned[b * apart.steps() + t - read] : kNoToken));
    }
  }
  CHECK(batch.steps() == longest);
}

TEST_CASE("it is shown and asked as the task itself") {
  const JoinedStreams joined(std::make_unique<Reversal>());
  const Reversal task;
  const Batch apart = testing::sampled(task, {}, 5), batch = testing::sampled(joined, {}, 5);
  for (size_t b = 0; b < 5; ++b) CHECK(joined.show(batch, b, nullptr) == task.show(apart, b, nullptr));
  Batch asked;
  CHECK(joined.ask("a?c", asked) == std::vector<std::string>{"?"});
  CHECK(asked.episodes == 1);
  CHECK(asked.inputs[0].tokens == std::vector<uint32_t>{0, kNoToken, 2});
  CHECK(asked.answers() == 0);
  CHECK_THROWS_AS(joined.ask("", asked), InputError);
  CHECK(joined.said_text(std::vector<uint32_t>{3, 1}) == "ca");
  CHECK(joined.source_text(std::vector<uint32_t>{2, 0}) == "ca");
}

TEST_CASE("its judge sees each paper as the task set it") {
  // A model that knows the answer, and one that shifts each letter by one; on episodes of different lengths.
  const Reversal task;
  const JoinedStreams joined(std::make_unique<Reversal>());
  const size_t episodes = 12;
  const Batch apart = testing::sampled(task, {}, episodes), batch = testing::sampled(joined, {}, episodes);
  for (const uint32_t off : {0u, 1u}) {
    const auto marked = [&](const Task& of, const Batch& given) {
      std::vector<uint32_t> steps;
      for (size_t t = 0; t < given.steps(); ++t)
        if (given.any_scored(t)) steps.push_back(static_cast<uint32_t>(t));
      std::vector<Real> logits(kSaid * steps.size() * episodes, 0);
      for (size_t b = 0; b < episodes; ++b)
        for (size_t i = 0; i < steps.size(); ++i)
          if (const uint32_t right = given.target.token(b, steps[i]); right != kNoToken)
            logits[(b * steps.size() + i) * kSaid + (right == 1 ? right + off : right)] = 1;
      const auto judge = of.judge(), later = of.judge();
      const Window<const Real> window{logits.data(), kSaid, steps.size(), episodes, kSaid, kSaid * steps.size()};
      for (size_t b = 0; b < episodes; ++b)
        (b < 5 ? judge : later)->mark({given, b, window, steps, static_cast<double>(b)});
      judge->add(*later);
      AnswerCount counted;
      for (size_t b = 0; b < episodes; ++b) {
        const AnswerCount one = judge->count({given, b, window, steps, 0});
        counted.answers += one.answers;
        counted.wrong += one.wrong;
      }
      const Score score = judge->score();
      CHECK(score.episodes == episodes);
      return std::vector<double>{score.value("error"), score.value("bits"), score.value("solved"), counted.answers,
                                 counted.wrong};
    };
    CHECK(marked(joined, batch) == marked(task, apart));
    CHECK((marked(joined, batch)[0] == 0) == (off == 0));
  }
}

TEST_CASE("a task without an answer to say has no streams to join") {
  CHECK_THROWS_AS(JoinedStreams(std::make_unique<AddTask>(AddSettings{})), std::invalid_argument);
  CHECK_THROWS_AS(JoinedStreams(std::make_unique<JoinedStreams>(std::make_unique<Reversal>())), std::invalid_argument);
}

}  // namespace tapehead
