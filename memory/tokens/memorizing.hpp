#pragma once
// The memory of Memorizing Transformers (Wu, Rabe, Hutchins & Szegedy 2022, "Memorizing Transformers", section 3).

#include "autodiff/tape/scope.hpp"
#include "memory/memory.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

struct MemorizingSettings {
  size_t width = 32;    ///< of a query, key and value, of all heads together
  size_t heads = 4;     ///< divides the width
  size_t window = 16;   ///< last steps that a head attends to
  size_t nearest = 32;  ///< of the steps before these, as many
  size_t iterations = 1;
};

/// Followed by what each step left.
struct MemorizedStep {
  TAPEHEAD_LISTS(keys_values);  ///< 2·width×1: key above value
};

/// Keeps every key and value. A head attends to the last steps, this one included, and apart from that to the few of
/// all steps before them whose keys are nearest to its query; a gate a head mixes what it finds there with what it
/// finds here, r = g·far + (1 − g)·near, g = σ(b) (section 3.2). While nothing is before the last steps, r = near. Keys
/// and queries have length 1 (section 3.3), and their product is scaled by a learned number a head (Henry et al. 2020,
/// "Query-key normalization for Transformers", eq. 4). The paper's memory spans documents and has no gradient; here it
/// is an episode's, and its gradient goes to what is looked up. The look-up goes through all keys and misses none. With
/// several iterations each of the two look-ups, near and far, is repeated: the mean of the keys that it finds, of
/// length 1 again, is its next query, and the last one reads values (Ramsauer et al. 2021, eq. 3). Controls: query, key
/// and value, width each.
class MemorizingMemory final : public Memory {
 public:
  MemorizingMemory(const Scope& scope, const MemorizingSettings& settings);

  size_t controls() const override { return 3 * settings_.width; }
  size_t reads() const override { return settings_.width; }
  void add_start_biases(std::span<Real>) const override {}
  size_t cost() const override { return 2 * settings_.width; }
  Footprint footprint() const override { return {0, static_cast<double>(cost())}; }
  StateNames state_names() const override { return joined(names_of<MemoryState>(), names_of<MemorizedStep>()); }
  State start(const Context& context) const override;
  Step step(const Context& context, Columns controls, const State& past) const override;

 private:
  MemorizingSettings settings_;
  Parameter scale_, gate_;  ///< 1×heads each
};

}  // namespace tapehead::inline TAPEHEAD_REAL
