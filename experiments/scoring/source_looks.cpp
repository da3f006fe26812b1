#include "experiments/scoring/source_looks.hpp"

#include <algorithm>
#include <numeric>
#include <string_view>

namespace tapehead::inline TAPEHEAD_REAL {

void SourceLooks::see(const std::string& name, Var value, const View& view) {
  if (std::string_view(view.rows) != "source") return;
  const auto window = value.tape->value(value);
  const bool columns_are_steps = std::string_view(view.columns) == "step";
  size_t& step = seen_[name];
  for (size_t c = 0; c < window.cols; ++c) {
    const size_t at = step + (columns_are_steps ? c : 0);
    if (at >= sums_.size()) sums_.resize(at + 1);
    sums_[at].resize(std::max(sums_[at].size(), window.batch));
    for (size_t b = 0; b < window.batch; ++b) {
      std::vector<Real>& sum = sums_[at][b];
      sum.resize(std::max(sum.size(), window.rows), 0);
      for (size_t r = 0; r < window.rows; ++r) sum[r] += window.column(b, c)[r];
    }
  }
  step += columns_are_steps ? window.cols : 1;
}

std::vector<Real> SourceLooks::shares(size_t step, size_t item) const {
  if (step >= sums_.size() || item >= sums_[step].size()) return {};
  std::vector<Real> shares = sums_[step][item];
  const Real all = std::accumulate(shares.begin(), shares.end(), Real{0});
  for (Real& share : shares) share = all > 0 ? share / all : 0;
  return shares;
}

uint32_t SourceLooks::most_looked_at(size_t step, size_t item) const {
  if (step >= sums_.size() || item >= sums_[step].size()) return kNoToken;
  const std::vector<Real>& sum = sums_[step][item];
  const auto most = std::max_element(sum.begin(), sum.end());
  return most == sum.end() || *most <= 0 ? kNoToken : static_cast<uint32_t>(most - sum.begin());
}

}  // namespace tapehead::inline TAPEHEAD_REAL
