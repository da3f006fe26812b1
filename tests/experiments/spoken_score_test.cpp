// Scoring of generated answers: what the judge receives from a free-running model, and its attention.

#include <catch2/catch.hpp>

#include <algorithm>

#include "autodiff/ops/watch.hpp"
#include "experiments/batches/score.hpp"
#include "experiments/scoring/rank_correlation.hpp"
#include "tasks/judges/judge.hpp"
#include "tests/support/reversal.hpp"

namespace tapehead {
namespace {

using testing::Reversal;
constexpr size_t kTokens = Reversal::kLetters + 1;

/// What a judge received about an episode.
struct Heard {
  std::vector<uint32_t> right, aligned, looked;
  std::optional<std::vector<uint32_t>> said;
};

/// Records what it receives.
class Clerk final : public Judge {
 public:
  explicit Clerk(std::vector<Heard>& result) : result_(result) {}
  void mark(const Paper& paper) override {
    Heard heard;
    for (size_t i = 0; i < paper.steps.size(); ++i) {
      if (*paper.batch.scored(paper.episode, paper.steps[i]) == 0) continue;
      if (const uint32_t token = paper.batch.target.token(paper.episode, paper.steps[i]); token != kEnd)
        heard.right.push_back(token);
      heard.aligned.push_back(paper.batch.aligned[paper.episode * paper.batch.steps() + paper.steps[i]]);
      if (!paper.looked.empty()) heard.looked.push_back(paper.looked[i]);
    }
    if (paper.said) heard.said = std::vector<uint32_t>(paper.said->begin(), paper.said->end());
    all_.push_back(heard);
  }
  void add(const Judge& later) override {
    const auto& more = dynamic_cast<const Clerk&>(later).all_;
    all_.insert(all_.end(), more.begin(), more.end());
  }
  Score score() const override {
    result_ = all_;
    return {};
  }
  std::string_view goal(bool) const override { return "bits"; }
  AnswerCount count(const Paper&) const override { return {}; }
  std::optional<Metric> in_training(const AnswerCount&) const override { return {}; }

 private:
  std::vector<Heard> all_;
  std::vector<Heard>& result_;
};

/// A task whose judge is the recorder.
template <class Of>
class Noted final : public Task {
 public:
  Noted(const Of& of, std::vector<Heard>& result) : of_(of), result_(result) {}
  Spec spec() const override { return of_.spec(); }
  Shape shape(Stream& draw, Reach reach) const override { return of_.shape(draw, reach); }
  bool has_sizes() const override { return false; }
  void sample(const EpisodeRange& range, const Shape& shape, Batch& batch) const override {
    of_.sample(range, shape, batch);
  }
  EvalGrid eval_grid() const override { return {}; }
  size_t must_hold() const override { return 0; }
  std::string show(const Batch&, size_t, const Real*) const override { return ""; }
  std::unique_ptr<Judge> judge() const override { return std::make_unique<Clerk>(result_); }

 private:
  const Of& of_;
  std::vector<Heard>& result_;
};

/// Says the source backwards, with 'b' for 'a', and without end if there are three letters. Its first head attends to
/// the token's origin, its second everywhere equally.
class Parrot final : public Model, public Speaker {
 public:
  const Speaker* speaks() const override { return this; }

  Answers run(const Context& context, const Batch& batch, size_t first) const override {
    Tape& tape = context.tape;
    auto* const steps = tape.keep<uint32_t>(batch.steps());
    const Var logits = tape.filled(kTokens, batch.steps(), context.batch, 0);
    const size_t places = batch.inputs[0].steps;
    for (size_t t = 0; t < batch.steps(); ++t) {
      steps[t] = static_cast<uint32_t>(t);
      const Var weights = tape.filled(places, 2, context.batch, Real(0.01));
      for (size_t b = 0; b < context.batch; ++b)
        if (const uint32_t from = batch.aligned[(first + b) * batch.steps() + t]; from != kNoToken)
          tape.fill(weights).column(b, 0)[from] = 1;
      watch("layer-1/look", tape.filled(places, 1, context.batch, 1), {"source", "head", 0, 1});
      watch("look", weights, {"source", "head", 0, 1});
      watch("other", weights, {"component", "head", 0, 1});
    }
    return {logits, {steps, batch.steps()}};
  }

