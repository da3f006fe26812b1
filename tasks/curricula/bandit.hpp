#pragma once
// The adversarial bandit Exp3.S (Auer et al. 2002), as used for curricula by Graves et al. 2017 (sections 3.1 and 3.3).

#include <cstddef>
#include <string>
#include <vector>

#include "autodiff/base/random.hpp"

namespace tapehead {

/// Its state is a list of numbers: a log-weight for each arm, the number of rewards so far, and a reservoir of rewards
/// whose quantiles scale new ones.
class Bandit final {
 public:
  explicit Bandit(size_t arms) : arms_(arms) {}

  size_t arms() const { return arms_; }
  std::vector<double> start() const;
  /// As Curriculum::fault().
  std::string fault(const std::vector<double>& state) const;

  /// The probability of each arm: (1 − ε)·softmax(w) + ε/N.
  std::vector<double> policy(const std::vector<double>& state) const;

  /// An arm drawn from the policy.
  size_t choose(Stream& draw, const std::vector<double>& state) const;

  /// Learns from the reward of `arm`, of any scale: it is mapped to [−1, 1] by the 20th and 80th percentile of the
  /// rewards so far (eq. 8), and the weights are updated (eqs. 5–6). One that is not finite, of a batch whose cost
  /// overflowed, has no rank among rewards and teaches nothing.
  void reward(size_t arm, double raw, Stream& draw, std::vector<double>& state) const;

 private:
  size_t arms_;
};

}  // namespace tapehead
