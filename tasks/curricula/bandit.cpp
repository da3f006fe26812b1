#include "tasks/curricula/bandit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "autodiff/base/number_text.hpp"

namespace tapehead {
namespace {

constexpr double kRate = 1e-3, kExplore = 0.05;  // η and ε of the paper's experiments
constexpr size_t kReservoir = 1000;              // rewards kept, a uniform sample of all

}  // namespace

std::vector<double> Bandit::start() const { return std::vector<double>(arms_ + 1 + kReservoir, 0.0); }

std::string Bandit::fault(const std::vector<double>& state) const {
  const auto bad = std::find_if_not(state.begin(), state.end(), [](double x) { return std::isfinite(x); });
  if (bad != state.end()) return fmt::format("number {} is {}; finite numbers are needed", bad - state.begin(), *bad);
  const double rewards = state[arms_];
  if (rewards < 0 || rewards > static_cast<double>(kGreatestCount) || rewards != std::floor(rewards))
    return fmt::format("it has seen {} rewards; a whole number from 0 to {} is needed", rewards, kGreatestCount);
  return "";
}

std::vector<double> Bandit::policy(const std::vector<double>& state) const {
  const auto end = state.begin() + static_cast<std::ptrdiff_t>(arms_);
  const double highest = *std::max_element(state.begin(), end);
  std::vector<double> p(arms_);
  for (size_t i = 0; i < arms_; ++i) p[i] = std::exp(state[i] - highest);
  const double total = std::accumulate(p.begin(), p.end(), 0.0);
  for (double& x : p) x = (1 - kExplore) * x / total + kExplore / static_cast<double>(arms_);
  return p;
}

size_t Bandit::choose(Stream& draw, const std::vector<double>& state) const {
  const std::vector<double> p = policy(state);
  double left = draw.uniform();
  for (size_t i = 0; i + 1 < arms_; ++i)
    if ((left -= p[i]) < 0) return i;
  return arms_ - 1;
}

void Bandit::reward(size_t arm, double raw, Stream& draw, std::vector<double>& state) const {
  if (!std::isfinite(raw)) return;
  const double before = state[arms_];
  double* reservoir = state.data() + arms_ + 1;
  const auto kept = static_cast<size_t>(std::min<double>(before, kReservoir));
  double scaled = 0;
  if (kept > 0) {
    std::vector<double> rewards(reservoir, reservoir + kept);
    const auto quantile = [&](size_t rank) {
      std::nth_element(rewards.begin(), rewards.begin() + static_cast<std::ptrdiff_t>(rank), rewards.end());
      return rewards[rank];
    };
    const double low = quantile(kept / 5), high = quantile(kept * 4 / 5);
    scaled = high > low ? std::clamp(2 * (raw - low) / (high - low) - 1, -1.0, 1.0) : 0;
  }
  // Reservoir sampling: every reward so far is kept with the same probability.
  if (kept < kReservoir)
    reservoir[kept] = raw;
  else if (const auto at = static_cast<size_t>(draw.integer(0, static_cast<int64_t>(before))); at < kReservoir)
    reservoir[at] = raw;
  state[arms_] = before + 1;

  std::vector<double> raised(state.begin(), state.begin() + static_cast<std::ptrdiff_t>(arms_));
  raised[arm] += kRate * scaled / policy(state)[arm];
  const double highest = *std::max_element(raised.begin(), raised.end());
  double total = 0;
  for (double& w : raised) total += (w = std::exp(w - highest));
  const double share = 1 / (before + 1);  // αₜ = 1/t: the share given to the other arms
  for (size_t i = 0; i < arms_; ++i)
    state[i] =
        highest + std::log((1 - share) * raised[i] + share / static_cast<double>(arms_ - 1) * (total - raised[i]));
}

}  // namespace tapehead
