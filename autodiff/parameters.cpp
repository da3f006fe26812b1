#include "autodiff/parameters.hpp"

#include <algorithm>
#include <cmath>

#include "autodiff/base/error.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

// Each parameter starts at a cache line, which the small products like; the room between holds zeros for ever.
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
  arma::Mat<Real> drawn(rows, cols, arma::fill::zeros);
  Stream stream(seed_, Split::kTrain, Purpose::kParameters, parameter.index);
  start(stream, drawn);
  home.resize(home.size() + (drawn.n_elem + kLine - 1) / kLine * kLine);
  std::copy(drawn.begin(), drawn.end(), data(entries_.back()));
  return parameter;
}

size_t ParameterStore::learned_count() const {
  size_t count = 0;
  for (const Entry& e : entries_) count += e.learned ? e.size() : 0;
  return count;
}

Initializer zeros() { return filled(0); }

Initializer filled(Real value) {
  return [=](Stream&, arma::Mat<Real>& m) { m.fill(value); };
}

Initializer uniform(Real bound) {
  return [=](Stream& stream, arma::Mat<Real>& m) {
    m.imbue([&] { return static_cast<Real>(stream.uniform(-bound, bound)); });
  };
}

Initializer normal(Real deviation) {
  return [=](Stream& stream, arma::Mat<Real>& m) {
    m.imbue([&] { return static_cast<Real>(deviation * stream.normal()); });
  };
}

Initializer glorot_with_bias(Real gain, Real bias_deviation) {
  return [=](Stream& stream, arma::Mat<Real>& m) {
    const auto bound = gain * std::sqrt(Real(6) / static_cast<Real>(m.n_rows + m.n_cols - 1));
    const size_t inputs = m.n_cols - 1;
    m.imbue([&] { return static_cast<Real>(stream.uniform(-bound, bound)); });
    for (size_t r = 0; r < m.n_rows; ++r) m(r, inputs) = static_cast<Real>(bias_deviation * stream.normal());
  };
}

}  // namespace tapehead::inline TAPEHEAD_REAL
