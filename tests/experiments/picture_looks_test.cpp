// Pointing: a model's attention on a picture, compared with gold boxes by hand.

#include <catch2/catch.hpp>

#include <algorithm>

#include "autodiff/ops/watch.hpp"
#include "experiments/batches/score.hpp"
#include "experiments/traces/picture_trace.hpp"

namespace tapehead {
namespace {

constexpr size_t kAnswers = 3, kClasses = 2;
constexpr Layout kLayout{6, 9, 1};
constexpr uint32_t kAcross = 3, kCells = 6;  // of 3×3 pixels each
constexpr Box kSecondCell{3, 0, 6, 3}, kBetween{1.5f, 0, 4.5f, 6};

/// A class at each of three steps: the first is about one cell, the second about halves of four, the last about
/// nothing.
class Shown final : public Task {
 public:
  explicit Shown(bool boxes) : boxes_(boxes) {}
  Spec spec() const override { return Spec::of_pictures(kLayout, kClasses); }
  Shape shape(Stream&, Reach) const override { return {}; }
  bool has_sizes() const override { return false; }
  void sample(const EpisodeRange& range, const Shape&, Batch& batch) const override {
    batch.resize(spec(), 1, range.count);
    batch.resize_target(spec().target, kAnswers);
    for (size_t b = 0; b < range.count; ++b)
      for (size_t t = 0; t < kAnswers; ++t) batch.ask(b, t, 0);
    for (size_t b = 0; boxes_ && b < range.count; ++b)
      for (const Box& box : {kSecondCell, kBetween, Box()}) batch.boxes.push_back(box);
  }
  EvalGrid eval_grid() const override { return {}; }
  size_t must_hold() const override { return 0; }
  std::string show(const Batch&, size_t, const Real*) const override { return ""; }

 private:
  bool boxes_;
};

/// Answers, and shows the given values.
class Looker final : public Model {
 public:
  using Show = std::function<void(const Context& context, size_t step)>;
  explicit Looker(Show show) : show_(std::move(show)) {}
  Answers run(const Context& context, const Batch& batch, size_t) const override {
    auto* const steps = context.tape.keep<uint32_t>(batch.steps());
    for (size_t t = 0; t < batch.steps(); ++t) {
      steps[t] = static_cast<uint32_t>(t);
      if (show_) show_(context, t);
    }
    return {context.tape.filled(kClasses, batch.steps(), context.batch, 0), {steps, batch.steps()}};
  }

 private:
  Show show_;
};

Score pointing_score(Looker::Show show, bool boxes = true, size_t members = 1) {
  const Looker looker(std::move(show));
  const ParameterStore store(1);
  const std::vector<Member> all(members, {looker, store});
  Workers workers(2);
  return Scorer(workers).score(all, Shown(boxes), {1, Split::kEval, 23});
}

bool points(const Score& score) {
  return std::any_of(score.metrics.begin(), score.metrics.end(), [](const Metric& m) { return m.name == "pointing"; });
}

constexpr View kLooks = kAlignment.over(kAcross);

void look_everywhere(const Context& context, size_t) {
  watch("weights", context.tape.filled(kCells, 1, context.batch, Real(1) / kCells), kLooks);
}

/// One head attends to the cell of the step's number, another to the last one.
void look_sharply(const Context& context, size_t step) {
  const Var weights = context.tape.filled(kCells, 2, context.batch, 0);
  for (size_t b = 0; b < context.batch; ++b) {
    context.tape.fill(weights).column(b, 0)[step] = 1;
    context.tape.fill(weights).column(b, 1)[kCells - 1] = 1;
  }
  look_everywhere(context, step);
  watch("then/weights", weights, kLooks);
}

/// Through three windows, in steps of another kind: they are shown once.
void look_through_windows(const Context& context, size_t step) {
  if (step > 0) return;
  const Real windows[] = {4, 1, 2, 2, 7, 5, 2, 2, 4.5f, 2, 8, 8};
  Var one = context.tape.constant(4, 3, 1, windows);
  if (context.batch > 1) one = repeat(one, context.batch);
  watch("retina/glimpses", one, kGlimpses);
}

}  // namespace

TEST_CASE("pointing: attention to a cell counts by the share of its area within the box, a step without one does not") {
  CHECK(pointing_score(look_everywhere).value("pointing") == Approx((1 / 6.0 + 1 / 3.0) / 2));
  CHECK(pointing_score(look_sharply).value("pointing") == Approx((0 + 0.25) / 2));
  CHECK(pointing_score(look_everywhere).text.ends_with(", pointing 0.25"));
}

TEST_CASE("pointing: of glimpses it is the share whose middle lies within the box") {
  CHECK(pointing_score(look_through_windows).value("pointing") == Approx((2 / 3.0 + 1 / 3.0) / 2));
}

TEST_CASE("pointing: who looks at nothing of the picture, or where nobody knows the place, is not told it") {
  CHECK_FALSE(points(pointing_score({})));
  CHECK_FALSE(points(pointing_score(look_everywhere, false)));
  CHECK_FALSE(points(pointing_score(look_everywhere, true, 2)));
  CHECK_FALSE(points(pointing_score([](const Context& context, size_t) {
    watch("weights", context.tape.filled(kCells, 1, context.batch, 1), kAlignment);  // steps, not cells
  })));
}

TEST_CASE("a trace says the picture, the boxes, and the classes' names") {
  Batch batch;
  Shown(true).sample({1, Split::kEval, 0, 1}, {}, batch);
  CHECK(reads_picture(batch));
  *batch.inputs[0].at(0, 0) = 0.5f;
  const Hdf5Array picture = picture_array(batch);
  CHECK(picture.shape == std::vector<uint64_t>{6, 9, 1});
  CHECK(picture.values.size() == 54);
  CHECK(picture.values[0] == 0.5f);
  *batch.scored(0, 0) = 0;
  CHECK(gold_boxes(batch) == std::vector<Real>{1.5f, 0, 4.5f, 6, 0, 0, 0, 0});
  const Real chances[] = {0.5f, 0.5f, 0.1f, 0.9f, 0.8f, 0.2f};
  const auto texts = class_texts({"shoe"}, batch, chances);
  CHECK(texts[0].texts == std::vector<std::string>{"shoe", "shoe"});
  CHECK(texts[1].texts == std::vector<std::string>{"1", "shoe"});
  batch.resize(Spec::of_tokens(3, kClasses), 2, 1);
  CHECK_FALSE(reads_picture(batch));
  CHECK(gold_boxes(batch).empty());
}

}  // namespace tapehead
