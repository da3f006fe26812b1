#pragma once
// The adversarial bandit Exp3.S (Auer et al. 2002), as Graves et al. 2017 (section 3.1 and 3.3) use it for curricula.

#include <cstddef>
#include <vector>

#include "autodiff/base/random.hpp"

namespace tapehead {

/// All that it has learned is a list of numbers: a log-weight for each arm, the number of rewards so far, and a
/// reservoir of rewards by whose quantiles new ones are scaled.
class Bandit final {
 public:
  explicit Bandit(size_t arms) : arms_(arms) {}

  size_t arms() const { return arms_; }
  std::vector<double> start() const;

  /// Probability of each arm: (1 − ε)·softmax(w) + ε/N.
  std::vector<double> policy(const std::vector<double>& state) const;

  /// An arm drawn from the policy.
  size_t choose(Stream& draw, const std::vector<double>& state) const;

  /// The reward that `arm` brought, of any scale: mapped to [−1, 1] by the 20th and 80th percentile of the rewards so
  /// far (eq. 8), and learned from (eqs. 5–6).
  void reward(size_t arm, double raw, Stream& draw, std::vector<double>& state) const;

 private:
  size_t arms_;
};

}  // namespace tapehead
