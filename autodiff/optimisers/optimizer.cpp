#include "autodiff/optimisers/optimizer.hpp"

#include <stdexcept>

namespace tapehead::inline TAPEHEAD_REAL {

Optimizer::Optimizer(std::initializer_list<const char*> names, size_t parameters) {
  for (const char* name : names) slots_.push_back({name, AlignedVector<Real>(parameters, Real{0})});
}

void Optimizer::step(std::span<Real> values, std::span<const Real> gradient, Real rate, uint64_t updates) {
  const size_t parameters = slots_.front().values.size();
  if (values.size() != parameters || gradient.size() != parameters)
    throw std::invalid_argument("Optimizer::step: got " + std::to_string(values.size()) + " values and " +
                                std::to_string(gradient.size()) + " of a gradient; " + std::to_string(parameters) +
                                " of each are needed");
  move(0, values, gradient, pace(rate, updates));
}

Optimizer::Pace Optimizer::pace(Real rate, uint64_t updates) const {
  if (updates == 0) throw std::invalid_argument("Optimizer::step: got update 0; the first is 1");
  Pace pace{rate, updates};
  correct(pace);
  return pace;
}

void decay_weights(std::span<Real> values, Real rate, Real share) {
  const Real keep = 1 - rate * share;
  for (Real& v : values) v *= keep;
}

}  // namespace tapehead::inline TAPEHEAD_REAL
