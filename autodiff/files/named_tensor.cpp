#include "autodiff/files/named_tensor.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#include "autodiff/base/error.hpp"

namespace tapehead {
namespace {

static_assert(std::endian::native == std::endian::little, "safetensors holds little-endian numbers");

template <class Number>
constexpr const char* kDtype = nullptr;
template <>
constexpr const char* kDtype<float> = "F32";
template <>
constexpr const char* kDtype<double> = "F64";
template <>
constexpr const char* kDtype<int64_t> = "I64";
template <>
constexpr const char* kDtype<uint64_t> = "U64";

void check_count(std::string_view name, uint64_t rows, uint64_t cols, uint64_t count) {
  uint64_t needed = 0;
  if (__builtin_mul_overflow(rows, cols, &needed) || needed != count)
    throw ShapeError(fmt::format("tensor \"{}\": got {} values; {}x{} are needed", name, count, rows, cols));
}

template <class Number>
const NamedTensor& expect(const std::vector<NamedTensor>& tensors, std::string_view name,
                          const std::vector<uint64_t>& shape, const std::string& where) {
  const NamedTensor* tensor = find_tensor(tensors, name);
  const std::string needed = fmt::format("{} {} is needed", kDtype<Number>, shape);
  if (!tensor) throw InputError(fmt::format("{}: has no tensor \"{}\"; {}", where, name, needed));
  const bool whole = tensor->data.size() == byte_count(tensor->dtype, shape);
  if (tensor->dtype != kDtype<Number> || tensor->shape != shape || !whole)
    throw InputError(fmt::format("{}: tensor \"{}\" is {} {}; {}", where, name, tensor->dtype, tensor->shape, needed));
  return *tensor;
}

}  // namespace

uint64_t dtype_size(std::string_view dtype) {
  if (dtype == "F32") return 4;
  return dtype == "F64" || dtype == "I64" || dtype == "U64" ? 8 : 0;
}

std::optional<uint64_t> byte_count(uint64_t width, const std::vector<uint64_t>& shape) {
  uint64_t bytes = width;
  for (const uint64_t size : shape)
    if (__builtin_mul_overflow(bytes, size, &bytes)) return std::nullopt;
  return bytes;
}

std::optional<uint64_t> byte_count(std::string_view dtype, const std::vector<uint64_t>& shape) {
  return byte_count(dtype_size(dtype), shape);
}

const NamedTensor* find_tensor(const std::vector<NamedTensor>& tensors, std::string_view name) {
  const auto found = std::find_if(tensors.begin(), tensors.end(), [&](const NamedTensor& t) { return t.name == name; });
  return found == tensors.end() ? nullptr : &*found;
}

template <class Number>
NamedTensor vector_tensor(std::string name, std::span<const Number> values) {
  const auto bytes = std::as_bytes(values);
  return {std::move(name), kDtype<Number>, {values.size()}, {bytes.begin(), bytes.end()}};
}

template <class Number>
NamedTensor matrix_tensor(std::string name, uint64_t rows, uint64_t cols, std::span<const Number> columns) {
  check_count(name, rows, cols, columns.size());
  std::vector<std::byte> data(columns.size_bytes());
  for (uint64_t row = 0; row < rows; ++row)
    for (uint64_t col = 0; col < cols; ++col)
      std::memcpy(data.data() + (row * cols + col) * sizeof(Number), &columns[col * rows + row], sizeof(Number));
  return {std::move(name), kDtype<Number>, {rows, cols}, std::move(data)};
}

template <class Number>
void read_vector(const std::vector<NamedTensor>& tensors, std::string_view name, std::span<Number> to,
                 const std::string& where) {
  const NamedTensor& tensor = expect<Number>(tensors, name, {to.size()}, where);
  std::copy(tensor.data.begin(), tensor.data.end(), std::as_writable_bytes(to).begin());
}

template <class Number>
void read_matrix(const std::vector<NamedTensor>& tensors, std::string_view name, uint64_t rows, uint64_t cols,
                 std::span<Number> columns, const std::string& where) {
  check_count(name, rows, cols, columns.size());
  const NamedTensor& tensor = expect<Number>(tensors, name, {rows, cols}, where);
  for (uint64_t row = 0; row < rows; ++row)
    for (uint64_t col = 0; col < cols; ++col)
      std::memcpy(&columns[col * rows + row], tensor.data.data() + (row * cols + col) * sizeof(Number), sizeof(Number));
}

#define TAPEHEAD_INSTANTIATE(Number)                                                                                   \
  template NamedTensor vector_tensor(std::string, std::span<const Number>);                                            \
  template NamedTensor matrix_tensor(std::string, uint64_t, uint64_t, std::span<const Number>);                        \
  template void read_vector(const std::vector<NamedTensor>&, std::string_view, std::span<Number>, const std::string&); \
  template void read_matrix(const std::vector<NamedTensor>&, std::string_view, uint64_t, uint64_t, std::span<Number>,  \
                            const std::string&);
TAPEHEAD_INSTANTIATE(float)
TAPEHEAD_INSTANTIATE(double)
TAPEHEAD_INSTANTIATE(int64_t)
TAPEHEAD_INSTANTIATE(uint64_t)
#undef TAPEHEAD_INSTANTIATE

}  // namespace tapehead
