#pragma once
// Counts and shares as text.

#include <cstdint>
#include <string>

namespace tapehead {

/// `part` of `whole` as a percentage: "99.98 %". It has `decimals`, and more where needed so that only all reads 100
/// and only none reads 0: one wrong episode in 10,000 is not rounded to 100.0 %. All and none have no decimals, and of
/// nothing there is no share: "- %". python/tapehead/runs/percent.py does the same.
std::string percent(double part, double whole, int decimals = 1);

/// "9,998 of 10,000".
std::string count_of(uint64_t part, uint64_t whole);

/// "9,998 of 10,000 (99.98 %)".
std::string share_of(uint64_t part, uint64_t whole);

}  // namespace tapehead
