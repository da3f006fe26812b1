// The functions of autodiff/fastmath.hpp against the library's, on a vector that stays in the first cache.

#include <benchmark/benchmark.h>

#include <cmath>
#include <vector>

#include "autodiff/base/random.hpp"
#include "autodiff/fastmath.hpp"

namespace tapehead {
namespace {

template <class Function>
void fastmath(benchmark::State& state, Function function, double low) {
  std::vector<float> x(2048), y(x.size());
  Stream stream(1, Split::kTrain, Purpose::kTest, 0);
  for (float& value : x) value = static_cast<float>(stream.uniform(low, 8));
  const float* __restrict from = x.data();
  float* __restrict to = y.data();
  for (auto _ : state) {
    for (size_t i = 0; i < x.size(); ++i) to[i] = function(from[i]);
    benchmark::DoNotOptimize(y.data());
    benchmark::ClobberMemory();
  }
  state.SetItemsProcessed(state.iterations() * static_cast<int64_t>(x.size()));
}

BENCHMARK_CAPTURE(
    fastmath, exp / fast, [](float x) { return fast::exp(x); }, -8);
BENCHMARK_CAPTURE(
    fastmath, exp / std, [](float x) { return std::exp(x); }, -8);
BENCHMARK_CAPTURE(
    fastmath, log / fast, [](float x) { return fast::log(x); }, 0);
BENCHMARK_CAPTURE(
    fastmath, log / std, [](float x) { return std::log(x); }, 0);
BENCHMARK_CAPTURE(
    fastmath, tanh / fast, [](float x) { return fast::tanh(x); }, -8);
BENCHMARK_CAPTURE(
    fastmath, tanh / std, [](float x) { return std::tanh(x); }, -8);
BENCHMARK_CAPTURE(
    fastmath, logistic / fast, [](float x) { return fast::logistic(x); }, -8);
BENCHMARK_CAPTURE(
    fastmath, logistic / std, [](float x) { return 1 / (1 + std::exp(-x)); }, -8);
BENCHMARK_CAPTURE(
    fastmath, softplus / fast, [](float x) { return fast::softplus(x); }, -8);
BENCHMARK_CAPTURE(
    fastmath, softplus / std, [](float x) { return std::log1p(std::exp(x)); }, -8);
BENCHMARK_CAPTURE(
    fastmath, rsqrt / fast, [](float x) { return fast::rsqrt(x); }, 0);

}  // namespace
}  // namespace tapehead
