#pragma once
// Attention to all steps so far, behind the interface of memories.

#include "controllers/placed_attention.hpp"
#include "memory/memory.hpp"
#include "memory/steps_at_once.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// Keeps every key and value: multi-head attention over this step and those before it (Vaswani et al. 2017, section
/// 3.2), which is told places within, or not at all (PlacedAttention). Controls: query, key and value, size each;
/// reads: size. The state has a key above its value for each step.
class AttentionMixer final : public Memory, public StepsAtOnce {
 public:
  AttentionMixer(size_t size, const PlacedAttention& attention) : size_(size), attention_(attention) {}

  size_t controls() const override { return 3 * size_; }
  size_t reads() const override { return size_; }
  size_t cost() const override { return 2 * size_; }
  void add_start_biases(std::span<Real>) const override {}
  StateNames state_names() const override;
  State start(const Context& context) const override;
  Step step(const Context& context, Columns controls, const State& past) const override;
  Step steps(const Context& context, Var controls, const State& past, size_t before) const override;

 private:
  size_t size_;
  PlacedAttention attention_;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
