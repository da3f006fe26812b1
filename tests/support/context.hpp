#pragma once
// Contexts for tests that are not about noise.

#include "autodiff/tape/context.hpp"
#include "memory/memory.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace testing {

/// Streams for all episodes of a test, from the given one on, at their beginning.
inline Noise& noise(uint64_t first = 0) {
  constexpr size_t kMost = 64;
  thread_local Noise streams;
  streams.begin(1, Split::kCheck, first, kMost);
  return streams;
}

/// A memory's reads before its first step, and its state.
inline Memory::Step started(const Memory& memory, const Context& context) {
  const State state = memory.start(context);
  return {state.as<MemoryState>().reads, state};
}

}  // namespace testing
}  // namespace tapehead::inline TAPEHEAD_REAL
