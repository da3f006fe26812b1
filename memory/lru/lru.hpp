#pragma once
// Least-recently-used access (Santoro, Bartunov, Botvinick, Wierstra & Lillicrap 2016, "One-shot learning with
// memory-augmented neural networks", section 3.1).

#include <memory>

#include "attention/content_lookup.hpp"
#include "memory/memory.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

struct LruState {
  TAPEHEAD_VALUES(reads, memory, read_weights, usage);
};

struct LruSettings {
  size_t slots = 128, width = 20;
  size_t read_heads = 1, write_heads = 1;
  Real usage_decay = Real(0.95);          ///< γ
  bool write_keys = false;                ///< the key of the look-up is written; else a vector of its own
  bool squash_writes = true;              ///< written vectors go through tanh
  bool write_first = false;               ///< reads see what their step has written
  Real strength_bias = 6, gate_bias = 0;  ///< starting biases: key strength (before softplus), gate (before sigmoid)
};

/// Writes go to the least used slot or to the one just read, as a gate decides; reads are by content. The paper has as
/// many writes as reads, and each writes to all of the least used slots; here the numbers are independent: write head j
/// belongs to read head j mod R, has a gate of its own, and uses the j-th of the W least used slots. With one head each
/// it is the paper's, with three differences. Keys have a strength (over many slots a softmax of cosines is too flat to
/// learn from; it starts strong). Written vectors are separate unless `write_keys` says that the key is written, as in
/// the paper: then one vector decides both where to look and what to write, and none of our runs learned copy or recall
/// with it. Reads come before the write unless `write_first`, which is one reading of the paper's indices: then a key
/// that is written finds itself. Controls: keys of the read heads, their key strengths (before softplus), gates of the
/// write heads (before sigmoid), and where they do not write keys, the vectors written.
class LruMemory final : public Memory {
 public:
  LruMemory(const LruSettings& settings, std::unique_ptr<ContentLookup> content)
      : settings_(settings), content_(std::move(content)) {}

  size_t controls() const override;
  size_t reads() const override { return settings_.width * settings_.read_heads; }
  void add_start_biases(std::span<Real> biases) const override;
  size_t cost() const override { return settings_.slots * settings_.width; }
  Footprint footprint() const override;
  StateNames state_names() const override;
  State start(const Context& context) const override;
  Step step(const Context& context, Columns controls, const State& past) const override;

 private:
  LruSettings settings_;
  std::unique_ptr<ContentLookup> content_;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
