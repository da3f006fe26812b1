#pragma once
// The neural Turing machine's memory (Graves, Wayne & Danihelka 2014, section 3).

#include <memory>

#include "memory/memory.hpp"
#include "memory/ntm/addressing.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

enum class StartMemory {
  kConstant,  ///< every number 1e-6
  kLearned,   ///< binds the model to its number of slots
  kRandom,    ///< U(±1/√(slots + width)), drawn once, fixed, saved with the model; binds it to its number of slots
};

struct NtmSettings {
  size_t slots = 128, width = 20;
  size_t read_heads = 1, write_heads = 1;
  StartMemory start_memory = StartMemory::kConstant;
  bool squash_adds = true;  ///< added vectors go through tanh
  HeadBiases read_biases, write_biases;
};

/// The start content of a constant memory: not 0, where the cosine has no direction.
inline constexpr Real kConstantMemory = Real(1e-6);

/// Reads come before writes; all heads address the memory as the step found it. Controls: addressing controls of each
/// read head, then of each write head, then the erase vectors (before sigmoid), then the add vectors.
class NtmMemory final : public Memory {
 public:
  NtmMemory(const Scope& scope, const NtmSettings& settings, std::unique_ptr<Addressing> addressing);

  size_t controls() const override;
  size_t reads() const override { return settings_.width * settings_.read_heads; }
  void add_start_biases(std::span<Real> biases) const override;
  size_t cost() const override { return settings_.slots * settings_.width; }
  Footprint footprint() const override;
  StateNames state_names() const override;
  State start(const Context& context) const override;
  Step step(const Context& context, Columns controls, const State& past) const override;

 private:
  size_t heads() const { return settings_.read_heads + settings_.write_heads; }

  NtmSettings settings_;
  std::unique_ptr<Addressing> addressing_;
  Parameter start_memory_{}, start_reads_{};
};

}  // namespace tapehead::inline TAPEHEAD_REAL
