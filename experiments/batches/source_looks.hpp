#pragma once
// Where a model attends in its source while it answers.

#include <map>
#include <span>
#include <string>
#include <vector>

#include "autodiff/ops/watch.hpp"
#include "tasks/batch/batch_stream.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// Keeps the watched weightings of the source: values whose rows are "source". Their columns are either heads, and the
/// value is shown once per step, or steps ("step"), and it is shown once for all. Of several names the last one shown
/// is the model's attention; earlier ones are stages, or lower layers. Also keeps the windows of glimpses at a picture
/// (kGlimpses), shown once for all steps.
class SourceLooks final : public Watcher {
 public:
  void forget() { *this = {}; }
  void see(const std::string& name, Var value, const View& view) override;

  /// Whether any weightings were shown.
  bool any() const { return !names_.empty(); }
  /// The number of steps shown.
  size_t steps() const { return any() ? names_.at(last_).size() : 0; }
  /// The attention of all heads together to each place: shares that add up to 1, or all 0 without attention.
  std::vector<Real> shares(size_t step, size_t item) const;
  /// The place with the most attention of all heads together, the first of several; kNoToken where there is none.
  uint32_t most_looked_at(size_t step, size_t item) const;

  /// Whether attention within a picture is known: to cells of a grid over it, or through windows.
  bool in_picture() const { return across_ > 0 || !windows_.empty(); }
  /// The share of attention within a box of the picture: a cell counts by the share of its area inside, a window counts
  /// if its middle is inside. NaN for an empty box; 0 without attention.
  float within(size_t step, size_t item, const Layout& picture, const Box& box) const;

 private:
  using Sums = std::vector<std::vector<Real>>;  ///< of an item: summed over heads, for each place

  /// Empty where nothing was shown.
  std::vector<Real> sums(size_t step, size_t item) const;

  std::map<std::string, std::vector<Sums>, std::less<>> names_;  ///< for each step
  std::string last_;
  uint32_t across_ = 0;                    ///< of the grid of the last name's cells; 0: no grid
  std::vector<std::vector<Box>> windows_;  ///< of each item
};

}  // namespace tapehead::inline TAPEHEAD_REAL
