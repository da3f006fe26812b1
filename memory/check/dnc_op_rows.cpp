#include <array>

#include "autodiff/ops/ops.hpp"
#include "memory/check/op_rows.hpp"
#include "memory/dnc/links.hpp"
#include "memory/dnc/ops.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

using In = std::span<const Var>;

std::vector<OpRow> usage_rows() {
  const CheckedFunction kept = [](Tape&, In in) { return retention(in[0], in[1]); };
  const CheckedFunction used = [](Tape&, In in) { return usage(in[0], in[1], in[2]); };
  return {
      {"retention", {{"read weights", 7, 1, 0, 1}, {"free gates", 1, 1, 0, 1}}, kept},
      {"retention, three heads", {{"read weights", 7, 3, 0, 1}, {"free gates", 1, 3, 0, 1}}, kept},
      {"retention, of nothing", {{"read weights", 7, 2, 1, 1}, {"free gates", 1, 2, 1, 1}}, kept},
      {"usage", {{"past", 7, 1, 0, 1}, {"write weights", 7, 1, 0, 1}, {"retention", 7, 1, 0, 1}}, used},
      {"usage, three heads", {{"past", 7, 1, 0, 1}, {"write weights", 7, 3, 0, 1}, {"retention", 7, 1, 0, 1}}, used},
      {"usage, at first", {{"past", 7, 1, 0, 0}, {"write weights", 7, 2, 0, 0}, {"retention", 7, 1, 1, 1}}, used},
      {"usage, full", {{"past", 7, 1, 1, 1}, {"write weights", 7, 2, 1, 1}, {"retention", 7, 1, 1, 1}}, used},
      {"usage, of itself", {{"past", 7, 1, 0, 1}}, [](Tape&, In in) { return usage(in[0], in[0], in[0]); }},
  };
}

/// Allocations for usages so far apart that no difference changes their order; drawn values are within `spread` of
/// each.
CheckedFunction allocated(std::vector<Real> apart) {
  return [=](Tape& tape, In in) { return allocation(add(in[0], tape.constant(apart.size(), 1, 1, apart.data()))); };
}

std::vector<OpRow> allocation_rows() {
  constexpr double kFine = 0.01;  // differences small enough to keep the order
  return {
      {"allocation", {{"usage", 7, 1, 0, 1, 0, kFine}}, [](Tape&, In in) { return allocation(in[0]); }},
      {"allocation, any order", {{"usage", 7, 1, -0.02, 0.02}}, allocated({0.6, 0.1, 0.95, 0.3, 0.2, 0.8, 0.45})},
      {"allocation, all nearly free", {{"usage", 7, 1, 0, 1e-3}}, allocated({0, 3e-3, 5e-3, 0.01, 0.015, 0.02, 0.025})},
      {"allocation, all nearly full",
       {{"usage", 7, 1, -1e-3, 0}},
       allocated({1, 0.997, 0.994, 0.99, 0.985, 0.98, 0.975})},
      {"allocation, of one slot", {{"usage", 1, 1, 0, 1}}, [](Tape&, In in) { return allocation(in[0]); }},
  };
}

/// Several steps, each with its own columns of the weightings: one for each writer and reader.
Linkage after(Var write_weights, Var read_weights, size_t writers, size_t readers, size_t steps) {
  Linkage now = start_linkage(*write_weights.tape, write_weights.rows, writers, write_weights.batch());
  for (size_t step = 0; step < steps; ++step)
    now = advance(now, columns(write_weights, step % (write_weights.cols / writers) * writers, writers),
                  columns(read_weights, step % (read_weights.cols / readers) * readers, readers));
  return now;
}

Var followed_of(const Linkage& linked) { return beside(std::array{linked.precedence, linked.directions}); }

std::vector<OpInput> weightings(size_t slots, size_t written, size_t read) {
  return {{"write weights", slots, written, 0, 0.6}, {"read weights", slots, read, 0, 1}};
}

