#pragma once
// Named tensors, with a type and a shape: what a checkpoint consists of.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tapehead {

struct NamedTensor {
  std::string name;
  std::string dtype;            ///< "F32", "F64", "I64" or "U64"
  std::vector<uint64_t> shape;  ///< row-major: the last dimension runs fastest; empty for a single number
  std::vector<std::byte> data;  ///< little-endian

  bool operator==(const NamedTensor&) const = default;
};

/// Bytes of one number of that type; 0 for an unknown type.
uint64_t dtype_size(std::string_view dtype);

/// Bytes of a tensor of that shape, each number of `width` bytes; nothing if the count exceeds 64 bits.
std::optional<uint64_t> byte_count(uint64_t width, const std::vector<uint64_t>& shape);
/// Bytes of a tensor of that type and shape.
std::optional<uint64_t> byte_count(std::string_view dtype, const std::vector<uint64_t>& shape);

/// The tensor of that name, or nullptr.
const NamedTensor* find_tensor(const std::vector<NamedTensor>& tensors, std::string_view name);

// Below, Number is float, double, int64_t or uint64_t.

/// Shape [values.size()].
template <class Number>
NamedTensor vector_tensor(std::string name, std::span<const Number> values);

/// A rows × cols matrix stored column by column, as ours are, as a tensor of shape [rows, cols], which is row-major.
/// Throws ShapeError if there are not rows · cols values.
template <class Number>
NamedTensor matrix_tensor(std::string name, uint64_t rows, uint64_t cols, std::span<const Number> columns);

/// Fills `to` with the tensor `name`, which must be of type Number and shape [to.size()]. Throws InputError, led by
/// `where` (the file), if it is missing or different.
template <class Number>
void read_vector(const std::vector<NamedTensor>& tensors, std::string_view name, std::span<Number> to,
                 const std::string& where);

/// The inverse of matrix_tensor: fills `columns` column by column. Throws as both above.
template <class Number>
void read_matrix(const std::vector<NamedTensor>& tensors, std::string_view name, uint64_t rows, uint64_t cols,
                 std::span<Number> columns, const std::string& where);

}  // namespace tapehead
