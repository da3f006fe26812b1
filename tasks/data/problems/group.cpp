#include "tasks/data/problems/group.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <string_view>

#include "autodiff/base/error.hpp"
#include "autodiff/base/number_text.hpp"

namespace tapehead {
namespace {

constexpr size_t kMostPermuted = 6;  // 720 permutations

Group cyclic_group(size_t n) {
  Group group;
  for (size_t a = 0; a < n; ++a) {
    group.elements.push_back(std::to_string(a));
    for (size_t b = 0; b < n; ++b) group.products.push_back(static_cast<uint32_t>((a + b) % n));
  }
  return group;
}

/// All permutations of n things, or the even ones alone.
Group permutation_group(size_t n, bool only_even) {
  std::vector<std::string> all;
  std::string one;
  for (size_t i = 0; i < n; ++i) one += static_cast<char>('1' + i);
  do {
    size_t inversions = 0;
    for (size_t i = 0; i < n; ++i)
      for (size_t j = 0; j < i; ++j) inversions += one[j] > one[i];
    if (!only_even || inversions % 2 == 0) all.push_back(one);
  } while (std::next_permutation(one.begin(), one.end()));
  Group group{all, {}};
  for (const std::string& a : all)
    for (const std::string& b : all) {
      std::string both;
      for (const char goes : a) both += b[static_cast<size_t>(goes - '1')];
      group.products.push_back(static_cast<uint32_t>(std::lower_bound(all.begin(), all.end(), both) - all.begin()));
    }
  return group;
}

Group product_of_groups(const Group& a, const Group& b) {
  Group both;
  for (const std::string& first : a.elements)
    for (const std::string& second : b.elements) both.elements.push_back(first + ',' + second);
  const auto size = static_cast<uint32_t>(b.size());
  for (uint32_t p = 0; p < both.size(); ++p)
    for (uint32_t q = 0; q < both.size(); ++q)
      both.products.push_back(a.product(p / size, q / size) * size + b.product(p % size, q % size));
  return both;
}

}  // namespace

Group group_of(const std::string& name, const std::string& where) {
  const auto refuse = [&](const std::string& needed) -> InputError {
    return InputError(fmt::format("{}: got \"{}\"; {} is needed", where, printable(name), needed));
  };
  Group all = cyclic_group(1);
  bool is_first = true;
  for (std::string_view rest = name; is_first || !rest.empty();) {
    const size_t end = std::min(rest.find('x'), rest.size());
    const std::string_view factor = rest.substr(0, end);
    if (end + 1 == rest.size()) throw refuse("a group behind its last x");
    rest.remove_prefix(std::min(end + 1, rest.size()));
    const auto n = factor.size() > 2 && factor[1] == '_' ? read_number<uint64_t>(factor.substr(2)) : std::nullopt;
    const char kind = n ? factor[0] : ' ';
    if (kind != 'Z' && kind != 'S' && kind != 'A') throw refuse("Z_n, S_n, A_n or a product of such, Z_2xS_3,");
    if (*n == 0 || *n > (kind == 'Z' ? kMostElements : kMostPermuted))
      throw refuse(fmt::format("n from 1 to {} for Z_n, to {} for S_n and A_n,", kMostElements, kMostPermuted));
    const Group group = kind == 'Z' ? cyclic_group(*n) : permutation_group(*n, kind == 'A');
    if (all.size() * group.size() > kMostElements)
      throw refuse(fmt::format("a group of at most {} elements", kMostElements));
    all = is_first ? group : product_of_groups(all, group);
    is_first = false;
  }
  return all;
}

}  // namespace tapehead
