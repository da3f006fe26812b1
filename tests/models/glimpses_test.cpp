// A model that looks at a picture glimpse by glimpse: the paths of its gradients, and that it learns where to look.

#include "models/seeing/glimpses.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <map>

#include "autodiff/base/error.hpp"
#include "autodiff/ops/watch.hpp"
#include "autodiff/optimisers/adam.hpp"
#include "catalogue/catalogue.hpp"
#include "experiments/batches/batch_gradient.hpp"
#include "experiments/training/train_settings.hpp"
#include "tests/support/context.hpp"
#include "tests/support/cued_pictures.hpp"

namespace tapehead {
namespace {

using testing::CuedPictures;

/// A small model of cued pictures, two looks through a window as large as a square.
struct Looker {
  explicit Looker(const std::string& more = "")
      : settings(resolve(declarations(),
                         {ini_layer("small",
                                    "model = glimpses\ncontroller = gru\ncontroller.size = 16\nmodel.glimpses = 2\n"
                                    "model.window = 4\nmodel.first = centre\nmodel.deviation = 0.2\nmodel.what = 16\n"
                                    "model.where = 8\nmodel.features = 16\n"),
                          ini_layer("test", more)})
                     .settings),
        model(make_model(settings, task.spec(), store)) {}

  Batch sample(size_t count, Split split = Split::kTrain) const {
    Batch batch;
    task.sample({1, split, 0, count}, {}, batch);
    return batch;
  }

  /// The gradient of a batch's objective by each parameter, by name.
  std::map<std::string, std::vector<Real>> gradient(const Batch& batch) const {
    AlignedVector<Real> all(store.size(), 0);
    Tape tape;
    tape.begin(store, all.data());
    Noise noise(1, Split::kTrain, 0, batch.episodes);
    tape.backward(objective_of(model->run({tape, batch.episodes, noise, Phase::kTraining}, batch, 0), batch, 0));
    std::map<std::string, std::vector<Real>> by_name;
    for (const auto& e : store.entries())
      by_name[e.name].assign(all.begin() + static_cast<std::ptrdiff_t>(e.offset),
                             all.begin() + static_cast<std::ptrdiff_t>(e.offset + e.size()));
    return by_name;
  }

  void train(size_t updates, size_t batch, Real rate) {
    Workers workers(1);
    BatchGradient gradients(workers, store.size(), 8);
    Adam adam(store.size());
    std::vector<Real> gradient(store.size());
    for (uint64_t k = 0; k < updates; ++k) {
      gradients.compute(*model, store, task, {1, Split::kTrain, k * batch, batch}, {}, gradient);
      adam.step(store.values(), gradient, rate, k + 1);
    }
  }

