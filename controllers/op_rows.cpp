#include "controllers/op_rows.hpp"

#include "autodiff/ops.hpp"
#include "controllers/lstm_cell.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

const std::vector<OpRow>& controllers_op_rows() {
  using In = std::span<const Var>;
  const CheckedFunction f = [](Tape&, In in) { return lstm_cell(in[0], in[1]); };
  static const std::vector<OpRow> all = {
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
  };
  return all;
}

}  // namespace tapehead::inline TAPEHEAD_REAL
