#pragma once
// The readers of outside bytes, each as a function of these bytes alone: for libFuzzer (tests/fuzz/fuzzer_main.cpp),
// and for the tests, which run them on the seeds in tests/fuzz/seeds/NAME.

#include <span>
#include <string_view>

namespace tapehead {

struct Harness {
  std::string_view name;
  /// Reads the bytes, or has the reader refuse them. Ends the process (std::abort) where what was read is not whole, or
  /// the refusal is not one line that says where, what arrived and what would be right.
  void (*run)(std::string_view bytes);
};

std::span<const Harness> harnesses();

}  // namespace tapehead
