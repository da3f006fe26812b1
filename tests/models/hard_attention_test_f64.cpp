// The training objective of a decoder with stochastic attention, or with the doubly stochastic penalty: against plain
// loops.

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "autodiff/base/error.hpp"
#include "autodiff/ops/ops.hpp"
#include "autodiff/ops/watch.hpp"
#include "catalogue/catalogue.hpp"
#include "catalogue/check/model_check.hpp"
#include "catalogue/check/small_answers.hpp"
#include "models/looks/guidance.hpp"
#include "models/model.hpp"
#include "tests/support/context.hpp"
#include "tests/support/numbers.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

using testing::numbers;
using Options = std::vector<std::pair<const char*, const char*>>;

/// The smallest encoder–decoder with that attention, and the requested terms added to its answers' cost.
Settings smallest_with(const char* attention, const Options& options) {
  for (const ModelCase& one : small_models())
    if (one.settings.text("model") == "encoder-decoder" && one.settings.text("attention") == attention) {
      Settings settings = one.settings;
      for (const char* off : {"model.dropout", "encoder.dropout", "controller.dropout", "attention.entropy",
                              "attention.penalty", "attention.guidance"})
        if (settings.has(off)) settings.set(off, "0");
      for (const auto& [name, value] : options) settings.set(name, value);
      return settings;
    }
  throw std::logic_error("no such case");
}

struct MadeLooker {
  ParameterStore store{3};
  std::unique_ptr<Model> model;
  MadeLooker(const char* attention, const Options& options) {
    model = make_model(smallest_with(attention, options), small_answer_spec(), store);
    Stream stream(3, Split::kCheck, Purpose::kParameters, 0);
    for (Real& x : store.values()) x += static_cast<Real>(stream.uniform(-0.3, 0.3));
  }
  /// Copies the values of equally named parameters of another network.
  void take(const MadeLooker& other) {
    for (const auto& to : store.entries())
      for (const auto& from : other.store.entries())
        if (to.name == from.name) std::copy_n(other.store.data(from), from.size(), store.data(to));
  }
  Real& baseline() {
    for (const auto& entry : store.entries())
      if (entry.name.ends_with("attention/baseline")) return *store.data(entry);
    throw std::logic_error("no baseline");
  }
};

/// The attended slots: [look][item][slot].
class HardLooks final : public Watcher {
 public:
  void see(const std::string& name, Var value, const View&) override {
    auto* const to = name == "attention/weights"         ? &weights
                     : name == "attention/probabilities" ? &probabilities
                                                         : nullptr;
    if (!to) return;
    to->emplace_back();
    const auto window = value.tape->value(value);
    for (size_t b = 0; b < window.batch; ++b) to->back().emplace_back(window.item(b), window.item(b) + window.rows);
  }
  std::vector<std::vector<std::vector<Real>>> weights, probabilities;
};

struct Run {
  std::vector<Real> logits;  ///< of all items and steps
  std::vector<Real> objective;
  HardLooks looks;
  Observations observed;  ///< by running means
};

Run run_on(const MadeLooker& made, Phase phase, size_t first = 0, size_t count = 2) {
  const Batch batch = small_answer_batch();
  Run result;
  Noise noise(1, Split::kCheck, first, count);
  Tape tape;
  tape.begin(made.store, nullptr);
  tape.set_watcher(&result.looks);
  const Answers answers = made.model->run({tape, count, noise, phase}, batch, first);
  result.logits = numbers(answers.logits);
  result.objective = numbers(objective_of(answers, batch, first));
  result.observed = tape.observations();
  return result;
}

/// log p of the target token at a step.
Real log_p(const Run& run_on, const Batch& batch, size_t item, size_t step) {
  const Real* const logits = run_on.logits.data() + (item * batch.steps() + step) * batch.outputs();
  Real sum = 0;
  for (size_t k = 0; k < batch.outputs(); ++k) sum += std::exp(logits[k]);
  return logits[batch.target.token(item, step)] - std::log(sum);
}

