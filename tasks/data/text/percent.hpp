#pragma once
// Counts and shares as people read them.

#include <cstdint>
#include <string>

namespace tapehead {

/// `part` of `whole` as a percentage: "99.98 %". It has `decimals`, and as many more as it takes that only all reads
/// 100 and only none reads 0: whoever loses one episode of 10,000 is not told 100.0 %. All and none have no decimals,
/// and of nothing there is no share: "- %". scripts/tapehead_runs/percent.py says the same.
std::string percent(double part, double whole, int decimals = 1);

/// "9,998 of 10,000".
std::string count_of(uint64_t part, uint64_t whole);

/// "9,998 of 10,000 (99.98 %)".
std::string share_of(uint64_t part, uint64_t whole);

}  // namespace tapehead
