#include "controllers/check/op_rows.hpp"

#include "autodiff/ops/ops.hpp"
#include "controllers/gru_cell.hpp"
#include "controllers/halting.hpp"
#include "controllers/lstm_cell.hpp"
#include "controllers/positions.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

const std::vector<OpRow>& controllers_op_rows() {
  using In = std::span<const Var>;
  const CheckedFunction f = [](Tape&, In in) { return lstm_cell(in[0], in[1]); };
  const CheckedFunction gru = [](Tape&, In in) { return gru_cell(in[0], in[1], in[2]); };
  static const std::vector<OpRow> all = {
      {"halting_shares", {{"halts", 4, 5, 0.1, 0.9}}, [](Tape&, In in) { return halting_shares(in[0]); }},
      {"halting_shares, of rounds that never suffice",
       {{"halts", 3, 2, 0.05, 0.3}},
       [](Tape&, In in) { return halting_shares(in[0]); }},
      {"turn_by_place", {{"x", 18, 4}}, [](Tape&, In in) { return turn_by_place(in[0], 12, 2, 3); }},
      {"turn_by_place, heads of an odd width",
       {{"x", 11, 3}},
       [](Tape&, In in) { return turn_by_place(in[0], 10, 2, 0); }},
      {"turn_by_place, rows among others",
       {{"x", 12, 5}},
       [](Tape&, In in) { return turn_by_place(columns(rows(in[0], 2, 8), 1, 3), 8, 1, 50); }},
      {"lstm_cell", {{"preactivations", 12, 1, -2, 2}, {"previous", 3, 1}}, f},
      {"lstm_cell, at zero", {{"preactivations", 12, 1, 0, 0}, {"previous", 3, 1, 0, 0}}, f},
      {"lstm_cell, its state among its preactivations",
       {{"x", 12, 1, -2, 2}},
       [](Tape&, In in) { return lstm_cell(in[0], rows(in[0], 2, 3)); }},
      {"lstm_cell, two steps",
       {{"first", 12, 1, -2, 2}, {"second", 12, 1, -2, 2}, {"previous", 3, 1}},
       [](Tape&, In in) {
         const Var cells = lstm_cell(in[0], in[2]);
         return add(lstm_cell(in[1], columns(cells, 1, 1)), columns(cells, 0, 1));
       }},
      {"gru_cell", {{"below", 9, 1, -2, 2}, {"beside", 9, 1, -2, 2}, {"previous", 3, 1}}, gru},
      {"gru_cell, at zero", {{"below", 9, 1, 0, 0}, {"beside", 9, 1, 0, 0}, {"previous", 3, 1, 0, 0}}, gru},
      {"gru_cell, below and beside the same",
       {{"x", 9, 1, -2, 2}, {"previous", 3, 1}},
       [](Tape&, In in) { return gru_cell(in[0], in[0], in[1]); }},
      {"gru_cell, its state among what it is given",
       {{"below", 9, 1, -2, 2}, {"beside", 9, 1, -2, 2}},
       [](Tape&, In in) { return gru_cell(in[0], in[1], rows(in[1], 2, 3)); }},
      {"gru_cell, two steps",
       {{"first", 9, 1, -2, 2}, {"second", 9, 1, -2, 2}, {"beside", 9, 1, -2, 2}, {"previous", 3, 1}},
       [](Tape&, In in) { return gru_cell(in[1], in[2], gru_cell(in[0], in[2], in[3])); }},
  };
  return all;
}

}  // namespace tapehead::inline TAPEHEAD_REAL
