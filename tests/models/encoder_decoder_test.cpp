// The encoder–decoder learns within seconds to reverse a source.

#include <catch2/catch.hpp>

#include "autodiff/optimisers/clip.hpp"
#include "catalogue/catalogue.hpp"
#include "experiments/batches/batch_gradient.hpp"
#include "experiments/training/train_settings.hpp"
#include "experiments/training/training_state.hpp"

namespace tapehead {
namespace {

constexpr size_t kSymbols = 6, kLongest = 6;

///     source     c a b
///     previous   .  b a c        (. is kEnd)
///     target     b  a c .
class Reversed final : public Task {
 public:
  Spec spec() const override { return Spec::of_answers(kSymbols, kSymbols + 1); }
  Shape shape(Stream&, Reach) const override { return {}; }
  bool has_sizes() const override { return false; }
  void sample(const EpisodeRange& range, const Shape& shape, Batch& batch) const override {
    batch.resize(spec(), kLongest + 1, range.count);
    batch.inputs[0].resize(spec().input(), kLongest, range.count);
    for (size_t b = 0; b < range.count; ++b) {
      Stream draw = episode_stream(range, shape, b);
      std::vector<uint32_t> told{kEnd};
      const auto length = static_cast<size_t>(draw.integer(2, kLongest));
      for (size_t t = 0; t < length; ++t) told.push_back(static_cast<uint32_t>(draw.integer(1, kSymbols)));
      for (size_t t = 0; t < length; ++t) batch.inputs[0].token(b, t) = told[length - t] - 1;
      for (size_t t = 0; t <= length; ++t) {
        batch.inputs[1].token(b, t) = told[t];
        batch.ask(b, t, t == length ? kEnd : told[t + 1]);
      }
      batch.inputs[0].lengths[b] = static_cast<uint32_t>(length);
      batch.inputs[1].lengths[b] = batch.target.lengths[b] = static_cast<uint32_t>(length + 1);
    }
  }
  EvalGrid eval_grid() const override { return {}; }
  size_t must_hold() const override { return 0; }
  std::string show(const Batch&, size_t, const Real*) const override { return ""; }
};

/// Nats per token over the last tenth of that many updates of 16 episodes.
double learned(const char* options, size_t updates) {
  const std::string own =
      "model = encoder-decoder\nencoder = gru\ncontroller = gru\nencoder.size = 32\ncontroller.size = 32\n"
      "model.embedding = 8\ntrain.optimizer = adam\ntrain.learning-rate = 0.005\ntrain.clip = norm\ntrain.batch = 16\n";
  const Settings settings = resolve(declarations(), {ini_layer("test", own), ini_layer("options", options)}).settings;
  const Reversed task;
  const TrainSettings train(settings, 0);
  TrainingState state(settings, train, task.spec());
  Workers workers(1);
  BatchGradient gradients(workers, state.store().size(), shard_size(state.model(), train.batch));
  AlignedVector<Real> gradient(state.store().size());
  double nats = 0;
  for (size_t update = 0; update < updates; ++update) {
    gradients.compute(state.model(), state.store(), task,
                      {train.seed, Split::kTrain, update * train.batch, train.batch}, {}, gradient);
    clip_gradient(gradient, state.store(), gradient_norm(gradient), train.clip, static_cast<Real>(train.clip_at));
    state.optimizer().step(state.store().values(), gradient, static_cast<Real>(train.rate.at(0, 0)), update + 1);
    state.move_means(gradients.observations());
    if (update >= updates - updates / 10)
      nats += gradients.cost() / gradients.answers() / static_cast<double>(updates / 10);
  }
  return nats;
}

}  // namespace

TEST_CASE("the encoder-decoder learns to tell a source from its end") {
  constexpr size_t kUpdates = 500;
  const double blind = learned("attention = none\n", kUpdates);  // after as much it still confuses tokens
  for (const char* options : {"attention = global\n", "attention = global\nmodel.order = luong\n",
                              "attention = global\nmodel.order = input-feeding\nmemory.similarity = additive\n"}) {
    INFO(options);
    const double nats = learned(options, kUpdates);
    CHECK(nats < 0.1);
    CHECK(nats < blind / 2);
  }
}

TEST_CASE("hard attention learns it too, by every estimator") {
  for (const char* options : {"reinforce\nattention.credit = answer", "reinforce\nattention.credit = to-go",
                              "straight-through", "gumbel", "gumbel-hard"}) {
    INFO(options);
    CHECK(learned(("attention = hard\nattention.estimator = " + std::string(options) + "\n").c_str(), 500) < 0.5);
  }
}

}  // namespace tapehead
