#include "experiments/scoring/worst_episodes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <tuple>

#include "tasks/data/text/percent.hpp"

namespace tapehead {

std::vector<WorstEpisode> worst_of(const std::vector<EpisodeMark>& each, size_t most) {
  const auto rank = [&](uint64_t number) {  // the least is the worst; a cost of NaN is worse than any other
    const EpisodeMark& mark = each[number];
    const float cost = std::isnan(mark.bits) ? std::numeric_limits<float>::infinity() : mark.bits;
    return std::tuple(-static_cast<int64_t>(mark.wrong), -cost, number);
  };
  std::vector<uint64_t> numbers(each.size());
  std::iota(numbers.begin(), numbers.end(), uint64_t{0});
  const size_t count = std::min(most, numbers.size());
  std::partial_sort(numbers.begin(), numbers.begin() + static_cast<std::ptrdiff_t>(count), numbers.end(),
                    [&](uint64_t a, uint64_t b) { return rank(a) < rank(b); });
  std::vector<WorstEpisode> worst;
  for (size_t i = 0; i < count; ++i) worst.push_back({numbers[i], each[numbers[i]]});
  return worst;
}

Json worst_json(const std::vector<WorstEpisode>& worst) {
  Json all = Json::list();
  for (const auto& [number, mark] : worst)
    all.add(Json{{"episode", number},
                 {"wrong", uint64_t{mark.wrong}},
                 {"answers", uint64_t{mark.answers}},
                 {"bits", static_cast<double>(mark.bits)}});
  return all;
}

std::string worst_text(const std::vector<WorstEpisode>& worst) {
  std::string text;
  for (const auto& [number, mark] : worst)
    text += fmt::format("{:>24} episode {}: {} wrong, {:.5g} bits\n", text.empty() ? "worst:" : "", number,
                        count_of(mark.wrong, mark.answers), mark.bits);
  return text;
}

void add_worst_rows(NewTable& table, std::string_view split, std::string_view setting,
                    const std::vector<WorstEpisode>& worst) {
  for (const auto& [number, mark] : worst)
    table.add(csv_row({split, setting, std::to_string(number), std::to_string(mark.wrong), std::to_string(mark.answers),
                       fmt::format("{}", mark.bits)}));
}

}  // namespace tapehead
