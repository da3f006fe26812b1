#include "attention/op_rows.hpp"

#include "attention/cosine.hpp"
#include "attention/focus.hpp"
#include "autodiff/ops.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

using In = std::span<const Var>;

constexpr double kCosineScale = 1e-4;  // √ε: the size below which the cosine is nearly linear

std::vector<OpRow> cosine_rows() {
  const CheckedFunction f = [](Tape&, In in) { return cosine(in[0], in[1]); };
  const OpInput memory{"memory", 7, 4}, keys{"keys", 4, 3};
  return {
      {"cosine", {memory, {"keys", 4, 1}}, f},
      {"cosine, three heads", {memory, keys}, f},
      {"cosine, memory at 1e-6", {{"memory", 7, 4, 1e-6, 1e-6, 0, kCosineScale}, keys}, f},
      {"cosine, memory about the square root of epsilon", {{"memory", 7, 4, -2e-4, 2e-4, 0, kCosineScale}, keys}, f},
      {"cosine, zero memory", {{"memory", 7, 4, 0, 0, 0, kCosineScale}, keys}, f},
      {"cosine, zero keys", {memory, {"keys", 4, 3, 0, 0, 0, kCosineScale}}, f},
      {"cosine, zero memory and keys",
       {{"memory", 7, 4, 0, 0, 0, kCosineScale}, {"keys", 4, 3, 0, 0, 0, kCosineScale}},
       f},
      {"cosine, of itself", {{"memory", 4, 4}}, [](Tape&, In in) { return cosine(in[0], in[0]); }},
  };
}

std::vector<OpRow> sharpen_rows() {
  const CheckedFunction f = [](Tape&, In in) { return sharpen(in[0], in[1]); };
  return {
      {"sharpen", {{"weights", 7, 3, 0.2, 1}, {"sharpening", 1, 3, 1, 4}}, f},
      {"sharpen, small weights", {{"weights", 7, 3, 1e-6, 3e-6, 0, 1e-6}, {"sharpening", 1, 3, 1, 4}}, f},
  };
}

std::vector<OpRow> focus_rows() {
  const CheckedFunction f = [](Tape&, In in) { return focus(in[0], in[1], in[2], in[3], in[4]); };
  const auto inputs = [](size_t slots, size_t heads, size_t taps) {
    return std::vector<OpInput>{{"content", slots, heads, 0.1, 0.3},
                                {"previous", slots, heads, 0.1, 0.3},
                                {"gate", 1, heads, 0.1, 0.9},
                                {"kernel", taps, heads, 0.1, 0.6},
                                {"sharpening", 1, heads, 1, 4}};
  };
  return {
      {"focus", inputs(7, 1, 3), f},
      {"focus, three heads", inputs(7, 3, 3), f},
      {"focus, one tap", inputs(7, 2, 1), f},
      {"focus, kernel longer than the slots", inputs(2, 2, 7), f},
      {"focus, content as previous",
       {{"content", 7, 2, 0.1, 0.3}, {"gate", 1, 2, 0.1, 0.9}, {"kernel", 3, 2, 0.1, 0.6}},
       [](Tape&, In in) { return focus(in[0], in[0], in[1], in[2], shift(in[1], 1)); }},
      {"focus, gate as sharpening and kernel",
       {{"content", 7, 2, 0.1, 0.3}, {"previous", 7, 2, 0.1, 0.3}, {"gate", 1, 2, 0.5, 0.9}},
       [](Tape&, In in) { return focus(in[0], in[1], in[2], in[2], in[2]); }},
  };
}

}  // namespace

const std::vector<OpRow>& attention_op_rows() {
  static const std::vector<OpRow> all = [] {
    std::vector<OpRow> table;
    for (const auto& part : {cosine_rows(), sharpen_rows(), focus_rows()})
      table.insert(table.end(), part.begin(), part.end());
    return table;
  }();
  return all;
}

}  // namespace tapehead::inline TAPEHEAD_REAL
