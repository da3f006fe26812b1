#include "autodiff/check/op_row.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "autodiff/ops/ops.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

std::vector<CheckedInput> draw_inputs(const OpRow& row, size_t batch, uint64_t seed) {
  Stream stream(seed, Split::kCheck, Purpose::kTest, 0);
  std::vector<CheckedInput> inputs;
  for (const OpInput& x : row.inputs) {
    const double largest = std::max(std::abs(x.low), std::abs(x.high));
    const double scale = x.scale > 0 ? x.scale : largest > 0 ? largest : 1;
    CheckedInput input{x.name, x.rows, x.cols, x.one_item ? 1 : batch, {}, scale, x.differentiated};
    input.values.resize(x.rows * x.cols * input.batch);
    for (Real& v : input.values) do {
        v = static_cast<Real>(stream.uniform(x.low, x.high));
      } while (std::abs(v) < x.clear);
    inputs.push_back(std::move(input));
  }
  return inputs;
}

GradientError check_op(const OpRow& row) {
  const CheckedFunction corner = [&row](Tape& tape, std::span<const Var> inputs) {
    const Var y = row.f(tape, inputs);
    return columns(rows(y, y.rows / 2, y.rows - y.rows / 2), y.cols / 2, y.cols - y.cols / 2);
  };
  GradientError worst;
  for (const size_t batch : {1, 3}) {
    const auto inputs = draw_inputs(row, batch, batch);
    for (const auto* f : {&row.f, &corner}) {
      GradientError here = check_gradient(*f, inputs, batch);
      here.place += fmt::format(", batch {}{}", batch, f == &corner ? ", value used in part" : "");
      worst = worse(worst, here);
    }
  }
  return worst;
}

}  // namespace tapehead::inline TAPEHEAD_REAL
