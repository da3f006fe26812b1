#pragma once
// What a machine shows while it runs, and what somebody holds still in it.

#include <string>
#include <vector>

#include "autodiff/files/json.hpp"
#include "autodiff/ops/watch.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// A number that somebody puts in place of a machine's own: element (row, column) of what is watched under that name,
/// when it is seen for the `shown`-th time, from 0.
struct Change {
  std::string name;
  size_t shown, row, column;
  Real value;
};

/// Keeps all that is watched: the numbers one after the other, and what they are.
class Watched final : public Watcher {
 public:
  /// From now on anew: numbers are added behind those that are there.
  void begin(std::vector<float>& numbers);

  void see(const std::string& name, Var value, const View& view) override;

  /// A list of what was seen: name, shown, rows, columns, from (the place of its numbers, column after column) and the
  /// view's own words.
  Json list() const;

  /// Where in the tape the numbers lie that are to be changed, of changes that were seen.
  std::vector<Tape::Held> places(const std::vector<Change>& changes) const;

 private:
  struct Seen {
    std::string name;
    size_t shown, from;
    Var value;
    View view;
    std::string row_word, column_word;  ///< of the view, which may go with the machine
  };
  std::vector<float>* numbers_ = nullptr;
  std::vector<Seen> seen_;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
