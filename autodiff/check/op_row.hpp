#pragma once
// The table of ops. Every op has rows here; each row is checked by the tests and by `tapehead gradcheck`.

#include <string>
#include <vector>

#include "autodiff/check/gradient_check.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// An input of a row: its shape (small, and with axes of different sizes, so that none is mistaken for another) and the
/// range of its values.
struct OpInput {
  std::string name;
  size_t rows, cols;
  double low = -1, high = 1;
  double clear = 0;            ///< no value is nearer to 0 than this, because of a kink there
  double scale = 0;            ///< how large a change matters to the op; 0: as large as the values
  bool one_item = false;       ///< has one item, as a parameter
  bool differentiated = true;  ///< false: a constant, such as a mask
};

/// A row: "cosine", or "cosine, zero memory" for a special case of the same op.
struct OpRow {
  std::string name;
  std::vector<OpInput> inputs;
  CheckedFunction f;
};

/// The rows of autodiff/. The floors above have rows of their own (op_rows.hpp).
const std::vector<OpRow>& autodiff_op_rows();
/// The part of them for convolution, layer normalisation, training noise, chance and embedding.
std::vector<OpRow> layer_op_rows();

/// Values for a row's inputs, `batch` items.
std::vector<CheckedInput> draw_inputs(const OpRow& row, size_t batch, uint64_t seed);

/// The gradient check of a row: with batch 1 and 3, and where only part of its value is used.
GradientError check_op(const OpRow& row);

}  // namespace tapehead::inline TAPEHEAD_REAL
