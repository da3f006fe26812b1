// Settings of fast weights that do not go together are told in one line.

#include <catch2/catch.hpp>

#include "autodiff/base/error.hpp"
#include "catalogue/catalogue.hpp"
#include "tests/support/defaults.hpp"

namespace tapehead {
namespace {

/// What making the memory says, with these options instead of the defaults.
std::string said(const std::vector<std::pair<std::string, std::string>>& options) {
  Settings settings;
  const auto memory = std::find_if(memory_rows().begin(), memory_rows().end(),
                                   [](const MemoryRow& row) { return row.info.name == "fast-weights"; });
  testing::add_defaults(memory->info, settings);
  for (const auto& [name, value] : options) settings.set(name, value);
  ParameterStore store(1);
  try {
    memory->make(settings, store);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("fast weights refuse heads that do not divide, writes beyond a key's numbers, and a singular mesa") {
  CHECK(said({}) == "");
  CHECK(said({{"memory.heads", "3"}}) == "memory.heads: got 3; a divisor of memory.width (64) is needed");
  CHECK(said({{"memory.writes", "4"}, {"memory.key-size", "4"}}) == "");
  CHECK(said({{"memory.writes", "4"}, {"memory.key-size", "2"}, {"memory.features", "dpfp"}}) == "");
  CHECK(said({{"memory.writes", "5"}, {"memory.key-size", "4"}}) ==
        "memory.writes: got 5; at most 4 is needed, the numbers of a key: beyond these its writes a step repeat one "
        "another");
  CHECK(said({{"memory.rule", "mesa"}}) == "");
  CHECK(said({{"memory.rule", "mesa"}, {"memory.ridge", "0"}}) ==
        "memory.ridge: got 0; a number above 0 is needed: what mesa solves is singular until as many keys as a key has "
        "numbers were written");
  CHECK(said({{"memory.key-size", "65536"}, {"memory.width", "65536"}}) ==
        "memory.key-size, memory.width: got 65536 and 65536; less than 2147483648 numbers in all are needed");
}

}  // namespace tapehead
