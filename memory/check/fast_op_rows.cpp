#include "attention/features.hpp"
#include "autodiff/ops/ops.hpp"
#include "memory/check/op_rows.hpp"
#include "memory/fast/ops.hpp"
#include "memory/fast/scan.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

using In = std::span<const Var>;

/// Matrices of two heads, 5 by 3 each, with keys and values.
std::vector<OpInput> pair_inputs() { return {{"memory", 5, 6}, {"keys", 5, 2}, {"values", 3, 2}}; }

std::vector<OpRow> pair_rows() {
  return {
      {"look_up, two heads", {{"memory", 5, 6}, {"keys", 5, 2}}, [](Tape&, In in) { return look_up(in[0], in[1]); }},
      {"look_up, of itself", {{"memory", 5, 2}}, [](Tape&, In in) { return look_up(in[0], in[0]); }},
      {"combine, two heads", {{"memory", 5, 6}, {"weights", 3, 2}}, [](Tape&, In in) { return combine(in[0], in[1]); }},
      {"combine, of itself", {{"memory", 2, 2}}, [](Tape&, In in) { return combine(in[0], rows(in[0], 0, 1)); }},
      {"add_pairs, two heads", pair_inputs(), [](Tape&, In in) { return add_pairs(in[0], in[1], in[2]); }},
      {"add_pairs, of itself", {{"memory", 1, 4}}, [](Tape&, In in) { return add_pairs(in[0], in[0], in[0]); }},
      {"fade, a factor a head", {{"memory", 5, 6}, {"factors", 1, 2}}, [](Tape&, In in) { return fade(in[0], in[1]); }},
      {"fade, a factor a row", {{"memory", 5, 6}, {"factors", 5, 2}}, [](Tape&, In in) { return fade(in[0], in[1]); }},
      {"fade, of itself", {{"memory", 5, 2}}, [](Tape&, In in) { return fade(in[0], in[0]); }},
      {"add_pairs and fade, three delta steps, each read", pair_inputs(),
       [](Tape&, In in) {
         Var memory = square(in[0]), read = sum(memory);
         for (int step = 0; step < 3; ++step) {
           memory = fade(memory, sigmoid(in[1]));
           memory = add_pairs(memory, in[1], subtract(in[2], look_up(memory, in[1])));
           read = add(read, sum(square(look_up(memory, in[1]))));
         }
         return add(read, sum(memory));
       }},
      {"add_pairs, of which a window is used", pair_inputs(),
       [](Tape&, In in) { return rows(add_pairs(add_pairs(square(in[0]), in[1], in[2]), in[1], in[2]), 2, 3); }},
  };
}

/// Symmetric matrices with positive eigenvalues: Σ kkᵀ over three keys a head.
Var products(Tape& tape, In in) {
  Var sums = tape.filled(4, 8, in[0].batch(), 0);
  for (size_t i = 0; i < 3; ++i) {
    const Var key = columns(in[0], 2 * i, 2);
    sums = add_pairs(sums, key, key);
  }
  return sums;
}

std::vector<OpRow> solve_rows() {
  const std::vector<OpInput> inputs = {{"keys", 4, 6}, {"ridge", 4, 2, Real(0.3), 1}, {"right", 4, 2}};
  return {
      {"solve, two heads", inputs, [](Tape& tape, In in) { return solve(products(tape, in), in[1], in[2]); }},
      {"solve, its right side as keys", inputs,
       [](Tape& tape, In in) { return solve(products(tape, in), in[1], columns(in[0], 0, 2)); }},
  };
}

/// Two heads, two writes a step, 19 steps: more than are between two that are kept.
std::vector<OpRow> scan_rows() {
  constexpr size_t kScanHeads = 2, kScanSteps = 19, kScanWrites = 2, kScanColumns = kScanHeads * kScanSteps;
  const auto both = [](const Scanned& scanned) { return add(sum(square(scanned.reads)), sum(square(scanned.memory))); };
  const auto size = [](const char* name, size_t rows, size_t cols) {
    return OpInput{name, rows, cols, Real(-0.7), Real(0.7)};
  };
  const std::vector<OpInput> inputs = {size("memory", 3, 2 * kScanHeads),
                                       size("keys", 3, kScanWrites * kScanColumns),
                                       size("erase", 3, kScanWrites * kScanColumns),
                                       size("add", 2, kScanWrites * kScanColumns),
                                       size("queries", 3, kScanColumns),
                                       {"keep", 3, kScanColumns, Real(0.5), 1}};
  auto with_one_factor = inputs;
  with_one_factor.back().rows = 1;
  return {
      {"scan, with factors for each row", inputs,
       [=](Tape&, In in) {
         return both(scan({in[0], in[5], in[1], in[2], in[3], in[4]}, kScanHeads));
       }},
      {"scan, with a factor a head", with_one_factor,
       [=](Tape&, In in) {
         return both(scan({in[0], in[5], in[1], in[2], in[3], in[4]}, kScanHeads));
       }},
      {"scan, keeping and erasing nothing apart", inputs,
       [=](Tape&, In in) {
         return both(scan({in[0], {}, in[1], {}, in[3], in[4]}, kScanHeads));
       }},
      {"scan, its keys as what is erased", inputs,
       [=](Tape&, In in) {
         return scan({in[0], {}, in[1], in[1], in[3], in[4]}, kScanHeads).reads;
       }},
      {"scan, adding nothing", inputs,
       [=](Tape&, In in) {
         return both(scan({in[0], {}, in[1], in[2], {}, in[4]}, kScanHeads));
       }},
      {"scan, the memory alone, of one step",
       {size("memory", 3, 4), size("keys", 3, 2), size("add", 2, 2)},
       [=](Tape&, In in) {
         return scan({in[0], {}, in[1], in[1], in[2], in[1]}, kScanHeads).memory;
       }},
  };
}

std::vector<OpRow> feature_rows() {
  std::vector<OpRow> table;
  const std::vector<std::pair<const char*, Features>> kinds = {{"silu", {FeatureKind::kSilu}},
                                                               {"elu", {FeatureKind::kElu}},
                                                               {"dpfp", {FeatureKind::kDpfp, 3}},
                                                               {"softmax", {FeatureKind::kSoftmax}},
                                                               {"identity", {FeatureKind::kIdentity}}};
  for (const auto& [name, made] : kinds)
    for (const bool unit : {false, true})
      table.push_back({std::string("features, ") + name + (unit ? ", of unit length" : ""),
                       {{"keys", 4, 3}},
                       [made = made, unit](Tape&, In in) { return made(in[0], unit); }});
  return table;
}

}  // namespace

std::vector<OpRow> fast_op_rows() {
  std::vector<OpRow> table = pair_rows();
  for (const auto& part : {solve_rows(), scan_rows(), feature_rows()})
    table.insert(table.end(), part.begin(), part.end());
  return table;
}

}  // namespace tapehead::inline TAPEHEAD_REAL
