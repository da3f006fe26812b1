#pragma once
// A memory between encoder and decoder: the encoder writes it, the decoder reads it and may write too.

#include <memory>

#include "autodiff/tape/scope.hpp"
#include "memory/memory.hpp"
#include "models/looks/decoder_attention.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// The memory is stepped once for each step of the source, with controls W·[annotation; 1], and then once for each
/// look, with controls V·[query; 1], which returns the read. Its values are shown as "reading/…" and "answering/…".
class MemoryAttention final : public DecoderAttention {
 public:
  MemoryAttention(const Scope& scope, std::shared_ptr<const Memory> memory, DecoderAttentionSizes sizes);

  size_t reads() const override { return memory_->reads(); }
  /// Throws ShapeError for sources of different lengths, since a memory cannot wait for the longer ones.
  State begin(const Context& context, Var annotations, std::span<const uint32_t> lengths) const override;
  StateNames state_names() const override { return memory_->state_names(); }
  Recurrent::Step look(const Context& context, Var queries, const State& past) const override;
  bool each_by_itself() const override { return false; }
  bool of_any_lengths() const override { return false; }
  Held held() const override;
  size_t cost() const override { return memory_->cost(); }
  Footprint footprint() const override { return memory_->footprint(); }
  State settled(Tape& tape, const State& state) const override { return memory_->settled(tape, state); }

 private:
  std::shared_ptr<const Memory> memory_;
  Parameter encoder_controls_{}, decoder_controls_{};
};

}  // namespace tapehead::inline TAPEHEAD_REAL
