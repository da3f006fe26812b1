#pragma once
// Where a model looks in what it reads, as it answers.

#include <map>
#include <string>
#include <vector>

#include "autodiff/watch.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// Keeps, of all that is watched, the weightings of the source: values whose rows are "source". Their columns are
/// heads, and the value is shown once a step; or they are steps ("step"), and it is shown once for all of them.
class SourceLooks final : public Watcher {
 public:
  void forget() {
    seen_.clear();
    sums_.clear();
  }
  void see(const std::string& name, Var value, const View& view) override;

  /// Whether there are any.
  bool any() const { return !sums_.empty(); }
  /// Steps that were shown.
  size_t steps() const { return sums_.size(); }
  /// How much all heads together look at each place: shares, which add up to 1 where they look at any.
  std::vector<Real> shares(size_t step, size_t item) const;
  /// The place that all heads together look at most, the first of several; kNoToken where they look at none.
  uint32_t most_looked_at(size_t step, size_t item) const;

 private:
  std::map<std::string, size_t, std::less<>> seen_;   ///< steps of each name so far
  std::vector<std::vector<std::vector<Real>>> sums_;  ///< of a step, of an item: for each place, over names and heads
};

}  // namespace tapehead::inline TAPEHEAD_REAL