  State listen(const Context& context, const Batch& batch, size_t first) const override {
    const BatchStream& source = batch.inputs[0];
    const Var plan = context.tape.filled(9, 1, context.batch, 0), at = context.tape.filled(1, 1, context.batch, 0);
    for (size_t b = 0; b < context.batch; ++b) {
      const size_t length = source.lengths[first + b];
      for (size_t i = 0; i < length; ++i) {
        const uint32_t letter = source.token(first + b, length - 1 - i);
        context.tape.fill(plan).item(b)[i] = static_cast<Real>((letter == 0 ? 1 : letter) + 1);
      }
      if (length == 3) std::fill_n(context.tape.fill(plan).item(b) + 3, 6, Real{2});
    }
    return State(context.tape, {plan, at});
  }
  Recurrent::Step say(const Context& context, Var, const State& past) const override {
    const Var logits = context.tape.filled(kTokens, 1, context.batch, 0);
    for (size_t b = 0; b < context.batch; ++b) {
      const size_t at = std::min<size_t>(static_cast<size_t>(*context.tape.value(past[1]).item(b)), 8);
      const auto token = static_cast<size_t>(context.tape.value(past[0]).item(b)[at]);
      context.tape.fill(logits).item(b)[token] = 9;
    }
    return {logits, State(context.tape, {past[0], shift(past[1], 1)})};
  }
};

/// The first tokens of an episode's own stream: a token and the end.
uint32_t drawn_token(Stream& draw) { return static_cast<uint32_t>(draw.integer(1, kTokens - 1)); }

/// Answers with a token that it draws.
class Gambler final : public Model, public Speaker {
 public:
  const Speaker* speaks() const override { return this; }

