#pragma once
// No memory: the controller alone, as a baseline.

#include "memory/memory.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

class NoMemory final : public Memory {
 public:
  size_t controls() const override { return 0; }
  size_t reads() const override { return 0; }
  void add_start_biases(std::span<Real>) const override {}
  size_t cost() const override { return 0; }
  State start(const Context&) const override { return {}; }
  Step step(const Context&, Columns, const State&) const override { return {}; }
};

}  // namespace tapehead::inline TAPEHEAD_REAL
