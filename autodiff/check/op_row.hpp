#pragma once
// The table of ops: every op has rows here, and what has a row is checked, by the tests and by `tapehead gradcheck`.

#include <string>
#include <vector>

#include "autodiff/check/gradient_check.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// An input of a row: its shape (small, and no two axes alike, so that none is taken for another), and between which
/// numbers its values lie.
struct OpInput {
  std::string name;
  size_t rows, cols;
  double low = -1, high = 1;
  double clear = 0;            ///< no value is nearer to 0 than this: a kink lies there
  double scale = 0;            ///< how large a change the op notices; 0: as large as the values
  bool one_item = false;       ///< has no batch, as a parameter
  bool differentiated = true;  ///< false: a constant, such as a mask
};

/// A row: "cosine", or "cosine, zero memory" for another case of the same op.
struct OpRow {
  std::string name;
  std::vector<OpInput> inputs;
  CheckedFunction f;
};

/// The rows of this floor. The floors above have their own (op_rows.hpp).
const std::vector<OpRow>& autodiff_op_rows();
/// Of these: convolution, layer normalisation, dropout, chance and embedding.
std::vector<OpRow> layer_op_rows();

/// Values for a row's inputs, `batch` items.
std::vector<CheckedInput> draw_inputs(const OpRow& row, size_t batch, uint64_t seed);

/// The gradient check of a row: batch 1 and 3, and where its value is used only in part.
GradientError check_op(const OpRow& row);

}  // namespace tapehead::inline TAPEHEAD_REAL
