// Curricula: their draws against the definitions; their learning against the papers' equations in plain loops.

#include "tasks/curricula/curriculum.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <limits>
#include <map>

#include "tasks/curricula/bandit.hpp"
#include "tasks/curricula/prediction_gain.hpp"
#include "tasks/curricula/rising.hpp"
#include "tasks/curricula/steady.hpp"

namespace tapehead {
namespace {

/// How often each level (a multiple of 1/levels) is drawn.
std::map<int, double> level_shares(const Curriculum& curriculum, const std::vector<double>& state, int levels,
                                   int draws) {
  std::map<int, double> shares;
  for (int k = 0; k < draws; ++k) {
    Stream draw(3, Split::kTrain, Purpose::kTest, static_cast<uint64_t>(k));
    const Reach reach = curriculum.next(draw, 0, state);
    const double level = reach.from * levels;
    CHECK(level == Approx(std::round(level)).margin(1e-9));
    CHECK((reach.to - reach.from) * levels == Approx(1));
    shares[static_cast<int>(std::lround(level))] += 1.0 / draws;
  }
  return shares;
}

/// From a sequence with four answers.
Lesson lesson(double before, double after = 0, double steps = 1) { return {before, after, 4, steps}; }

}  // namespace

TEST_CASE("curricula: none has all sizes open, linear opens them in a line") {
  Stream draw(1, Split::kTrain, Purpose::kTest, 0);
  const Reach all = NoCurriculum().next(draw, 0, {});
  CHECK(all.from == 0);
  CHECK(all.to == 1);
  const LinearCurriculum linear(200);
  for (const auto& [seen, open] : std::map<uint64_t, double>{{0, 0.005}, {99, 0.5}, {199, 1}, {100000, 1}}) {
    CHECK(linear.next(draw, seen, {}).from == 0);
    CHECK(linear.next(draw, seen, {}).to == Approx(open));
  }
}

TEST_CASE("curricula: doubling opens twice as much each time that what is open costs little") {
  const DoublingCurriculum curriculum(9, 0.2);
  CHECK_FALSE(curriculum.wants_bits_after());
  Stream draw(1, Split::kTrain, Purpose::kTest, 0);
  std::vector<double> state = curriculum.start();
  std::vector<uint32_t> largest;
  for (size_t doubling = 0; doubling <= 9; ++doubling) {
    const Reach reach = curriculum.next(draw, 0, state);
    CHECK(reach.from == 0);
    largest.push_back(0);
    for (size_t k = 0; k < 20000; ++k) largest.back() = std::max(largest.back(), draw_size(draw, 2, 1000, reach));
    const std::vector<double> before = state;
    for (int i = 0; i < 1000; ++i) curriculum.learn(reach, lesson(4 * 0.21), draw, state);
    CHECK(state[0] == before[0]);  // too dear
    int batches = 0;
    for (state = before; state[0] == before[0] && batches < 1000; ++batches)
      curriculum.learn(reach, lesson(0), draw, state);
    CHECK(batches == (doubling < 9 ? std::ceil(std::log(0.2) / std::log(1 - 1. / 50)) : 1000));
  }
  CHECK(largest == std::vector<uint32_t>{3, 5, 9, 17, 33, 64, 126, 251, 501, 1000});
}

TEST_CASE("curricula: look-back draws the mixture of its paper") {
  constexpr int kLevels = 8, kDraws = 40000;
  const LookBackCurriculum curriculum(kLevels, 0.3);
  const auto shares = level_shares(curriculum, {3, 1}, kLevels, kDraws);
  // C = 3 and e geometric, cut off at the last level.
  double ahead[kLevels] = {};
  for (int e = 0; 3 + e < kLevels; ++e) ahead[3 + e] = 3 + e + 1 < kLevels ? std::pow(0.5, e + 1) : std::pow(0.5, e);
  for (int level = 0; level < kLevels; ++level) {
    double expected = 0.1 / kLevels + 0.65 * ahead[level];
    for (int top = std::max(3, level); top < kLevels; ++top) expected += 0.25 * ahead[top] / (top + 1);
    INFO("level " << level);
    CHECK(shares.at(level) == Approx(expected).margin(4.5 * std::sqrt(expected / kDraws)));
  }
}

TEST_CASE("curricula: look-back rises when its level costs little, and only by its own level's batches") {
  const LookBackCurriculum curriculum(3, 0.2);
  Stream draw(1, Split::kTrain, Purpose::kTest, 0);
  std::vector<double> state = curriculum.start();
  CHECK(state[0] == 0);
  int batches = 0;
  for (; state[0] == 0; ++batches) {
    curriculum.learn({0, 1. / 3}, lesson(0), draw, state);
    curriculum.learn({1. / 3, 2. / 3}, lesson(1000), draw, state);  // that harder ones are dear is no hindrance
  }
  CHECK(batches == std::ceil(std::log(0.2) / std::log(1 - 1. / 50)));
  for (int i = 0; i < 1000; ++i) curriculum.learn({0, 1. / 3}, lesson(0), draw, state);  // easier ones tell nothing
  CHECK(state[0] == 1);
  for (int i = 0; i < 1000; ++i) curriculum.learn({1. / 3, 2. / 3}, lesson(4 * 0.21), draw, state);
  CHECK(state[0] == 1);
  for (int i = 0; i < 1000; ++i) curriculum.learn({1. / 3, 2. / 3}, lesson(4 * 0.19), draw, state);
  CHECK(state[0] == 2);  // the last
}

TEST_CASE("curricula: each says what a state of its own may be") {
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  CHECK(NoCurriculum().fault({}).empty());
  const DoublingCurriculum doubling(5, 0.2);
  const LookBackCurriculum look_back(6, 0.2);
  for (const Curriculum* rising :
       {static_cast<const Curriculum*>(&doubling), static_cast<const Curriculum*>(&look_back)}) {
    CHECK(rising->fault(rising->start()).empty());
    CHECK(rising->fault({5, 0.1}).empty());
    CHECK(rising->fault({kNan, 1}) == "the level is nan; a whole number from 0 to 5 is needed");
    CHECK(rising->fault({-1, 1}) == "the level is -1; a whole number from 0 to 5 is needed");
    CHECK(rising->fault({6, 1}) == "the level is 6; a whole number from 0 to 5 is needed");
    CHECK(rising->fault({0.5, 1}) == "the level is 0.5; a whole number from 0 to 5 is needed");
    CHECK(rising->fault({0, kNan}) == "the running cost is nan; a finite number is needed");
  }
  const PredictionGainCurriculum gain(4);
  std::vector<double> state = gain.start();
  CHECK(gain.fault(state).empty());
  state[4] = -1;
  CHECK(gain.fault(state) == "it has seen -1 rewards; a whole number from 0 to 9007199254740992 is needed");
  state[4] = 1e300;
  CHECK(gain.fault(state).starts_with("it has seen 1e+300 rewards; "));
  state[4] = 7;
  CHECK(gain.fault(state).empty());
  state[6] = kNan;
  CHECK(gain.fault(state) == "number 6 is nan; finite numbers are needed");
}

TEST_CASE("bandit: a reward that is not finite teaches nothing") {
  const Bandit bandit(3);
  Stream draw(1, Split::kTrain, Purpose::kTest, 0);
  std::vector<double> state = bandit.start();
  for (const double reward : {0.1, 0.5, 0.3}) bandit.reward(1, reward, draw, state);
  const std::vector<double> before = state;
  for (const double none : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()})
    bandit.reward(1, none, draw, state);
  CHECK(state == before);
}

