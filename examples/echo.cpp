// The engine by itself: a neural Turing machine put together from its parts, trained, and then stepped by hand. No
// task, no option, no file: this links the engine, which links OpenBLAS and fmt.
//
//   cmake --build build --target example_echo && build/examples/echo

#include <cmath>
#include <cstdio>
#include <vector>

#include "attention/normalisers/softmax_normaliser.hpp"
#include "attention/scores/cosine_similarity.hpp"
#include "autodiff/base/denormals.hpp"
#include "autodiff/ops/ops.hpp"
#include "controllers/feedforward.hpp"
#include "memory/ntm/content_location_addressing.hpp"
#include "memory/ntm/ntm.hpp"
#include "models/machine/memory_machine.hpp"

using namespace tapehead;

namespace {

constexpr size_t kBits = 4, kSteps = 3, kEpisodes = 8;  // the bits of the first step are asked for at the last

std::unique_ptr<Memory> ntm(const Scope& scope) {
  NtmSettings settings;
  settings.slots = settings.width = 8;
  settings.start_memory = StartMemory::kRandom;
  AddressingSettings addressing;
  addressing.slots = settings.slots;
  addressing.width = settings.width;
  addressing.content = std::make_shared<ContentLookup>(std::make_unique<CosineSimilarity>(),
                                                       std::make_unique<SoftmaxNormaliser>(), false);
  return std::make_unique<NtmMemory>(scope, settings, std::make_unique<ContentLocationAddressing>(scope, addressing));
}

/// A feedforward controller keeps nothing itself: it is the memory that remembers.
std::unique_ptr<Controller> controller(const Scope& scope, size_t inputs, size_t reads) {
  return std::make_unique<FeedforwardController>(scope, FeedforwardSettings{.size = 32}, inputs, reads);
}

/// Features: the bits at the first step, and one that is on at the last.
void draw(Stream& stream, Batch& batch) {
  batch.resize({kBits + 1, kBits}, kSteps, kEpisodes);
  for (size_t b = 0; b < kEpisodes; ++b) {
    for (size_t i = 0; i < kBits; ++i) {
      const auto bit = static_cast<Real>(stream.integer(0, 1));
      batch.input(b, 0)[i] = bit;
      batch.target.at(b, kSteps - 1)[i] = bit;
      batch.scored(b, kSteps - 1)[i] = 1;
    }
    batch.input(b, kSteps - 1)[kBits] = 1;
  }
}

/// Kingma & Ba 2015, algorithm 1.
class Adam final {
 public:
  explicit Adam(size_t size) : mean_(size), square_(size) {}
  void update(std::span<Real> values, std::span<const Real> gradient) {
    ++count_;
    const Real rate = Real(1e-2) * std::sqrt(1 - std::pow(Real(0.999), count_)) / (1 - std::pow(Real(0.9), count_));
    for (size_t i = 0; i < values.size(); ++i) {
      mean_[i] += Real(0.1) * (gradient[i] - mean_[i]);
      square_[i] += Real(0.001) * (gradient[i] * gradient[i] - square_[i]);
      values[i] -= rate * mean_[i] / (std::sqrt(square_[i]) + Real(1e-8));
    }
  }

 private:
  std::vector<Real> mean_, square_;
  Real count_ = 0;
};

}  // namespace

int main() {
  const FlushDenormals flush;
  ParameterStore store(1);
  const MemoryMachine machine(store, Spec(kBits + 1, kBits), ntm, controller);

  Tape tape;
  Batch batch;
  Noise noise(1, Split::kTrain, 0, kEpisodes);
  Stream stream(1, Split::kTrain, Purpose::kEpisode, 0);
  std::vector<Real> gradient(store.size());
  Adam adam(store.size());
  for (size_t update = 0; update <= 3000; ++update) {
    draw(stream, batch);
    std::fill(gradient.begin(), gradient.end(), Real{0});
    tape.begin(store, gradient.data());
    const Answers answers = machine.run({tape, kEpisodes, noise, Phase::kTraining}, batch, 0);
    const Var loss = sequence_loss(answers, batch, 0);
    tape.backward(loss);
    for (Real& g : gradient) g /= kEpisodes;
    adam.update(store.values(), gradient);
    if (update % 1000 == 0) {
      Real nats = 0;
      for (size_t b = 0; b < kEpisodes; ++b) nats += *tape.value(loss).item(b) / kEpisodes;
      std::printf("%5zu episodes: %.3f bits an episode\n", (update + 1) * kEpisodes, nats / std::log(2.0));
    }
  }

  tape.begin(store, nullptr);  // and now one episode, as it would be played with
  const Context context{tape, 1, noise};
  State state = machine.start(context);
  size_t wrong = 0;
  for (size_t t = 0; t < kSteps; ++t) {
    const Var input = tape.constant(batch.features(), 1, 1, batch.input(0, t));
    const auto [logits, next] = machine.step(context, input, state);
    state = next;
    for (size_t i = 0; t + 1 == kSteps && i < kBits; ++i)
      wrong += (tape.value(logits).data[i] > 0) != (batch.target.at(0, t)[i] > 0);
  }
  std::printf("stepped by hand: %zu of %zu bits wrong\n", wrong, kBits);
  return wrong == 0 ? 0 : 1;
}
