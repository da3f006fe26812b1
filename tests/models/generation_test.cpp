// Generation by models: against all possible answers, against plain loops, and at random.

#include "models/speaking/generation.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <map>

#include "tests/support/context.hpp"
#include "tests/support/episodes.hpp"
#include "tests/support/numbers.hpp"
#include "tests/support/reversal.hpp"

namespace tapehead {
namespace {

using testing::Reversal;
constexpr size_t kKinds = Reversal::kLetters + 1;

/// A machine that generates answers, and some sources.
struct Machine {
  explicit Machine(uint64_t seed = 1, Real by = 2) : model(testing::small_speaker(task.spec(), store)) {
    testing::stir(store, by, seed);
  }
  Voice voice() const { return {*model, store}; }
  Batch asked(size_t episodes) const { return testing::sampled(task, {1, Split::kEval, 0, episodes}, {}); }

  JoinedStreams task{std::make_unique<Reversal>()};
  ParameterStore store{1};
  std::unique_ptr<MemoryMachine> model;
};

/// ln p of each token after these, by stepping from the start.
std::vector<double> next(const std::vector<Voice>& voices, const Batch& batch, size_t episode,
                         const std::vector<uint32_t>& said) {
  std::vector<double> mean(kKinds, 0);
  for (const Voice& voice : voices) {
    Tape tape;
    tape.begin(voice.store, nullptr);
    const Context context{tape, 1, testing::noise()};
    State state = voice.speaker.listen(context, batch, episode);
    std::vector<uint32_t> previous{kEnd};
    previous.insert(previous.end(), said.begin(), said.end());
    std::vector<Real> logits;
    for (const uint32_t& token : previous) {
      const auto step = voice.speaker.say(context, tape.tokens(kKinds, 1, 1, &token), state);
      state = step.state;
      logits = testing::numbers(step.output);
    }
    double sum = 0;
    for (const Real x : logits) sum += std::exp(double{x});
    for (size_t k = 0; k < kKinds; ++k)
      mean[k] += std::exp(double{logits[k]}) / sum / static_cast<double>(voices.size());
  }
  for (double& p : mean) p = std::log(p);
  return mean;
}

/// All answers of at most that many tokens, with their ln p; longer ones are truncated.
void everything(const std::vector<Voice>& voices, const Batch& batch, size_t episode, size_t most, Hypothesis so_far,
                std::vector<Hypothesis>& all) {
  const std::vector<double> log_p = next(voices, batch, episode, so_far.tokens);
  for (uint32_t token = 0; token < kKinds; ++token) {
    Hypothesis longer = so_far;
    longer.nats.push_back(-log_p[token]);
    longer.ended = token == kEnd;
    if (!longer.ended) longer.tokens.push_back(token);
    if (longer.ended || longer.tokens.size() == most)
      all.push_back(longer);
    else
      everything(voices, batch, episode, most, longer, all);
  }
}

void check_same(const std::vector<Hypothesis>& got, const std::vector<Hypothesis>& right) {
  REQUIRE(got.size() == right.size());
  for (size_t i = 0; i < got.size(); ++i) {
    INFO("hypothesis " << i);
    CHECK(got[i].tokens == right[i].tokens);
    CHECK(got[i].ended == right[i].ended);
    CHECK(got[i].log_probability() == Approx(right[i].log_probability()).epsilon(1e-4));
  }
}

}  // namespace

TEST_CASE("a beam that loses nothing finds what there is, in its order, whatever the normalisation") {
  const Machine machine;
  const size_t most = 3;  // 1 + 3 + 9 answers that end, and 27 that are cut off
  const Batch batch = machine.asked(3);
  AnswerGenerator generator({machine.voice()});
  for (const double alpha : {0.0, 0.6, 2.0})
    for (size_t b = 0; b < 3; ++b) {
      INFO("α = " << alpha << ", episode " << b);
      std::vector<Hypothesis> all;
      everything({machine.voice()}, batch, b, most, {}, all);
      REQUIRE(all.size() == 40);
      std::sort(all.begin(), all.end(), [&](const Hypothesis& one, const Hypothesis& other) {
        if (one.ended != other.ended) return one.ended;
        const auto rank = [&](const Hypothesis& h) {
          const double length = static_cast<double>(h.tokens.size() + h.ended);
          return h.log_probability() / (std::pow(5 + length, alpha) / std::pow(6, alpha));
        };
        return rank(one) > rank(other);
      });
      check_same(generator.search(batch, b, 1, {40, alpha, most}).front(), all);
    }
}

TEST_CASE("normalisation makes longer answers worth more") {
  const Machine machine;
  const Batch batch = machine.asked(10);
  AnswerGenerator generator({machine.voice()});
  const auto mean_length = [&](double alpha) {
    double sum = 0;
    for (const auto& found : generator.search(batch, 0, 10, {40, alpha, 6})) sum += found.front().tokens.size();
    return sum / 10;
  };
  CHECK(mean_length(0) < mean_length(2));
}

TEST_CASE("a beam of one is greedy") {
  for (const double alpha : {0.0, 1.0}) {
    const Machine machine(2);
    const Batch batch = machine.asked(8);
    AnswerGenerator generator({machine.voice()});
    const auto found = generator.search(batch, 0, 8, {1, alpha, 7});
    for (size_t b = 0; b < 8; ++b) {
      INFO("episode " << b);
      Hypothesis greedy;
      while (!greedy.ended && greedy.tokens.size() < 7) {
        const auto log_p = next({machine.voice()}, batch, b, greedy.tokens);
        const auto best = static_cast<uint32_t>(std::max_element(log_p.begin(), log_p.end()) - log_p.begin());
        greedy.nats.push_back(-log_p[best]);
        greedy.ended = best == kEnd;
        if (!greedy.ended) greedy.tokens.push_back(best);
      }
      check_same(found[b], {greedy});
    }
  }
}

TEST_CASE("a narrow beam is that of a plain loop: hypotheses that ended keep their places") {
  const size_t most = 5;
  size_t ended_early = 0;
  for (const size_t beam : {2, 3})
    for (const uint64_t seed : {1, 2, 4}) {
      const Machine machine(seed);
      const Batch batch = machine.asked(4);
      AnswerGenerator generator({machine.voice()});
      const auto found = generator.search(batch, 0, 4, {beam, 0, most});
      for (size_t b = 0; b < 4; ++b) {
        INFO("beam " << beam << ", seed " << seed << ", episode " << b);
        std::vector<Hypothesis> live(1), done;
        while (!live.empty()) {
          std::vector<Hypothesis> longer;
          for (const Hypothesis& one : live) {
            const auto log_p = next({machine.voice()}, batch, b, one.tokens);
            for (uint32_t token = 0; token < kKinds; ++token) {
              longer.push_back(one);
              longer.back().nats.push_back(-log_p[token]);
              longer.back().ended = token == kEnd;
              if (token != kEnd) longer.back().tokens.push_back(token);
            }
          }
          std::sort(longer.begin(), longer.end(),
                    [](const Hypothesis& x, const Hypothesis& y) { return x.log_probability() > y.log_probability(); });
          longer.resize(std::min(longer.size(), beam - done.size()));
          live.clear();
          for (const Hypothesis& one : longer) (one.ended || one.tokens.size() == most ? done : live).push_back(one);
          ended_early += !done.empty() && !live.empty();
        }
        std::sort(done.begin(), done.end(), [](const Hypothesis& x, const Hypothesis& y) {
          return x.ended != y.ended ? x.ended : x.log_probability() > y.log_probability();
        });
        REQUIRE(done.size() == beam);
        check_same(found[b], done);
      }
    }
  CHECK(ended_early > 10);
}

TEST_CASE("an answer is cut off where its episode's limit is, and not by another's") {
  Machine machine;
  for (Real& v : machine.store.values()) v = 0;
  machine.store.data(machine.store.entries().back())[6 * kKinds + 2] = 5;  // it says its second letter for ever
  const Batch batch = machine.asked(3);
  AnswerGenerator generator({machine.voice()});
  const size_t limits[] = {2, 30, 99};
  const auto found = generator.search(batch, 0, 3, {1, 0, 40}, limits);
  for (size_t b = 0; b < 3; ++b) {
    CHECK(found[b].front().tokens == std::vector<uint32_t>(std::min<size_t>(limits[b], 40), 2));
    CHECK_FALSE(found[b].front().ended);
  }
}

TEST_CASE("several voices say one answer by the mean of their probabilities") {
  const Machine one(1), other(2);
  const std::vector<Voice> voices{one.voice(), other.voice()};
  const Batch batch = one.asked(2);
  for (size_t b = 0; b < 2; ++b) {
    std::vector<Hypothesis> all;
    everything(voices, batch, b, 2, {}, all);
    std::sort(all.begin(), all.end(), [](const Hypothesis& x, const Hypothesis& y) {
      return x.ended != y.ended ? x.ended : x.log_probability() > y.log_probability();
    });
    check_same(AnswerGenerator(voices).search(batch, b, 1, {40, 0, 2}).front(), all);
  }
}

TEST_CASE("what is drawn is drawn as often as it is likely, at that temperature") {
  const Machine machine(3, Real(0.7));
  const Batch batch = machine.asked(1);
  AnswerGenerator generator({machine.voice()});
  std::vector<Hypothesis> all;
  everything({machine.voice()}, batch, 0, 2, {}, all);
  for (const double temperature : {1.0, 0.5}) {
    INFO("temperature " << temperature);
    const size_t draws = 3000;
    Stream stream(1, Split::kCheck, Purpose::kTest, 0);
    std::map<std::vector<uint32_t>, size_t> counts;
    for (size_t i = 0; i < draws; ++i) {
      const Hypothesis drawn = generator.sample(batch, 0, {temperature, 2, true}, stream, kEnd);
      auto tokens = drawn.tokens;
      if (drawn.ended) tokens.push_back(kEnd);
      ++counts[tokens];
    }
    // The first token alone; at a temperature T its probability is p^(1/T), normalised.
    const auto log_p = next({machine.voice()}, batch, 0, {});
    double sum = 0;
    for (const double l : log_p) sum += std::exp(l / temperature);
    for (uint32_t token = 0; token < kKinds; ++token) {
      size_t count = 0;
      for (const auto& [tokens, n] : counts) count += tokens.front() == token ? n : 0;
      CHECK(testing::is_likely(static_cast<double>(count), draws, std::exp(log_p[token] / temperature) / sum));
    }
    if (temperature != 1) continue;
    for (const Hypothesis& h : all) {
      auto tokens = h.tokens;
      if (h.ended) tokens.push_back(kEnd);
      CHECK(testing::is_likely(static_cast<double>(counts[tokens]), draws, std::exp(h.log_probability())));
    }
  }
}

TEST_CASE("the same stream draws the same; what may not end says as much as is asked for") {
  const Machine machine(1, Real(0.5));
  const Batch batch = machine.asked(1);
  const auto drawn = [&](uint64_t seed, bool may_end) {
    Stream stream(seed, Split::kCheck, Purpose::kTest, 0);
    return AnswerGenerator({machine.voice()}).sample(batch, 0, {1, 50, may_end}, stream, kEnd);
  };
  CHECK(drawn(1, false).tokens == drawn(1, false).tokens);
  CHECK(drawn(1, false).tokens != drawn(2, false).tokens);
  CHECK(drawn(1, false).tokens.size() == 50);
  CHECK_FALSE(drawn(1, false).ended);
  CHECK(drawn(1, true).ended);
}

TEST_CASE("where an answer may not end, a token's probability is that among the others") {
  const Machine machine(1, Real(0.5));
  const Batch batch = machine.asked(1);
  AnswerGenerator generator({machine.voice()});
  for (const double temperature : {1.0, 0.5}) {
    INFO("temperature " << temperature);
    Stream stream(3, Split::kCheck, Purpose::kTest, 0);
    const Hypothesis said = generator.sample(batch, 0, {temperature, 6, false}, stream, kEnd);
    REQUIRE(said.tokens.size() == 6);
    REQUIRE(said.nats.size() == 6);
    for (size_t t = 0; t < 6; ++t) {
      const auto log_p = next({machine.voice()}, batch, 0, {said.tokens.begin(), said.tokens.begin() + t});
      double others = 0;
      for (uint32_t token = 0; token < kKinds; ++token)
        if (token != kEnd) others += std::exp(log_p[token] / temperature);
      CHECK(said.nats[t] == Approx(std::log(others) - log_p[said.tokens[t]] / temperature).epsilon(1e-4));
    }
  }
}

TEST_CASE("a long answer takes no more memory than a short one") {
  // A tape's round is a few steps long; only then would 2,000 of them show.
  Machine machine;
  for (Real& v : machine.store.values()) v = 0;
  machine.store.data(machine.store.entries().back())[6 * kKinds + 2] = 5;
  const Batch batch = machine.asked(1);
  AnswerGenerator generator({machine.voice()});
  generator.search(batch, 0, 1, {3, 0, 100});
  const size_t held = generator.bytes_held();
  generator.search(batch, 0, 1, {3, 0, 2000});
  CHECK(generator.bytes_held() == held);
}

}  // namespace tapehead
