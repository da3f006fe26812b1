#include "tasks/data/problems/natural.hpp"

#include <catch2/catch.hpp>

#include <vector>

#include "autodiff/base/random.hpp"

using namespace tapehead;

namespace {

Natural natural(uint64_t value) {
  std::vector<uint32_t> digits;
  for (; value > 0; value /= 2) digits.push_back(value % 2);
  Natural number;
  natural_of(digits, number);
  return number;
}

uint64_t value_of(const Natural& number) {
  uint64_t value = 0;
  for (size_t place = binary_digits(number); place-- > 0;) value = 2 * value + binary_digit(number, place);
  return value;
}

Natural sum_of(const Natural& a, const Natural& b) {
  Natural sum;
  add(a, b, sum);
  return sum;
}

Natural square_of(const Natural& a) {
  Natural square;
  multiply(a, a, square);
  return square;
}

Natural root_of(const Natural& a) {
  Natural root;
  square_root(a, root);
  return root;
}

}  // namespace

TEST_CASE("natural: sums, products and roots of small numbers") {
  Stream draw(1, Split::kTrain, Purpose::kTest, 0);
  for (int i = 0; i < 2000; ++i) {
    const uint64_t a = draw.bits() >> draw.integer(0, 31), b = draw.bits() >> draw.integer(0, 31);
    Natural product;
    multiply(natural(a), natural(b), product);
    CHECK(value_of(product) == a * b);
    CHECK(value_of(sum_of(natural(a), natural(b))) == a + b);
    uint64_t root = value_of(root_of(natural(a)));
    CHECK(root * root <= a);
    CHECK((root + 1) * (root + 1) > a);
  }
  for (uint64_t a = 0; a < 70; ++a) {
    CHECK(value_of(natural(a)) == a);
    uint64_t root = 0;
    while ((root + 1) * (root + 1) <= a) ++root;
    CHECK(value_of(root_of(natural(a))) == root);
  }
  CHECK(natural(0).empty());
  CHECK(binary_digits(natural(0)) == 0);
  CHECK(binary_digits(natural(0x100000000)) == 33);
}

TEST_CASE("natural: roots of great numbers next to squares") {
  Stream draw(2, Split::kTrain, Purpose::kTest, 0);
  for (size_t count = 60; count < 400; count += 17) {
    std::vector<uint32_t> digits(count, 1);
    for (uint32_t& digit : digits) digit = static_cast<uint32_t>(draw.integer(0, 1));
    digits.back() = 1;
    Natural n;
    natural_of(digits, n);
    const Natural square = square_of(n), last = sum_of(square, sum_of(n, n));  // (n + 1)² − 1
    CHECK(root_of(square) == n);
    CHECK(root_of(last) == n);
    CHECK(root_of(sum_of(last, natural(1))) == sum_of(n, natural(1)));
  }
}
