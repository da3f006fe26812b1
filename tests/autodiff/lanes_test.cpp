// Sums over the lanes of several vectors at once, for each width that this processor has.
#include "autodiff/base/lanes.hpp"

#include <catch2/catch.hpp>

namespace tapehead {
namespace {

template <class T, size_t kLanes>
void check_sums() {
  if constexpr (kLanes * sizeof(T) <= kVectorBytes) {
    typedef T Vector __attribute__((vector_size(kLanes * sizeof(T))));
    Vector all[kLanes];
    T expected[kLanes] = {};
    for (size_t v = 0; v < kLanes; ++v)
      for (size_t i = 0; i < kLanes; ++i) {
        all[v][i] = static_cast<T>((v * 37 + i * i * 11) % 101);  // whole numbers: in any order the same sum
        expected[v] += all[v][i];
      }
    const Vector sums = each_added(all);
    for (size_t v = 0; v < kLanes; ++v) CHECK(sums[v] == expected[v]);
  }
}

TEST_CASE("lane i of each_added is the sum of vector i") {
  check_sums<float, 2>();
  check_sums<float, 4>();
  check_sums<float, 8>();
  check_sums<float, 16>();
  check_sums<double, 2>();
  check_sums<double, 4>();
  check_sums<double, 8>();
}

}  // namespace
}  // namespace tapehead
