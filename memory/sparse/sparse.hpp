#pragma once
// Sparse access memory (Rae, Hunt, Harley, Danihelka, Senior, Wayne, Graves & Lillicrap 2016, "Scaling memory-augmented
// neural networks with sparse reads and writes").

#include "memory/held.hpp"
#include "memory/memory.hpp"
#include "memory/sparse/access.hpp"
#include "memory/sparse/list_index.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

struct SparseSettings {
  size_t slots = 128, width = 20;
  size_t read_heads = 1, write_heads = 1;
  size_t reads = 4;                     ///< K, of each reading head; writing heads may not be more than slots either
  size_t kept_links = 0;                ///< K_L, of the sparse differentiable neural computer; 0: no links
  size_t probes = 0;                    ///< lists that a ListIndex over the start content searches; 0: an ExactIndex
  size_t filled = 0;                    ///< slots that start with random vectors, for measuring a memory in use
  Real delta = Real(0.005);             ///< δ: a larger weight is an access
  size_t iterations = 1;                ///< look-ups by content of a head (SparseReads)
  bool squash_writes = true;            ///< written vectors go through tanh
  bool write_past_keys = false;         ///< they also contain the reading head's key of the step before
  Real strength_bias = 6;               ///< starting bias of the key strength (before softplus)
  Real amount_bias = 0, gate_bias = 0;  ///< starting biases of a writing head's α and γ (before sigmoid)
};

/// As SparseAccessState, with the reads in one column; and the reading heads' keys, width×heads.
struct SparseState {
  TAPEHEAD_VALUES(reads, read_weights, read_slots, memory, links, keys);
};

/// A step reads and writes a few slots, at a cost independent of the number of slots. Writes come first, to the slots
/// that the head has just read or to the least recently accessed one, which is erased (sparse_access()); reads see
/// them. Controls: keys of the reading heads, their key strengths (before softplus); of the writing heads the vectors
/// written, their amounts (before sigmoid), and their gates (before sigmoid); with links read modes (before softmax) of
/// each reading head: backward, content, forward.
///
/// `write_past_keys` is this project's: a = tanh(said + k′), k′ the last key of the head's reading head, so that a step
/// is found by the key of the step before it. Otherwise a machine must learn what to write and what to search for at
/// the same time, and neither is of use without the other. (The shift of keys by a step is that of H3's layers, Fu et
/// al. 2023, "Hungry hungry hippos", section 3.1.)
class SparseMemory final : public Memory, public HoldsBeside {
 public:
  explicit SparseMemory(const SparseSettings& settings)
      : settings_(settings),
        how_{settings.reads, settings.kept_links, settings.delta, settings.iterations},
        beginning_(settings.slots, settings.width, settings.filled) {
    if (settings.probes > 0) beginning_.find_by(std::make_unique<ListIndex>(beginning_.rows(), settings.probes));
  }

  size_t controls() const override;
  size_t reads() const override { return settings_.width * settings_.read_heads; }
  void add_start_biases(std::span<Real> biases) const override;
  /// A writing head's rows: those that its reading head has read, and one more.
  size_t cost() const override { return (chosen() + 1) * settings_.write_heads * settings_.width; }
  Footprint footprint() const override;
  /// Rows with when each was accessed last, and links; a step touches those that it reads and writes. What a search for
  /// slots looks at besides is not counted.
  Held held() const override;
  StateNames state_names() const override;
  State start(const Context& context) const override;
  Step step(const Context& context, Columns controls, const State& past) const override;
  State settled(Tape& tape, const State& state) const override;

 private:
  /// How many slots a head reads: by content, and with links as many backward and forward.
  size_t chosen() const { return (settings_.kept_links > 0 ? 3 : 1) * settings_.reads; }

  SparseSettings settings_;
  SparseReads how_;
  SparseBeginning beginning_;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
