#pragma once
// Where a model looks in what it reads, as it answers.

#include <map>
#include <span>
#include <string>
#include <vector>

#include "autodiff/ops/watch.hpp"
#include "tasks/batch/batch_stream.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// Keeps, of all that is watched, the weightings of the source: values whose rows are "source". Their columns are
/// heads, and the value is shown once a step; or they are steps ("step"), and it is shown once for all of them. Of
/// several names the last that is shown is where the model looks; those before are stages, or layers below. And it
/// keeps the windows that a picture is looked through (kGlimpses), which are shown once for all steps.
class SourceLooks final : public Watcher {
 public:
  void forget() { *this = {}; }
  void see(const std::string& name, Var value, const View& view) override;

  /// Whether there are any.
  bool any() const { return !names_.empty(); }
  /// Steps that were shown.
  size_t steps() const { return any() ? names_.at(last_).size() : 0; }
  /// How much all heads together look at each place: shares, which add up to 1 where they look at any.
  std::vector<Real> shares(size_t step, size_t item) const;
  /// The place that all heads together look at most, the first of several; kNoToken where they look at none.
  uint32_t most_looked_at(size_t step, size_t item) const;

  /// Whether it is known where in a picture the model looks: at cells of a grid over it, or through windows.
  bool in_picture() const { return across_ > 0 || !windows_.empty(); }
  /// How much of that lies within a box of the picture: of attention to a cell the share of the cell's area that does,
  /// of windows those whose middle does. NaN for an empty box; 0 where nothing is looked at.
  float within(size_t step, size_t item, const Layout& picture, const Box& box) const;

 private:
  using Sums = std::vector<std::vector<Real>>;  ///< of an item, for each place, over heads

  /// Nothing where nothing was shown.
  std::vector<Real> sums(size_t step, size_t item) const;

  std::map<std::string, std::vector<Sums>, std::less<>> names_;  ///< step after step
  std::string last_;
  uint32_t across_ = 0;                    ///< of the grid whose cells the last ones are, 0: of none
  std::vector<std::vector<Box>> windows_;  ///< of each item
};

}  // namespace tapehead::inline TAPEHEAD_REAL
