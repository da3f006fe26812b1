// The ops of one NTM time step, forward and backward together, at the sizes of the copy task (LSTM of 100, memory of
// 128×20, two heads), for one episode and for a shard of four; the elementary ops on the heads' weightings.

#include <benchmark/benchmark.h>

#include <functional>
#include <string>
#include <vector>

#include "attention/moves/interpolate_shift_sharpen.hpp"
#include "attention/scores/cosine.hpp"
#include "autodiff/base/gemm.hpp"
#include "autodiff/ops/linear.hpp"
#include "autodiff/ops/ops.hpp"
#include "controllers/lstm_cell.hpp"
#include "memory/matrix/access.hpp"

namespace tapehead {
namespace {

struct Size {
  size_t rows, cols;
  bool parameter = false;
};

using In = std::span<const Var>;

struct Measured {
  const char* name;
  std::vector<Size> inputs;
  std::function<Var(In)> op;
};

/// Repeats an op (a sequence's worth) so that beginning the tape costs little in comparison.
void run(benchmark::State& state, const Measured& measured) {
  constexpr size_t kTimes = 41;
  const auto batch = static_cast<size_t>(state.range(0));
  Stream stream(1, Split::kTrain, Purpose::kTest, 0);
  ParameterStore store(1);
  std::vector<AlignedVector<Real>> values, gradients;
  for (const Size& size : measured.inputs) {
    if (size.parameter) store.add("weights", size.rows, size.cols, uniform(0.1f));
    values.emplace_back(size.rows * size.cols * batch);
    for (Real& value : values.back()) value = static_cast<Real>(stream.uniform(0.01, 1));
    gradients.emplace_back(values.back().size());
  }
  AlignedVector<Real> parameter_gradient(store.size() + 1);
  Tape tape;
  for (auto _ : state) {
    tape.begin(store, parameter_gradient.data());
    std::vector<Var> in;
    for (size_t i = 0; i < measured.inputs.size(); ++i) {
      const Size& size = measured.inputs[i];
      in.push_back(size.parameter ? tape.parameter({0})
                                  : tape.variable(size.rows, size.cols, batch, values[i].data(), gradients[i].data()));
    }
    std::vector<Var> sums;
    for (size_t k = 0; k < kTimes; ++k) sums.push_back(sum(measured.op(in)));
    tape.backward(sum(stack(sums)));
  }
  state.SetItemsProcessed(state.iterations() * static_cast<int64_t>(kTimes * batch));
}

const Size kWeights{128, 2}, kMemory{128, 20}, kKeys{20, 2}, kNumber{1, 2};

const std::vector<Measured> kOps = {
    {"linear", {{400, 130, true}, {9, 1}, {20, 1}, {100, 1}}, [](In in) { return linear(in[0], in.subspan(1)); }},
    {"lstm_cell", {{400, 1}, {100, 1}}, [](In in) { return lstm_cell(in[0], in[1]); }},
    {"cosine", {kMemory, kKeys}, [](In in) { return cosine(in[0], in[1]); }},
    {"interpolate_shift_sharpen",
     {kWeights, kWeights, kNumber, {3, 2}, kNumber},
     [](In in) { return interpolate_shift_sharpen(in[0], in[1], in[2], in[3], in[4]); }},
    {"read", {kMemory, {128, 1}}, [](In in) { return read(in[0], in[1]); }},
    {"write", {kMemory, {128, 1}, {20, 1}, {20, 1}}, [](In in) { return write(in[0], in[1], in[2], in[3]); }},
    {"softmax", {kWeights}, [](In in) { return softmax(in[0]); }},
    {"multiply", {kWeights, kNumber}, [](In in) { return multiply(in[0], in[1]); }},
    {"mix", {kNumber, kWeights, kWeights}, [](In in) { return mix(in[0], in[1], in[2]); }},
    {"circular_convolution", {kWeights, {3, 2}}, [](In in) { return circular_convolution(in[0], in[1]); }},
    {"sharpen", {kWeights, kNumber}, [](In in) { return sharpen(in[0], in[1]); }},
    {"tanh", {kKeys}, [](In in) { return tanh(in[0]); }},
};

const bool kRegistered = [] {
  for (const Measured& measured : kOps) {
    const std::string name = std::string("op/") + measured.name;
    benchmark::RegisterBenchmark(name.c_str(), [&measured](benchmark::State& state) { run(state, measured); })
        ->ArgName("batch")
        ->Arg(1)
        ->Arg(4);
  }
  return true;
}();

}  // namespace
}  // namespace tapehead
