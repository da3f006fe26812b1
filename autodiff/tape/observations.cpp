#include "autodiff/tape/observations.hpp"

#include <algorithm>
#include <functional>

#include "autodiff/tape/parameters.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

void Observations::clear() {
  for (Shown& one : means_) {
    std::fill(one.sums.begin(), one.sums.end(), 0.0);
    one.count = 0;
  }
}

Observations::Shown& Observations::shown(size_t mean, size_t size) {
  if (means_.size() <= mean) means_.resize(mean + 1);
  means_[mean].sums.resize(size);
  return means_[mean];
}

void Observations::add(size_t mean, std::span<const Real> values) {
  Shown& one = shown(mean, values.size());
  for (size_t i = 0; i < values.size(); ++i) one.sums[i] += static_cast<double>(values[i]);
  ++one.count;
}

void Observations::add(const Observations& others) {
  for (size_t mean = 0; mean < others.means_.size(); ++mean) {
    const Shown& from = others.means_[mean];
    if (from.count == 0) continue;
    Shown& to = shown(mean, from.sums.size());
    std::transform(from.sums.begin(), from.sums.end(), to.sums.begin(), to.sums.begin(), std::plus<>());
    to.count += from.count;
  }
}

void Observations::move(ParameterStore& store) const {
  constexpr double kKeep = 0.9;
  for (size_t mean = 0; mean < means_.size(); ++mean) {
    const auto& [sums, count] = means_[mean];
    if (count == 0) continue;
    Real* const values = store.data(store.entries()[mean]);
    for (size_t i = 0; i < sums.size(); ++i)
      values[i] = static_cast<Real>(kKeep * static_cast<double>(values[i]) +
                                    (1 - kKeep) * sums[i] / static_cast<double>(count));
  }
}

}  // namespace tapehead::inline TAPEHEAD_REAL
