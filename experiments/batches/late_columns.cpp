#include "experiments/batches/late_columns.hpp"

#include <utility>

namespace tapehead::inline TAPEHEAD_REAL {

LateColumns::LateColumns(const ParameterStore& store, const LookedUp& looked_up, Update update, Rests rests)
    : first_(store.entry(looked_up.table).offset),
      height_(store.entry(looked_up.table).rows),
      update_(std::move(update)),
      rests_(std::move(rests)),
      made_(looked_up.columns, 0) {}

void LateColumns::catch_up(std::span<const uint32_t> columns) {
  for (const uint32_t column : columns) {
    const std::lock_guard lock(busy_[column % busy_.size()]);
    catch_up(column);
  }
}

void LateColumns::catch_up() {
  if (updates_.empty()) return;
  for (size_t column = 0; column < made_.size(); ++column) catch_up(column);
  updates_.clear();
  std::fill(made_.begin(), made_.end(), 0);
}

void LateColumns::catch_up(size_t column) {
  uint32_t& made = made_[column];
  if (made < updates_.size() && rests_(extent(column))) made = static_cast<uint32_t>(updates_.size());
  for (; made < updates_.size(); ++made) update_(extent(column), updates_[made]);
}

void LateColumns::put_off(const Optimizer::Pace& pace, std::span<const uint32_t> columns) {
  updates_.push_back(pace);
  for (const uint32_t column : columns) made_[column] = static_cast<uint32_t>(updates_.size());
}

}  // namespace tapehead::inline TAPEHEAD_REAL
