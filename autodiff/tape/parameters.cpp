#include "autodiff/tape/parameters.hpp"

#include <algorithm>
#include <cmath>

#include "autodiff/base/error.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

// Each parameter begins at a cache line, which makes small products faster; the padding is always zero.
constexpr size_t kLine = kCacheLine / sizeof(Real);

}  // namespace

Parameter ParameterStore::add(const std::string& name, size_t rows, size_t cols, const Initializer& start, bool learned,
                              size_t blocks) {
  if (blocks == 0 || rows % blocks != 0)
    throw ShapeError("parameters: \"" + name + "\" cannot be cut into that many equal matrices");
  if (std::any_of(entries_.begin(), entries_.end(), [&](const Entry& e) { return e.name == name; }))
    throw ShapeError("parameters: \"" + name + "\" is there already; each needs a name of its own");
  AlignedVector<Real>& home = learned ? values_ : constants_;
  const Parameter parameter{static_cast<uint32_t>(entries_.size())};
  entries_.push_back({name, static_cast<uint32_t>(rows), static_cast<uint32_t>(cols), home.size(), learned,
                      static_cast<uint32_t>(blocks)});
  home.resize(home.size() + (rows * cols + kLine - 1) / kLine * kLine);
  Stream stream(seed_, Split::kTrain, Purpose::kParameters, parameter.index);
  start(stream, {data(entries_.back()), rows, cols});
  return parameter;
}

size_t ParameterStore::learned_count() const {
  size_t count = 0;
  for (const Entry& e : entries_) count += e.learned ? e.size() : 0;
  return count;
}

Initializer zeros() { return filled(0); }

Initializer filled(Real value) {
  return [=](Stream&, MatrixView m) { m.fill(value); };
}

Initializer identity() {
  return [](Stream&, MatrixView m) {
    for (size_t i = 0; i < std::min(m.rows, m.cols); ++i) m(i, i) = 1;
  };
}

Initializer uniform(Real bound) {
  return [=](Stream& stream, MatrixView m) {
    std::generate(m.begin(), m.end(), [&] { return static_cast<Real>(stream.uniform(-bound, bound)); });
  };
}

Initializer normal(Real deviation) {
  return [=](Stream& stream, MatrixView m) {
    std::generate(m.begin(), m.end(), [&] { return static_cast<Real>(deviation * stream.normal()); });
  };
}

Initializer glorot_with_bias(Real gain, Real bias_deviation) {
  return [=](Stream& stream, MatrixView m) {
    const auto bound = gain * std::sqrt(Real(6) / static_cast<Real>(m.rows + m.cols - 1));
    const size_t inputs = m.cols - 1;
    std::generate(m.begin(), m.end(), [&] { return static_cast<Real>(stream.uniform(-bound, bound)); });
    for (size_t r = 0; r < m.rows; ++r) m(r, inputs) = static_cast<Real>(bias_deviation * stream.normal());
  };
}

}  // namespace tapehead::inline TAPEHEAD_REAL