// The links' gradient goes back from step to step beside the tape; other users of a step add to it.
std::vector<OpRow> advance_rows() {
  const auto followed = [](size_t writers, size_t readers, size_t steps) -> CheckedFunction {
    return [=](Tape&, In in) { return followed_of(after(in[0], in[1], writers, readers, steps)); };
  };
  return {
      {"advance", weightings(7, 1, 1), followed(1, 1, 1)},
      {"advance, three steps", weightings(7, 3, 3), followed(1, 1, 3)},
      {"advance, of one slot", weightings(1, 3, 3), followed(1, 1, 3)},
      {"advance, two writing heads, three reading", weightings(5, 6, 9), followed(2, 3, 3)},
      {"advance, nothing written or read",
       {{"write weights", 7, 3, 0, 0}, {"read weights", 7, 3, 0, 0}},
       followed(1, 1, 3)},
      {"advance, past what is kept", weightings(5, 3, 2), followed(1, 1, 2 * links_kept_every(5, 2) + 3)},
      {"advance, directions alone", weightings(7, 3, 6),
       [](Tape&, In in) { return after(in[0], in[1], 1, 2, 4).directions; }},
      {"advance, precedences alone", weightings(7, 4, 2),
       [](Tape&, In in) { return after(in[0], in[1], 2, 1, 3).precedence; }},
      {"advance, looked at between", weightings(5, 3, 3),
       [](Tape&, In in) {
         const Linkage first = after(in[0], in[1], 1, 1, 3);
         const Linkage second = advance(first, columns(in[0], 0, 1), columns(in[1], 1, 1));
         return add(sum(square(first.directions)), sum(square(followed_of(second))));
       }},
      {"advance, two from one", weightings(5, 3, 3),
       [](Tape&, In in) {
         const Linkage first = after(in[0], in[1], 1, 1, 3);
         const Linkage left = advance(first, columns(in[0], 0, 1), columns(in[1], 1, 1));
         const Linkage right = advance(first, columns(in[1], 0, 1), columns(in[0], 1, 1));
         return multiply(followed_of(left), followed_of(advance(right, columns(in[0], 2, 1), columns(in[1], 2, 1))));
       }},
      {"advance, writing where it reads", weightings(5, 2, 1),
       [](Tape&, In in) {
         const Linkage first = after(in[0], in[1], 1, 1, 2);
         const Var weights = square(columns(in[0], 0, 1));
         return followed_of(advance(first, weights, weights));
       }},
      {"advance, writing where it led", weightings(5, 2, 2),
       [](Tape&, In in) {
         const Linkage first = after(in[0], in[1], 1, 1, 2);
         return followed_of(advance(first, first.precedence, columns(first.directions, 1, 1)));
       }},
  };
}

std::vector<OpRow> dnc_read_rows() {
  const CheckedFunction mixed = [](Tape&, In in) { return mix_modes(in[0], in[1], in[2]); };
  const CheckedFunction masked = [](Tape&, In in) { return masked_cosine(in[0], in[1], in[2]); };
  return {
      {"mix_modes", {{"directions", 7, 2}, {"content", 7, 1}, {"modes", 3, 1, 0, 1}}, mixed},
      {"mix_modes, two writing heads, three reading",
       {{"directions", 7, 12}, {"content", 7, 3}, {"modes", 5, 3, 0, 1}},
       mixed},
      {"mix_modes, of one matrix",
       {{"weights", 7, 3}, {"modes", 3, 1, 0, 1}},
       [](Tape&, In in) { return mix_modes(columns(in[0], 0, 2), columns(in[0], 2, 1), in[1]); }},
      {"masked_cosine", {{"memory", 7, 4}, {"keys", 4, 2}, {"masks", 4, 2, 0, 1}}, masked},
      {"masked_cosine, nothing let through",
       {{"memory", 7, 4}, {"keys", 4, 2}, {"masks", 4, 2, 0, 0, 0, 1e-6}},
       masked},
      {"masked_cosine, zero memory",
       {{"memory", 7, 4, 0, 0, 0, 1e-6}, {"keys", 4, 2}, {"masks", 4, 2, 0.1, 1}},
       masked},
  };
}

}  // namespace

std::vector<OpRow> dnc_op_rows() {
  std::vector<OpRow> table;
  for (const auto& part : {usage_rows(), allocation_rows(), advance_rows(), dnc_read_rows()})
    table.insert(table.end(), part.begin(), part.end());
  return table;
}

}  // namespace tapehead::inline TAPEHEAD_REAL