size_t largest_of(const std::vector<Real>& weights) {
  return static_cast<size_t>(std::max_element(weights.begin(), weights.end()) - weights.begin());
}

/// λ·Σ (τ − Σ α)² over the existing annotations and looks.
Real penalty(const std::vector<std::vector<std::vector<Real>>>& weights, const Batch& batch, size_t item, Real factor,
             bool share) {
  const size_t looks = batch.target.lengths[item], annotations = batch.inputs[0].lengths[item];
  const Real target = share ? static_cast<Real>(looks) / static_cast<Real>(annotations) : 1;
  Real sum = 0;
  for (size_t s = 0; s < annotations; ++s) {
    Real got = 0;
    for (size_t t = 0; t < looks; ++t) got += weights[t][item][s];
    sum += (target - got) * (target - got);
  }
  return factor * sum;
}

}  // namespace

TEST_CASE("reinforce's objective is that of its formula, and padding has no part in it") {
  const Batch batch = small_answer_batch();
  const Real kReward = 1.5, kEntropy = 0.25, kPenalty = 0.5, kBaseline = -0.7;
  for (const char* order : {"bahdanau", "luong"})
    for (const char* credit : {"answer", "to-go"}) {
      INFO(order << " " << credit);
      MadeLooker made("hard", {{"attention.credit", credit},
                               {"attention.reward", "1.5"},
                               {"attention.entropy", "0.25"},
                               {"attention.penalty", "0.5"},
                               {"attention.expected", "0"},
                               {"model.order", order}});
      made.baseline() = kBaseline;
      CHECK(made.model->has_own_objective());
      const Run got = run_on(made, Phase::kTraining);
      for (size_t b = 0; b < batch.episodes; ++b) {
        const size_t looks = batch.target.lengths[b];
        Real right = penalty(got.looks.probabilities, batch, b, kPenalty, true), all = 0;
        for (size_t t = 0; t < looks; ++t) all += log_p(got, batch, b, t);
        for (size_t t = 0; t < looks; ++t) {
          const auto& p = got.looks.probabilities[t][b];
          const auto& drawn = got.looks.weights[t][b];
          CHECK(*std::max_element(drawn.begin(), drawn.end()) == 1);
          Real to_go = 0, entropy = 0;
          for (size_t u = t; u < looks; ++u) to_go += log_p(got, batch, b, u) - kBaseline;
          for (const Real x : p) entropy -= x > 0 ? x * std::log(x) : 0;
          const Real advantage = credit[0] == 'a' ? all - kBaseline : to_go;
          right -= log_p(got, batch, b, t) + kReward * advantage * std::log(p[largest_of(drawn)]) + kEntropy * entropy;
        }
        CHECK(got.objective[b] == Approx(right).epsilon(1e-9));
        CHECK(run_on(made, Phase::kTraining, b, 1).objective[0] == Approx(right).epsilon(1e-9));
      }
    }
}

TEST_CASE("the baseline is shown what looks are credited with: log p of an answer, or of a token on average") {
  const Batch batch = small_answer_batch();
  for (const char* credit : {"answer", "to-go"}) {
    INFO(credit);
    MadeLooker made("hard", {{"attention.credit", credit}, {"attention.expected", "0"}});
    made.baseline() = Real(-0.7);
    const Run got = run_on(made, Phase::kTraining);
    Real shown = 0;
    for (size_t b = 0; b < batch.episodes; ++b) {
      const size_t tokens = batch.target.lengths[b];
      Real all = 0;
      for (size_t t = 0; t < tokens; ++t) all += log_p(got, batch, b, t);
      shown += (credit[0] == 'a' ? all : all / static_cast<Real>(tokens)) / static_cast<Real>(batch.episodes);
    }
    got.observed.move(made.store);
    CHECK(made.baseline() == Approx(0.9 * -0.7 + 0.1 * shown).epsilon(1e-9));  // eq. 12
  }
}