  CuedPictures task;
  Settings settings;
  ParameterStore store{3};
  std::unique_ptr<Model> model;
};

/// Keeps the last value of each name, for every episode.
class Seen final : public Watcher {
 public:
  void see(const std::string& name, Var value, const View&) override {
    const auto w = value.tape->value(value);
    std::vector<std::vector<Real>> items;
    for (size_t b = 0; b < w.batch; ++b) {
      items.emplace_back();
      for (size_t c = 0; c < w.cols; ++c) items[b].insert(items[b].end(), w.column(b, c), w.column(b, c) + w.rows);
    }
    calls[name].push_back(std::move(items));
  }
  std::map<std::string, std::vector<std::vector<std::vector<Real>>>> calls;  // by call, episode
};

/// The number of correct answers, and the watched values.
struct Shown {
  double right = 0;
  Seen seen;
};
void show(const Looker& looker, const Batch& batch, Shown& out, Phase phase = Phase::kScoring) {
  Tape tape;
  tape.begin(looker.store, nullptr);
  tape.set_watcher(&out.seen);
  Noise noise(1, Split::kTrain, 0, batch.episodes);
  const Answers answers = looker.model->run({tape, batch.episodes, noise, phase}, batch, 0);
  const auto logits = tape.value(answers.logits);
  for (size_t b = 0; b < batch.episodes; ++b)
    out.right += (logits.item(b)[1] > logits.item(b)[0]) == (batch.target.token(b, 0) == 1);
  out.right /= static_cast<double>(batch.episodes);
}

double size_of(const std::vector<Real>& v) {
  double largest = 0;
  for (const Real x : v) largest = std::max<double>(largest, std::abs(x));
  return largest;
}

}  // namespace

TEST_CASE("the places' gradient is REINFORCE by hand, by what was told right from each on") {
  const bool every = GENERATE(false, true);
  const double deviation = GENERATE(0.2, 2.0);  // the wide one draws most places beyond the picture
  INFO("told at every look: " << every << ", deviation: " << deviation);
  const Looker looker("model.glimpses = 3\nmodel.deviation = " + std::to_string(deviation) +
                      "\nmodel.told-at = " + (every ? "every-look\n" : "end\n"));
  const Batch batch = looker.sample(16);
  Shown what;
  show(looker, batch, what, Phase::kTraining);
  const auto got = looker.gradient(batch).at("gaze/location");
  const size_t hidden = 16, places = 2;
  std::vector<double> expected(2 * (hidden + 1));
  size_t beyond = 0;
  for (size_t b = 0; b < batch.episodes; ++b) {
    const auto right = [&](size_t look) {
      const auto& classes = what.seen.calls.at("classes").at(look)[b];
      return (classes[1] > classes[0]) == (batch.target.token(b, 0) == 1) ? 1.0 : 0.0;
    };
    Stream noise(1, Split::kTrain, Purpose::kNoise, b);
    for (size_t place = 0; place < places; ++place) {
      // The baseline begins at 0.
      const double reward = every && place == 0 ? (right(1) + right(2)) / 2 : right(2);
      const auto& mean = what.seen.calls.at("gaze/mean").at(place)[b];
      const auto& h = what.seen.calls.at("controller/hidden").at(place)[b];
      for (size_t r = 0; r < 2; ++r) {
        // The density is that of the place that was drawn, wherever it is moved to.
        const double drawn = noise.normal(), d = -reward * drawn / deviation * (1 - double{mean[r]} * double{mean[r]});
        beyond += std::abs(double{mean[r]} + deviation * drawn) > 1;
        for (size_t i = 0; i <= hidden; ++i) expected[2 * i + r] += d * (i < hidden ? double{h[i]} : 1);
      }
    }
  }
  REQUIRE(got.size() == expected.size());
  CHECK(size_of(got) > 0.2 / deviation);
  CHECK((beyond > batch.episodes) == (deviation > 1));
  for (size_t i = 0; i < got.size(); ++i) CHECK(got[i] == Approx(expected[i]).margin(1e-3));
}

TEST_CASE("told at every look, the classifier's gradient is the mean of theirs") {
  const Looker looker("model.glimpses = 3\nmodel.policy = fixed\nmodel.told-at = every-look\n");
  CHECK(looker.model->has_own_objective());
  const Batch batch = looker.sample(16);
  Shown what;
  show(looker, batch, what, Phase::kTraining);
  const auto got = looker.gradient(batch).at("output/weights");
  double bias[2] = {0, 0};
  for (size_t b = 0; b < batch.episodes; ++b)
    for (const auto& classes : what.seen.calls.at("classes"))
      for (size_t k = 0; k < 2; ++k) bias[k] += (double{classes[b][k]} - (batch.target.token(b, 0) == k ? 1 : 0)) / 3;
  for (size_t k = 0; k < 2; ++k) CHECK(got[got.size() - 2 + k] == Approx(bias[k]).margin(1e-4));
}

TEST_CASE("the reward teaches where to look, and the rest only where that is asked for") {
  const Batch batch = Looker().sample(16);
  const auto of = [&](const std::string& more) { return Looker("model.glimpses = 3\n" + more).gradient(batch); };
  const auto with = of(""), without = of("model.reward = 0\n"), through = of("model.reward-in-core = true\n");
  for (const auto& [name, gradient] : with) {
    INFO(name);
    const bool place = name == "gaze/location";
    CHECK((gradient == without.at(name)) == !place);
    if (place) CHECK(size_of(without.at(name)) == 0);
    const bool last = name == "output/weights" || name == "baseline/weights" || place;
    CHECK((gradient == through.at(name)) == last);
  }
  CHECK(size_of(with.at("baseline/weights")) > 0);
}

TEST_CASE("learned looks start over a grid where that is asked for, each with a place of its own that reward teaches") {
  const std::string grid =
      "model.glimpses = 7\nmodel.start = grid\nmodel.deviation = 0.001\nmodel.location-gain = 0.001\n";
  const Looker looker(grid);
  Shown what;
  show(looker, looker.sample(1), what);
  const std::vector<Real> windows = what.seen.calls.at("glimpses")[0][0];
  Shown cells;
  const Looker fixed("model.glimpses = 6\nmodel.policy = fixed\n");
  show(fixed, fixed.sample(1), cells);
  // After the first window, in the middle, they follow the cells of a grid of six.
  CHECK(std::vector<Real>(windows.begin() + 4, windows.end()) == cells.seen.calls.at("glimpses")[0][0]);

  const Batch batch = looker.sample(16);
  const auto places = looker.gradient(batch).at("gaze/places");
  REQUIRE(places.size() == 12);
  for (size_t n = 0; n < 6; ++n) CHECK(std::abs(places[2 * n]) + std::abs(places[2 * n + 1]) > 0);
  CHECK(size_of(Looker(grid + "model.reward = 0\n").gradient(batch).at("gaze/places")) == 0);
}

TEST_CASE("looks at random, over a grid and through a soft window have no reward to learn from") {
  for (const char* policy : {"random", "fixed", "window"}) {
    INFO(policy);
    const Looker looker(std::string("model.policy = ") + policy + "\n");
    CHECK_FALSE(looker.model->has_own_objective());
    for (const auto& e : looker.store.entries()) {
      CHECK(e.name != "baseline/weights");
      CHECK(e.name != "gaze/location");
    }
    const auto gradient = looker.gradient(looker.sample(8));
    if (std::string_view(policy) == "window") CHECK(size_of(gradient.at("gaze/window")) > 0);
  }
}

TEST_CASE("what was looked through is told in pixels") {
  const auto windows = [](const std::string& more) {
    const Looker looker("model.glimpses = 6\n" + more);
    Shown what;
    show(looker, looker.sample(1), what);
    REQUIRE(what.seen.calls.at("glimpses").size() == 1);
    return what.seen.calls.at("glimpses")[0][0];
  };
  CHECK(windows("model.policy = fixed\n") == std::vector<Real>{2, 3, 4, 4, 6, 3, 4, 4, 10, 3, 4, 4,  //
                                                               2, 9, 4, 4, 6, 9, 4, 4, 10, 9, 4, 4});
  const auto first = [&](const std::string& more) {
    const auto all = windows(more);
    return std::vector<Real>(all.begin(), all.begin() + 8);
  };
  CHECK(first("model.policy = fixed\nmodel.scales = 2\n") == std::vector<Real>{2, 3, 4, 4, 2, 3, 8, 8});
  CHECK(first("model.policy = fixed\nmodel.scales = 2\nmodel.window = 3\n") ==
        std::vector<Real>{2.5, 3.5, 3, 3, 2, 3, 6, 6});  // whole pixels: the middles are half of one apart
  const auto soft_scales = first("model.policy = window\nmodel.scales = 2\n");
  CHECK(soft_scales[4] == soft_scales[0]);
  CHECK(soft_scales[6] == 2 * soft_scales[2]);
  const auto random = windows("model.policy = random\n");
  CHECK(std::vector<Real>(random.begin(), random.begin() + 4) ==
        std::vector<Real>{6, 6, 4, 4});  // the first is central
  CHECK(random[4] != random[8]);
  const auto soft = windows("model.policy = window\n");
  CHECK(soft[0] == 6);
  CHECK(soft[2] == Approx(4 * 11 / 3.0));  // four filters, the outer ones on the outer pixels
}

TEST_CASE("what goes wrong as the class is told is told of the output") {
  Looker looker;
  for (const auto& e : looker.store.entries())
    if (e.name == "output/weights") std::fill_n(looker.store.data(e), e.size(), Real(2000));
  const Batch batch = looker.sample(1);
  Tape tape;
  tape.check_values(true, 1000);
  tape.begin(looker.store, nullptr);
  Noise noise(1, Split::kTrain, 0, 1);
  CHECK_THROWS_WITH(looker.model->run({tape, 1, noise}, batch, 0), Catch::StartsWith("output at step 2: "));
}

TEST_CASE("a glimpse's gradient is the same bits for any number of threads") {
  const Looker looker;
  std::vector<std::vector<Real>> all;
  for (const size_t threads : {1, 2, 3}) {
    Workers workers(threads);
    BatchGradient gradients(workers, looker.store.size(), 4);
    all.emplace_back(looker.store.size());
    gradients.compute(*looker.model, looker.store, looker.task, {1, Split::kTrain, 0, 18}, {}, all.back());
  }
  CHECK(all[0] == all[1]);
  CHECK(all[0] == all[2]);
}

TEST_CASE("it learns to look where the picture's middle points to") {
  Looker learned, random("model.policy = random\n");
  const Batch batch = learned.sample(256, Split::kTest);
  for (Looker* looker : {&learned, &random}) looker->train(600, 32, Real(3e-3));
  Shown what, chance;
  show(learned, batch, what);
  show(random, batch, chance);
  CHECK(what.right > 0.95);
  CHECK(chance.right < 0.85);
  const auto& means = what.seen.calls.at("gaze/mean").at(0);
  for (size_t b = 0; b < batch.episodes; ++b)
    REQUIRE((CuedPictures::points_right(batch, b) ? means[b][0] : -means[b][0]) > Real(0.2));
}

TEST_CASE("a soft window learns the same by its gradient") {
  Looker looker("model.policy = window\n");
  looker.train(300, 32, Real(3e-3));
  Shown what;
  show(looker, looker.sample(256, Split::kTest), what);
  CHECK(what.right > 0.95);
}

TEST_CASE("a picture that is none, or smaller than a window, is refused in one line") {
  const Settings settings = Looker().settings;
  const auto refusal = [&](const Spec& spec) {
    ParameterStore store(1);
    try {
      make_model(settings, spec, store);
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  CHECK(refusal(Spec::of_tokens(4, 3)) ==
        "model: got glimpses, which looks for a picture's class; a task of pictures is needed, such as fashion, "
        "without task.patch");
  CHECK(refusal(Spec::of_pictures({3, 9, 1}, 2)) ==
        "model.window: got 4, and pictures of 9x3 pixels; at most 3 is needed for them");
}

}  // namespace tapehead