TEST_CASE("bandit: one reward moves the weights by the paper's equations") {
  constexpr size_t kArms = 4;
  const Bandit bandit(kArms);
  std::vector<double> state = bandit.start();
  Stream draw(1, Split::kTrain, Purpose::kTest, 0);
  for (const double reward : {0.1, 0.5, -0.3, 0.2, 0.9, 0.4}) bandit.reward(2, reward, draw, state);
  const std::vector<double> before(state.begin(), state.begin() + kArms), policy = bandit.policy(state);
  // Six rewards, sorted −0.3 0.1 0.2 0.4 0.5 0.9; their 20th and 80th percentile are 0.1 and 0.5.
  const double scaled = 2 * (0.35 - 0.1) / (0.5 - 0.1) - 1, eta = 1e-3, alpha = 1.0 / 7;
  std::vector<double> expected(kArms);
  for (size_t i = 0; i < kArms; ++i) {
    const auto raised = [&](size_t j) { return std::exp(before[j] + eta * (j == 1 ? scaled / policy[1] : 0)); };
    double others = 0;
    for (size_t j = 0; j < kArms; ++j)
      if (j != i) others += raised(j);
    expected[i] = std::log((1 - alpha) * raised(i) + alpha / (kArms - 1) * others);
  }
  bandit.reward(1, 0.35, draw, state);
  for (size_t i = 0; i < kArms; ++i) CHECK(state[i] == Approx(expected[i]).margin(1e-14));
}

TEST_CASE("bandit: comes to prefer the arm that pays, and still tries the others") {
  const Bandit bandit(5);
  std::vector<double> state = bandit.start();
  for (uint64_t k = 0; k < 20000; ++k) {
    Stream draw(1, Split::kTrain, Purpose::kTest, k);
    const size_t arm = bandit.choose(draw, state);
    bandit.reward(arm, arm == 3 ? 1 + draw.uniform() : draw.uniform(), draw, state);
  }
  const auto policy = bandit.policy(state);
  CHECK(policy[3] > 0.6);
  double total = 0;
  for (const double p : policy) {
    CHECK(p >= 0.01 - 1e-12);  // ε/N
    total += p;
  }
  CHECK(total == Approx(1));
}

TEST_CASE("curricula: prediction gain rewards its level by the fall of a sequence's cost for each step") {
  const PredictionGainCurriculum curriculum(4);
  CHECK(curriculum.wants_bits_after());
  const Bandit bandit(4);
  std::vector<double> state = curriculum.start(), expected = bandit.start();
  for (uint64_t k = 0; k < 30; ++k) {
    const Lesson one = lesson(1.0 / static_cast<double>(k + 1), 0.01 * static_cast<double>(k), 7);
    Stream draw(1, Split::kTrain, Purpose::kTest, k), same = draw;
    const Reach reach = curriculum.next(draw, k, state);
    const size_t arm = bandit.choose(same, expected);
    CHECK(reach.from == Approx(static_cast<double>(arm) / 4));
    curriculum.learn(reach, one, draw, state);
    bandit.reward(arm, (one.bits_before - one.bits_after) / 7, same, expected);
  }
  CHECK(state == expected);
}

}  // namespace tapehead
