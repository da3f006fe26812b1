#include "tasks/data/sequences/bleu.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <vector>

namespace tapehead {
namespace {

using NgramCounts = std::map<std::vector<uint32_t>, size_t>;

NgramCounts ngrams(std::span<const uint32_t> tokens, size_t n) {
  NgramCounts counts;
  for (size_t i = 0; i + n <= tokens.size(); ++i)
    ++counts[std::vector<uint32_t>(tokens.begin() + static_cast<std::ptrdiff_t>(i),
                                   tokens.begin() + static_cast<std::ptrdiff_t>(i + n))];
  return counts;
}

/// The length nearest to that of the answer; of two equally near the shorter.
size_t nearest_length(size_t said, std::span<const std::span<const uint32_t>> right) {
  const auto distance = [&](size_t length) { return length > said ? length - said : said - length; };
  size_t nearest = right[0].size();
  for (const auto& one : right)
    if (distance(one.size()) < distance(nearest) || (distance(one.size()) == distance(nearest) && one.size() < nearest))
      nearest = one.size();
  return nearest;
}

}  // namespace

void Bleu::add(std::span<const uint32_t> said, std::span<const std::span<const uint32_t>> right) {
  for (size_t n = 1; n <= kOrder; ++n) {
    NgramCounts most;  // for each n-gram the highest count in any reference
    for (const auto& one : right)
      for (const auto& [ngram, count] : ngrams(one, n)) most[ngram] = std::max(most[ngram], count);
    for (const auto& [ngram, count] : ngrams(said, n)) {
      all_[n - 1] += static_cast<double>(count);
      if (const auto found = most.find(ngram); found != most.end())
        matched_[n - 1] += static_cast<double>(std::min(count, found->second));
    }
  }
  said_ += static_cast<double>(said.size());
  right_ += static_cast<double>(nearest_length(said.size(), right));
}

void Bleu::add(const Bleu& later) {
  for (size_t n = 0; n < kOrder; ++n) {
    matched_[n] += later.matched_[n];
    all_[n] += later.all_[n];
  }
  said_ += later.said_;
  right_ += later.right_;
}

double Bleu::score() const {
  if (std::accumulate(matched_.begin(), matched_.end(), 0.0) == 0 || all_[kOrder - 1] == 0) return 0;
  double logs = 0, unmatched = 1;
  for (size_t n = 0; n < kOrder; ++n) {
    if (matched_[n] == 0) unmatched *= 2;  // "exp": each order without a match counts half of the previous one
    logs += std::log((matched_[n] == 0 ? 1 / unmatched : matched_[n]) / all_[n]);
  }
  const double brevity = said_ < right_ ? std::exp(1 - right_ / said_) : 1;
  return 100 * brevity * std::exp(logs / kOrder);
}

}  // namespace tapehead
