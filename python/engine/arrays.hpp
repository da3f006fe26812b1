#pragma once
// NumPy arrays that are views of the engine's numbers, and keep them alive.

#include <pybind11/numpy.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "autodiff/base/real.hpp"

namespace tapehead {

using Extents = std::vector<pybind11::ssize_t>;

/// A view of numbers that belong to `owner`; strides in numbers, none: the last index runs fastest.
template <class Number>
pybind11::array view_of(std::shared_ptr<const void> owner, const Number* numbers, Extents shape, Extents strides = {}) {
  for (auto& stride : strides) stride *= static_cast<pybind11::ssize_t>(sizeof(Number));
  const pybind11::capsule base(new std::shared_ptr<const void>(std::move(owner)),
                               [](void* kept) { delete static_cast<std::shared_ptr<const void>*>(kept); });
  return pybind11::array_t<Number>(std::move(shape), std::move(strides), numbers, base);
}

/// A view of items × rows × columns, where each column lies in one piece, as on a tape.
inline pybind11::array view_of_items(std::shared_ptr<const void> owner, const Real* numbers, size_t items, size_t rows,
                                     size_t columns) {
  const auto r = static_cast<pybind11::ssize_t>(rows), c = static_cast<pybind11::ssize_t>(columns);
  return view_of(std::move(owner), numbers, {static_cast<pybind11::ssize_t>(items), r, c}, {r * c, 1, r});
}

/// "(16, 20, 1)"
std::string shape_text(const pybind11::array& array);

/// Copies what arrived into a view, NAME being what errors call it. One number fills it; otherwise shapes must be
/// equal. A view of tokens takes whole numbers, -1 for none. Throws InputError.
void assign(pybind11::array view, const pybind11::object& arrived, const std::string& name);

/// A new array with the numbers of these values.
template <class Numbers>
pybind11::array array_of(const Numbers& values, Extents shape) {
  using Number = typename Numbers::value_type;
  auto kept = std::make_shared<std::vector<Number>>(values.begin(), values.end());
  const Number* const data = kept->data();
  return view_of(std::move(kept), data, std::move(shape));
}

}  // namespace tapehead
