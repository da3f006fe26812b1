#include "tasks/data/problems/natural.hpp"

#include <algorithm>
#include <bit>

namespace tapehead {
namespace {

constexpr size_t kLimbBits = 32;

void trim(Natural& number) {
  while (!number.empty() && number.back() == 0) number.pop_back();
}

/// Makes it 2^count times as great, count < 32, and adds `low` < 2^count.
void shift_in(Natural& number, unsigned count, uint32_t low) {
  for (uint32_t& limb : number) {
    const uint32_t high = limb >> (kLimbBits - count);
    limb = limb << count | low;
    low = high;
  }
  if (low > 0) number.push_back(low);
}

bool is_less(const Natural& a, const Natural& b) {
  if (a.size() != b.size()) return a.size() < b.size();
  return std::lexicographical_compare(a.rbegin(), a.rend(), b.rbegin(), b.rend());
}

/// a −= b, for b ≤ a.
void subtract(Natural& a, const Natural& b) {
  uint64_t borrow = 0;
  for (size_t i = 0; i < a.size(); ++i) {
    const uint64_t less = (i < b.size() ? b[i] : 0) + borrow;
    borrow = a[i] < less;
    a[i] -= static_cast<uint32_t>(less);
  }
  trim(a);
}

}  // namespace

void natural_of(std::span<const uint32_t> digits, Natural& number) {
  number.assign((digits.size() + kLimbBits - 1) / kLimbBits, 0);
  for (size_t i = 0; i < digits.size(); ++i) number[i / kLimbBits] |= digits[i] << i % kLimbBits;
  trim(number);
}

size_t binary_digits(const Natural& number) {
  if (number.empty()) return 0;
  return number.size() * kLimbBits - static_cast<size_t>(std::countl_zero(number.back()));
}

uint32_t binary_digit(const Natural& number, size_t place) {
  return place / kLimbBits < number.size() ? number[place / kLimbBits] >> place % kLimbBits & 1 : 0;
}

void add(const Natural& a, const Natural& b, Natural& sum) {
  sum.clear();
  uint64_t carry = 0;
  for (size_t i = 0; i < std::max(a.size(), b.size()) || carry > 0; ++i) {
    carry += (i < a.size() ? a[i] : 0);
    carry += (i < b.size() ? b[i] : 0);
    sum.push_back(static_cast<uint32_t>(carry));
    carry >>= kLimbBits;
  }
}

void multiply(const Natural& a, const Natural& b, Natural& product) {
  product.assign(a.size() + b.size(), 0);
  for (size_t i = 0; i < a.size(); ++i) {
    uint64_t carry = 0;
    for (size_t j = 0; j < b.size(); ++j) {
      carry += uint64_t{a[i]} * b[j] + product[i + j];
      product[i + j] = static_cast<uint32_t>(carry);
      carry >>= kLimbBits;
    }
    product[i + b.size()] = static_cast<uint32_t>(carry);
  }
  trim(product);
}

// Two digits of the number give one of the root: with the root q of what was read and the rest r, the next digit is 1
// where (2q + 1)² is within 4 times it, that is, where 4q + 1 is within 4r and the two digits.
void square_root(const Natural& number, Natural& root) {
  thread_local Natural rest, tried;
  root.clear();
  rest.clear();
  for (size_t pair = (binary_digits(number) + 1) / 2; pair-- > 0;) {
    shift_in(rest, 2, binary_digit(number, 2 * pair + 1) << 1 | binary_digit(number, 2 * pair));
    tried = root;
    shift_in(tried, 2, 1);
    const bool fits = !is_less(rest, tried);
    if (fits) subtract(rest, tried);
    shift_in(root, 1, fits);
  }
}

}  // namespace tapehead
