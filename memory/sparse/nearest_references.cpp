#include "memory/sparse/nearest_references.hpp"

#include <algorithm>
#include <limits>

#include "autodiff/base/aligned.hpp"
#include "autodiff/base/lanes.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

// As many products are computed at once as registers can hold their sums.
constexpr size_t kRowRegisters = kVectorBytes == 64 ? 4 : 2;  // registers of rows, a row in each lane
constexpr size_t kTogether = 6;                               // references
constexpr size_t kPerRegister = LanesOf<Real>::kCount, kBlock = kRowRegisters * kPerRegister;

using Numbers = decltype(Lanes<Real>{} < Lanes<Real>{});  ///< integers, one for each lane

/// The best of a block of rows so far.
struct Nearest {
  Lanes<Real> product[kRowRegisters];
  Numbers reference[kRowRegisters];
};

/// References first … first + Count − 1 against a block of rows, number by number (kBlock of each).
template <size_t Count>
void compare(const References& references, size_t first, const Real* block, Nearest& nearest) {
  Lanes<Real> sums[Count][kRowRegisters]{};
  for (size_t j = 0; j < references.width; ++j) {
    const Real* const numbers = references.numbers + j * references.stride + first;
    Lanes<Real> rows[kRowRegisters];
    for (size_t p = 0; p < kRowRegisters; ++p) rows[p] = At<Lanes<Real>, Real>{p * kPerRegister}(block + j * kBlock);
    for (size_t r = 0; r < Count; ++r)
      for (size_t p = 0; p < kRowRegisters; ++p) sums[r][p] += numbers[r] * rows[p];
  }
  for (size_t r = 0; r < Count; ++r)
    for (size_t p = 0; p < kRowRegisters; ++p) {
      const auto nearer = sums[r][p] > nearest.product[p];
      nearest.product[p] = nearer ? sums[r][p] : nearest.product[p];
      nearest.reference[p] =
          nearer ? Numbers{} + static_cast<decltype(nearest.reference[p][0] + 0)>(first + r) : nearest.reference[p];
    }
}

}  // namespace

void nearest_references(const References& references, const Real* rows, size_t count, uint32_t* nearest) {
  const size_t width = references.width;
  AlignedVector<Real> block(kBlock * width);
  for (size_t first = 0; first < count; first += kBlock) {
    const size_t there = std::min(kBlock, count - first);
    for (size_t i = 0; i < there; ++i)
      for (size_t j = 0; j < width; ++j) block[j * kBlock + i] = rows[(first + i) * width + j];
    Nearest best;
    for (size_t p = 0; p < kRowRegisters; ++p) {
      best.product[p] = Lanes<Real>{} - std::numeric_limits<Real>::infinity();
      best.reference[p] = Numbers{};
    }
    size_t reference = 0;
    for (; reference + kTogether <= references.count; reference += kTogether)
      compare<kTogether>(references, reference, block.data(), best);
    for (; reference < references.count; ++reference) compare<1>(references, reference, block.data(), best);
    for (size_t i = 0; i < there; ++i)
      nearest[first + i] = static_cast<uint32_t>(best.reference[i / kPerRegister][i % kPerRegister]);
  }
}

}  // namespace tapehead::inline TAPEHEAD_REAL
