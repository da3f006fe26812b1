#include <array>

#include "autodiff/ops/ops.hpp"
#include "memory/check/op_rows.hpp"
#include "memory/stacks/ops.hpp"
#include "memory/stacks/rolls.hpp"
#include "memory/stacks/superpose.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

using In = std::span<const Var>;

template <End kFrom>
Var taken_there(Tape&, In in) {
  return taken(in[0], in[1], kFrom);
}

Var weigh_others(Tape&, In in) { return weigh(in.subspan(1), in[0]); }

std::vector<OpRow> taken_rows() {
  constexpr auto kTop = taken_there<End::kTop>, kBottom = taken_there<End::kBottom>;
  return {
      {"taken", {{"strengths", 5, 3, 0.1, 0.9}, {"amount", 1, 3, 0.5, 1.5}}, kTop},
      {"taken, from the bottom", {{"strengths", 5, 3, 0.1, 0.9}, {"amount", 1, 3, 0.5, 1.5}}, kBottom},
      {"taken, part of one entry", {{"strengths", 4, 2, 0.6, 0.9}, {"amount", 1, 2, 0.1, 0.5}}, kTop},
      {"taken, of one alone", {{"strengths", 1, 2, 0.6, 0.9}, {"amount", 1, 2, 0.1, 0.5}}, kBottom},
      {"taken, more than there is", {{"strengths", 4, 2, 0.1, 0.9}, {"amount", 1, 2, 5, 6}}, kTop},
      {"taken, at a tie", {{"strengths", 4, 2, 0.5, 0.5}, {"amount", 1, 2, 1, 1}}, kTop},
      {"taken, nothing", {{"strengths", 4, 2, 0.1, 0.9}, {"amount", 1, 2, 0, 0}}, kTop},
      {"taken, nothing of nothing", {{"strengths", 4, 2, 0, 0}, {"amount", 1, 2, 0, 0}}, kBottom},
      {"taken, of no strength", {{"strengths", 4, 2, 0, 0}, {"amount", 1, 2, 0.5, 1}}, kBottom},
      {"taken, its first entry as amount",
       {{"strengths", 4, 2, 0.1, 0.9}},
       [](Tape&, In in) { return taken(rows(in[0], 1, 3), rows(in[0], 0, 1), End::kTop); }},
      {"taken, popped and popped again",
       {{"strengths", 5, 2, 0.2, 0.9}, {"amount", 1, 2, 0.3, 0.8}},
       [](Tape&, In in) {
         const Var left = subtract(in[0], taken(in[0], in[1], End::kTop));
         return multiply(left, taken(left, square(in[1]), End::kBottom));
       }},
  };
}

std::vector<OpRow> weigh_rows() {
  return {
      {"weigh", {{"weights", 3, 2, 0.1, 1}, {"oldest", 4, 2}, {"middle", 4, 2}, {"newest", 4, 2}}, weigh_others},
      {"weigh, one value", {{"weights", 1, 3, 0.1, 1}, {"value", 4, 3}}, weigh_others},
      {"weigh, zero values", {{"weights", 2, 2, 0.1, 1}, {"a", 4, 2, 0, 0}, {"b", 4, 2, 0, 0}}, weigh_others},
      {"weigh, one value twice and two windows of another",
       {{"weights", 4, 2, 0.1, 1}, {"a", 3, 2}, {"b", 3, 4}},
       [](Tape&, In in) {
         return weigh(std::array{in[1], columns(in[2], 2, 2), in[1], columns(in[2], 0, 2)}, in[0]);
       }},
      {"weigh, its weights as values",
       {{"weights", 2, 3, 0.1, 1}},
       [](Tape&, In in) {
         return weigh(std::array{in[0], in[0]}, in[0]);
       }},
  };
}

/// With jumps of another length in each episode, which go round more than once.
Var rolled_there(Tape& tape, In in) {
  const Var jump = tape.filled(1, 1, in[0].batch(), 0);
  for (size_t b = 0; b < in[0].batch(); ++b) *tape.fill(jump).item(b) = static_cast<Real>(3 + 11 * b);
  return rolled(in[0], in[1], jump);
}

std::vector<OpRow> roll_rows() {
  return {
      {"rolled", {{"cells", 3, 7}, {"shares", 5, 1, 0, 1}}, rolled_there},
      {"rolled, one cell", {{"cells", 3, 1}, {"shares", 5, 1, 0, 1}}, rolled_there},
      {"rolled, two cells", {{"cells", 2, 2}, {"shares", 5, 1, 0, 1}}, rolled_there},
      {"rolled, some of its cells as shares",
       {{"cells", 5, 4, 0, 1}},
       [](Tape& tape, In in) {
         return rolled_there(tape, std::array{in[0], columns(in[0], 1, 1)});
       }},
      {"rolled, and rolled again",
       {{"cells", 3, 7}, {"shares", 5, 1, 0, 1}},
       [](Tape& tape, In in) {
         return rolled_there(tape, std::array{rolled_there(tape, in), square(in[1])});
       }},
  };
}

Var superpose_those(Tape&, In in) { return superpose(in[0], in[1], in[2]); }

std::vector<OpRow> superpose_rows() {
  return {
      {"superpose", {{"stack", 3, 4}, {"actions", 3, 1, 0.1, 0.8}, {"pushed", 3, 1}}, superpose_those},
      {"superpose, one slot", {{"stack", 3, 1}, {"actions", 3, 1, 0.1, 0.8}, {"pushed", 3, 1}}, superpose_those},
      {"superpose, some rows of a stack",
       {{"stack", 4, 3}, {"actions", 3, 1, 0.1, 0.8}, {"pushed", 2, 1}},
       [](Tape&, In in) { return superpose(rows(in[0], 1, 2), in[1], in[2]); }},
      {"superpose, its own top pushed",
       {{"stack", 3, 3}, {"actions", 3, 1, 0.1, 0.8}},
       [](Tape&, In in) { return superpose(in[0], in[1], columns(in[0], 0, 1)); }},
      {"superpose, its third slot as actions",
       {{"stack", 3, 3}, {"pushed", 3, 1}},
       [](Tape&, In in) { return superpose(in[0], columns(in[0], 2, 1), in[1]); }},
      {"superpose, three steps, each read",
       {{"stack", 2, 4}, {"actions", 3, 3, 0.1, 0.8}, {"pushed", 2, 3}},
       [](Tape&, In in) {
         Var stack = in[0], read = columns(stack, 0, 1);
         for (size_t t = 0; t < 3; ++t) {
           stack = superpose(stack, columns(in[1], t, 1), columns(in[2], t, 1));
           read = add(read, square(columns(stack, 0, 1)));
         }
         return read;
       }},
  };
}

}  // namespace

std::vector<OpRow> stack_op_rows() {
  std::vector<OpRow> table = taken_rows();
  for (auto* const rows : {weigh_rows, roll_rows, superpose_rows})
    for (OpRow& row : rows()) table.push_back(std::move(row));
  return table;
}

}  // namespace tapehead::inline TAPEHEAD_REAL
