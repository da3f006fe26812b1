// The encoder–decoder: teacher-forced and free-running it is the same network; its learning; its refusals.

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>

#include "autodiff/base/error.hpp"
#include "autodiff/ops/watch.hpp"
#include "catalogue/catalogue.hpp"
#include "catalogue/check/model_check.hpp"
#include "catalogue/check/small_answers.hpp"
#include "models/speaker.hpp"
#include "tests/support/context.hpp"
#include "tests/support/numbers.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

using testing::numbers;

/// Those that read tokens.
std::vector<ModelCase> cases() {
  std::vector<ModelCase> all;
  for (const ModelCase& one : small_models())
    if (one.settings.text("model") == "encoder-decoder" && !reads_pictures(one.settings)) all.push_back(one);
  return all;
}

/// Settings of the first case, with some changed.
Settings first_with(std::initializer_list<std::pair<const char*, const char*>> others) {
  for (const ModelCase& one : cases()) {
    const auto has = [&](const auto& other) { return one.settings.has(other.first); };
    const auto is_part = [](const std::string& name) { return name.find('.') == name.npos; };
    const auto parts_fit = [&](const auto& other) {
      return !is_part(other.first) || one.settings.text(other.first) == other.second;
    };
    if (!std::all_of(others.begin(), others.end(), has) || !std::all_of(others.begin(), others.end(), parts_fit))
      continue;
    Settings settings = one.settings;
    for (const auto& [name, value] : others) settings.set(name, value);
    return settings;
  }
  throw std::logic_error("no such case");
}

struct MadeSpeaker {
  ParameterStore store{3};
  std::unique_ptr<Model> model;
  explicit MadeSpeaker(const Settings& settings, const Spec& spec = small_answer_spec()) {
    model = make_model(settings, spec, store);
    Stream stream(3, Split::kCheck, Purpose::kParameters, 0);
    for (Real& x : store.values()) x += static_cast<Real>(stream.uniform(-0.3, 0.3));
  }
};

/// Logits of one episode for all steps of its answer, column by column.
std::vector<Real> told(const MadeSpeaker& made, const Batch& batch, size_t episode) {
  Tape tape;
  tape.begin(made.store, nullptr);
  const Answers answers = made.model->run({tape, 1, testing::noise()}, batch, episode);
  return numbers(columns(answers.logits, 0, batch.target.lengths[episode]));
}

/// The same with tokens given one by one, the state carried from tape to tape.
std::vector<Real> spoken(const MadeSpeaker& made, const Batch& batch, size_t episode) {
  const Speaker& speaker = *made.model->speaks();
  std::vector<Real> logits;
  Tape tape;
  tape.begin(made.store, nullptr);
  Noise& noise = testing::noise();
  State state = speaker.listen({tape, 1, noise}, batch, episode);
  for (size_t t = 0; t < batch.target.lengths[episode]; ++t) {
    const Carried carried(speaker.settled(tape, state));
    tape.begin(made.store, nullptr);
    const Var previous = batch.inputs[1].on(tape, episode, 1, t, t + 1);
    const Recurrent::Step step = speaker.say({tape, 1, noise}, previous, carried.on(tape));
    const auto now = numbers(step.output);
    logits.insert(logits.end(), now.begin(), now.end());
    state = step.state;
  }
  return logits;
}

void check_near(const std::vector<Real>& got, const std::vector<Real>& right) {
  REQUIRE(got.size() == right.size());
  for (size_t i = 0; i < got.size(); ++i) CHECK(got[i] == Approx(right[i]).margin(1e-10));
}

/// Records the weights shown.
class SeenLooks final : public Watcher {
 public:
  void see(const std::string& name, Var value, const View& view) override {
    if (name != "attention/weights") return;
    weights.push_back(numbers(columns(value, 0, 1)));
    weights.back().resize(value.rows);
    of_sources = of_sources && std::string(view.rows) == "source";
  }
  std::vector<std::vector<Real>> weights;  ///< of the first episode, a look each
  bool of_sources = true;
};

