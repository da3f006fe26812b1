#include "autodiff/ops/ops.hpp"
#include "memory/check/op_rows.hpp"
#include "memory/lru/ops.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

using In = std::span<const Var>;

std::vector<OpInput> inputs(size_t heads) {
  OpInput cleared{"cleared", 7, 1, 0, 1};
  cleared.differentiated = false;
  return {{"memory", 7, 4}, cleared, {"weights", 7, heads, 0, 1}, {"vectors", 4, heads}};
}

}  // namespace

std::vector<OpRow> lru_op_rows() {
  const auto next = [](In in, Var memory) { return clear_and_add(memory, in[1], in[2], in[3]); };
  return {
      {"least_used, and no gradient of it",
       {{"usage", 7, 1, 0, 1}, {"x", 7, 2}},
       [](Tape&, In in) { return multiply(in[1], least_used(in[0], 2)); }},
      {"clear_and_add", inputs(1), [=](Tape&, In in) { return next(in, in[0]); }},
      {"clear_and_add, three heads", inputs(3), [=](Tape&, In in) { return next(in, in[0]); }},
      {"clear_and_add, three steps", inputs(2), [=](Tape&, In in) { return next(in, next(in, next(in, in[0]))); }},
      {"clear_and_add, what is read before and after", inputs(2),
       [=](Tape&, In in) {
         const Var before = square(in[0]), seen = sum(square(before)), after = next(in, before);
         return add(add(seen, sum(square(next(in, after)))), sum(multiply(before, after)));
       }},
      {"clear_and_add, of which a window is used", inputs(2),
       [=](Tape&, In in) { return rows(next(in, next(in, square(in[0]))), 2, 3); }},
      {"clear_and_add, its memory as weights and vectors",
       {{"memory", 4, 4, 0, 1}},
       [](Tape& tape, In in) {
         return clear_and_add(in[0], tape.filled(4, 1, in[0].batch(), Real(0.3)), in[0], in[0]);
       }},
  };
}

}  // namespace tapehead::inline TAPEHEAD_REAL
