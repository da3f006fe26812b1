#pragma once
// Fast weights: a matrix a head, written under keys and read by queries (Schmidhuber 1992, "Learning to control
// fast-weight memories"; Schlag, Irie & Schmidhuber 2021).

#include <memory>

#include "attention/features.hpp"
#include "memory/fast/write_rule.hpp"
#include "memory/memory.hpp"
#include "memory/steps_at_once.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

struct FastSettings {
  size_t heads = 4;
  size_t width = 64;     ///< of what all heads read together
  size_t key_size = 16;  ///< of one head, before its features are made
  size_t writes = 1;     ///< a step
  Features features;

  FastSizes sizes() const { return {heads, features.size(key_size), width / heads}; }
};

/// At each step the rule forgets, writes `writes` times (Siems et al. 2025, "DeltaProduct"), then reads what is there
/// now. Reads are not divided by √K: the affine map that they go through makes up for it. Controls: queries, keys of
/// all writes, values of all writes, then the gates of the step and those of all writes; within each, what is of a
/// write together, and in it what is of a head. A state is the reads, then the rule's.
class FastWeights final : public Memory, public StepsAtOnce {
 public:
  FastWeights(const Scope& scope, const FastSettings& settings, std::unique_ptr<WriteRule> rule);

  size_t controls() const override;
  size_t reads() const override { return settings_.width; }
  void add_start_biases(std::span<Real> biases) const override;
  size_t cost() const override { return rule_->numbers(); }
  Footprint footprint() const override;
  StateNames state_names() const override;
  State start(const Context& context) const override;
  Step step(const Context& context, Columns controls, const State& past) const override;
  Step steps(const Context& context, Var controls, const State& past, size_t before) const override;

 private:
  /// A rule's gate with the learned A of its decay, where it has one.
  struct Gate {
    RuleGate gate;
    size_t times;  ///< a step
    Parameter decay{};
  };
  /// What the controls of one step, or of several, say: all of a step together, columns as in controls(). Gates: the
  /// step's, then the writes'.
  struct Said {
    Var queries, keys, values;
    std::span<const Var> gates;
  };
  Said said(Tape& tape, Var controls) const;
  Var squashed(Tape& tape, const Gate& gate, Var controls) const;
  void show(const Said& said, Var read, const State& rule) const;
  State after(const Said& said, const State& rule) const;
  size_t before_gates() const;

  FastSettings settings_;
  std::unique_ptr<WriteRule> rule_;
  const ScannedRule* scanned_;  ///< the rule, where it is one
  std::vector<Gate> gates_;     ///< the step's, then the writes'
  size_t step_gates_ = 0;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
