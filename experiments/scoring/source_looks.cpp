#include "experiments/scoring/source_looks.hpp"

#include <algorithm>
#include <numeric>
#include <string_view>

namespace tapehead::inline TAPEHEAD_REAL {

void SourceLooks::see(const std::string& name, Var value, const View& view) {
  if (std::string_view(view.rows) != "source") return;
  const auto window = value.tape->value(value);
  const bool columns_are_steps = std::string_view(view.columns) == "step";
  std::vector<Sums>& steps = names_[name];
  last_ = name;
  const size_t before = steps.size();
  steps.resize(before + (columns_are_steps ? window.cols : 1), Sums(window.batch, std::vector<Real>(window.rows, 0)));
  for (size_t c = 0; c < window.cols; ++c)
    for (size_t b = 0; b < window.batch; ++b) {
      std::vector<Real>& sum = steps[before + (columns_are_steps ? c : 0)][b];
      for (size_t r = 0; r < window.rows; ++r) sum[r] += window.column(b, c)[r];
    }
}

std::vector<Real> SourceLooks::sums(size_t step, size_t item) const {
  if (step >= steps() || item >= names_.at(last_)[step].size()) return {};
  return names_.at(last_)[step][item];
}

std::vector<Real> SourceLooks::shares(size_t step, size_t item) const {
  std::vector<Real> shares = sums(step, item);
  const Real all = std::accumulate(shares.begin(), shares.end(), Real{0});
  for (Real& share : shares) share = all > 0 ? share / all : 0;
  return shares;
}

uint32_t SourceLooks::most_looked_at(size_t step, size_t item) const {
  const std::vector<Real> sum = sums(step, item);
  const auto most = std::max_element(sum.begin(), sum.end());
  return most == sum.end() || *most <= 0 ? kNoToken : static_cast<uint32_t>(most - sum.begin());
}

}  // namespace tapehead::inline TAPEHEAD_REAL