  Answers run(const Context& context, const Batch& batch, size_t first) const override {
    return Parrot().run(context, batch, first);
  }
  State listen(const Context& context, const Batch&, size_t) const override {
    const Var token = context.tape.make(1, 1, context.batch);
    for (size_t b = 0; b < context.batch; ++b)
      *context.tape.fill(token).item(b) = static_cast<Real>(drawn_token(context.noise.of(b)));
    return State(context.tape, {token});
  }
  Recurrent::Step say(const Context& context, Var, const State& past) const override {
    const Var logits = context.tape.filled(kTokens, 1, context.batch, 0);
    for (size_t b = 0; b < context.batch; ++b)
      context.tape.fill(logits).item(b)[static_cast<size_t>(*context.tape.value(past[0]).item(b))] = 9;
    return {logits, State(context.tape, {context.tape.filled(1, 1, context.batch, kEnd)})};
  }
};

constexpr uint64_t kScored = 34;  // the last batch is smaller

template <class Of>
std::vector<Heard> heard(const Of& task, std::span<const Member> members, size_t threads = 1,
                         const SearchSettings& search = {}) {
  std::vector<Heard> result;
  Workers workers(threads);
  Scorer scorer(workers);
  (void)scorer.score(members, Noted<Of>(task, result), {1, Split::kEval, kScored, kAllGroups, search});
  return result;
}

}  // namespace

TEST_CASE("each episode is answered freely too, and cut off where it does not end") {
  const Parrot parrot;
  const ParameterStore store(1);
  const Member member{parrot, store};
  for (const size_t threads : {1, 3}) {
    const std::vector<Heard> all = heard(Reversal(), {&member, 1}, threads);
    REQUIRE(all.size() == kScored);
    for (const Heard& one : all) {
      std::vector<uint32_t> expected = one.right;
      std::replace(expected.begin(), expected.end(), 1u, 2u);
      if (expected.size() == 3) expected.resize(2 * (expected.size() + 1) + 10, 2);
      REQUIRE(one.said);
      CHECK(*one.said == expected);
    }
  }
}

TEST_CASE("what is drawn for a free answer is the episode's own, wherever it stands in a batch") {
  const Gambler gambler;
  const ParameterStore store(1);
  const Member member{gambler, store};
  for (const size_t threads : {1, 3}) {
    const std::vector<Heard> all = heard(Reversal(), {&member, 1}, threads);
    for (uint64_t k = 0; k < kScored; ++k) {
      Stream draw(1, Split::kEval, Purpose::kNoise, k);
      CHECK(*all[k].said == std::vector<uint32_t>{drawn_token(draw)});
    }
  }
}

TEST_CASE("it is told where the model looked most, all heads together") {
  const Parrot parrot;
  const ParameterStore store(1);
  const Member member{parrot, store};
  for (const Heard& one : heard(Reversal(), {&member, 1})) {
    REQUIRE(one.looked.size() == one.aligned.size());
    for (size_t t = 0; t + 1 < one.looked.size(); ++t) CHECK(one.looked[t] == one.aligned[t]);
    CHECK(one.looked.back() == 0);  // of the end nobody knows; of places that are looked at alike, the first
  }
  const Member two[] = {member, member};
  for (const Heard& one : heard(Reversal(), two)) {
    CHECK(one.looked.empty());
    CHECK(one.said);
  }
}

TEST_CASE("a machine that reads one stream is scored as one that reads two") {
  const JoinedStreams task(std::make_unique<Reversal>());
  ParameterStore store(1);
  const auto model = testing::small_speaker(task.spec(), store);
  testing::stir(store, 2);
  const Member member{*model, store};
  const std::vector<Heard> greedy = heard(task, {&member, 1}), wide = heard(task, {&member, 1}, 2, {5, 0, 200});
  AnswerGenerator generator({{*model, store}});
  size_t differ = 0;
  for (uint64_t k = 0; k < kScored; ++k) {
    Batch batch;
    task.sample({1, Split::kEval, k, 1}, {}, batch);
    const auto limits = answer_limits(batch);
    CHECK(limits.front() == 2 * (greedy[k].right.size() + 1) + 10);
    CHECK(*greedy[k].said == generator.search(batch, 0, 1, {}, limits).front().front().tokens);
    CHECK(*wide[k].said == generator.search(batch, 0, 1, {5, 0, 200}, limits).front().front().tokens);
    CHECK(greedy[k].looked.empty());
    differ += *wide[k].said != *greedy[k].said;
  }
  CHECK(differ > 0);
}

/// A text that continues itself.
class Ramble final : public Task {
 public:
  Spec spec() const override { return Spec::of_text(kTokens); }
  Shape shape(Stream&, Reach) const override { return {}; }
  bool has_sizes() const override { return false; }
  void sample(const EpisodeRange& range, const Shape&, Batch& batch) const override {
    batch.resize(spec(), 3, range.count);
    batch.aligned.assign(3 * range.count, kNoToken);
    for (size_t b = 0; b < range.count; ++b)
      for (size_t t = 0; t < 3; ++t) {
        batch.inputs[0].token(b, t) = static_cast<uint32_t>(t);
        batch.ask(b, t, static_cast<uint32_t>(t + 1));
      }
  }
  EvalGrid eval_grid() const override { return {}; }
  size_t must_hold() const override { return 0; }
  std::string show(const Batch&, size_t, const Real*) const override { return ""; }
};

TEST_CASE("a text that nothing is read before is not asked for") {
  const Ramble task;
  ParameterStore store(1);
  const auto model = testing::small_speaker(task.spec(), store);
  REQUIRE(model->speaks());
  const Member member{*model, store};
  for (const Heard& one : heard(task, {&member, 1})) CHECK_FALSE(one.said);
}

TEST_CASE("rank correlation, worked out by hand") {
  const auto of = [](std::vector<Real> a, std::vector<Real> b) { return rank_correlation(a, b); };
  CHECK(of({1, 2, 3}, {10, 20, 1000}) == Approx(1));
  CHECK(of({1, 2, 3}, {3, 2, 1}) == Approx(-1));
  CHECK(of({1, 2, 3, 4}, {2, 1, 4, 3}) == Approx(0.6));
  CHECK(of({1, 1, 2}, {1, 2, 3}) == Approx(0.8660254));  // ranks ½, ½, 2
  CHECK(std::isnan(of({1, 1, 1}, {1, 2, 3})));
}

}  // namespace tapehead
