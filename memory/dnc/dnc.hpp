#pragma once
// The memory of the differentiable neural computer (Graves et al. 2016, Methods).

#include <memory>
#include <string>

#include "attention/content_lookup.hpp"
#include "autodiff/ops/ops.hpp"
#include "memory/held.hpp"
#include "memory/memory.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

struct DncSettings {
  size_t slots = 128, width = 20;
  size_t read_heads = 1, write_heads = 1;
  bool usage_gradient = true;  ///< the usage's gradient reaches the weighting that wrote before; false: it stops there
  // Csordás & Schmidhuber 2019:
  bool key_masks = false;       ///< a mask beside each key says which numbers of a slot count; with the cosine only
  bool de_allocation = false;   ///< freed slots are erased as well
  bool link_sharpness = false;  ///< forward and backward weightings are sharpened
  Real read_strength_bias = 0, write_strength_bias = 0;  ///< starting biases of the key strengths' controls
};

/// With one writing head as in the paper; with several, precedence and links are theirs side by side.
struct DncState {
  TAPEHEAD_VALUES(reads, memory, usage, write_weights, read_weights, precedence, links);
};

/// A step: usage, allocation, write, links, read. Writing heads look up by content in the memory that the step found,
/// allocate one after the other, and all erase before all add; reading heads see what was written. With one writing
/// head it is the paper's, with several that of google-deepmind/dnc. Everything starts at zero, the first reads too.
///
/// Controls: keys of the reading heads, then of the writing heads (width each); their key strengths; with key masks a
/// mask for each key (before sigmoid); erase vectors (before sigmoid), write vectors; free gates, allocation gates,
/// write gates (before sigmoid); read modes (before softmax) of each reading head: backward by each writing head's
/// links, content, forward; with link sharpness one for each reading head's backward, then forward, weightings.
class DncMemory final : public Memory, public HoldsBeside {
 public:
  DncMemory(const DncSettings& settings, std::unique_ptr<ContentLookup> content);

  size_t controls() const override;
  size_t reads() const override { return settings_.width * settings_.read_heads; }
  void add_start_biases(std::span<Real> biases) const override;
  /// Each writing head has links from every slot to every other.
  size_t cost() const override { return settings_.slots * (settings_.width + settings_.slots * settings_.write_heads); }
  Footprint footprint() const override;
  Held held() const override { return {settings_.slots * settings_.slots * settings_.write_heads, 0}; }  ///< links
  StateNames state_names() const override;
  State start(const Context& context) const override;
  Step step(const Context& context, Columns controls, const State& past) const override;
  State settled(Tape& tape, const State& state) const override;

 private:
  struct Interface;
  size_t heads() const { return settings_.read_heads + settings_.write_heads; }
  size_t modes() const { return 1 + 2 * settings_.write_heads; }
  size_t direction_count() const { return 2 * settings_.write_heads * settings_.read_heads; }

  Interface parse(Var controls) const;
  Var lookup(Var memory, const Interface& said, size_t first, size_t count) const;
  Var allocations(Var usage, const Interface& said) const;
  Var read_weights(Var memory, Var directions, const Interface& said) const;

  DncSettings settings_;
  std::unique_ptr<ContentLookup> content_;
  std::string direction_names_, mode_names_;  ///< of a reading head, for watchers: "backward, content, forward"
};

}  // namespace tapehead::inline TAPEHEAD_REAL
