#include "models/speaking/lstmn_encoder_decoder.hpp"

#include <catch2/catch.hpp>

#include "tests/support/spoken_runs.hpp"
#include "tests/support/whole_runs.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

class Looks final : public Watcher {
 public:
  void see(const std::string& name, Var value, const View& view) override {
    if (name != "attention") return;
    CHECK(std::string(view.rows) == "source");
    shapes.emplace_back(value.rows, value.cols);
  }
  std::vector<std::pair<size_t, size_t>> shapes;
};

}  // namespace

TEST_CASE("deeply fused memory-networks say step by step, carried from tape to tape, what a whole run comes to") {
  for (const LstmnSettings& settings : {LstmnSettings{7, 1}, LstmnSettings{4, 2}}) {
    ParameterStore store(1);
    const LstmnEncoderDecoder model(store, Spec::of_answers(testing::kSourceKinds, testing::kSaidKinds), settings);
    for (Real& value : store.values()) value *= 2;
    const Batch batch = testing::some_answers(4, 6, 5);
    const auto whole = testing::whole_logits(model, store, batch, 0, batch.episodes);
    CHECK(testing::largest_difference(testing::told_logits(model, store, batch, 2), whole) < 1e-5);
    std::vector<Real> apart;
    for (size_t b = 0; b < batch.episodes; ++b) {
      const auto logits = testing::whole_logits(model, store, batch, b, 1);
      apart.insert(apart.end(), logits.begin(), logits.end());
    }
    CHECK(testing::largest_difference(apart, whole) < 1e-5);
  }
}

TEST_CASE("deeply fused memory-networks show where each layer looks in the source, once an output step") {
  ParameterStore store(1);
  const LstmnEncoderDecoder model(store, Spec::of_answers(testing::kSourceKinds, testing::kSaidKinds), {4, 2});
  const Batch batch = testing::some_answers(1, 6, 5);
  Tape tape;
  Looks looks;
  tape.begin(store, nullptr);
  tape.set_watcher(&looks);
  model.run({tape, 1, testing::noise()}, batch, 0);
  tape.set_watcher(nullptr);
  CHECK(looks.shapes == std::vector<std::pair<size_t, size_t>>(5, {6, 2}));
}

}  // namespace tapehead::inline TAPEHEAD_REAL
