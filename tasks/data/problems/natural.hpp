#pragma once
// Natural numbers of any size.

#include <cstdint>
#include <span>
#include <vector>

namespace tapehead {

/// 32 bits a limb, the lowest first; the last limb is not 0, and the number 0 has none.
using Natural = std::vector<uint32_t>;

/// The number with these binary digits, the lowest first.
void natural_of(std::span<const uint32_t> digits, Natural& number);

/// How many binary digits it has; 0 has none.
size_t binary_digits(const Natural& number);
/// Its binary digit of that weight: 2^place.
uint32_t binary_digit(const Natural& number, size_t place);

void add(const Natural& a, const Natural& b, Natural& sum);
void multiply(const Natural& a, const Natural& b, Natural& product);
/// The greatest number whose square is no more than `number`.
void square_root(const Natural& number, Natural& root);

}  // namespace tapehead
