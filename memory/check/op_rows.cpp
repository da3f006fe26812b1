#include "memory/check/op_rows.hpp"

#include "autodiff/ops/ops.hpp"
#include "memory/matrix/access.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

using In = std::span<const Var>;

std::vector<OpRow> read_rows() {
  const CheckedFunction f = [](Tape&, In in) { return read(in[0], in[1]); };
  return {
      {"read", {{"memory", 7, 4}, {"weights", 7, 1, 0, 1}}, f},
      {"read, three heads", {{"memory", 7, 4}, {"weights", 7, 3, 0, 1}}, f},
      {"read, zero memory", {{"memory", 7, 4, 0, 0}, {"weights", 7, 2, 0, 1}}, f},
      {"read, of itself", {{"memory", 5, 3}}, [](Tape&, In in) { return read(in[0], in[0]); }},
  };
}

std::vector<OpInput> write_inputs(size_t heads) {
  return {{"memory", 7, 4}, {"weights", 7, heads, 0, 1}, {"erase", 4, heads, 0, 1}, {"add", 4, heads}};
}

// The memory's gradient is handed on from step to step; other readers of the memory, earlier or later, add to it.
std::vector<OpRow> write_chain_rows() {
  const auto next = [](In in, Var memory) { return write(memory, in[1], in[2], in[3]); };
  return {
      {"write, three steps", write_inputs(2), [=](Tape&, In in) { return next(in, next(in, next(in, in[0]))); }},
      {"write, and then read what was there", write_inputs(2),
       [=](Tape&, In in) {
         const Var before = square(in[0]), after = next(in, before);
         return add(sum(square(next(in, after))), add(sum(read(before, in[1])), sum(square(read(after, in[1])))));
       }},
      {"write, what was read before", write_inputs(2),
       [=](Tape&, In in) {
         const Var before = square(in[0]), seen = read(before, in[1]), after = next(in, before);
         return add(sum(square(next(in, after))), sum(square(seen)));
       }},
      {"write, of which a window is used", write_inputs(2),
       [=](Tape&, In in) { return rows(next(in, next(in, square(in[0]))), 2, 3); }},
      {"write, to two memories from one", write_inputs(2),
       [=](Tape&, In in) {
         const Var before = square(in[0]), first = next(in, before), second = next(in, before);
         return multiply(first, next(in, second));
       }},
  };
}

std::vector<OpRow> write_rows() {
  const CheckedFunction f = [](Tape&, In in) { return write(in[0], in[1], in[2], in[3]); };
  return {
      {"write", write_inputs(1), f},
      {"write, three heads", write_inputs(3), f},
      {"write, erasing all", {{"memory", 7, 4}, {"weights", 7, 2, 1, 1}, {"erase", 4, 2, 1, 1}, {"add", 4, 2}}, f},
      {"write, zero memory",
       {{"memory", 7, 4, 0, 0}, {"weights", 7, 2, 0, 1}, {"erase", 4, 2, 0, 1}, {"add", 4, 2, 0, 0}},
       f},
      {"write, erase as add",
       {{"memory", 7, 4}, {"weights", 7, 2, 0, 1}, {"erase", 4, 2, 0, 1}},
       [](Tape&, In in) { return write(in[0], in[1], in[2], in[2]); }},
      {"write, its memory as weights",
       {{"memory", 7, 4, 0, 1}, {"erase", 4, 4, 0, 1}, {"add", 4, 4}},
       [](Tape&, In in) {
         const Var both = square(in[0]);
         return write(both, both, in[1], in[2]);
       }},
      {"write, all of itself",
       {{"memory", 4, 4, 0, 1}},
       [](Tape&, In in) { return write(in[0], in[0], in[0], in[0]); }},
  };
}

}  // namespace

const std::vector<OpRow>& memory_op_rows() {
  static const std::vector<OpRow> all = [] {
    std::vector<OpRow> table;
    for (const auto& part : {read_rows(), write_rows(), write_chain_rows(), dnc_op_rows(), entity_op_rows(),
                             fast_op_rows(), lru_op_rows(), sparse_op_rows(), stack_op_rows()})
      table.insert(table.end(), part.begin(), part.end());
    return table;
  }();
  return all;
}

}  // namespace tapehead::inline TAPEHEAD_REAL
