#include "models/machine/picture_stem.hpp"

#include <catch2/catch.hpp>

#include "autodiff/ops/ops.hpp"
#include "controllers/transformer.hpp"
#include "memory/no_memory.hpp"
#include "models/machine/memory_machine.hpp"
#include "tasks/batch/batch.hpp"
#include "tests/support/context.hpp"
#include "tests/support/numbers.hpp"
#include "tests/support/reversal.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

constexpr Layout kPicture{8, 4, 2};
constexpr size_t kAfter = 3, kStemClasses = 5, kSteps = 4, kEpisodes = 3;
constexpr ConvolutionLayersSettings kStem{6, 2, 4, 2};

/// Pictures with numbers after them, or alone.
Spec spec_of(size_t after) {
  Spec spec({vectors("input", kPicture.size() + after)}, tokens("target", kStemClasses));
  spec.begins_with = kPicture;
  return spec;
}

Batch drawn_batch(const Spec& spec) {
  Batch batch;
  batch.resize(spec, kSteps, kEpisodes);
  Stream stream(2, Split::kCheck, Purpose::kTest, 0);
  for (Real& x : batch.inputs[0].values) x = static_cast<Real>(stream.uniform(-1, 1));
  for (size_t b = 0; b < kEpisodes; ++b)
    for (size_t t = 0; t < kSteps; ++t) batch.ask(b, t, static_cast<uint32_t>((b + t) % kStemClasses));
  return batch;
}

}  // namespace

TEST_CASE("a stem puts the picture's cells ahead of the step as it is") {
  for (const size_t after : {kAfter, size_t{0}}) {
    ParameterStore store(3), same(3);
    const Spec spec = spec_of(after);
    const PictureStem stem(store, kStem, spec);
    const ConvolutionLayers layers(same, kStem, kPicture, "");
    testing::stir(store, 1);
    testing::stir(same, 1);
    CHECK(stem.size() == 2 * 1 * 6 + spec.features());
    const Batch batch = drawn_batch(spec);
    Tape tape, alone;
    tape.begin(store, nullptr);
    alone.begin(same, nullptr);
    const Var steps = batch.inputs[0].on(tape, 0, kEpisodes, 0, kSteps);
    for (size_t t = 0; t < kSteps; ++t) {
      const auto seen = testing::numbers(stem(tape, columns(steps, t, 1)));
      REQUIRE(seen.size() == kEpisodes * stem.size());
      for (size_t b = 0; b < kEpisodes; ++b) {
        const Real* const input = batch.input(b, t);
        std::vector<Real> right = testing::numbers(layers(alone, alone.constant(kPicture.size(), 1, 1, input)));
        right.insert(right.end(), input, input + spec.features());
        for (size_t i = 0; i < right.size(); ++i) CHECK(seen[b * stem.size() + i] == Approx(right[i]).epsilon(1e-12));
      }
    }
  }
}

TEST_CASE("a machine with a stem sees at once what it sees step by step") {
  const Spec spec = spec_of(kAfter);
  ParameterStore store(1);
  const MemoryMachine machine(
      store, spec, [](const Scope&) { return std::make_unique<NoMemory>(); },
      [](const Scope& scope, size_t x_size, size_t read_size) {
        CHECK(x_size == 2 * 1 * 6 + kPicture.size() + kAfter);
        return std::make_unique<TransformerController>(scope, TransformerSettings{}, x_size, read_size);
      },
      [](const Scope& scope, const Spec& of) { return std::make_unique<PictureStem>(scope, kStem, of); });
  testing::stir(store, Real(0.3));
  const Batch batch = drawn_batch(spec);
  Tape tape;
  tape.begin(store, nullptr);
  const Context context{tape, kEpisodes, testing::noise()};
  const auto at_once = testing::numbers(machine.run(context, batch, 0).logits);
  const Var steps = batch.inputs[0].on(tape, 0, kEpisodes, 0, kSteps);
  State state = machine.start(context);
  for (size_t t = 0; t < kSteps; ++t) {
    const Var x = columns(steps, t, 1);
    const auto said = machine.step(context, x, state);
    state = said.state;
    const auto logits = testing::numbers(said.output);
    for (size_t b = 0; b < kEpisodes; ++b)
      for (size_t k = 0; k < kStemClasses; ++k)
        CHECK(logits[b * kStemClasses + k] == Approx(at_once[(b * kSteps + t) * kStemClasses + k]).epsilon(1e-9));
  }
}

TEST_CASE("a stem wants a picture, whose sides its strides divide") {
  ParameterStore store(1);
  CHECK_THROWS_WITH(PictureStem(store, kStem, Spec(9, 2)),
                    "model.stem: got convolution, and a task whose steps are 9 numbers or tokens; none, or a task of "
                    "pictures is needed, such as one-shot");
  CHECK_THROWS_WITH(PictureStem(store, {6, 3, 4, 2}, spec_of(kAfter)),
                    "model.stem-layers: got 3 layers of stride 2, and pictures of 8x4 pixels; strides that divide "
                    "height and width at each layer are needed");
  CHECK_THROWS_AS(PictureStem(store, kStem, Spec::of_tokens(64, 2)), InputError);
}

}  // namespace tapehead::inline TAPEHEAD_REAL
