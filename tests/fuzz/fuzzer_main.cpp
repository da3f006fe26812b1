// One harness under libFuzzer: the one that TAPEHEAD_HARNESS names (scripts/fuzz.sh).

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "tests/support/fuzz_harnesses.hpp"

namespace {

const tapehead::Harness* chosen = nullptr;

}  // namespace

extern "C" int LLVMFuzzerInitialize(int*, char***) {
  const char* const name = std::getenv("TAPEHEAD_HARNESS");
  const auto all = tapehead::harnesses();
  const auto found = std::find_if(all.begin(), all.end(), [&](const auto& one) { return name && one.name == name; });
  if (found == all.end()) {
    for (const auto& one : all) std::printf("%.*s\n", static_cast<int>(one.name.size()), one.name.data());
    std::exit(name ? 2 : 0);
  }
  chosen = &*found;
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
  chosen->run({reinterpret_cast<const char*>(bytes), size});
  return 0;
}