TEST_CASE("the doubly stochastic penalty is that of its formula, with looks by content as with hard ones") {
  const Batch batch = small_answer_batch();
  for (const char* attention : {"global", "local-m", "local-p"})
    for (const bool share : {true, false})
      for (const char* order : {"bahdanau", "luong"}) {
        INFO(attention << " " << order << " " << share);
        const MadeLooker made(attention, {{"attention.penalty", "40"},
                                          {"attention.penalty-target", share ? "share" : "one"},
                                          {"model.order", order}});
        const Run got = run_on(made, Phase::kTraining);
        for (size_t b = 0; b < batch.episodes; ++b) {
          Real right = penalty(got.looks.weights, batch, b, 40, share);
          CHECK(right > 1e-3);
          for (size_t t = 0; t < batch.target.lengths[b]; ++t) right -= log_p(got, batch, b, t);
          CHECK(got.objective[b] == Approx(right).epsilon(1e-9));
        }
      }
  CHECK_FALSE(MadeLooker("global", {}).model->has_own_objective());
}

TEST_CASE("what the entropy of soft looks costs is that of its formula") {
  const Batch batch = small_answer_batch();
  for (const char* attention : {"global", "local-m"})
    for (const char* factor : {"0.5", "-0.5"}) {
      INFO(attention << " " << factor);
      const MadeLooker made(attention, {{"attention.entropy", factor}});
      CHECK(made.model->has_own_objective());
      const Run got = run_on(made, Phase::kTraining);
      for (size_t b = 0; b < batch.episodes; ++b) {
        Real right = 0;
        for (size_t t = 0; t < batch.target.lengths[b]; ++t) {
          Real entropy = 0;
          for (const Real x : got.looks.weights[t][b]) entropy -= x > 0 ? x * std::log(x) : 0;
          right -= log_p(got, batch, b, t) + std::stod(factor) * entropy;
        }
        CHECK(got.objective[b] == Approx(right).epsilon(1e-9));
      }
    }
}

TEST_CASE("what guided looks cost is that of its formula, for tokens that tell of a place, hard looks and soft ones") {
  const Batch batch = small_answer_batch();
  for (const char* attention : {"global", "local-m", "local-p", "hard"})
    for (const char* order : {"bahdanau", "luong"}) {
      INFO(attention << " " << order);
      Options options = {{"attention.guidance", "2.5"}, {"model.order", order}};
      const bool hard = attention == std::string("hard");
      if (hard) options.emplace_back("attention.reward", "0");
      const MadeLooker made(attention, options);
      CHECK(made.model->has_own_objective());
      const Run got = run_on(made, Phase::kTraining);
      const auto& weights = hard ? got.looks.probabilities : got.looks.weights;
      for (size_t b = 0; b < batch.episodes; ++b) {
        Real right = 0, guided = 0;
        for (size_t t = 0; t < batch.target.lengths[b]; ++t) {
          const uint32_t from = batch.aligned[b * batch.steps() + t];
          right -= log_p(got, batch, b, t);
          if (from != kNoToken) guided -= std::log(weights[t][b][from] + 1e-20);  // a window may not see it
        }
        CHECK(guided > 0.1);
        CHECK(got.objective[b] == Approx(right + 2.5 * guided).epsilon(1e-9));
      }
    }
}

TEST_CASE("looks at a picture's cells are guided into boxes, each cell by the share of its area") {
  const Batch batch = small_caption_batch();  // 4×6 pixels, to be cut into 2×3 cells
  const uint32_t looks[] = {3, 4};
  ParameterStore store(1);
  Tape tape;
  tape.begin(store, nullptr);
  const Var told = told_of(tape, batch, 0, looks, {2, 3}, 6, 4);
  // The first token's box is from x 1 to 4 and y 0 to 3, the second's from 0 to 6 and 1 to 2; the third has none.
  CHECK(numbers(columns(told, 0, 3)) ==
        std::vector<Real>{0.5, 1, 0, 0.25, 0.5, 0,   0.5, 0.5, 0.5, 0, 0, 0, 0,    0, 0, 0, 0, 0,  // and of the second
                          0,   0, 0, 0,    1,   0.5, 0,   0,   0,   0, 0, 0, 0.25, 0, 0, 0, 0, 0});  // episode
}

