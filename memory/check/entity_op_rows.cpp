#include "autodiff/ops/ops.hpp"
#include "memory/check/op_rows.hpp"
#include "memory/entity/ops.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

using In = std::span<const Var>;

Var gates(Tape&, In in) { return entity_gates(in[0], in[1], in[2]); }

template <bool kNormalize>
Var updated(Tape&, In in) {
  return entity_update({in[0], in[1], in[2], in[3], in[4], in[5], kNormalize});
}

/// Inputs for three slots and two stories; `clear` keeps U·h + V·w + W·s away from the kink at 0.
std::vector<OpInput> update_inputs(double low, double high, double clear = 0) {
  return {{"state", 5, 6, low, high, 0, 0, true},          {"gates", 3, 2, 0.1, 0.9, 0, 0, true},
          {"from state", 5, 6, -1, 1, clear, 0, true},     {"from keys", 5, 3, -0.2, 0.2, 0, 0, true},
          {"from sentences", 5, 2, -0.2, 0.2, 0, 0, true}, {"slopes", 5, 1, 0.5, 1.5, 0, 0, true}};
}

std::vector<OpInput> with_gates(std::vector<OpInput> inputs, double gate) {
  inputs[1].low = inputs[1].high = gate;
  return inputs;
}

/// A zero state with zero input: the relevant scale is √ε, the length below which a slot stays short.
std::vector<OpInput> nothing() {
  auto inputs = with_gates(update_inputs(0, 0, 0.45), 0);
  inputs[0].scale = inputs[1].scale = 1e-4;
  return inputs;
}

std::vector<OpRow> gate_rows() {
  const OpInput state{"state", 5, 6, -1, 1, 0, 0, true}, keys{"keys", 5, 3, -1, 1, 0, 0, true},
      sentences{"sentences", 5, 2, -1, 1, 0, 0, true};
  return {
      {"entity_gates", {state, keys, sentences}, gates},
      {"entity_gates, one slot and one story",
       {{"state", 5, 1, -1, 1, 0, 0, true}, {"keys", 5, 1, -1, 1, 0, 0, true}, {"sentence", 5, 1, -1, 1, 0, 0, true}},
       gates},
      {"entity_gates, of no sentence", {state, keys, {"sentences", 5, 2, 0, 0, 0, 0, true}}, gates},
      {"entity_gates, at the start",
       {keys, {"sentence", 5, 1, -1, 1, 0, 0, true}},
       [](Tape&, In in) { return entity_gates(in[0], in[0], in[1]); }},
      {"entity_gates, of the first story",
       {state, keys, sentences},
       [](Tape&, In in) { return entity_gates(columns(in[0], 0, 3), in[1], columns(in[2], 0, 1)); }},
  };
}

std::vector<OpRow> update_rows() {
  return {
      {"entity_update", update_inputs(-1, 1, 0.45), updated<true>},
      {"entity_update, not normalised", update_inputs(-1, 1, 0.45), updated<false>},
      {"entity_update, a state of zero", update_inputs(0, 0, 0.45), updated<true>},
      {"entity_update, a state of zero left as it is", nothing(), updated<true>},
      {"entity_update, gates shut", with_gates(update_inputs(-1, 1, 0.45), 0), updated<true>},
      {"entity_update, gates open", with_gates(update_inputs(-1, 1, 0.45), 1), updated<true>},
      {"entity_update, all of one value",
       {{"x", 3, 3, 0.2, 1, 0, 0, true}, {"sentence", 3, 1, 0.2, 1, 0, 0, true}},
       [](Tape&, In in) {
         return entity_update({in[0], columns(in[0], 0, 1), in[0], in[0], in[1], in[1], true});
       }},
      {"entity_update, of the second story", update_inputs(-1, 1, 0.45),
       [](Tape&, In in) {
         return entity_update({columns(in[0], 3, 3), columns(in[1], 1, 1), columns(in[2], 3, 3), in[3],
                               columns(in[4], 1, 1), in[5], true});
       }},
  };
}

}  // namespace

std::vector<OpRow> entity_op_rows() {
  std::vector<OpRow> table = gate_rows();
  for (OpRow& row : update_rows()) table.push_back(std::move(row));
  return table;
}

}  // namespace tapehead::inline TAPEHEAD_REAL