SeenLooks looks_of(const MadeSpeaker& made, const Batch& batch, size_t first, size_t count) {
  Tape tape;
  tape.begin(made.store, nullptr);
  SeenLooks looks;
  tape.set_watcher(&looks);
  made.model->run({tape, count, testing::noise()}, batch, first);
  return looks;
}

/// The small batch with its episodes in reverse order, so that the first is padded.
Batch shorter_first() {
  const Batch batch = small_answer_batch();
  Batch turned = batch;
  const auto turn = [&](const BatchStream& from, BatchStream& to) {
    std::swap(to.lengths[0], to.lengths[1]);
    for (size_t t = 0; t < from.steps; ++t)
      for (size_t b = 0; b < 2; ++b) to.token(b, t) = from.token(1 - b, t);
  };
  for (size_t i = 0; i < 2; ++i) turn(batch.inputs[i], turned.inputs[i]);
  turn(batch.target, turned.target);
  for (size_t t = 0; t < batch.steps(); ++t)
    for (size_t b = 0; b < 2; ++b) *turned.scored(b, t) = *batch.scored(1 - b, t);
  return turned;
}

}  // namespace

TEST_CASE("told what to say, or told token by token and carried between, it comes to the same") {
  const Batch batch = small_answer_batch();
  for (const ModelCase& one : cases()) {
    INFO(one.name);
    const MadeSpeaker made(one.settings);
    REQUIRE(made.model->speaks());
    for (size_t b = 0; b < batch.episodes; ++b) check_near(spoken(made, batch, b), told(made, batch, b));
  }
}

TEST_CASE("nothing of what is looked at lies in the padding, and the weights share out 1") {
  const Batch batch = shorter_first();
  size_t looked = 0;
  for (const ModelCase& one : cases()) {
    const std::string& attention = one.settings.text("attention");
    if (attention == "none" || attention == "memory") continue;
    INFO(one.name);
    const SeenLooks looks = looks_of(MadeSpeaker(one.settings), batch, 0, 2);
    CHECK(looks.weights.size() == batch.steps());
    CHECK(looks.of_sources);
    for (const auto& weights : looks.weights) {
      REQUIRE(weights.size() == 4);
      CHECK(weights[2] == 0);
      CHECK(weights[3] == 0);
      const Real sum = weights[0] + weights[1];
      CHECK((attention == "local-p" ? sum <= 1 && sum > 0 : std::abs(sum - 1) < 1e-9));
      ++looked;
    }
  }
  CHECK(looked > 300);
}

TEST_CASE("local-m sees a window that goes on with the answer") {
  const MadeSpeaker made(first_with({{"attention", "local-m"}, {"attention.window", "1"}}));
  const SeenLooks looks = looks_of(made, small_answer_batch(), 0, 1);
  REQUIRE(looks.weights.size() == 4);
  for (size_t t = 0; t < 4; ++t)
    for (size_t s = 0; s < 4; ++s) CHECK((looks.weights[t][s] > 0) == (s + 1 >= t && s <= t + 1));
}

TEST_CASE("local-p weighs by a Gaussian about where it predicts") {
  Settings settings = first_with({{"attention", "local-p"}, {"attention.window", "2"}, {"model.order", "luong"}});
  settings.set("memory.similarity", "dot");
  settings.set("encoder.size", settings.text("controller.size"));
  MadeSpeaker made(settings);
  // All scores are equal: a summary and annotations of zeros, and a position that is the same for all queries.
  for (const auto& entry : made.store.entries()) {
    const bool output = entry.name.starts_with("encoder/lstm/layer-2");
    if (output || entry.name.starts_with("attention/")) std::fill_n(made.store.data(entry), entry.size(), Real{0});
    if (entry.name == "attention/place-score") made.store.data(entry)[entry.cols - 1] = std::log(Real(3));
  }
  const SeenLooks looks = looks_of(made, small_answer_batch(), 0, 1);
  for (const auto& weights : looks.weights)  // p = 4·σ(ln 3) = 3 sees 1, 2, 3 alike, with σ = 1
    for (size_t s = 0; s < 4; ++s) {
      const double away = static_cast<double>(s) - 3;
      CHECK(weights[s] == Approx(s == 0 ? 0 : std::exp(-away * away / 2) / 3).margin(1e-12));
    }
}

