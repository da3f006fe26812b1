// Convolution, forward and backward, over a batch of 32 pictures: first layers over pictures, which need no input
// gradient, and second layers. Times are CPU time, less that of the loss that provides the output gradient.
// scripts/bench_convolution.py reads the sizes from the names.

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <ctime>

#include "autodiff/base/gemm.hpp"
#include "autodiff/ops/convolution.hpp"
#include "autodiff/ops/ops.hpp"

namespace tapehead {
namespace {

constexpr size_t kBatch = 32;

struct Measured {
  uint32_t side, channels, kernel, stride, out;
};

constexpr Measured kSizes[] = {{28, 1, 3, 1, 16},  {28, 1, 5, 1, 16},  {28, 1, 5, 1, 32},  {28, 1, 3, 2, 16},
                               {60, 1, 3, 1, 16},  {60, 1, 5, 1, 16},  {60, 1, 5, 1, 32},  {60, 1, 3, 2, 16},
                               {28, 1, 7, 7, 64},  {80, 1, 4, 2, 16},  {28, 16, 3, 1, 32}, {14, 16, 3, 2, 32},
                               {30, 16, 3, 2, 32}, {40, 16, 4, 2, 32}, {20, 32, 4, 2, 64}};

double processor_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

void run(benchmark::State& state, const Measured& m) {
  const uint32_t padding = (m.kernel - m.stride + 1) / 2;  // padding as in models: as many cells as strides
  const ConvolutionShape shape{m.side, m.side, m.channels, m.kernel, m.stride, padding};
  ParameterStore store(1);
  const Parameter weights = store.add("weights", m.out, shape.window() + 1, uniform(0.1f));
  AlignedVector<Real> gradient(store.size()), x(shape.pixels() * m.channels * kBatch), dx(x.size());
  Stream stream(1, Split::kTrain, Purpose::kTest, 0);
  for (Real& value : x) value = static_cast<Real>(stream.uniform(0, 1));
  AlignedVector<Real> y(shape.cells() * m.out * kBatch), dy(y.size());
  Tape tape;
  for (auto _ : state) {
    const double start = processor_seconds();
    tape.begin(store, gradient.data());
    tape.backward(sum(tape.variable(m.out, shape.cells(), kBatch, y.data(), dy.data())));
    const double begin = processor_seconds();
    tape.begin(store, gradient.data());
    const Var picture = m.channels > 1 ? tape.variable(m.channels, shape.pixels(), kBatch, x.data(), dx.data())
                                       : tape.constant(m.channels, shape.pixels(), kBatch, x.data());
    tape.backward(sum(convolution(tape.parameter(weights), picture, shape, Rectified::kYes)));
    state.SetIterationTime(processor_seconds() - begin - (begin - start));
  }
  state.SetItemsProcessed(state.iterations() * static_cast<int64_t>(kBatch));
}

const bool kRegistered = [] {
  for (const Measured& m : kSizes)
    benchmark::RegisterBenchmark(
        fmt::format("convolution/{}x{}x{}/{}/{}/{}", m.side, m.side, m.channels, m.kernel, m.stride, m.out).c_str(),
        [&m](benchmark::State& state) { run(state, m); })
        ->UseManualTime();
  return true;
}();

}  // namespace
}  // namespace tapehead
