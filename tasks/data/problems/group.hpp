#pragma once
// Finite groups, by name.

#include <cstdint>
#include <string>
#include <vector>

namespace tapehead {

/// Elements are numbered; the first is the identity.
struct Group {
  /// Of Z_n numbers, of permutations of 1 … n where each goes ("231": 1 → 2, 2 → 3, 3 → 1), of products both ("1,231").
  std::vector<std::string> elements;
  std::vector<uint32_t> products;  ///< a·b at a·size + b; of permutations first a, then b

  size_t size() const { return elements.size(); }
  uint32_t product(uint32_t a, uint32_t b) const { return products[a * size() + b]; }
};

inline constexpr size_t kMostElements = 1000;

/// Z_n, S_n, A_n, or a product of such: Z_2xS_3. Throws InputError, beginning with `where`, for any other name and for
/// more than kMostElements elements.
Group group_of(const std::string& name, const std::string& where);

}  // namespace tapehead
