#pragma once
// The watched values of a running machine, and those that a user overrides.

#include <string>
#include <vector>

#include "autodiff/files/json.hpp"
#include "autodiff/ops/watch.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// A number that replaces one of the machine's: element (row, column) of the value watched under that name, at its
/// `shown`-th appearance, from 0.
struct Change {
  std::string name;
  size_t shown, row, column;
  Real value;
};

/// Keeps all watched values: their numbers in one list, and a description of each.
class Watched final : public Watcher {
 public:
  /// Starts anew; the values' numbers are appended to `numbers`.
  void begin(std::vector<float>& numbers);

  void see(const std::string& name, Var value, const View& view) override;

  /// The values seen: name, shown, rows, columns, from (the position of its numbers, column after column) and the
  /// view's own words.
  Json list() const;

  /// The positions on the tape of the numbers that `changes` replace, as far as those were seen.
  std::vector<Tape::Held> places(const std::vector<Change>& changes) const;

 private:
  struct Seen {
    std::string name;
    size_t shown, from;
    Var value;
    View view;
    std::string row_word, column_word;  ///< copies of the view's words, which may belong to the machine
  };
  std::vector<float>* numbers_ = nullptr;
  std::vector<Seen> seen_;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