TEST_CASE("read from the end, a source is seen in its own order") {
  // A feedforward encoder without positions has the same annotations in either direction.
  const Batch batch = shorter_first();
  const auto settings = [](const char* reversed) {
    return first_with({{"encoder", "feedforward"}, {"encoder.positions", "none"}, {"model.reversed", reversed}});
  };
  const MadeSpeaker ahead(settings("false")), back(settings("true"));
  CHECK(looks_of(ahead, batch, 0, 2).weights == looks_of(back, batch, 0, 2).weights);
  const MadeSpeaker forward(first_with({{"attention", "none"}})),
      backward(first_with({{"attention", "none"}, {"model.reversed", "true"}}));
  CHECK(told(forward, batch, 0) != told(backward, batch, 0));
}

TEST_CASE("a source may be real-valued") {
  const Spec spec({vectors("source", 3), tokens(kPrevious, 4)}, tokens("target", 4));
  const Batch of_tokens = small_answer_batch();
  Batch batch = of_tokens;
  batch.inputs[0].resize(spec.inputs()[0], 4, 2);
  batch.inputs[0].lengths = of_tokens.inputs[0].lengths;
  for (size_t i = 0; i < batch.inputs[0].values.size(); ++i) batch.inputs[0].values[i] = std::sin(static_cast<Real>(i));
  const MadeSpeaker made(first_with({{"encoder", "gru"}, {"encoder.both-ways", "true"}, {"attention.guidance", "0"}}),
                         spec);
  const auto alone = told(made, batch, 1);
  check_near(spoken(made, batch, 1), alone);
  for (size_t i = 0; i < 6; ++i) *(batch.inputs[0].at(1, 2) + i) += 1;  // beyond its two steps
  CHECK(told(made, batch, 1) == alone);
}

TEST_CASE("what does not go together is refused") {
  const auto error = [](const Settings& settings, const Spec& spec) -> std::string {
    try {
      MadeSpeaker made(settings, spec);
      return "none";
    } catch (const InputError& e) {
      return e.what();
    }
  };
  CHECK(
      error(first_with({{"encoder.size", "6"}, {"model.hand-over", "state"}}), small_answer_spec()) ==
      "model.hand-over: got state, and states of [6 6 6 6] numbers of the encoder, [5 5 5 5] of the decoder; the same "
      "of both are needed, or map");
  CHECK(error(first_with({{"controller", "feedforward"}, {"model.first-query", "state"}}), small_answer_spec()) ==
        "model.first-query: got state, and a controller that begins without an output; map is needed for it, or lstm "
        "or gru");
  for (const auto& other : {std::pair("controller", "feedforward"), std::pair("model.order", "luong")})
    CHECK(error(first_with({other, {"model.output", "maxout-before"}}), small_answer_spec()) ==
          "model.output: got maxout-before, and a decoder that has no output before it looks; lstm or gru with "
          "model.order bahdanau is needed for it, or maxout");
  CHECK(
      error(first_with({}), Spec::of_tokens(4, 4)) ==
      "model: got encoder-decoder, which reads a source and says an answer; a task with both is needed, such as scan");
  CHECK(error(small_models().front().settings, small_answer_spec()) ==
        "model: got memory-machine, which reads one stream; one that reads a source and says an answer is needed for "
        "this task, such as encoder-decoder");
  const MadeSpeaker made(first_with({}));
  Tape tape;
  tape.begin(made.store, nullptr);
  Batch batch = small_answer_batch();
  batch.inputs.pop_back();
  CHECK_THROWS_AS(made.model->run({tape, 2, testing::noise()}, batch, 0), ShapeError);
}

}  // namespace tapehead::inline TAPEHEAD_REAL
