#include "tasks/pictures/patch_sequences.hpp"

#include <catch2/catch.hpp>

#include "autodiff/base/error.hpp"
#include "catalogue/catalogue.hpp"
#include "experiments/training/train_settings.hpp"
#include "tests/support/defaults.hpp"
#include "tests/support/episodes.hpp"

namespace tapehead {
namespace {

constexpr Layout kPicture{4, 6, 2};

/// A picture whose number i is episode + i/100, and the class 1, with a box only for episode 1.
class Numbered final : public Task {
 public:
  Spec spec() const override { return Spec::of_pictures(kPicture, 3, 7); }
  Shape shape(Stream&, Reach) const override { return {}; }
  bool has_sizes() const override { return false; }
  void sample(const EpisodeRange& range, const Shape&, Batch& batch) const override {
    batch.resize(spec(), 1, range.count);
    batch.boxes.resize(range.count);
    for (size_t b = 0; b < range.count; ++b) {
      for (size_t i = 0; i < kPicture.size(); ++i)
        batch.input(b, 0)[i] = static_cast<Real>(range.first + b) + static_cast<Real>(i) / 100;
      batch.ask(b, 0, 1);
      if (range.first + b == 1) batch.boxes[b] = {1, 2, 3, 4};
    }
  }
  EvalGrid eval_grid() const override { return {}; }
  size_t must_hold() const override { return 0; }
  std::string show(const Batch& batch, size_t episode, const Real* answers) const override {
    std::string text = std::to_string(batch.target.token(episode, 0)) + (batch.boxes[0].empty() ? "" : " boxed");
    for (size_t i = 0; i < kPicture.size(); ++i) text += " " + std::to_string(batch.input(episode, 0)[i]);
    return answers ? text + " answered " + std::to_string(answers[0]) : text;
  }
};

}  // namespace

TEST_CASE("a picture comes patch by patch, and its class is asked for at the last") {
  const PatchSequences task(std::make_unique<Numbered>(), 2);
  const Spec spec = task.spec();
  CHECK(spec.input().layout == Layout{1, 1, 8});
  CHECK(spec.outputs() == 3);
  CHECK(spec.epoch == 7);
  Batch batch;
  task.sample({1, Split::kTrain, 0, 2}, {}, batch);
  REQUIRE(batch.steps() == 6);
  for (size_t b = 0; b < 2; ++b)
    for (size_t t = 0; t < 6; ++t) {
      for (size_t y = 0; y < 2; ++y)
        for (size_t x = 0; x < 2; ++x)
          for (size_t c = 0; c < 2; ++c) {
            const size_t number = ((t / 3 * 2 + y) * 6 + t % 3 * 2 + x) * 2 + c;
            CHECK(batch.input(b, t)[(y * 2 + x) * 2 + c] == static_cast<Real>(b) + static_cast<Real>(number) / 100);
          }
      CHECK(*batch.scored(b, t) == (t == 5));
      CHECK(batch.target.token(b, t) == (t == 5 ? 1 : kNoToken));
      CHECK(batch.boxes[b * 6 + t].empty() == !(b == 1 && t == 5));
    }
}

TEST_CASE("a picture that came patch by patch is shown whole") {
  const Numbered whole;
  const PatchSequences task(std::make_unique<Numbered>(), 2);
  Batch pictures, patches;
  whole.sample({1, Split::kTrain, 1, 1}, {}, pictures);
  task.sample({1, Split::kTrain, 1, 1}, {}, patches);
  CHECK(task.show(patches, 0, nullptr) == whole.show(pictures, 0, nullptr));
  std::vector<Real> answers(18);
  answers[15] = 0.5f;
  CHECK(task.show(patches, 0, answers.data()) == whole.show(pictures, 0, answers.data() + 15));
}

TEST_CASE("a task of pictures comes patch by patch where it is asked to") {
  Settings settings;
  testing::add_defaults(testing::task_row("pictures").info, settings);
  settings.set("task", "pictures");
  CHECK(make_task(settings)->spec().input().layout == Layout{28, 28, 1});
  settings.set("task.patch", "7");
  const auto task = make_task(settings);
  CHECK(task->spec().input().layout == Layout{1, 1, 49});
  CHECK(testing::sampled(*task, {}, 3).steps() == 16);
}

TEST_CASE("who reads one picture at once, or looks about in it, does not take patches for it") {
  const auto refusal = [&](const std::string& model) {
    const Settings all =
        resolve(declarations(), {ini_layer("test", "task = pictures\ntask.patch = 7\n" + model)}).settings;
    ParameterStore store(1);
    try {
      make_model(all, make_task(all)->spec(), store);
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  for (const char* encoder : {"patches", "convolution"})
    CHECK(
        refusal(std::string("model = classifier\nencoder = ") + encoder + "\n") ==
        std::string("encoder: got ") + encoder +
            ", which reads pictures, and a source of steps of 49 numbers or tokens; a task of pictures is needed, such "
            "as fashion, without task.patch");
  CHECK(
      refusal("model = glimpses\nmodel.window = 4\n") ==
      "model: got glimpses, which looks for a picture's class; a task of pictures is needed, such as fashion, without "
      "task.patch");
}

TEST_CASE("patches fill the pictures") {
  CHECK_THROWS_WITH(PatchSequences(std::make_unique<Numbered>(), 4),
                    "task.patch: got 4 and pictures of 4x6 pixels; a divisor of height and width is needed");
}

}  // namespace tapehead
