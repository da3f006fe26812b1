#include "controllers/multiplicative.hpp"

#include <catch2/catch.hpp>
#include <stdexcept>

#include "tests/support/whole_runs.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

using testing::kFeatures;

/// Σ weights of a row of W ∘ [input; 1], W as it lies in the store: column by column.
double row_of(const Real* weights, size_t rows, size_t row, const std::vector<double>& input) {
  double sum = weights[input.size() * rows + row];
  for (size_t c = 0; c < input.size(); ++c) sum += weights[c * rows + row] * input[c];
  return sum;
}

}  // namespace

TEST_CASE("a multiplicative controller is the loops of its equations") {
  constexpr size_t kUnits = 4, kProducts = 5, kSteps = 6, kEpisodes = 2;
  const testing::Alone<MultiplicativeController> net(MultiplicativeSettings{kUnits, 1, kProducts});
  const auto inputs = testing::some_inputs(kSteps, kEpisodes);
  const auto outputs = testing::run(net, testing::How::kStepByStep, inputs, kSteps, kEpisodes).outputs;
  const auto values = [&](const std::string& name) {
    for (const auto& entry : net.store.entries())
      if (entry.name == "controller/multiplicative/" + name) return net.store.data(entry);
    throw std::runtime_error("no parameter " + name);
  };
  const Real *factors = values("factors"), *own = values("own-weights"), *weights = values("weights"),
             *start = values("start-h");
  for (size_t b = 0; b < kEpisodes; ++b) {
    std::vector<double> h(start, start + kUnits);
    for (size_t t = 0; t < kSteps; ++t) {
      const size_t at = b * kSteps + t;
      std::vector<double> fed(&inputs[at * kFeatures], &inputs[at * kFeatures] + kFeatures);
      const std::vector<double> x = fed;
      for (size_t k = 0; k < kProducts; ++k)
        fed.push_back(row_of(factors, kProducts, k, x) * row_of(own, kProducts, k, h));
      for (size_t k = 0; k < kUnits; ++k) h[k] = std::tanh(row_of(weights, kUnits, k, fed));
      for (size_t k = 0; k < kUnits; ++k) CHECK(outputs[at * kUnits + k] == Approx(h[k]).epsilon(0).margin(1e-12));
    }
  }
}

}  // namespace tapehead::inline TAPEHEAD_REAL
