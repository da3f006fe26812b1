// Updates put off until a batch looks a column up: the same bits as updates of all parameters, whoever looks when.

#include "experiments/batches/late_columns.hpp"

#include <catch2/catch.hpp>

#include "autodiff/optimisers/clip.hpp"
#include "tests/support/tiny_run.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

using testing::TinyRun;

constexpr uint64_t kManyUpdates = 24;
constexpr size_t kEpisodesEach = 2;

/// Of 512 tokens a batch shows some 60.
const std::string kLarge =
    "task = key-value-recall\ntask.vocabulary = 512\ntask.length = 16\ntask.pairs = 2\n"
    "controller = feedforward\nmemory = none\ntrain.batch = 4\ntrain.clip = norm\ntrain.clip-at = 0.5\n";
const std::string kEmbedding = kLarge + "model.stem = embedding\nmodel.embedding = 128\n";
const std::string kMixers =
    "task = key-value-recall\ntask.vocabulary = 512\ntask.length = 16\ntask.pairs = 2\n"
    "model = mixer-stack\nmodel.size = 128\nmodel.feedforward = 8\nmodel.layers = 1\n"
    "memory = fast-weights\nmemory.width = 8\nmemory.key-size = 4\ntrain.batch = 4\n";
const std::string kAverages = "train.average = 0.9\ntrain.weight-decay = 0.1\n";

constexpr Real kClipAt = Real(0.01);

/// Training steps with rates that change.
class Steps final {
 public:
  /// late: with updates put off.
  Steps(const std::string& options, bool late, size_t threads = 1, Clip clip = Clip::kNorm)
      : run_(options),
        late_(late),
        clip_(clip),
        workers_(threads),
        gradients_(workers_, run_.state.store().size(), kEpisodesEach),
        gradient_(run_.state.store().size()) {}

  /// That of batch number `batch`.
  void make(uint64_t batch) {
    TrainingState& state = run_.state;
    GradientSettings how;
    if (clip_ == Clip::kFlow) how.flows_cut_at = kClipAt;
    how.late = late_ ? state.late() : nullptr;
    losses_.push_back(gradients_.compute(state.model(), state.store_in_training(), *run_.task,
                                         {run_.train.seed, Split::kTrain, batch * run_.train.batch, run_.train.batch},
                                         run_.shape(batch), gradient_, how));
    const double norm = gradient_norm(gradient_, gradients_.extents());
    REQUIRE(norm == gradient_norm(gradient_));
    shares_.push_back(clip_gradient(gradient_, gradients_.extents(), state.store_in_training(), norm, clip_, kClipAt) +
                      gradients_.flows_cut());
    state.update(gradient_, gradients_.extents(), gradients_.looked_up(),
                 Real(0.01) / static_cast<Real>(1 + batch % 5));
    state.counters.sequences += run_.train.batch;
    ++state.counters.batches;
  }
  void make(uint64_t from, uint64_t to) {
    while (from < to) make(from++);
  }

  TrainingState& state() { return run_.state; }
  std::string bytes() { return to_bytes(run_.state.to_file("")); }
  const std::vector<double>& losses() const { return losses_; }
  const std::vector<double>& shares() const { return shares_; }
  size_t extents() const { return gradients_.extents().size(); }

 private:
  TinyRun run_;
  bool late_;
  Clip clip_;
  Workers workers_;
  BatchGradient gradients_;
  AlignedVector<Real> gradient_;
  std::vector<double> losses_, shares_;
};

std::string with_optimizer(const PartInfo& row) { return "train.optimizer = " + std::string(row.name) + "\n"; }

}  // namespace

TEST_CASE("late columns: the same bits as updates of all, for every optimiser and model, with and without averages") {
  for (const PartInfo* row : part_infos(PartKind::kOptimizer))
    for (const std::string& model : {kEmbedding, kMixers})
      for (const std::string& averages : {std::string(), kAverages}) {
        const std::string options = model + with_optimizer(*row) + averages;
        INFO(options);
        Steps late(options, true), all(options, false);
        late.make(0, kManyUpdates);
        all.make(0, kManyUpdates);
        CHECK(late.extents() > 10);
        CHECK(all.extents() == 1);
        CHECK(late.losses() == all.losses());
        CHECK(late.bytes() == all.bytes());
      }
}

TEST_CASE("late columns: clipped by number, by matrix and on the way too") {
  for (const Clip clip : {Clip::kValue, Clip::kMatrix, Clip::kFlow, Clip::kNone}) {
    Steps late(kEmbedding, true, 1, clip), all(kEmbedding, false, 1, clip);
    late.make(0, kManyUpdates);
    all.make(0, kManyUpdates);
    CHECK(late.shares() == all.shares());
    CHECK(late.bytes() == all.bytes());
  }
}

TEST_CASE("late columns: the number of threads changes nothing") {
  Steps one(kEmbedding, true, 1), two(kEmbedding, true, 2);
  one.make(0, kManyUpdates);
  two.make(0, kManyUpdates);
  CHECK(one.bytes() == two.bytes());
}

TEST_CASE("late columns: looking at a run changes nothing, and a run goes on from its file") {
  Steps unseen(kEmbedding + kAverages, true), seen(kEmbedding + kAverages, true), second(kEmbedding + kAverages, true);
  unseen.make(0, kManyUpdates);
  for (uint64_t batch = 0; batch < kManyUpdates; ++batch) {
    seen.make(batch);
    if (batch % 3 == 0) (void)seen.state().scored_store();
    if (batch % 5 == 0) (void)seen.state().optimizer();
    if (batch + 1 == kManyUpdates / 2) second.state().from_file(seen.state().to_file(""), "file", "bits");
  }
  second.make(kManyUpdates / 2, kManyUpdates);
  const std::string bytes = unseen.bytes();
  CHECK(seen.bytes() == bytes);
  CHECK(second.bytes() == bytes);
}

TEST_CASE("late columns: updates of all come after those put off") {
  Steps late(kEmbedding, true), all(kEmbedding, false);
  late.make(0, kManyUpdates);
  all.make(0, kManyUpdates);
  const std::vector<Real> gradient(late.state().store().size(), Real(0.01));
  const Extent whole{0, gradient.size()};
  late.make(kManyUpdates);
  all.make(kManyUpdates);
  for (Steps* steps : {&late, &all}) steps->state().update(gradient, {&whole, 1}, {}, Real(0.01));
  CHECK(late.bytes() == all.bytes());
}

TEST_CASE("late columns: only of a large table whose tokens are known") {
  CHECK(TinyRun(kEmbedding).state.late());
  CHECK(TinyRun(kMixers).state.late());
  CHECK_FALSE(TinyRun(kLarge + "model.stem = embedding\nmodel.embedding = 127\n").state.late());
  CHECK_FALSE(TinyRun(kLarge).state.late());
  CHECK_FALSE(TinyRun().state.late());
}

}  // namespace tapehead::inline TAPEHEAD_REAL
