#pragma once
// Updates put off: a table of a large vocabulary meets at each update only the columns that the batch looked up.

#include <algorithm>
#include <array>
#include <functional>
#include <mutex>
#include <span>
#include <vector>

#include "autodiff/base/extent.hpp"
#include "autodiff/optimisers/optimizer.hpp"
#include "models/model.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// Columns of a table, each once.
class ColumnSet final {
 public:
  explicit ColumnSet(size_t columns) : has_(columns, 0) {}

  /// Whether it is new.
  bool add(uint32_t column) {
    if (has_[column]) return false;
    has_[column] = 1;
    columns_.push_back(column);
    return true;
  }
  void clear() {
    for (const uint32_t column : columns_) has_[column] = 0;
    columns_.clear();
  }
  void sort() { std::sort(columns_.begin(), columns_.end()); }
  std::span<const uint32_t> columns() const { return columns_; }

 private:
  std::vector<char> has_;
  std::vector<uint32_t> columns_;
};

/// A column that no episode of a batch looked up has a gradient of zero. Its update is put off until a batch looks it
/// up, and then made with that gradient and the rate of its time: of an optimiser's moments each keeps a share, of a
/// moving average too, and a value in motion goes on. The results have the same bits, since they are the same
/// operations on each number, in the same order; but a column stays in registers throughout, where an update of all
/// goes through memory.
class LateColumns final {
 public:
  /// Makes the update of that pace on those parameters, whose gradient is zero.
  using Update = std::function<void(Extent where, const Optimizer::Pace& pace)>;
  /// Whether such updates would leave all as it is: of tokens that were never shown.
  using Rests = std::function<bool(Extent where)>;

  /// `looked_up`: of `store`. Both may be called by several threads, for parameters apart.
  LateColumns(const ParameterStore& store, const LookedUp& looked_up, Update update, Rests rests);

  size_t columns() const { return made_.size(); }
  /// Calls body(extent) for what is no column of the table and for the chosen ones, of that many parameters: where a
  /// batch's gradient is not zero.
  template <class Body>
  void each_extent(std::span<const uint32_t> chosen, size_t parameters, Body body) const {
    body(Extent{0, first_});
    for (const uint32_t column : chosen) body(extent(column));
    body(Extent{extent(columns()).first, parameters});
  }

  /// Makes what was put off for these columns. Threads may call it at the same time.
  void catch_up(std::span<const uint32_t> columns);
  /// For all columns, which is to come before anybody else reads the parameters.
  void catch_up();

  /// An update was made for these columns alone, which had been caught up with; for the others it is put off.
  void put_off(const Optimizer::Pace& pace, std::span<const uint32_t> columns);

 private:
  Extent extent(size_t column) const { return {first_ + column * height_, first_ + (column + 1) * height_}; }
  void catch_up(size_t column);

  size_t first_, height_;
  Update update_;
  Rests rests_;
  std::vector<Optimizer::Pace> updates_;  ///< those that some column has not had
  std::vector<uint32_t> made_;            ///< how many of them each column has had
  std::array<std::mutex, 64> busy_;       ///< each for every 64th column
};

}  // namespace tapehead::inline TAPEHEAD_REAL
