// gemm() against OpenBLAS's sgemm on the engine's own shapes, in GFLOP/s. If OpenBLAS runs far below the peak on a
// new processor, OpenBLAS may not know it; OPENBLAS_CORETYPE=SKYLAKEX (or HASWELL) shows what it can do.

#include <benchmark/benchmark.h>
#include <cblas.h>

#include <string>
#include <vector>

#include "autodiff/base/gemm.hpp"
#include "autodiff/base/random.hpp"

namespace tapehead {
namespace {

struct Shape {
  const char* name;
  Transpose ta, tb;
  size_t m, n, k;
  bool add;
};
constexpr Transpose kNo = Transpose::kNo, kYes = Transpose::kYes;

using Product = void (*)(const Shape&, const float* a, size_t lda, const float* b, size_t ldb, float* c);

void ours(const Shape& s, const float* a, size_t lda, const float* b, size_t ldb, float* c) {
  gemm(s.ta, s.tb, s.m, s.n, s.k, a, lda, b, ldb, s.add, c, s.m);
}

/// For Aᵀ·B alone.
void gradients(const Shape& s, const float* a, size_t lda, const float* b, size_t ldb, float* c) {
  gemm_for_gradients(s.m, s.n, s.k, a, lda, b, ldb, s.add, c, s.m);
}

void openblas(const Shape& s, const float* a, size_t lda, const float* b, size_t ldb, float* c) {
  cblas_sgemm(CblasColMajor, s.ta == kYes ? CblasTrans : CblasNoTrans, s.tb == kYes ? CblasTrans : CblasNoTrans,
              static_cast<blasint>(s.m), static_cast<blasint>(s.n), static_cast<blasint>(s.k), 1, a,
              static_cast<blasint>(lda), b, static_cast<blasint>(ldb), s.add ? 1.0f : 0.0f, c,
              static_cast<blasint>(s.m));
}

void run(benchmark::State& state, Product product, const Shape& s) {
  openblas_set_num_threads(1);
  constexpr size_t kLine = 64 / sizeof(float);  // as in the engine, matrices begin at a cache line
  std::vector<float> memory(s.m * s.k + s.k * s.n + s.m * s.n + 4 * kLine);
  Stream stream(1, Split::kTrain, Purpose::kTest, 0);
  for (float& value : memory) value = static_cast<float>(stream.uniform(-1, 1));
  const auto at_line = [](float* p) {
    return p + (kLine - reinterpret_cast<size_t>(p) / sizeof(float) % kLine) % kLine;
  };
  float* a = at_line(memory.data());
  float* b = at_line(a + s.m * s.k);
  float* c = at_line(b + s.k * s.n);
  for (auto _ : state) {
    product(s, a, s.ta == kYes ? s.k : s.m, b, s.tb == kYes ? s.n : s.k, c);
    benchmark::ClobberMemory();
  }
  const double flops = 2e-9 * static_cast<double>(s.m * s.n * s.k);
  const double done = flops * static_cast<double>(state.iterations());
  state.counters["GFLOP/s"] = benchmark::Counter(done, benchmark::Counter::kIsRate);
}

const std::vector<Shape> kShapes = {
    {"large", kNo, kNo, 512, 512, 512, false},
    // An LSTM of 100 on 9 inputs and a read of 20, for 1, 4, 16 and 64 columns; the same backward.
    {"lstm", kNo, kNo, 400, 1, 130, false},
    {"lstm", kNo, kNo, 400, 4, 130, false},
    {"lstm", kNo, kNo, 400, 16, 130, false},
    {"lstm", kNo, kNo, 400, 64, 130, false},
    {"lstm_backward", kYes, kNo, 130, 1, 400, true},
    {"lstm_backward", kYes, kNo, 130, 4, 400, true},
    {"lstm_backward", kYes, kNo, 130, 16, 400, true},
    {"lstm_gradient", kNo, kYes, 400, 130, 64, true},
    // A head's controls from the controller's output.
    {"interface", kNo, kNo, 90, 1, 101, false},
    {"interface", kNo, kNo, 90, 4, 101, false},
    {"interface_backward", kYes, kNo, 101, 1, 90, true},
    {"interface_backward", kYes, kNo, 101, 4, 90, true},
    {"interface_gradient", kNo, kYes, 90, 101, 64, true},
    // Eight output bits.
    {"output", kNo, kNo, 8, 1, 121, false},
    {"output", kNo, kNo, 8, 4, 121, false},
    {"output_backward", kYes, kNo, 121, 1, 8, true},
    {"output_backward", kYes, kNo, 121, 4, 8, true},
    {"output_gradient", kNo, kYes, 8, 121, 64, true},
    // LSTMs of 256 and of 512, whose weights exceed the second-level cache.
    {"lstm256", kNo, kNo, 1024, 4, 320, false},
    {"lstm256_backward", kYes, kNo, 320, 4, 1024, true},
    {"lstm256_gradient", kNo, kYes, 1024, 320, 64, true},
    {"lstm512", kNo, kNo, 2048, 4, 650, false},
    {"lstm512_backward", kYes, kNo, 650, 4, 2048, true},
    {"lstm512_gradient", kNo, kYes, 2048, 650, 64, true},
    // Short sums in many columns: layers over whole sequences, and a look-up's values.
    {"layer_backward", kYes, kNo, 64, 512, 128, false},
    {"layer_backward", kYes, kNo, 101, 64, 60, false},
    {"values_backward", kYes, kNo, 66, 64, 16, false},
};

const bool kRegistered = [] {
  for (const Shape& s : kShapes)
    for (const auto& [who, product] :
         {std::pair<const char*, Product>{"ours", ours}, {"gradients", gradients}, {"openblas", openblas}}) {
      if (product == gradients && !(s.ta == kYes && s.tb == kNo)) continue;
      const std::string name = std::string("gemm/") + s.name + "/m" + std::to_string(s.m) + "_n" + std::to_string(s.n) +
                               "_k" + std::to_string(s.k) + "/" + who;
      const auto measure = [product = product, &s](benchmark::State& state) { run(state, product, s); };
      benchmark::RegisterBenchmark(name.c_str(), measure)->ThreadRange(1, 2)->UseRealTime();
    }
  return true;
}();

}  // namespace
}  // namespace tapehead
