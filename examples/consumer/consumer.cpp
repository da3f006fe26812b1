// A user's own program: a differentiable neural computer that reads four bits and has to say them two steps later. It
// is made, trained, saved, loaded and stepped.
#include <algorithm>
#include <cstdio>
#include <memory>
#include <tapehead/tapehead.hpp>

using namespace tapehead;

constexpr size_t kBits = 4, kSteps = 3, kEpisodes = 8;

MemoryMachine make_machine(ParameterStore& store) {
  const auto memory = [](const Scope&) {
    auto content = std::make_unique<ContentLookup>(std::make_unique<CosineSimilarity>(),
                                                   std::make_unique<SoftmaxNormaliser>(), false);
    return std::make_unique<DncMemory>(DncSettings{.slots = 8, .width = 8}, std::move(content));
  };
  const auto controller = [](const Scope& scope, size_t inputs, size_t reads) {
    return std::make_unique<FeedforwardController>(scope, FeedforwardSettings{.size = 32}, inputs, reads);
  };
  return MemoryMachine(store, Spec(kBits + 1, kBits), memory, controller);
}

// The bits come at the first step and are scored at the last, which a further input marks.
void draw(Stream& stream, Batch& batch) {
  batch.resize({kBits + 1, kBits}, kSteps, kEpisodes);
  for (size_t episode = 0; episode < kEpisodes; ++episode) {
    for (size_t i = 0; i < kBits; ++i) {
      const auto bit = static_cast<Real>(stream.integer(0, 1));
      batch.input(episode, 0)[i] = batch.target.at(episode, kSteps - 1)[i] = bit;
      batch.scored(episode, kSteps - 1)[i] = 1;
    }
    batch.input(episode, kSteps - 1)[kBits] = 1;
  }
}

int main() {
  const FlushDenormals flush;
  ParameterStore store(1);
  const MemoryMachine machine = make_machine(store);
  Tape tape;
  Batch batch;
  Stream stream(1, Split::kTrain, Purpose::kEpisode, 0);
  Noise noise(1, Split::kTrain, 0, kEpisodes);
  AlignedVector<Real> gradient(store.size());
  Adam adam(store.size());
  for (uint64_t update = 1; update <= 2000; ++update) {
    draw(stream, batch);
    std::fill(gradient.begin(), gradient.end(), Real{0});
    tape.begin(store, gradient.data());
    const Answers answers = machine.run({tape, kEpisodes, noise, Phase::kTraining}, batch, 0);
    const Var loss = sequence_loss(answers, batch, 0);
    tape.backward(loss);
    adam.step(store.values(), gradient, Real(3e-3), update);
    if (update == 1 || update % 500 == 0)
      std::printf("update %4zu: %.3f nats in the first episode\n", size_t{update}, double{*tape.value(loss).item(0)});
  }
  save_parameters("machine.safetensors", store);

  ParameterStore loaded(2);
  const MemoryMachine same = make_machine(loaded);
  load_parameters("machine.safetensors", loaded);
  draw(stream, batch);
  tape.begin(loaded, nullptr);  // nullptr: no gradients from here on
  const Context context{tape, 1, noise};
  State state = same.start(context);
  size_t wrong = 0;
  for (size_t t = 0; t < kSteps; ++t) {
    const Var input = tape.constant(batch.features(), 1, 1, batch.input(0, t));
    const auto [logits, next] = same.step(context, input, state);
    state = next;
    for (size_t i = 0; t + 1 == kSteps && i < kBits; ++i)
      wrong += (tape.value(logits).data[i] > 0) != (batch.target.at(0, t)[i] > 0);
  }
  std::printf("loaded, and stepped by hand: %zu of %zu bits wrong\n", wrong, kBits);
  return wrong == 0 ? 0 : 1;
}
