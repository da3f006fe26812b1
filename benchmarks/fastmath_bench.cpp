// The functions of autodiff/base/fastmath.hpp against the standard library's, on a vector that stays in the first-level
// cache: in a loop that the compiler vectorises, and one register at a time.

#include <benchmark/benchmark.h>

#include <cmath>
#include <vector>

#include "autodiff/base/fastmath.hpp"
#include "autodiff/base/lanes.hpp"
#include "autodiff/base/random.hpp"

namespace tapehead {
namespace {

/// `function` of numbers from `low` to 8; `run(function, from, to, n)` computes n of them.
template <class Function, class Run>
void measure(benchmark::State& state, Function function, double low, Run run) {
  std::vector<float> x(2048), y(x.size());
  Stream stream(1, Split::kTrain, Purpose::kTest, 0);
  for (float& value : x) value = static_cast<float>(stream.uniform(low, 8));
  for (auto _ : state) {
    run(function, x.data(), y.data(), x.size());
    benchmark::DoNotOptimize(y.data());
    benchmark::ClobberMemory();
  }
  state.SetItemsProcessed(state.iterations() * static_cast<int64_t>(x.size()));
}

template <class Function>
void one_by_one(benchmark::State& state, Function function, double low) {
  measure(state, function, low, [](Function f, const float* __restrict from, float* __restrict to, size_t n) {
    for (size_t i = 0; i < n; ++i) to[i] = f(from[i]);
  });
}

template <class Function>
void in_registers(benchmark::State& state, Function function, double low) {
  measure(state, function, low, [](Function f, const float* from, float* to, size_t n) {
    in_lanes<float>(n, [&](auto at) { at.put(to, f(at(from))); });
  });
}

#define TAPEHEAD_FASTMATH(name, low, standard)                       \
  BENCHMARK_CAPTURE(                                                 \
      one_by_one, fast, [](float x) { return fast::name(x); }, low)  \
      ->Name("fastmath/" #name "/fast");                             \
  BENCHMARK_CAPTURE(                                                 \
      in_registers, fast, [](auto x) { return fast::name(x); }, low) \
      ->Name("fastmath/" #name "/lanes");                            \
  BENCHMARK_CAPTURE(                                                 \
      one_by_one, std, [](float x) { return standard; }, low)        \
      ->Name("fastmath/" #name "/std")
TAPEHEAD_FASTMATH(exp, -8, std::exp(x));
TAPEHEAD_FASTMATH(log, 0, std::log(x));
TAPEHEAD_FASTMATH(tanh, -8, std::tanh(x));
TAPEHEAD_FASTMATH(logistic, -8, 1 / (1 + std::exp(-x)));
TAPEHEAD_FASTMATH(softplus, -8, std::log1p(std::exp(x)));
TAPEHEAD_FASTMATH(rsqrt, 0, 1 / std::sqrt(x));
#undef TAPEHEAD_FASTMATH

}  // namespace
}  // namespace tapehead
