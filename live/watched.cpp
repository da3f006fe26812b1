#include "live/watched.hpp"

#include <algorithm>

namespace tapehead::inline TAPEHEAD_REAL {

void Watched::begin(std::vector<float>& numbers) {
  numbers_ = &numbers;
  seen_.clear();
}

void Watched::see(const std::string& name, Var value, const View& view) {
  const auto shown =
      static_cast<size_t>(std::count_if(seen_.begin(), seen_.end(), [&](const Seen& s) { return s.name == name; }));
  seen_.push_back({name, shown, numbers_->size(), value, view, view.rows, view.columns});
  const auto window = value.tape->value(value);
  for (size_t c = 0; c < window.cols; ++c)
    numbers_->insert(numbers_->end(), window.column(0, c), window.column(0, c) + window.rows);
}

Json Watched::list() const {
  Json all = Json::list();
  for (const Seen& seen : seen_) {
    Json one{{"name", seen.name},
             {"shown", seen.shown},
             {"rows", size_t{seen.value.rows}},
             {"columns", size_t{seen.value.cols}},
             {"from", seen.from},
             {"row", seen.row_word},
             {"column", seen.column_word},
             {"title", seen.view.title},
             {"across", size_t{seen.view.across}}};
    if (seen.view.bounded()) {
      one.set("low", seen.view.low);
      one.set("high", seen.view.high);
    }
    all.add(one);
  }
  return all;
}

std::vector<Tape::Held> Watched::places(const std::vector<Change>& changes) const {
  std::vector<Tape::Held> held;
  for (const Change& change : changes)
    for (const Seen& seen : seen_)
      if (seen.name == change.name && seen.shown == change.shown && change.row < seen.value.rows &&
          change.column < seen.value.cols)
        held.push_back(
            {seen.value.node, seen.value.offset + change.column * seen.value.leading + change.row, change.value});
  return held;
}

}  // namespace tapehead::inline TAPEHEAD_REAL