TEST_CASE("looks cannot be guided where nobody knows where what is said stands") {
  Spec spec = small_answer_spec();
  spec.tells_places = false;
  ParameterStore store(1);
  CHECK_THROWS_WITH(make_model(smallest_with("global", {{"attention.guidance", "1"}}), spec, store),
                    Catch::Contains("attention.guidance: got a factor above 0"));
}

TEST_CASE("an episode that reads what is expected is soft attention, and reinforces nothing") {
  const MadeLooker hard("hard", {{"attention.expected", "1"}});
  MadeLooker soft("global", {});
  soft.take(hard);
  const Run a = run_on(hard, Phase::kTraining), b = run_on(soft, Phase::kTraining);
  for (size_t i = 0; i < a.logits.size(); ++i) CHECK(a.logits[i] == Approx(b.logits[i]).margin(1e-12));
  for (size_t i = 0; i < 2; ++i) CHECK(a.objective[i] == Approx(b.objective[i]).margin(1e-12));
}

TEST_CASE("so are all episodes at first, where that is asked for") {
  MadeLooker hard("hard", {{"attention.expected", "0"}, {"attention.expected-first", "100"}});
  MadeLooker soft("global", {});
  soft.take(hard);
  const auto same = [&](uint64_t seen) {
    hard.store.set_seen(seen);
    const Run a = run_on(hard, Phase::kTraining), b = run_on(soft, Phase::kTraining);
    for (size_t i = 0; i < a.logits.size(); ++i)
      if (std::abs(a.logits[i] - b.logits[i]) > 1e-12) return false;
    return true;
  };
  CHECK(same(0));
  CHECK(same(99));
  CHECK_FALSE(same(100));
}

TEST_CASE("outside of training it reads what it draws, the likeliest, or what is expected") {
  const Batch batch = small_answer_batch();
  for (const char* scored : {"sample", "likeliest", "expected"}) {
    INFO(scored);
    const MadeLooker made("hard", {{"attention.scored", scored}});
    const Run got = run_on(made, Phase::kScoring);
    bool always_likeliest = true;
    for (size_t t = 0; t < batch.steps(); ++t)
      for (size_t b = 0; b < batch.episodes; ++b) {
        const auto& p = got.looks.probabilities[t][b];
        const auto& w = got.looks.weights[t][b];
        if (scored[0] == 'e') {
          CHECK(w == p);
        } else {
          CHECK(std::accumulate(w.begin(), w.end(), Real{0}) == 1);
          CHECK(w[largest_of(w)] == 1);
          CHECK(p[largest_of(w)] > 0);
          always_likeliest = always_likeliest && largest_of(w) == largest_of(p);
        }
      }
    CHECK(always_likeliest == (scored[0] != 's'));
    MadeLooker soft("global", {});
    soft.take(made);
    if (scored[0] == 'e') CHECK(got.logits == run_on(soft, Phase::kScoring).logits);
  }
}

TEST_CASE("a gate lets through its share of what was read") {
  MadeLooker open("global", {{"attention.gate", "true"}}), plain("global", {});
  open.take(plain);
  const auto right = run_on(plain, Phase::kScoring).logits;
  const auto with_bias = [&](Real bias) {
    for (const auto& entry : open.store.entries())
      if (entry.name.ends_with("attention/gate")) {
        std::fill_n(open.store.data(entry), entry.size(), Real{0});
        open.store.data(entry)[entry.cols - 1] = bias;
      }
    return run_on(open, Phase::kScoring).logits;
  };
  const auto all = with_bias(40), half = with_bias(0);
  for (size_t i = 0; i < right.size(); ++i) CHECK(all[i] == Approx(right[i]).margin(1e-12));
  CHECK(half != all);
}

TEST_CASE("a deep output needs what was said to be numbers") {
  const Options options{{"model.output", "deep"}, {"model.embedding", "0"}};
  CHECK_THROWS_WITH(MadeLooker("global", options),
                    Catch::StartsWith("model.output: got a deep one, with model.embedding 0"));
}

}  // namespace tapehead::inline TAPEHEAD_REAL
