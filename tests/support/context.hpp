#pragma once
// What parts are told by tests that are not about noise.

#include "autodiff/tape/context.hpp"
#include "memory/memory.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace testing {

/// Streams for as many episodes as tests have side by side, from that one on, from their beginning.
inline Noise& noise(uint64_t first = 0) {
  constexpr size_t kMost = 64;
  thread_local Noise streams;
  streams.begin(1, Split::kCheck, first, kMost);
  return streams;
}

/// What a memory has read before its first step, and its state.
inline Memory::Step started(const Memory& memory, const Context& context) {
  const State state = memory.start(context);
  return {state.as<MemoryState>().reads, state};
}

}  // namespace testing
}  // namespace tapehead::inline TAPEHEAD_REAL
