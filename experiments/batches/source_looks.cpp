#include "experiments/batches/source_looks.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string_view>

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

std::vector<Box> windows_of(const Window<const Real>& shown, size_t item) {
  std::vector<Box> windows;
  for (size_t c = 0; c < shown.cols; ++c) {
    const Real* const at = shown.column(item, c);  // centre x and y, width, height
    const Real half_width = at[2] / 2, half_height = at[3] / 2;
    windows.push_back({static_cast<float>(at[0] - half_width), static_cast<float>(at[1] - half_height),
                       static_cast<float>(at[0] + half_width), static_cast<float>(at[1] + half_height)});
  }
  return windows;
}

float share_of_cells(std::span<const Real> shares, size_t across, const Layout& picture, const Box& box) {
  double within = 0;
  for (size_t cell = 0; cell < shares.size(); ++cell)
    within += double{shares[cell]} * share_within(box, cell, across, shares.size() / across, picture);
  return static_cast<float>(within);
}

float share_of_windows(std::span<const Box> windows, const Box& box) {
  const auto within = std::count_if(windows.begin(), windows.end(), [&](const Box& window) {
    const float x = (window.left + window.right) / 2, y = (window.top + window.bottom) / 2;
    return box.left <= x && x < box.right && box.top <= y && y < box.bottom;
  });
  return windows.empty() ? 0 : static_cast<float>(within) / static_cast<float>(windows.size());
}

}  // namespace

void SourceLooks::see(const std::string& name, Var value, const View& view) {
  const auto window = value.tape->value(value);
  if (std::string_view(view.rows) == kGlimpses.rows) {
    windows_.clear();
    for (size_t b = 0; b < window.batch; ++b) windows_.push_back(windows_of(window, b));
  }
  if (std::string_view(view.rows) != "source") return;
  const bool columns_are_steps = std::string_view(view.columns) == "step";
  std::vector<Sums>& steps = names_[name];
  last_ = name;
  across_ = view.across;
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

float SourceLooks::within(size_t step, size_t item, const Layout& picture, const Box& box) const {
  if (box.empty()) return std::nanf("");
  if (across_ == 0) return share_of_windows(windows_.at(item), box);
  const std::vector<Real> looks = shares(step, item);
  return share_of_cells(looks, across_, picture, box);
}

}  // namespace tapehead::inline TAPEHEAD_REAL
